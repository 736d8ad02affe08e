package upstream

import (
	"context"

	"github.com/nactgen/nactgen/nact/onbehalf"
)

// CallerToken is the bearer token that the caller of the service has sent, in the Authorization header. An upstream that refuses it refuses the caller,
// who learns that.
func CallerToken() Credential {
	c := newCredential("header", "Authorization", func(ctx context.Context, _ *Client) (string, error) {
		token, err := onbehalf.Token(ctx)
		return bearer + token, err
	})
	c.ofCaller = true
	return c
}
