package upstream

import (
	"encoding/base64"
	"errors"
	"strings"
)

// Bearer is a token in the Authorization header (RFC 6750).
func Bearer(token string) Credential {
	return Credential{place: "header", name: "Authorization", prefix: "Bearer ", secret: token}
}

// Basic is a user and a password in the Authorization header (RFC 7617). One of the two may be empty.
func Basic(user, password string) Credential {
	c := Credential{place: "header", name: "Authorization", prefix: "Basic "}
	switch {
	case strings.Contains(user, ":"):
		c.err = errors.New("the user holds a colon")
	case user != "" || password != "":
		c.secret = base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	}
	return c
}

// APIKeyHeader is a key in a header of its own.
func APIKeyHeader(name, key string) Credential {
	return Credential{place: "header", name: name, secret: key}
}

// APIKeyQuery is a key in the query. Where the upstream offers another place, prefer that:
// servers and proxies log queries.
func APIKeyQuery(name, key string) Credential {
	return Credential{place: "query", name: name, secret: key}
}

// APIKeyCookie is a key in a cookie. It is sent as it stands.
func APIKeyCookie(name, key string) Credential {
	return Credential{place: "cookie", name: name, secret: key}
}
