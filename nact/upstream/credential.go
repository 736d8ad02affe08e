package upstream

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
)

// Credential is what a client proves with that it may call its upstream. It
// prints as what it is, never with the secret. Make one with [Bearer],
// [Basic], [APIKeyHeader], [APIKeyQuery] or [APIKeyCookie].
type Credential struct {
	place  string // header, query or cookie
	name   string
	prefix string
	secret string
	err    error // why it cannot be used
}

// String says where the credential is sent and under which name.
func (c Credential) String() string { return "credential in " + c.place + " " + c.name }

// GoString is String.
func (c Credential) GoString() string { return c.String() }

// LogValue is String.
func (c Credential) LogValue() slog.Value { return slog.StringValue(c.String()) }

// check returns why the credential cannot be sent.
func (c Credential) check() error {
	why := ""
	switch {
	case c.err != nil:
		why = c.err.Error()
	case c.secret == "":
		why = "it is empty"
	case c.place == "header":
		why = headerProblem(c.name, c.secret)
	case c.place == "query" && c.name == "":
		why = "the parameter has no name"
	case c.place == "cookie" && !isToken(c.name):
		why = "it is not the name of a cookie"
	case c.place == "cookie" && !isCookieValue(c.secret):
		why = "a cookie cannot hold this value"
	}
	if why != "" {
		return fmt.Errorf("%s: %s", c, why)
	}
	return nil
}

// isCookieValue reports whether a cookie can hold text without quoting (RFC 6265, section 4.1.1).
func isCookieValue(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`",;\`, r)
	})
}

// secrets are the credentials of a client in the form in which they are sent.
type secrets struct {
	header []Pair
	query  Query
	names  []string // of the query parameters
	cookie string
}

// newSecrets checks credentials; two of one place and name are an error, as are
// those that would replace a configured header.
func newSecrets(credentials []Credential, header http.Header) (secrets, error) {
	var s secrets
	seen := make(map[string]bool)
	for _, c := range credentials {
		if err := c.check(); err != nil {
			return s, err
		}
		name := c.name
		if c.place == "header" {
			name = http.CanonicalHeaderKey(name)
		}
		if seen[c.place+" "+name] || c.place == "header" && header.Values(name) != nil {
			return s, fmt.Errorf("%s: there are two values for it", c)
		}
		seen[c.place+" "+name] = true
		switch c.place {
		case "header":
			s.header = append(s.header, Pair{name, c.prefix + c.secret})
		case "query":
			s.query.Add(name, c.secret)
			s.names = append(s.names, name)
		case "cookie":
			s.cookie = joinCookies([]string{s.cookie, name + "=" + c.secret})
		}
	}
	return s, nil
}
