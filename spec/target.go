package spec

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Target is where a path template leads when it is sent. OpenAPI gives a path neither a query nor a fragment, and documents write both all
// the same: /rest?method=getUser, /files/{id}#add_link. The query is sent as one, and a fragment is never sent.
type Target struct {
	Path     string      // template, without query and fragment
	Query    []QueryPair // what the query fixes
	Fragment string      // what is left out
}

// QueryPair is a query parameter with its value.
type QueryPair struct{ Name, Value string }

// parseTarget splits the path template of an operation. Of the query it returns those members apart whose value is a parameter: id=user for
// ?id={user} is the parameter user, which is sent as id.
func parseTarget(template string) (t Target, params []QueryPair, err error) {
	template, t.Fragment = cutOutside(template, '#')
	path, query := cutOutside(template, '?')
	t.Path = path
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		param, closed := strings.CutSuffix(strings.TrimPrefix(value, "{"), "}")
		switch {
		case pair == "":
		case !strings.ContainsAny(pair, "{}"):
			t.Query = append(t.Query, QueryPair{unescaped(name), unescaped(value)})
		case strings.HasPrefix(value, "{") && closed && !strings.ContainsAny(name+param, "{}"):
			params = append(params, QueryPair{unescaped(name), param})
		default:
			return t, nil, fmt.Errorf("its path has the query %q; a part of that is name=value or name={parameter}, not %q", query, pair)
		}
	}
	return t, params, nil
}

// cutOutside cuts a path template at the first separator that stands in no braces.
func cutOutside(template string, separator rune) (before, after string) {
	depth := 0
	for i, c := range template {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == separator && depth == 0:
			return template[:i], template[i+1:]
		}
	}
	return template, ""
}

// unescaped is a text of a query without percent-encoding, if that is one.
func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

// inQuery moves the parameters that the query of a path template names from the path, where documents declare them, to the query, and
// leaves out what the query fixes.
func inQuery(list []*Parameter, fixed, params []QueryPair) []*Parameter {
	var moved []*Parameter
	for _, p := range list {
		i := slices.IndexFunc(params, func(q QueryPair) bool { return q.Value == p.Name })
		switch {
		case i >= 0 && (p.In == InPath || p.In == InQuery):
			in := *p
			in.Name, in.In, in.Style, in.Explode = params[i].Name, InQuery, "form", true
			p = &in
		case p.In == InQuery && slices.ContainsFunc(fixed, func(q QueryPair) bool { return q.Name == p.Name }):
			continue
		}
		moved = append(moved, p)
	}
	return moved
}
