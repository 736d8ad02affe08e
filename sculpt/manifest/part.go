package manifest

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/lists"
)

// SharedPart is a sequence of steps that tools, and other parts, use as one step.
type SharedPart struct {
	*Tool   // what it does: its name and description, what it requires, its steps, its vars and its limit
	Takes   []*Argument
	Returns []*Var // its outputs
}

func newSharedPart(r *reader, name Value[string], what string, n *yaml.Node) *SharedPart {
	p := &SharedPart{Tool: &Tool{Name: name}}
	r.mapping(n, what, name.place(), p.fields()...)
	p.Accepted.reach(r, name.place(), n)
	return p
}

func partForm(b *book) *Form { return b.keys("parts", (&SharedPart{Tool: &Tool{}}).fields()) }

func (p *SharedPart) fields() []field {
	t := p.Tool
	return []field{
		required("description", value(&t.Description, description)),
		optional("max_work", value(&t.MaxWork, integer(1, maxWork))),
		optional("inputs", named("input", identifier, each(&p.Takes, argumentForm, newArgument))),
		optional("require", conditions(&t.Require)),
		required("steps", named("step", identifier, each(&t.Steps, stepForm, newStep))),
		optional("vars", named("var", identifier, each(&t.Vars, varForm, newVar))),
		optional("outputs", named("output", identifier, each(&p.Returns, varForm, newVar))),
		optional("failures", failuresOfPart),
		optional("writes", writesOfPart),
		optional("accept", p.Accepted.target()),
	}
}

// failuresOfPart and writesOfPart are the targets of what the tools say that use a part.
var (
	failuresOfPart = target{form: leaf(Form{Kind: Refused}), read: func(r *reader, _ string, n *yaml.Node) {
		r.errorf(r.place(n), "misplaced-key", "a part declares no failures: each tool that uses it declares those that it can fail with, and says what they mean there")
	}}
	writesOfPart = target{form: leaf(Form{Kind: Refused}), read: func(r *reader, _ string, n *yaml.Node) {
		r.errorf(r.place(n), "misplaced-key", "whether a part writes shows in its steps; each tool that uses one that does says so itself, with writes: true")
	}}
)

// usedKeys are the keys that a step which uses a part has beside those of every step.
var usedKeys = []string{"with", "for_each", "as", "concurrency", "limit"}

// insteadOfKey says what to do instead of giving a key to a step that uses a part.
func insteadOfKey(key string) string {
	switch key {
	case "on_error":
		return "; give it to the step of the part that calls, where it can end in a failure of the tool"
	case "args", "body":
		return "; what a part takes stands under \"with\""
	}
	return "; give it to the step of the part that calls"
}

// useRules are those of the keys of a step that uses a part, which has none of one that calls.
var useRules = func() []rule {
	var rules []rule
	for _, key := range append([]string{"call", "go", "args", "on_error", "timeout"}, callKeys...) {
		if !slices.Contains(usedKeys, key) {
			rules = append(rules, apart(key, "%[1]s uses a part; only a call has %[2]q"+insteadOfKey(key), "use"))
		}
	}
	return rules
}()

// useEachRules are those about the elements for which a step uses a part.
var useEachRules = []rule{
	beside("missing-key", "leave_out", "%[2]q belongs to \"for_each\": it names the failures with which an element is left out; add that, or leave this out", "for_each"),
}

// Sequences returns all that has steps: what the parts do, and then the tools.
func (m *Manifest) Sequences() []*Tool {
	return append(lists.Map(m.Parts, func(p *SharedPart) *Tool { return p.Tool }), m.Tools...)
}

// Part returns the part of that name, or nil.
func (m *Manifest) Part(name string) *SharedPart {
	return lists.Find(m.Parts, func(p *SharedPart) bool { return p.Name.V == name })
}

// Used returns the parts that some tools use, also by way of other parts, in the manifest's order.
func (m *Manifest) Used(tools []*Tool) []*SharedPart {
	used := map[*SharedPart]bool{}
	var use func(t *Tool)
	use = func(t *Tool) {
		for _, s := range t.Steps {
			if p := m.Part(s.Use.V); p != nil && !used[p] {
				used[p] = true
				use(p.Tool)
			}
		}
	}
	for _, t := range tools {
		use(t)
	}
	return slices.DeleteFunc(slices.Clone(m.Parts), func(p *SharedPart) bool { return !used[p] })
}

// At returns the step that a path leads to from a step of a tool through the parts that it uses: site.lookup is the step lookup of the part
// that the tool's step site uses. It is nil if there is none.
func (m *Manifest) At(t *Tool, path string) *Step {
	name, inside, within := strings.Cut(path, ".")
	s := lists.Find(t.Steps, func(s *Step) bool { return s.Name.V == name })
	switch {
	case s == nil || !within:
		return s
	case inside == "undo":
		return s.Undo
	}
	if p := m.Part(s.Use.V); p != nil {
		return m.At(p.Tool, inside)
	}
	return nil
}
