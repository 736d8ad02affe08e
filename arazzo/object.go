package arazzo

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// fields reads the members of an object. Those that nobody asked for are its Extra.
type fields struct {
	*reader
	what   string
	object *Object
	read   []string
}

// fields begins to read an object. A nil node is an object without members.
func (r *reader) fields(what string, n *Node, object *Object) *fields {
	if n == nil {
		n = &Node{Kind: Map}
	} else if n.Kind != Map {
		r.errorf(n.Pos, "%s is a mapping, and this is %s", what, n.Kind)
	}
	object.Node = n
	return &fields{r, what, object, nil}
}

// take returns the value of a member, or nil.
func (f *fields) take(key string) *Node {
	f.read = append(f.read, key)
	return f.object.Node.Get(key)
}

// rest ends reading: what is left is kept, and returned.
func (f *fields) rest() []*Field {
	for _, field := range f.object.Node.Fields {
		if !slices.Contains(f.read, field.Name) {
			f.object.Extra = append(f.object.Extra, field)
		}
	}
	return f.object.Extra
}

// needs reports a member that is missing, and returns whether it is there.
func (f *fields) needs(key string) bool {
	if f.object.Node.Kind == Map && f.object.Node.Get(key) == nil {
		f.errorf(f.object.Node.Pos, "%s has no %q", f.what, key)
		return false
	}
	return true
}

// of returns a member of one of some kinds. One of another kind is reported, and nil.
func (f *fields) of(key, wanted string, kinds ...Kind) *Node {
	n := f.take(key)
	if n == nil || slices.Contains(kinds, n.Kind) {
		return n
	}
	f.errorf(n.Pos, "%q is %s, and this is %s", key, wanted, n.Kind)
	return nil
}

// text returns a member that is text. Numbers and booleans count as theirs.
func (f *fields) text(key string) Text {
	if n := f.of(key, "text", String, Number, Bool); n != nil {
		return Text{n.Text, n.Pos}
	}
	return Text{}
}

func (f *fields) number(key string) Text {
	if n := f.of(key, "a number", Number); n != nil {
		return Text{n.Text, n.Pos}
	}
	return Text{}
}

func (f *fields) mapping(key string) *Node { return f.of(key, "a mapping", Map) }

func (f *fields) list(key string) []*Node {
	if n := f.of(key, "a list", List); n != nil {
		return n.Items
	}
	return nil
}

func (f *fields) texts(key string) []Text {
	var texts []Text
	for _, n := range f.list(key) {
		if n.Kind != String {
			f.errorf(n.Pos, "%q is a list of texts, and this is %s", key, n.Kind)
			continue
		}
		texts = append(texts, Text{n.Text, n.Pos})
	}
	return texts
}

// kind returns a member that names a language of expressions, alone or with its version.
func (f *fields) kind(key string) (kind Text, version string) {
	n := f.of(key, "text, or a mapping", String, Map)
	if n == nil {
		return Text{}, ""
	}
	if n.Kind == Map {
		if v := n.Get("version"); v != nil {
			version = v.Text
		}
		if n.Get("type") == nil {
			f.errorf(n.Pos, "the type of an expression has no \"type\"")
			return Text{}, ""
		}
		n = n.Get("type")
	}
	return Text{n.Text, n.Pos}, version
}

// oneOf reports a text that is none of those that the specification has.
func (f *fields) oneOf(t Text, known ...string) {
	if t.V != "" && !slices.Contains(known, t.V) {
		f.errorf(t.Pos, "%s cannot be of the type %q%s", f.what, t.V, diag.Known(t.V, known))
	}
}

func (r *reader) parameters(list []*Node, placed bool) []*Parameter {
	var all []*Parameter
	for _, n := range list {
		p := &Parameter{}
		n, value := r.component(n, "parameters", r.doc.parameters)
		if n == nil {
			continue
		}
		f := r.fields("a parameter", n, &p.Object)
		f.needs("name")
		p.Name, p.In, p.Value = f.text("name"), f.text("in"), f.take("value")
		if value != nil {
			p.Value = value
		}
		switch {
		case p.Value == nil && n.Kind == Map:
			r.errorf(n.Pos, "the parameter %q has no value", p.Name.V)
		case placed && p.In.V == "" && n.Kind == Map:
			r.errorf(n.Pos, "the parameter %q does not say where it is: in: path, query, header or cookie", p.Name.V)
		}
		f.rest()
		all = append(all, p)
	}
	return all
}

// actions reads actions, which are one of the kinds of components.
func (r *reader) actions(kind string, list []*Node) []*Action {
	var all []*Action
	components, types := r.doc.faults, []string{"end", "goto", "retry"}
	if kind == successActions {
		components, types = r.doc.successes, types[:2]
	}
	for _, n := range list {
		n, _ := r.component(n, kind, components)
		if n == nil {
			continue
		}
		a := &Action{}
		f := r.fields("an action", n, &a.Object)
		f.needs("name")
		f.needs("type")
		a.Name, a.Type = f.text("name"), f.text("type")
		a.WorkflowID, a.StepID = f.text("workflowId"), f.text("stepId")
		a.Parameters = r.parameters(f.list("parameters"), false)
		a.RetryAfter, a.RetryLimit = f.number("retryAfter"), f.number("retryLimit")
		a.Criteria = r.criteria(f.list("criteria"))
		f.oneOf(a.Type, types...)
		f.rest()
		all = append(all, a)
	}
	return all
}

func (r *reader) criteria(list []*Node) []*Criterion {
	var all []*Criterion
	for _, n := range list {
		c := &Criterion{}
		f := r.fields("a criterion", n, &c.Object)
		f.needs("condition")
		c.Context, c.Condition = f.text("context"), f.text("condition")
		kind, version := f.kind("type")
		if c.Type, c.Version = kind.V, version; c.Type == "" {
			c.Type = "simple"
		}
		f.oneOf(Text{c.Type, kind.Pos}, "simple", "regex", "jsonpath", "xpath")
		if c.Type != "simple" && c.Context.V == "" && n.Kind == Map {
			r.errorf(n.Pos, "a criterion of the type %s has no \"context\"", c.Type)
		}
		f.rest()
		all = append(all, c)
	}
	return all
}

// component returns the object that a node refers to, with the value that it gives it; a node that refers to nothing is the object itself. It is
// nil, with a finding, if there is no such component.
func (r *reader) component(n *Node, kind string, components map[string]*Node) (object, value *Node) {
	ref := n.Get("reference")
	if ref == nil {
		return n, nil
	}
	name, ok := strings.CutPrefix(ref.Text, "$components."+kind+".")
	if !ok || components[name] == nil {
		r.errorf(ref.Pos, "there is no component %s under %s", ref.Text, kind)
		return nil, nil
	}
	return components[name], n.Get("value")
}
