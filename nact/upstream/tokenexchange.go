package upstream

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"net/url"
	"sync"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/onbehalf"
)

// TokenExchange is an access token in the Authorization header for which a token endpoint takes the bearer token that the caller of the service has
// sent (RFC 8693). It is kept until shortly before it ends, for that caller alone, and of a thousand callers, those that called last.
func TokenExchange(grant Grant) Credential {
	c := granted(grant, func(endpoint *tokenEndpoint) tokenGiver {
		x := &tokenExchange{endpoint: endpoint, sources: make(map[digest]*list.Element)}
		return x.sourceOf
	})
	c.refused = refusedCaller
	return c
}

// mostCallers is of how many callers the tokens are kept.
const mostCallers = 1000

// tokenExchange keeps the tokens for which those of callers were exchanged.
type tokenExchange struct {
	endpoint *tokenEndpoint

	mu      sync.Mutex
	order   list.List                // of *exchanged, the one used last in front
	sources map[digest]*list.Element // by the hash of a caller's token
}

type exchanged struct {
	of     digest
	source *tokenSource
}

// sourceOf returns what has the token for the caller of ctx.
func (x *tokenExchange) sourceOf(ctx context.Context) (*tokenSource, error) {
	token, err := onbehalf.Token(ctx)
	if err != nil {
		return nil, err
	}
	of := digest(sha256.Sum256([]byte(token)))
	x.mu.Lock()
	defer x.mu.Unlock()
	if known := x.sources[of]; known != nil {
		x.order.MoveToFront(known)
		return known.Value.(*exchanged).source, nil
	}
	if x.order.Len() == mostCallers {
		delete(x.sources, x.order.Remove(x.order.Back()).(*exchanged).of)
	}
	source := &tokenSource{fetch: func(ctx context.Context) (accessToken, error) { return x.exchange(ctx, token) }}
	x.sources[of] = x.order.PushFront(&exchanged{of, source})
	return source, nil
}

const accessTokenType = "urn:ietf:params:oauth:token-type:access_token"

// exchange asks for a token in exchange for that of a caller. If that is what the endpoint refuses, the caller has to come with another one.
func (x *tokenExchange) exchange(ctx context.Context, token string) (accessToken, error) {
	got, err := x.endpoint.token(ctx, url.Values{
		"grant_type":    {"urn:ietf:params:oauth:grant-type:token-exchange"},
		"subject_token": {token}, "subject_token_type": {accessTokenType}, "requested_token_type": {accessTokenType},
	})
	var refused *refusedGrant
	var fault *nact.Fault
	if errors.As(err, &refused) && errors.As(err, &fault) && refused.ofSubject() {
		own := *fault
		own.Kind, own.Detail = nact.Unauthenticated, "the token of the caller is not exchanged for one of the upstream: "+string(*refused)
		return got, &own
	}
	return got, err
}

// ofSubject reports whether it is the token of the caller that was refused (RFC 8693, section 2.2.2; some servers have codes of their own).
func (r refusedGrant) ofSubject() bool {
	return r == "invalid_grant" || r == "invalid_request" || r == "invalid_token"
}
