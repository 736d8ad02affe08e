package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

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

// newCredential returns a credential for a place, which is header, query or cookie, under a name there. text returns what is sent.
func newCredential(place, name string, text func(context.Context, *Client) (string, error)) Credential {
	return Credential{place: place, name: name, text: text, prepare: newKeyring}
}

// keyring are the credentials of a client, with the names of headers in canonical form.
type keyring []Credential

// newKeyring returns the credentials of a client. One that cannot be used is an error, and so are two of one place and name, and one that would
// replace a configured header.
func newKeyring(all []Credential, client *Client) (credentials, error) {
	var checked keyring
	for _, c := range all {
		if c.bind != nil && c.err == nil {
			bound, err := c.bind(client)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c, err)
			}
			c = bound
		}
		if c.err != nil {
			return nil, fmt.Errorf("%s: %w", c, c.err)
		}
		asWritten := c
		if c.place == "header" {
			c.name = http.CanonicalHeaderKey(c.name)
		}
		same := func(other Credential) bool { return other.place == c.place && other.name == c.name }
		if slices.ContainsFunc(checked, same) || c.place == "header" && client.header.Values(c.name) != nil {
			return nil, fmt.Errorf("%s: there are two values for it", asWritten)
		}
		checked = append(checked, c)
	}
	return checked, nil
}

func (k keyring) secrets(ctx context.Context, c *Client) (secrets, error) {
	var s secrets
	for _, credential := range k {
		text, err := credential.text(ctx, c)
		if err != nil {
			return s, err
		}
		if credential.renewal != nil {
			s.renew = credential.renewal(text)
		}
		if credential.refused != nil {
			s.refused = credential.refused
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

func (k keyring) replaceKeys(query, keys string) string {
	if !slices.ContainsFunc(k, func(credential Credential) bool { return credential.place == "query" }) {
		return query
	}
	kept := slices.DeleteFunc(strings.Split(query, "&"), func(part string) bool { return part == "" || k.isKey(part) })
	if keys != "" {
		kept = append(kept, keys)
	}
	return strings.Join(kept, "&")
}

func (k keyring) hide(header http.Header, query string) string {
	for _, credential := range k {
		switch credential.place {
		case "header":
			header.Set(credential.name, nact.Hidden)
		case "cookie":
			header.Set("Cookie", nact.Hidden)
		}
	}
	parts := strings.Split(query, "&")
	for i, part := range parts {
		if k.isKey(part) {
			name, _, _ := strings.Cut(part, "=")
			parts[i] = name + "=" + nact.Hidden
		}
	}
	return strings.Join(parts, "&")
}

// isKey reports whether a part of a query, name=value, is an API key, or might be.
func (k keyring) isKey(part string) bool {
	name, _, _ := strings.Cut(part, "=")
	plain, err := url.QueryUnescape(name)
	return slices.ContainsFunc(k, func(credential Credential) bool {
		return credential.place == "query" && (err != nil || credential.name == plain)
	})
}
