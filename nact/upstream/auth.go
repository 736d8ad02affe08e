package upstream

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
)

// Bearer is a token in the Authorization header (RFC 6750).
func Bearer(token string) Credential {
	return static("header", "Authorization", "Bearer ", token)
}

// Basic is a user and a password in the Authorization header (RFC 7617). One of the two may be empty.
func Basic(user, password string) Credential {
	secret := ""
	if user != "" || password != "" {
		secret = base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	}
	c := static("header", "Authorization", "Basic ", secret)
	if strings.Contains(user, ":") {
		c.err = errors.New("the user holds a colon")
	}
	return c
}

// APIKeyHeader is a key in a header of its own.
func APIKeyHeader(name, key string) Credential {
	return static("header", name, "", key)
}

// APIKeyQuery is a key in the query. Where the upstream offers another place, prefer that:
// servers and proxies log queries.
func APIKeyQuery(name, key string) Credential {
	return static("query", name, "", key)
}

// APIKeyCookie is a key in a cookie. It is sent as it stands.
func APIKeyCookie(name, key string) Credential {
	return static("cookie", name, "", key)
}

// static returns a credential that is the same for all calls: what is sent is the secret behind a prefix.
func static(place, name, prefix, secret string) Credential {
	c := newCredential(place, name, func(context.Context, *Client) (string, error) { return prefix + secret, nil })
	c.err = c.check(secret)
	return c
}
