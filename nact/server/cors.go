package server

import (
	"net/http"
	"slices"
	"strings"
)

// What pages of allowed origins may send and read, in fields of headers: all that clients of the faces use.
var (
	corsMethods = []string{"GET, HEAD, POST"}
	corsSent    = []string{"Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, Prefer, Request-Timeout, Traceparent, X-API-Key, X-Request-Id"}
	corsRead    = []string{"Deprecation, ETag, Idempotent-Replayed, Mcp-Session-Id, Preference-Applied, Retry-After, Sunset, WWW-Authenticate, X-Request-Id"}
	corsMaxAge  = []string{"600"}
	byOrigin    = []string{"Origin"}
)

// ShareWith lets a page of an allowed origin read the answer to its request (CORS), and reports whether the request was the browser's own, which asks before
// it sends the page's. It is for requests that the rules have let pass. Without allowed origins no answer says anything of this: no page of another origin reads it.
func ShareWith(origins []string, w http.ResponseWriter, r *http.Request) (preflight bool) {
	if len(origins) == 0 {
		return false
	}
	header := w.Header()
	header["Vary"] = byOrigin
	origin := r.Header.Get("Origin")
	if !slices.ContainsFunc(origins, func(allowed string) bool { return strings.EqualFold(allowed, origin) }) {
		return false
	}
	header["Access-Control-Allow-Origin"] = []string{origin}
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		header["Access-Control-Expose-Headers"] = corsRead
		return false
	}
	header["Access-Control-Allow-Methods"] = corsMethods
	header["Access-Control-Allow-Headers"] = corsSent
	header["Access-Control-Max-Age"] = corsMaxAge
	w.WriteHeader(http.StatusNoContent)
	return true
}
