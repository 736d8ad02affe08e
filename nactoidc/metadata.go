package nactoidc

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// Paths of what clients have to know of a resource (RFC 9728), and of the address of the Model Context Protocol, which is a resource of its own below the
// service.
const (
	wellKnown = "/.well-known/oauth-protected-resource"
	mcpPath   = "/mcp"
)

// MetadataURL returns the address of what clients of the resource at a path have to know, or "" if the public URL of the service is not known.
func (v *Verifier) MetadataURL(path string) string {
	if v.public == nil {
		return ""
	}
	address := v.public.Scheme + "://" + v.public.Host + wellKnown + v.public.Path
	if strings.HasSuffix(path, mcpPath) {
		address += mcpPath
	}
	return address
}

// ServeMetadata answers a request for that: which issuer's tokens are good, and which scopes there are.
func (v *Verifier) ServeMetadata(w http.ResponseWriter, r *http.Request, scopes []string) bool {
	of, found := strings.CutPrefix(r.URL.Path, wellKnown)
	if !found || v.public == nil || r.URL.RawPath != "" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	resource := v.config.PublicURL
	switch of {
	case "", v.public.Path:
	case v.public.Path + mcpPath:
		resource += mcpPath
	default:
		return false
	}
	body, err := json.Marshal(struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
		Scopes   []string `json:"scopes_supported,omitempty"`
		Methods  []string `json:"bearer_methods_supported"`
	}{resource, []string{v.config.Issuer}, scopes, []string{"header"}})
	if err != nil {
		return false
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Content-Type-Options", "nosniff")
	if r.Method == http.MethodGet {
		w.Write(body) // an error means that whoever asked has gone
	}
	return true
}
