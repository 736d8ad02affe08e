package upstream

import (
	"context"
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
		if !c.yields {
			why = "it is empty"
		}
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
		return unsendable(why)
	}
	return nil
}

// unsendable is why a secret cannot be sent. It says nothing of the secret.
type unsendable string

func (u unsendable) Error() string { return string(u) }

// Public returns the text.
func (u unsendable) Public() string { return string(u) }

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

// newKeyring returns the credentials of a client. One that cannot be used is an error, and so are two of one place and name, unless calls name which of
// them is sent, and one that would replace a configured header.
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
		same := func(other Credential) bool {
			return other.place == c.place && other.name == c.name && (other.id == "" || c.id == "") && !(other.yields && c.yields)
		}
		if slices.ContainsFunc(checked, same) || c.place == "header" && !c.yields && client.header.Values(c.name) != nil {
			return nil, fmt.Errorf("%s: there are two values for it", asWritten)
		}
		checked = append(checked, c)
	}
	return checked, nil
}

func (k keyring) only(names []string) credentials {
	if names == nil {
		return k
	}
	return slices.DeleteFunc(slices.Clone(k), func(c Credential) bool { return c.id != "" && !slices.Contains(names, c.id) })
}

func (k keyring) secrets(ctx context.Context, c *Client) (secrets, error) {
	var s secrets
	texts, err := k.texts(ctx, c)
	if err != nil {
		return s, err
	}
	for i, credential := range k {
		if credential.refused != nil {
			s.refused = credential.refused
		}
		if credential.renew != nil {
			s.renew = func(ctx context.Context, r *request) (bool, error) { return k.renew(ctx, c, r, texts) }
		}
		s.add(credential, texts[i])
	}
	return s, nil
}

// texts returns what each of the credentials is.
func (k keyring) texts(ctx context.Context, c *Client) ([]string, error) {
	texts := make([]string, len(k))
	for i, credential := range k {
		var err error
		if texts[i], err = credential.text(ctx, c); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// add adds a credential that sends a text.
func (s *secrets) add(credential Credential, text string) {
	switch credential.place {
	case "header":
		if credential.yields {
			s.yielding = append(s.yielding, Pair{credential.name, text})
			return
		}
		s.header = append(s.header, Pair{credential.name, text})
	case "query":
		s.query.Add(credential.name, text)
	case "cookie":
		s.cookie = joinCookies([]string{s.cookie, credential.name + "=" + text})
	case "signature":
		s.sign = credential.sign
	}
}

// renew gives a request that has sent texts other ones, once, if there are any. An answer with 401 says that the request was not carried out, whatever
// its method is. The attempt that follows is beside those of the retry policy.
func (k keyring) renew(ctx context.Context, c *Client, r *request, sent []string) (bool, error) {
	r.renew = nil
	another := false
	for i, credential := range k {
		if credential.renew == nil {
			continue
		}
		renewed, err := credential.renew(ctx, sent[i])
		if err != nil {
			return false, err
		}
		another = another || renewed
	}
	if !another {
		return false, nil
	}
	now, err := k.texts(ctx, c)
	if err != nil {
		return false, err
	}
	var keys Query
	r.header = r.header.Clone() // another goroutine may still read it
	for i, credential := range k {
		if credential.place == "query" {
			keys.Add(credential.name, now[i])
		}
		credential.replace(r.header, sent[i], now[i])
	}
	at := *r.url
	r.keys = keys.String()
	at.RawQuery = k.replaceKeys(at.RawQuery, r.keys)
	r.url = &at
	r.retry.Attempts = max(r.retry.Attempts, 1) + 1
	return true, nil
}

// replace puts a text in the place of the one that was sent, in a header that has it.
func (c Credential) replace(header http.Header, sent, now string) {
	switch c.place {
	case "header":
		if i := slices.Index(header[c.name], sent); i >= 0 { // not if the call has sent its own
			header[c.name][i] = now
		}
	case "cookie":
		cookies := strings.Split(header.Get("Cookie"), "; ")
		if i := slices.Index(cookies, c.name+"="+sent); i >= 0 {
			cookies[i] = c.name + "=" + now
			header.Set("Cookie", strings.Join(cookies, "; "))
		}
	}
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
