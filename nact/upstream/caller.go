package upstream

import (
	"context"
	"net/http"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/onbehalf"
)

// CallerToken is the bearer token that the caller of the service has sent, in the Authorization header. An upstream that refuses it refuses the caller,
// who learns that.
func CallerToken() Credential {
	c := newCredential("header", "Authorization", func(ctx context.Context, _ *Client) (string, error) {
		token, err := onbehalf.Token(ctx)
		return bearer + token, err
	})
	c.refused = refusedCaller
	return c
}

// refusedCaller is the kind of an answer with a status to a call in the name of the caller: that it is refused is the caller's to know.
func refusedCaller(status int) nact.FaultKind {
	switch status {
	case http.StatusUnauthorized:
		return nact.Unauthenticated
	case http.StatusForbidden:
		return nact.Forbidden
	}
	return nact.BadAnswer
}
