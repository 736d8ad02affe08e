package callers

import (
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Authenticator proves who sends a request, by credentials of one kind. It may be used by several goroutines at the same time.
type Authenticator interface {
	// Authenticate returns who sends the request. Without a caller and an error, the request has no credentials of the kind, as far as can be
	// told: others are asked then. Credentials that are not good are a *[Refused]. Any other error says that they cannot be checked now.
	Authenticate(r *http.Request) (*nact.Caller, error)

	// Schemes describes how requests carry the credentials.
	Schemes() []Scheme
}

// Guide is an [Authenticator] that tells clients where to get credentials (RFC 9728).
type Guide interface {
	Authenticator

	// MetadataURL returns the address of what clients of the resource at a path have to know, or "".
	MetadataURL(path string) string

	// ServeMetadata answers a request for that, with the scopes that tools need, and reports whether it was one. Nobody is asked who calls.
	ServeMetadata(w http.ResponseWriter, r *http.Request, scopes []string) bool
}

// Refused is the error of credentials that are not good.
type Refused struct {
	Reason string // a sentence for whoever sent them. It says nothing that they do not know, and nothing of the credentials themselves
	Err    error  // for the log; nil: there is no more to say
}

// Error returns the reason, with its cause.
func (e *Refused) Error() string {
	if e.Err == nil {
		return e.Reason
	}
	return e.Reason + " (" + e.Err.Error() + ")"
}

// Unwrap returns the cause.
func (e *Refused) Unwrap() error { return e.Err }

// KeyField is the field of requests in which an API key can stand, as net/http spells it.
const KeyField = "X-Api-Key"

// BearerScheme describes a token in the field Authorization.
var BearerScheme = Scheme{Name: "bearer", JSON: `{"type":"http","scheme":"bearer"}`}

// Bearer returns the token in the field Authorization of a request (RFC 6750), or "" if there is none.
func Bearer(r *http.Request) string {
	fields := r.Header["Authorization"]
	if len(fields) != 1 {
		return ""
	}
	scheme, token, _ := strings.Cut(fields[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimLeft(token, " ")
}

// HasCredentials reports whether a request has any of its own, of whatever kind.
func HasCredentials(r *http.Request) bool {
	return len(r.Header["Authorization"]) > 0 || len(r.Header[KeyField]) > 0
}
