package manifest

import (
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Caching is for how long answers are kept: TTL, or as long as HTTP says. The zero Caching keeps none.
type Caching struct {
	TTL  time.Duration
	HTTP bool
}

// Cache is the cache of an upstream.
type Cache struct {
	Caching Value[Caching] // for the steps that say nothing else
	Size    Value[int64]   // bytes
}

// longestTTL is how long an answer may be kept: a day. What is older than that belongs into a table.
const longestTTL = 24 * time.Hour

// caching is a time for which answers are kept, or http.
var caching = parser[Caching]{cachingForm("http"), func(n *yaml.Node) (Caching, *problem) {
	if n.Kind == yaml.ScalarNode && n.Value == "http" {
		return Caching{HTTP: true}, nil
	}
	ttl, err := durationUpTo(longestTTL).parse(n)
	if err != nil && unlikeDuration(n) {
		return Caching{}, problemf("bad-value", "must be a duration such as 10m, or http, not %s", kindOf(n))
	}
	return Caching{TTL: ttl}, err
}}

// stepCaching is [caching] for a step, which may also say none.
var stepCaching = parser[Caching]{cachingForm("http", "none"), func(n *yaml.Node) (Caching, *problem) {
	if n.Kind == yaml.ScalarNode && n.Value == "none" {
		return Caching{}, nil
	}
	c, err := caching.parse(n)
	if err != nil && unlikeDuration(n) {
		return Caching{}, problemf("bad-value", "must be a duration such as 10m, or http or none, not %s", kindOf(n))
	}
	return c, err
}}

// cachingForm is that of a duration, or one of some words.
func cachingForm(words ...string) Form {
	return Form{Kind: Text, Is: "duration", Words: words, Patterns: []string{strings.Join(append(words, unanchored(durationForm)), "|")}}
}

// unlikeDuration reports whether n does not even begin as a duration does.
func unlikeDuration(n *yaml.Node) bool {
	return n.Kind != yaml.ScalarNode || n.Value == "" || (n.Value[0] < '0' || n.Value[0] > '9') && n.Value[0] != '-'
}

// cache is the target of the cache of an upstream: what its answers are kept for, alone or with the cache's size.
func cache(dst *Cache) target {
	fields := []field{
		optional("ttl", value(&dst.Caching, caching)),
		optional("size", value(&dst.Size, size)),
	}
	return orKeys(target{
		form:  leaf(caching.form),
		unset: func(pos diag.Position) { dst.Caching.Pos, dst.Size.Pos = pos, pos },
		read:  value(&dst.Caching, caching).read,
	}, target{
		form: sketch(func(b *book) *Form { return b.keys("cache", fields) }).filled(),
		read: func(r *reader, what string, n *yaml.Node) {
			if len(n.Content) == 0 {
				r.errorf(r.place(n), "empty", "%s is empty; write a duration such as 10m, or http, alone or as its ttl beside a size", what)
				return
			}
			r.mapping(n, what, r.place(n), fields...)
		},
	})
}
