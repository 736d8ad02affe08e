package upstream

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Grant says how access tokens are asked for (RFC 6749).
type Grant struct {
	// TokenURL is where: absolute, or relative to the client's BaseURL. It is https, unless its host is the machine itself, or BaseURL is
	// http: then what the token is for goes over the network as it is anyway.
	TokenURL string

	ClientID     nact.Secret
	ClientSecret nact.Secret
	Scopes       []string // empty: what the server gives by itself
	Audience     string   // what the token is for, where the server wants to know; may be empty

	// InBody has the client prove itself in the body of the request (client_secret_post), and not in the header Authorization (client_secret_basic).
	InBody bool
}

// ClientCredentials is an access token in the Authorization header that the service gets for itself (RFC 6749, section 4.4). It is kept until shortly
// before it ends, and got anew by one request for all calls that need it meanwhile, and once more for a call that was answered with 401.
func ClientCredentials(grant Grant) Credential {
	return granted(grant, func(endpoint *tokenEndpoint) tokenGiver {
		source := &tokenSource{fetch: func(ctx context.Context) (accessToken, error) {
			return endpoint.token(ctx, url.Values{"grant_type": {"client_credentials"}})
		}}
		return func(context.Context) (*tokenSource, error) { return source, nil }
	})
}

// tokenGiver returns what has the access token for a call whose context is given.
type tokenGiver func(ctx context.Context) (*tokenSource, error)

// granted returns the credential whose access tokens a token endpoint gives.
func granted(grant Grant, giver func(*tokenEndpoint) tokenGiver) Credential {
	unbound := newCredential("header", "Authorization", nil)
	unbound.bind = func(client *Client) (Credential, error) {
		endpoint, err := newTokenEndpoint(client, grant)
		if err != nil {
			return Credential{}, err
		}
		bound, sourceOf := unbound, giver(endpoint)
		bound.text = func(ctx context.Context, _ *Client) (string, error) {
			source, err := sourceOf(ctx)
			if err != nil {
				return "", err
			}
			token, err := source.get(ctx)
			return bearer + token, err
		}
		bound.renew = func(ctx context.Context, sent string) (bool, error) {
			source, err := sourceOf(ctx)
			return err == nil && source.drop(strings.TrimPrefix(sent, bearer)), err
		}
		return bound, nil
	}
	unbound.err = grant.check()
	return unbound
}

// check returns what is wrong with a grant, but for its TokenURL.
func (g Grant) check() error {
	switch {
	case g.ClientID.Text() == "":
		return errors.New("the client id is empty")
	case g.ClientSecret.Text() == "":
		return errors.New("the client secret is empty")
	}
	return nil
}
