package arazzo

import (
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Read reads a document, JSON or YAML. The file is what positions name. What is wrong with its form is added to the findings, which are sorted;
// with errors, the document is nil.
func Read(file string, data []byte) (*Document, diag.List) {
	var found diag.List
	root := parse(file, data, &found)
	if root == nil {
		return nil, found
	}
	r := &reader{found: &found}
	d := r.document(file, root)
	found.Sort()
	if found.HasErrors() {
		return nil, found
	}
	return d, found
}

// reader reads the objects of a document.
type reader struct {
	found *diag.List
	doc   *Document
}

func (r *reader) errorf(pos diag.Position, format string, args ...any) {
	r.found.Errorf(pos, 0, "arazzo", format, args...)
}

// The kinds of actions, as components and workflows call them.
const successActions, failureActions = "successActions", "failureActions"

var supported = regexp.MustCompile(`^1\.[01](\.[0-9]+)?(-.+)?$`)

func (r *reader) document(file string, root *Node) *Document {
	d := &Document{File: file, Inputs: map[string]*Node{}, parameters: map[string]*Node{}, successes: map[string]*Node{}, faults: map[string]*Node{}}
	r.doc = d
	f := r.fields("an Arazzo document", root, &d.Object)
	if root.Kind != Map {
		return d
	}
	if d.Version = f.text("arazzo"); f.needs("arazzo") && !supported.MatchString(d.Version.V) {
		r.errorf(d.Version.Pos, "Arazzo %q is not supported; 1.0 and 1.1 are", d.Version.V)
	}
	f.text("$self")
	r.components(f.mapping("components"))
	if f.needs("info") {
		var info Object
		about := r.fields("info", f.take("info"), &info)
		d.Title, d.Summary, d.Description = about.text("title"), about.text("summary"), about.text("description")
		about.text("version")
		d.Extra = append(d.Extra, about.rest()...)
	}
	f.needs("sourceDescriptions")
	for _, n := range f.list("sourceDescriptions") {
		d.Sources = append(d.Sources, r.source(n))
	}
	f.needs("workflows")
	for _, n := range f.list("workflows") {
		d.Workflows = append(d.Workflows, r.workflow(n))
	}
	f.rest()
	r.unique(d)
	return d
}

// components notes what other objects can refer to. It has no effect by itself, so it is read where it is referred to.
func (r *reader) components(n *Node) {
	var object Object
	f := r.fields("components", n, &object)
	for _, kind := range []struct {
		key   string
		named map[string]*Node
	}{{"inputs", r.doc.Inputs}, {"parameters", r.doc.parameters}, {successActions, r.doc.successes}, {failureActions, r.doc.faults}} {
		if m := f.mapping(kind.key); m != nil {
			for _, c := range m.Fields {
				kind.named[c.Name] = c.Value
			}
		}
	}
	f.rest()
}

// unique reports ids that stand twice.
func (r *reader) unique(d *Document) {
	r.once("source description", names(d.Sources, func(s *Source) Text { return s.Name }))
	r.once("workflow", names(d.Workflows, func(w *Workflow) Text { return w.ID }))
	for _, w := range d.Workflows {
		r.once("step", names(w.Steps, func(s *Step) Text { return s.ID }))
	}
}

func names[T any](list []T, name func(T) Text) []Text {
	var all []Text
	for _, item := range list {
		all = append(all, name(item))
	}
	return all
}

func (r *reader) once(what string, all []Text) {
	for i, t := range all {
		if first := slices.IndexFunc(all, func(other Text) bool { return other.V == t.V }); first < i && t.V != "" {
			r.errorf(t.Pos, "a second %s is called %q; the first stands in line %d", what, t.V, all[first].Pos.Line)
		}
	}
}

func (r *reader) source(n *Node) *Source {
	s := &Source{}
	f := r.fields("a source description", n, &s.Object)
	f.needs("name")
	f.needs("url")
	s.Name, s.URL, s.Type = f.text("name"), f.text("url"), f.text("type")
	f.oneOf(s.Type, "openapi", "arazzo", "asyncapi")
	f.rest()
	return s
}

func (r *reader) workflow(n *Node) *Workflow {
	w := &Workflow{}
	f := r.fields("a workflow", n, &w.Object)
	f.needs("workflowId")
	w.ID, w.Summary, w.Description = f.text("workflowId"), f.text("summary"), f.text("description")
	w.Inputs = f.mapping("inputs")
	w.DependsOn = f.texts("dependsOn")
	w.OnSuccess, w.OnFailure = r.actions(successActions, f.list(successActions)), r.actions(failureActions, f.list(failureActions))
	w.Parameters = r.parameters(f.list("parameters"), false)
	w.Outputs = r.outputs(f.mapping("outputs"))
	if f.needs("steps") {
		for _, n := range f.list("steps") {
			w.Steps = append(w.Steps, r.step(n))
		}
	}
	f.rest()
	return w
}

// targets are the keys that say what a step calls.
var targets = []string{"operationId", "operationPath", "channelPath", "workflowId"}

func (r *reader) step(n *Node) *Step {
	s := &Step{}
	f := r.fields("a step", n, &s.Object)
	f.needs("stepId")
	s.ID, s.Description = f.text("stepId"), f.text("description")
	s.OperationID, s.OperationPath, s.ChannelPath, s.WorkflowID = f.text("operationId"), f.text("operationPath"), f.text("channelPath"), f.text("workflowId")
	called := 0
	for _, key := range targets {
		if n.Get(key) != nil {
			called++
		}
	}
	if called != 1 && n.Kind == Map {
		r.errorf(n.Pos, "a step has one of %s; this one has %d", strings.Join(targets, ", "), called)
	}
	s.Parameters = r.parameters(f.list("parameters"), s.WorkflowID.V == "")
	if body := f.mapping("requestBody"); body != nil {
		s.Body = r.body(body)
	}
	s.Criteria = r.criteria(f.list("successCriteria"))
	s.OnSuccess, s.OnFailure = r.actions(successActions, f.list("onSuccess")), r.actions(failureActions, f.list("onFailure"))
	s.Outputs = r.outputs(f.mapping("outputs"))
	s.Timeout, s.DependsOn = f.number("timeout"), f.texts("dependsOn")
	f.rest()
	return s
}

func (r *reader) body(n *Node) *Body {
	b := &Body{}
	f := r.fields("a request body", n, &b.Object)
	b.ContentType, b.Payload = f.text("contentType"), f.take("payload")
	for _, n := range f.list("replacements") {
		p := &Replacement{}
		inner := r.fields("a replacement", n, &p.Object)
		inner.needs("target")
		inner.needs("value")
		p.Target, p.Value = inner.text("target"), inner.take("value")
		p.Selector, _ = inner.kind("targetSelectorType")
		inner.rest()
		b.Replacements = append(b.Replacements, p)
	}
	f.rest()
	return b
}

func (r *reader) outputs(n *Node) []*Output {
	var list []*Output
	if n == nil {
		return nil
	}
	for _, f := range n.Fields {
		if k := f.Value.Kind; k != String && k != Map {
			r.errorf(f.Value.Pos, "the output %q is %s; it is a runtime expression, or a selector", f.Name, k)
			continue
		}
		list = append(list, &Output{Name: Text{f.Name, f.Pos}, Value: f.Value})
	}
	return list
}

// SelectorOf returns the selector that a value is; nil if it is something else.
func SelectorOf(n *Node) *Selector {
	if n.Kind != Map || n.Get("context") == nil || n.Get("selector") == nil || n.Get("type") == nil {
		return nil
	}
	text := func(n *Node) Text { return Text{n.Text, n.Pos} }
	s := &Selector{Context: text(n.Get("context")), Selector: text(n.Get("selector"))}
	kind := n.Get("type")
	if inner := kind.Get("type"); inner != nil {
		kind = inner
	}
	s.Type = kind.Text
	return s
}
