package upstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Credential is what a client proves with that it may call its upstream. It
// prints as what it is, never with the secret. Make one with [Bearer],
// [Basic], [APIKeyHeader], [APIKeyQuery] or [APIKeyCookie].
type Credential struct {
	place string // header, query or cookie
	name  string
	err   error // why it cannot be used

	// text returns what a client sends with a call whose context is given. It may be called by several goroutines at the same time.
	text func(ctx context.Context, client *Client) (string, error)
}

// String says where the credential is sent and under which name.
func (c Credential) String() string { return "credential in " + c.place + " " + c.name }

// GoString is String.
func (c Credential) GoString() string { return c.String() }

// LogValue is String.
func (c Credential) LogValue() slog.Value { return slog.StringValue(c.String()) }

// check returns why a secret cannot be sent as the credential.
func (c Credential) check(secret string) error {
	why := ""
	switch {
	case secret == "":
		why = "it is empty"
	case c.place == "header":
		why = headerProblem(c.name, secret)
	case c.place == "query" && c.name == "":
		why = "the parameter has no name"
	case c.place == "cookie" && !isToken(c.name):
		why = "it is not the name of a cookie"
	case c.place == "cookie" && !isCookieValue(secret):
		why = "a cookie cannot hold this value"
	}
	if why != "" {
		return errors.New(why)
	}
	return nil
}

// isCookieValue reports whether a cookie can hold text without quoting (RFC 6265, section 4.1.1).
func isCookieValue(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`",;\`, r)
	})
}

// checkCredentials returns credentials with the names of headers in canonical form. One that cannot be used is an error, and so are two of
// one place and name, and one that would replace a configured header.
func checkCredentials(credentials []Credential, header http.Header) ([]Credential, error) {
	var checked []Credential
	for _, c := range credentials {
		if c.err != nil {
			return nil, fmt.Errorf("%s: %w", c, c.err)
		}
		asWritten := c
		if c.place == "header" {
			c.name = http.CanonicalHeaderKey(c.name)
		}
		same := func(other Credential) bool { return other.place == c.place && other.name == c.name }
		if slices.ContainsFunc(checked, same) || c.place == "header" && header.Values(c.name) != nil {
			return nil, fmt.Errorf("%s: there are two values for it", asWritten)
		}
		checked = append(checked, c)
	}
	return checked, nil
}

// secrets are the credentials of a client in the form in which they are sent with one call.
type secrets struct {
	header []Pair
	query  Query
	cookie string
}

// secrets returns what the client sends with a call.
func (c *Client) secrets(ctx context.Context) (secrets, error) {
	var s secrets
	for _, credential := range c.credentials {
		text, err := credential.text(ctx, c)
		if err != nil {
			return s, err
		}
		switch credential.place {
		case "header":
			s.header = append(s.header, Pair{credential.name, text})
		case "query":
			s.query.Add(credential.name, text)
		case "cookie":
			s.cookie = joinCookies([]string{s.cookie, credential.name + "=" + text})
		}
	}
	return s, nil
}

// isKey reports whether a part of a query, name=value, is one of the client's API keys, or might be.
func (c *Client) isKey(part string) bool {
	name, _, _ := strings.Cut(part, "=")
	plain, err := url.QueryUnescape(name)
	return slices.ContainsFunc(c.credentials, func(credential Credential) bool {
		return credential.place == "query" && (err != nil || credential.name == plain)
	})
}
