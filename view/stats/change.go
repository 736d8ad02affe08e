package stats

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Changes say what a change of signatures costs those who read them, in tokens. Its JSON is stable.
type Changes struct {
	Encoding string   `json:"encoding"` // by which tokens are counted
	Tools    []Change `json:"tools"`    // those that take more or fewer tokens, by name; never null in JSON
	Before   Promise  `json:"before"`   // all tools; zero if Tools is empty
	After    Promise  `json:"after"`
}

// Change is a tool that takes more or fewer tokens to know.
type Change struct {
	Tool   string   `json:"name"`   // the newer one, if the tool was renamed
	Before *Promise `json:"before"` // null: agents did not find it
	After  *Promise `json:"after"`  // null: agents find it no longer
}

// Promise is what a version of a tool promises for good: tokens of each form. What holds of the tool today, which the service publishes
// beside it, is not part of it.
type Promise struct {
	NACT     int `json:"nact"`
	Function int `json:"function"` // as an element of a list of functions
}

// Compare counts what changes between the tools that agents found and those that they find, each by its current signature. Tools are
// matched by their IDs, and those left over by their names.
func Compare(older, newer []nact.Signature, by *Encoding) (*Changes, error) {
	c := &Changes{Encoding: by.Name, Tools: []Change{}}
	pairs := matched(older, newer)
	if !slices.ContainsFunc(pairs, pair.differs) {
		return c, nil // the tables, which take a moment, are not needed
	}
	for _, p := range pairs {
		change, err := p.count(by)
		if err != nil {
			return nil, err
		}
		c.Before.add(change.Before)
		c.After.add(change.After)
		if change.Before == nil || change.After == nil || *change.Before != *change.After {
			c.Tools = append(c.Tools, change)
		}
	}
	slices.SortStableFunc(c.Tools, func(a, b Change) int { return cmp.Compare(a.Tool, b.Tool) })
	return c, nil
}

// pair is a tool before and after; one of them is nil where it is not there.
type pair struct{ before, after *nact.Signature }

func matched(older, newer []nact.Signature) []pair {
	var pairs []pair
	gone := make([]*nact.Signature, len(older))
	for i := range older {
		gone[i] = &older[i]
	}
	take := func(is func(*nact.Signature) bool) *nact.Signature {
		for i, s := range gone {
			if s != nil && is(s) {
				gone[i] = nil
				return s
			}
		}
		return nil
	}
	for i := range newer {
		id := newer[i].ToolID
		pairs = append(pairs, pair{take(func(s *nact.Signature) bool { return strings.EqualFold(s.ToolID, id) }), &newer[i]})
	}
	for i := range pairs {
		if p := &pairs[i]; p.before == nil {
			p.before = take(func(s *nact.Signature) bool { return s.Name == p.after.Name })
		}
	}
	for _, s := range gone {
		if s != nil {
			pairs = append(pairs, pair{before: s})
		}
	}
	return pairs
}

func (p pair) differs() bool {
	return p.before == nil || p.after == nil || string(p.before.AppendJSON(nil, 0)) != string(p.after.AppendJSON(nil, 0))
}

func (p pair) count(by *Encoding) (c Change, err error) {
	if p.before != nil {
		c.Tool = p.before.Name
		if c.Before, err = promise(p.before, by); err != nil {
			return c, err
		}
	}
	if p.after != nil {
		c.Tool = p.after.Name
		c.After, err = promise(p.after, by)
	}
	return c, err
}

func promise(s *nact.Signature, by *Encoding) (*Promise, error) {
	p := &Promise{}
	return p, by.countForms(form{&p.NACT, s.AppendJSON(nil, 0)}, form{&p.Function, function(s)})
}

func (p *Promise) add(other *Promise) {
	if other != nil {
		p.NACT += other.NACT
		p.Function += other.Function
	}
}

// WriteText writes the changes as a table for a terminal, and nothing if there is none. Name prepares the names of tools for it.
func (c *Changes) WriteText(w io.Writer, name func(string) string) error {
	if len(c.Tools) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s\n", c.table(name).text())
	return err
}

// WriteMarkdown writes the changes as a table of Markdown, and nothing if there is none.
func (c *Changes) WriteMarkdown(w io.Writer, name func(string) string) error {
	if len(c.Tools) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s\n", c.table(func(s string) string { return codeName(name(s)) }).markdown())
	return err
}

func (c *Changes) table(name func(string) string) *grid {
	g := &grid{columns: []column{{"tokens to know it, by " + c.Encoding, false}, {"N-ACT", true}, {"function", true}}}
	for _, t := range c.Tools {
		g.row(append([]string{name(t.Tool)}, t.steps()...)...)
	}
	if all := (Change{Before: &c.Before, After: &c.After}); len(c.Tools) > 1 || !slices.Equal(all.steps(), c.Tools[0].steps()) {
		g.row(append([]string{"all tools"}, all.steps()...)...)
	}
	return g
}

// steps says what was and what is.
func (c *Change) steps() []string {
	was, is := c.Before.forms(), c.After.forms()
	cells := make([]string, len(was))
	for i := range was {
		cells[i] = digits(was[i]) + " → " + digits(is[i])
	}
	return cells
}

// forms are the tokens of the forms, as the table has them; nil is a tool that is not there.
func (p *Promise) forms() []int {
	if p == nil {
		p = new(Promise)
	}
	return []int{p.NACT, p.Function}
}
