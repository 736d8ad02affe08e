package spec

import (
	"slices"
	"strconv"
	"strings"
)

// site is a place where a schema stands: that of an inline schema, of a
// component, or none of its own where allOf gives one property several
// schemas. All references to a component share its site.
type site struct {
	number int
	ref    string // name of the component, or ""
	node   *node  // nil if it joins parts
	fault  *Error // why the schema cannot be found
	base   *site  // what $ref refers to, if keywords stand beside it
	parts  []*site

	facts   *facts
	busy    bool // facts are being collected
	outcome *outcome
	schema  *Schema
}

func (s *site) pos() Position {
	for s.node == nil {
		s = s.parts[0]
	}
	return s.node.pos()
}

func (r *resolver) newSite(s site) *site {
	r.count++
	s.number = r.count
	return &s
}

// site returns the site of the schema at n, following references.
func (r *resolver) site(n *node) *site {
	return r.siteVia(n, 0)
}

func (r *resolver) siteVia(n *node, hops int) *site {
	if s, ok := r.sites[n]; ok {
		return s
	}
	if hops > maxChain {
		return r.newSite(site{node: n, fault: errorAt(n.pos(), "the reference leads back to itself")})
	}
	s := r.findSite(n, hops)
	r.sites[n] = s
	return s
}

func (r *resolver) findSite(n *node, hops int) *site {
	if only := sole(n); only != nil {
		return r.siteVia(only, hops+1)
	}
	ref := n.reference()
	if ref == nil {
		return r.newSite(site{node: n})
	}
	base := r.referred(ref, hops)
	if r.refAlone || !hasKeywords(n) {
		return base
	}
	return r.newSite(site{node: n, base: base})
}

// referred returns the site that a reference leads to.
func (r *resolver) referred(ref *node, hops int) *site {
	to, name, err := r.lib.follow(ref)
	if err != nil {
		return r.newSite(site{node: ref, fault: err})
	}
	base := r.siteVia(to, hops+1)
	if base.node == to && base.ref == "" {
		base.ref = name
	}
	return base
}

// sole returns the only schema of an allOf, oneOf or anyOf that stands alone:
// a long way to write that schema.
func sole(n *node) *node {
	if n.kind != mapNode || len(n.fields) != 1 {
		return nil
	}
	switch n.fields[0].name {
	case "allOf", "oneOf", "anyOf":
		if all := n.fields[0].value; all.kind == listNode && len(all.items) == 1 {
			return all.items[0]
		}
	}
	return nil
}

// hasKeywords reports whether a keyword that says something stands beside
// $ref.
func hasKeywords(n *node) bool {
	return slices.ContainsFunc(n.fields, func(f field) bool { return schemaKeywords[f.name] != nil })
}

// join returns the site of a schema that is all of the given ones. It draws on
// the work that is left; whoever merges the site finds out that there is none.
func (r *resolver) join(a, b *site) *site {
	parts := slices.Clone(a.flat())
	for _, p := range b.flat() {
		if !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	r.work.spend(joinCost + len(parts))
	var key strings.Builder
	for _, p := range parts {
		key.WriteString(strconv.Itoa(p.number))
		key.WriteByte(' ')
	}
	s, ok := r.joined[key.String()]
	if !ok {
		s = r.newSite(site{parts: parts})
		r.joined[key.String()] = s
	}
	return s
}

func (s *site) flat() []*site {
	if s.parts != nil {
		return s.parts
	}
	return []*site{s}
}

// schemaOf returns the schema of a site. It may be empty still: it is filled
// before Resolve returns.
func (r *resolver) schemaOf(s *site) *Schema {
	if s.schema == nil {
		s.schema = &Schema{Ref: s.ref, Pos: s.pos()}
		r.queue = append(r.queue, s)
	}
	return s.schema
}

// brokenSchema is the schema of what cannot be read.
func brokenSchema(err *Error) *Schema {
	return &Schema{Pos: err.Pos, Faults: []Fault{unreadable(err)}}
}
