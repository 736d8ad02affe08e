// Package onbehalf holds what a service hands on to upstreams in the name of whoever calls it: the bearer token of a request, and headers. It is taken
// from a request once, before any face reads it, and goes with the context of the call.
package onbehalf

import (
	"context"
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// received is what a request brings. It has no method that prints it.
type received struct {
	token  string // empty: there is none
	header http.Header
}

type receivedKey struct{}

// Take returns r with what it brings in its context, for [Token] and [Header].
func Take(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), receivedKey{}, &received{token: bearerToken(r.Header["Authorization"]), header: r.Header}))
}

// bearerToken returns the token of a field Authorization (RFC 6750, section 2.1), or an empty string if there is not just one.
func bearerToken(fields []string) string {
	if len(fields) != 1 {
		return ""
	}
	scheme, token, _ := strings.Cut(fields[0], " ")
	token = strings.TrimLeft(token, " ")
	word := strings.TrimRight(token, "=")
	if !strings.EqualFold(scheme, "Bearer") || word == "" || strings.Trim(word, tokenCharacters) != "" {
		return ""
	}
	return token
}

// tokenCharacters are those of a token, but for the equals signs at its end.
const tokenCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/"

// Token returns the token of the caller of ctx. If there is none, it returns the *[nact.Fault] that says why.
func Token(ctx context.Context) (string, error) {
	from, _ := ctx.Value(receivedKey{}).(*received)
	caller := nact.CallerOf(ctx)
	switch {
	case caller != nil && caller.Private:
		return "", &nact.Fault{Kind: nact.Unauthenticated, Detail: "the tool calls an upstream with the token of its caller, and this caller has an API key of the service, which goes to no upstream: call with a token"}
	case from == nil:
		return "", &nact.Fault{Kind: nact.Unauthenticated, Detail: "the tool calls an upstream with the token of its caller, which comes with a request over HTTP alone"}
	case from.token == "":
		return "", &nact.Fault{Kind: nact.Unauthenticated, Detail: "the tool calls an upstream with the token of its caller, and the call has none: send it as Authorization: Bearer"}
	}
	return from.token, nil
}

// Header returns the values that the caller of ctx has sent in a header, by its canonical name.
func Header(ctx context.Context, name string) []string {
	if from, _ := ctx.Value(receivedKey{}).(*received); from != nil {
		return from.header[name]
	}
	return nil
}

// WithToken returns invoke for a tool that cannot do without the token of its caller: a call that has none ends before anything is called.
func WithToken(invoke func(context.Context, nact.Arguments) (nact.Results, error)) func(context.Context, nact.Arguments) (nact.Results, error) {
	return func(ctx context.Context, args nact.Arguments) (nact.Results, error) {
		if _, err := Token(ctx); err != nil {
			return nil, err
		}
		return invoke(ctx, args)
	}
}
