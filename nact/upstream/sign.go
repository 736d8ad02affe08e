package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Signed has each attempt to call the upstream signed by a function, when everything else of the request is there. It is not called for where the upstream
// redirects to, unless that is of its own origin, and not in a dry run. secrets are those that it signs with: a call that is refused is tried once more
// if one of them has become another one. An error of the function, or its panic, is a fault of the service, of which nobody gets the text: that
// may have what was signed with.
func Signed(sign func(ctx context.Context, request *Unsigned) error, secrets ...nact.Secret) Credential {
	secrets = slices.DeleteFunc(secrets, func(s nact.Secret) bool { return !s.Varies() })
	texts := func() string {
		var b strings.Builder
		for _, s := range secrets {
			b.WriteString(s.Text() + "\x00")
		}
		return b.String()
	}
	c := newCredential("signature", "", func(context.Context, *Client) (string, error) { return texts(), nil })
	c.sign = func(ctx context.Context, r *request, h hop) (hop, error) { return h.signed(ctx, r, sign) }
	if len(secrets) > 0 {
		c.renew = func(_ context.Context, sent string) (bool, error) {
			for _, s := range secrets {
				s.Renew()
			}
			return texts() != sent, nil
		}
	}
	return c
}

// Unsigned is a request that is about to be sent, for a function that signs it. What it is asked for is a copy; what is to be added to the request it is told.
type Unsigned struct {
	method string
	url    url.URL
	header http.Header
	body   []byte
	added  []string // names of parameters
	err    error
}

// Method returns the method.
func (u *Unsigned) Method() string { return u.method }

// URL returns where the request goes, as it is sent: [url.URL.EscapedPath] and RawQuery are what the upstream gets, and Host is the field Host.
func (u *Unsigned) URL() *url.URL {
	at := u.url
	return &at
}

// Header returns the header. The transport adds Host, Content-Length, Accept-Encoding and, if there is none, User-Agent.
func (u *Unsigned) Header() http.Header { return u.header.Clone() }

// Body returns the body, to the byte; empty: there is none.
func (u *Unsigned) Body() []byte { return slices.Clone(u.body) }

// SetHeader sets a header field. One that is the connection's, or a value that no field can hold, fails the request.
func (u *Unsigned) SetHeader(name, value string) {
	if why := headerProblem(name, value); why != "" {
		u.refuse("the header", name, why)
		return
	}
	u.header.Set(name, value)
}

// AddQuery adds a parameter behind those of the query. A name that is empty fails the request.
func (u *Unsigned) AddQuery(name, value string) {
	if name == "" {
		u.refuse("the parameter", name, "it has no name")
		return
	}
	var added Query
	added.Add(name, value)
	u.added = append(u.added, name)
	u.url.RawQuery = strings.TrimPrefix(u.url.RawQuery+"&"+added.String(), "&")
}

// refuse notes why something cannot be added. Of a name that is none, nobody knows what it is.
func (u *Unsigned) refuse(what, name, why string) {
	if isToken(name) {
		what += " " + name
	}
	u.err = errors.Join(u.err, fmt.Errorf("%s cannot be set: %s", what, why))
}

// signed returns the hop with the signature that a function gives it.
func (h hop) signed(ctx context.Context, r *request, sign func(context.Context, *Unsigned) error) (signed hop, err error) {
	defer func() {
		if p := recover(); p != nil {
			why := fmt.Sprintf("the function that signs panicked with a %T", p)
			if wrong, ok := p.(runtime.Error); ok {
				why += ": " + wrong.Error()
			}
			err = &unsignedError{why}
		}
	}()
	u := &Unsigned{method: r.method, url: *h.url, header: h.header.Clone(), body: r.body}
	if err := sign(ctx, u); err != nil {
		return h, &unsignedError{fmt.Sprintf("the function that signs failed with a %T", err)}
	}
	if u.err != nil {
		return h, &unsignedError{"the function that signs: " + u.err.Error()}
	}
	h.url, h.header, h.added = &u.url, u.header, u.added
	return h, nil
}
