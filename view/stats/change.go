package stats

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// Changes says how many tokens the signatures of tools take before and after a change. Its JSON is stable.
type Changes struct {
	Encoding string   `json:"encoding"` // by which tokens are counted
	Tools    []Change `json:"tools"`    // the tools whose number of tokens changes, by name; never null in JSON
	Before   Promise  `json:"before"`   // the sum of all tools; zero if Tools is empty
	After    Promise  `json:"after"`
}

// Change is a tool whose number of tokens changes.
type Change struct {
	Tool   string   `json:"name"`   // the new name, if the tool was renamed
	Before *Promise `json:"before"` // null if agents did not find the tool
	After  *Promise `json:"after"`  // null if agents no longer find the tool
}

// Promise is the number of tokens of a signature in each form. It counts what the version promises for good, and not what the service publishes beside
// that, such as the number of the current version.
type Promise struct {
	NACT     int `json:"nact"`
	Function int `json:"function"` // as an element of a list of functions
}

// Compare counts the tokens of the tools that agents found and of those that they find, each by its current signature. Tools are matched by their IDs,
// and those left over by their names.
func Compare(older, newer []nact.Signature, by *Encoding) (*Changes, error) {
	c := &Changes{Encoding: by.Name, Tools: []Change{}}
	pairs := sigdiff.Match(older, newer)
	if !slices.ContainsFunc(pairs, differs) {
		return c, nil // without the tables of the encoding, which take a moment to load
	}
	for _, p := range pairs {
		change, err := count(p, by)
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

// differs reports whether a tool is new, gone, or has another signature.
func differs(p sigdiff.Pair) bool {
	return p.Older == nil || p.Newer == nil || string(p.Older.AppendJSON(nil, 0)) != string(p.Newer.AppendJSON(nil, 0))
}

// count counts the tokens of a tool before and after.
func count(p sigdiff.Pair, by *Encoding) (c Change, err error) {
	if p.Older != nil {
		c.Tool = p.Older.Name
		if c.Before, err = promise(p.Older, by); err != nil {
			return c, err
		}
	}
	if p.Newer != nil {
		c.Tool = p.Newer.Name
		c.After, err = promise(p.Newer, by)
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

// WriteText writes the changes as a table for a terminal, or nothing if there are none. Name escapes the names of tools.
func (c *Changes) WriteText(w io.Writer, name func(string) string) error {
	if len(c.Tools) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s\n", c.table(name).text())
	return err
}

// WriteMarkdown writes the changes as a table of Markdown, or nothing if there are none.
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

// steps returns the cells of the forms: the tokens before and after.
func (c *Change) steps() []string {
	was, is := c.Before.forms(), c.After.forms()
	cells := make([]string, len(was))
	for i := range was {
		cells[i] = digits(was[i]) + " → " + digits(is[i])
	}
	return cells
}

// forms returns the tokens in the order of the table. A nil Promise counts as zero.
func (p *Promise) forms() []int {
	if p == nil {
		p = new(Promise)
	}
	return []int{p.NACT, p.Function}
}
