package upstream

import (
	"context"
	"encoding/base64"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Bearer is a token in the Authorization header (RFC 6750).
func Bearer(token nact.Secret) Credential {
	return newCredential("header", "Authorization", nil).behind(bearer, token)
}

// bearer stands before a token in the header Authorization.
const bearer = "Bearer "

// Basic is a user and a password in the Authorization header (RFC 7617). One of the two may be empty.
func Basic(user, password nact.Secret) Credential {
	return newCredential("header", "Authorization", nil).of(func() (string, error) {
		user, password := user.Text(), password.Text()
		switch {
		case user == "" && password == "":
			return "", unsendable("it is empty")
		case strings.Contains(user, ":"):
			return "", unsendable("the user holds a colon")
		}
		return "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password)), nil
	}, user, password)
}

// APIKeyHeader is a key in a header of its own.
func APIKeyHeader(name string, key nact.Secret) Credential {
	return newCredential("header", name, nil).behind("", key)
}

// APIKeyQuery is a key in the query. Where the upstream offers another place, prefer that:
// servers and proxies log queries.
func APIKeyQuery(name string, key nact.Secret) Credential {
	return newCredential("query", name, nil).behind("", key)
}

// APIKeyCookie is a key in a cookie. It is sent as it stands.
func APIKeyCookie(name string, key nact.Secret) Credential {
	return newCredential("cookie", name, nil).behind("", key)
}

// SecretHeader is a header with a secret in it, and no credential by itself: it may be empty, and a call that sets a header of the same name sends its own.
func SecretHeader(name string, value nact.Secret) Credential {
	c := newCredential("header", name, nil)
	c.yields = true
	return c.behind("", value)
}

// behind returns the credential that sends a secret behind a prefix.
func (c Credential) behind(prefix string, secret nact.Secret) Credential {
	return c.of(func() (string, error) {
		text := secret.Text()
		return prefix + text, c.check(text)
	}, secret)
}

// of returns the credential that sends what is made of secrets. It is the same for all calls until one of the secrets has become another one.
func (c Credential) of(make func() (string, error), secrets ...nact.Secret) Credential {
	made, err := nact.MakeSecret(make, secrets...)
	c.err = err
	c.text = func(context.Context, *Client) (string, error) { return made.Text(), nil }
	if made.Varies() {
		c.renew = func(_ context.Context, sent string) (bool, error) {
			made.Renew()
			return made.Text() != sent, nil
		}
	}
	return c
}
