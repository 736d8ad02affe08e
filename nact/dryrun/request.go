package dryrun

import (
	"maps"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// request shows a request.
func (r *run) request(o *jsontext.Object, q *nact.DryRequest) {
	o.Text("method", q.Method)
	o.Text("url", r.mask.text(q.URL))
	names := slices.Sorted(maps.Keys(q.Header))
	o.Object("header", func(header *jsontext.Object) {
		for _, name := range names {
			header.Text(name, r.headerValue(name, q.Header[name]))
		}
	})
	if len(q.Body) > 0 {
		r.body(o, contentType(q.Header), q.Body)
	}
}

// headerValue returns the value of a header as it is shown. A credential can also be one that a step was given by an upstream. The
// boundary of a multipart body would be another one.
func (r *run) headerValue(name string, values []string) string {
	switch name {
	case "Authorization", "Proxy-Authorization", "Cookie":
		return nact.Hidden
	case "Content-Type":
		if media, _, _ := strings.Cut(values[0], ";"); strings.HasPrefix(media, "multipart/") {
			return media
		}
	}
	return r.mask.text(strings.Join(values, ", "))
}

func contentType(header map[string][]string) string {
	if values := header["Content-Type"]; len(values) > 0 {
		return values[0]
	}
	return ""
}
