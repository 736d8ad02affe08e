package nacttest

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// request is what an upstream was asked.
type request struct {
	*http.Request
	upstream string
	body     []byte
}

func newRequest(upstream string, r *http.Request) (*request, error) {
	body, err := io.ReadAll(r.Body)
	return &request{r, upstream, body}, err
}

func (r *request) String() string {
	return fmt.Sprintf("%s %s of %s", r.Method, r.RequestURI, r.upstream)
}

// show logs the request, if the test was asked to tell more: what it sends, without headers, and what answers it.
func (r *request) show(t testing.TB, by *recorded) {
	if !testing.Verbose() {
		return
	}
	t.Logf("> %s: %s", by.Step, r)
	if len(r.body) > 0 {
		t.Logf("| %q", r.body)
	}
	t.Logf("< %d", cmp.Or(by.Status, http.StatusOK))
}

// answers reports whether r is for this operation.
func (r *recorded) answers(q *request) bool {
	return r.Upstream == q.upstream && r.Method == q.Method && r.path.MatchString(q.URL.EscapedPath())
}

// misfits returns what a request for the right operation does not send as it must.
func (r *recorded) misfits(q *request) []string {
	var misfits []string
	if got := q.Header.Get("Accept"); r.Accept != "" && got != r.Accept {
		misfits = append(misfits, fmt.Sprintf("header Accept: wanted %q, sent %q", r.Accept, got))
	}
	checked := make(map[string]bool)
	for _, p := range r.Params {
		if key := p.In + " " + p.Name; !checked[key] {
			checked[key] = true
			misfits = append(misfits, r.misfit(q, p.In, p.Name)...)
		}
	}
	return misfits
}

// misfit returns what is wrong with one parameter, header or the body.
func (r *recorded) misfit(q *request, in, name string) []string {
	var wanted []string
	for _, p := range r.Params {
		if p.In == in && p.Name == name {
			wanted = append(wanted, p.Value)
		}
	}
	if in == "body" {
		return q.bodyMisfits(wanted[0], name)
	}
	got := r.sent(q, in, name)
	if fmt.Sprintf("%q", got) == fmt.Sprintf("%q", wanted) {
		return nil
	}
	what := in
	if in != "header" {
		what += " parameter"
	}
	return []string{fmt.Sprintf("%s %s: wanted %s, sent %s", what, name, list(wanted), list(got))}
}

// sent returns the values of a parameter in a request.
func (r *recorded) sent(q *request, in, name string) []string {
	switch in {
	case "path":
		for i, value := range r.path.FindStringSubmatch(q.URL.EscapedPath())[1:] {
			if r.names[i] == name {
				return []string{unescape(value)}
			}
		}
	case "query":
		return q.URL.Query()[name]
	case "header":
		if values := q.Header.Values(name); len(values) > 0 {
			return []string{strings.Join(values, ", ")}
		}
	case "cookie":
		var values []string
		for _, cookie := range q.CookiesNamed(name) {
			values = append(values, unescape(cookie.Value))
		}
		return values
	}
	return nil
}

// list prints values for a message.
func list(values []string) string {
	switch len(values) {
	case 0:
		return "none"
	case 1:
		return fmt.Sprintf("%q", values[0])
	}
	return fmt.Sprintf("%q", values)
}

// unescape decodes percent-encoding; what is malformed stays as it is.
func unescape(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}
