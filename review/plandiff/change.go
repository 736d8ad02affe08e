// Package plandiff says what the tools of one plan do differently from those of another, for whoever reviews the change: which
// hosts are called and with what, where secrets go, what is read and what is answered. What callers see of a tool, its
// signature, is the business of package versions/sigdiff.
package plandiff

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// Change is one thing that is done differently. Its JSON is stable.
type Change struct {
	Severity Severity `json:"severity"`
	Kind     Kind     `json:"kind"`
	Tool     string   `json:"tool,omitempty"`   // its name; empty for what several tools share
	Tools    []string `json:"tools,omitempty"`  // of a part that has changed: those that use it
	Place    string   `json:"place"`            // in the manifest, below the tool if there is one: steps.points.with.city; of a part: parts.located.steps.points.with.city
	Before   string   `json:"before,omitempty"` // empty if there was nothing
	After    string   `json:"after,omitempty"`  // empty if there is nothing now
}

// Compare returns what newer does differently from older: first what concerns security, by kind, then the rest, in the order of upstreams, tables and
// tools. Of a new tool it reports what is called and read, of a tool that is gone nothing. A nil older stands for a service without tools. The plans
// are not changed; they must not have been analyzed.
func Compare(older, newer *plan.Plan) []Change {
	if older == nil {
		older = &plan.Plan{}
	}
	c := &comparison{older: older}
	c.waysIn(older.Access, newer.Access)
	c.config(older.Config, newer.Config)
	c.audit(older.Service.Observe, newer.Service.Observe)
	c.inbound(older.Service.Inbound, newer.Service.Inbound)
	c.upstreams(older, newer)
	c.tables(older.Tables, newer.Tables)
	c.functions(older.Functions, newer.Functions)
	for _, f := range newer.Parts {
		c.part(older, newer, f)
	}
	c.accepted(older, newer)
	for _, t := range newer.Tools {
		c.tool = t.Signature.Name
		c.compareTool(toolBefore(older, t), newView(newer, t))
	}
	slices.SortStableFunc(c.found, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.Kind.rank(), b.Kind.rank()))
	})
	return c.found
}

// comparison collects changes.
type comparison struct {
	older *plan.Plan
	tool  string   // the tool that is being compared, or empty
	place string   // where the part is that is being compared, with a full stop behind it, or empty
	users []string // the tools that use that part
	found []Change
}

func (c *comparison) add(kind Kind, place, before, after string) {
	c.found = append(c.found, Change{kind.Severity(), kind, c.tool, c.users, c.place + place, before, after})
}

// differ adds a change if two texts differ.
func (c *comparison) differ(kind Kind, place, before, after string) {
	if before != after {
		c.add(kind, place, before, after)
	}
}

// sets adds a change for each text that only one of two lists has.
func (c *comparison) sets(was, is []string, added, removed func(text string)) {
	for _, text := range is {
		if !slices.Contains(was, text) {
			added(text)
		}
	}
	for _, text := range was {
		if !slices.Contains(is, text) {
			removed(text)
		}
	}
}

// each calls f for each key of two lists, with the elements that have it: first the keys of newer, then those that only older has. The element is nil if
// a list does not have the key.
func each[E any](older, newer []E, key func(*E) string, f func(key string, was, is *E)) {
	for i := range newer {
		k := key(&newer[i])
		f(k, find(older, key, k), &newer[i])
	}
	for i := range older {
		if k := key(&older[i]); find(newer, key, k) == nil {
			f(k, &older[i], nil)
		}
	}
}

// of applies a function to an element, and returns the zero value for nil.
func of[E, R any](e *E, get func(*E) R) (none R) {
	if e == nil {
		return none
	}
	return get(e)
}

// find returns the element with a key, or nil.
func find[E any](list []E, key func(*E) string, k string) *E {
	for i := range list {
		if key(&list[i]) == k {
			return &list[i]
		}
	}
	return nil
}
