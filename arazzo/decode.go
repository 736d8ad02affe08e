package arazzo

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Read reads a document in JSON or YAML. Positions name it by file. The sorted findings say what is wrong with its form. Of workflows that have errors,
// the document has the ids alone; it is nil if there are no others, and if anything else has errors.
func Read(file string, data []byte) (*Document, diag.List) {
	root, found := Parse(file, data)
	if root == nil {
		return nil, found
	}
	doc := &Document{File: file}
	(&decoder{found: &found, doc: doc}).object(root, reflect.ValueOf(doc).Elem())
	found.Sort()
	errors := 0
	whole := []*Workflow{}
	for _, w := range doc.Workflows {
		if errors += w.errors; w.errors > 0 {
			doc.Broken = append(doc.Broken, w.ID)
		} else {
			whole = append(whole, w)
		}
	}
	doc.Workflows = whole
	if len(found) > errors || found.HasErrors() && len(doc.Workflows) == 0 {
		return nil, found
	}
	return doc, found
}

// decoder decodes the objects of a document into the structs of this package. The tag of a field names the member of the object that it holds
// (without a tag, the name of the field in camel case) and may add a rule:
//
//	needed      the member is required
//	mapping     its value has to be a mapping
//	number      its value has to be a number
//	language    it names a query language: a string, or a mapping with that string as its type
//	-           it is no member
//	parameters  its items may refer to components of this kind; likewise successActions and failureActions
type decoder struct {
	found *diag.List
	doc   *Document
}

func (d *decoder) errorf(pos diag.Position, format string, args ...any) {
	d.found.Errorf(pos, 0, "arazzo", format, args...)
}

// checker is an object with rules that concern several of its members. Check runs once they are decoded.
type checker interface{ check(d *decoder) }

// object decodes a mapping into a struct. Members without a field become its Extra.
func (d *decoder) object(n *Node, into reflect.Value) {
	object := into.Field(0).Addr().Interface().(*Object)
	object.Node = n
	what := into.Type().Field(0).Tag.Get("arazzo")
	if n.Kind != Map {
		d.errorf(n.Pos, "%s is a mapping, and this is %s", what, n.Kind)
		return
	}
	defined := map[string]bool{}
	for i := 1; i < into.NumField(); i++ {
		field := into.Type().Field(i)
		key, rule, _ := strings.Cut(field.Tag.Get("arazzo"), ",")
		if !field.IsExported() || key == "-" {
			continue
		}
		if key == "" {
			key = strings.ToLower(field.Name[:1]) + field.Name[1:]
		}
		defined[key] = true
		if value := n.Get(key); value != nil {
			d.member(key, rule, value, into.Field(i))
		} else if rule == "needed" {
			d.errorf(n.Pos, "%s has no %q", what, key)
		}
	}
	for _, f := range n.Fields {
		if !defined[f.Name] {
			object.Extra = append(object.Extra, f)
		}
	}
	if c, ok := into.Addr().Interface().(checker); ok {
		c.check(d)
	}
}

// member decodes the value of a member into a field.
func (d *decoder) member(key, rule string, n *Node, into reflect.Value) {
	switch into := into.Addr().Interface().(type) {
	case *Text:
		*into = d.text(key, rule, n)
		return
	case **Node:
		if rule != "mapping" || d.is(key, n, "a mapping", Map) {
			*into = n
		}
		return
	case *[]*Output:
		*into = d.outputs(key, n)
		return
	}
	if into.Kind() == reflect.Pointer {
		if rule != "mapping" || d.is(key, n, "a mapping", Map) {
			into.Set(reflect.New(into.Type().Elem()))
			d.object(n, into.Elem())
		}
		return
	}
	if !d.is(key, n, "a list", List) {
		return
	}
	for _, item := range n.Items {
		if texts, ok := into.Addr().Interface().(*[]Text); ok {
			if item.Kind != String {
				d.errorf(item.Pos, "%q is a list of texts, and this is %s", key, item.Kind)
			}
			*texts = append(*texts, Text{item.Text, item.Pos})
			continue
		}
		element := reflect.New(into.Type().Elem().Elem())
		before := len(*d.found)
		if d.item(rule, item, element) {
			into.Set(reflect.Append(into, element))
		}
		if w, ok := element.Interface().(*Workflow); ok {
			w.errors = len(*d.found) - before
		}
	}
}

// is reports whether the value of a member is of one of the kinds, and adds an error, which names what is wanted, if it is not.
func (d *decoder) is(key string, n *Node, wanted string, kinds ...Kind) bool {
	if slices.Contains(kinds, n.Kind) {
		return true
	}
	d.errorf(n.Pos, "%q is %s, and this is %s", key, wanted, n.Kind)
	return false
}

// text decodes a scalar: a number or a boolean counts as the text that it is written as.
func (d *decoder) text(key, rule string, n *Node) Text {
	ok := false
	switch rule {
	case "number":
		ok = d.is(key, n, "a number", Number)
	case "language":
		if ok = d.is(key, n, "text, or a mapping", String, Map); n.Kind != Map {
			break
		}
		if inner := n.Get("type"); inner != nil {
			n = inner
		} else {
			d.errorf(n.Pos, "the type of an expression has no \"type\"")
		}
	default:
		ok = d.is(key, n, "text", String, Number, Bool)
	}
	if !ok {
		return Text{}
	}
	return Text{n.Text, n.Pos}
}

func (d *decoder) outputs(key string, n *Node) []*Output {
	var list []*Output
	if !d.is(key, n, "a mapping", Map) {
		return nil
	}
	for _, f := range n.Fields {
		if k := f.Value.Kind; k != String && k != Map {
			d.errorf(f.Value.Pos, "the output %q is %s; it is a runtime expression, or a selector", f.Name, k)
		}
		list = append(list, &Output{Name: Text{f.Name, f.Pos}, Value: f.Value})
	}
	return list
}

// The kinds of components that items of lists refer to.
const parameters, successActions, failureActions = "parameters", "successActions", "failureActions"

// item decodes an item of a list. An item that refers to a component of the kind is decoded as that component, with the value of the item in place
// of the component's own. It reports false, and adds an error, if there is no such component.
func (d *decoder) item(kind string, n *Node, into reflect.Value) bool {
	object := n
	if ref := n.Get("reference"); ref != nil && slices.Contains([]string{parameters, successActions, failureActions}, kind) {
		name, ok := strings.CutPrefix(ref.Text, "$components."+kind+".")
		if object = d.component(kind, name); !ok || object == nil {
			d.errorf(ref.Pos, "there is no component %s under %s", ref.Text, kind)
			return false
		}
		if value := n.Get("value"); value != nil && object.Kind == Map {
			object = &Node{Kind: Map, Pos: object.Pos, Fields: append([]*Field{{"value", value.Pos, value}}, object.Fields...)}
		}
	}
	d.object(object, into.Elem())
	if a, ok := into.Interface().(*Action); ok {
		types := []string{"end", "goto", "retry"}
		if kind == successActions {
			types = types[:2]
		}
		d.oneOf("an action", a.Type, types...)
	}
	return true
}

func (d *decoder) component(kind, name string) *Node {
	c := d.doc.Components
	if c == nil {
		return nil
	}
	return map[string]*Node{parameters: c.Parameters, successActions: c.Successes, failureActions: c.Faults}[kind].Get(name)
}

// oneOf adds an error if a text is not empty and none of those that the specification allows.
func (d *decoder) oneOf(what string, t Text, known ...string) {
	if t.V != "" && !slices.Contains(known, t.V) {
		d.errorf(t.Pos, "%s cannot be of the type %q%s", what, t.V, diag.Known(t.V, known))
	}
}

var supported = regexp.MustCompile(`^1\.[01](\.[0-9]+)?(-.+)?$`)

func (doc *Document) check(d *decoder) {
	if doc.Node.Get("arazzo") != nil && !supported.MatchString(doc.Version.V) {
		d.errorf(doc.Version.Pos, "Arazzo %q is not supported; 1.0 and 1.1 are", doc.Version.V)
	}
	if doc.Info != nil {
		doc.Extra = append(doc.Info.Extra, doc.Extra...)
	}
	once(d, "source description", doc.Sources, func(s *Source) Text { return s.Name })
	once(d, "workflow", doc.Workflows, func(w *Workflow) Text { return w.ID })
}

func (w *Workflow) check(d *decoder) {
	once(d, "step", w.Steps, func(s *Step) Text { return s.ID })
	w.checkJumps(d, w.OnSuccess)
	w.checkJumps(d, w.OnFailure)
	for _, s := range w.Steps {
		w.checkJumps(d, s.OnSuccess)
		w.checkJumps(d, s.OnFailure)
	}
}

// checkJumps adds an error for each action that names a step which the workflow does not have.
func (w *Workflow) checkJumps(d *decoder, actions []*Action) {
	ids := lists.Map(w.Steps, func(s *Step) string { return s.ID.V })
	for _, a := range actions {
		if to := a.StepID; to.V != "" && !slices.Contains(ids, to.V) {
			d.errorf(to.Pos, "the workflow %q has no step %q%s", w.ID.V, to.V, diag.Known(to.V, ids))
		}
	}
}

// once adds an error for each name that an earlier item of the list has already.
func once[T any](d *decoder, what string, list []T, name func(T) Text) {
	lines := map[string]int{}
	for _, item := range list {
		t := name(item)
		if line := lines[t.V]; line > 0 {
			d.errorf(t.Pos, "a second %s is called %q; the first stands in line %d", what, t.V, line)
		} else if t.V != "" {
			lines[t.V] = t.Pos.Line
		}
	}
}

func (s *Source) check(d *decoder) {
	d.oneOf("a source description", s.Type, "openapi", "arazzo", "asyncapi")
}

// targets are the members of which a step has one, which says what it calls.
var targets = []string{"operationId", "operationPath", "channelPath", "workflowId"}

func (s *Step) check(d *decoder) {
	called := 0
	for _, key := range targets {
		if s.Node.Get(key) != nil {
			called++
		}
	}
	if called != 1 {
		d.errorf(s.Pos(), "a step has one of %s; this one has %d", strings.Join(targets, ", "), called)
	}
	for _, p := range s.Parameters {
		if s.WorkflowID.V == "" && p.Value != nil && p.In.V == "" && p.Node.Kind == Map {
			d.errorf(p.Pos(), "the parameter %q does not say where it is: in: path, query, header or cookie", p.Name.V)
		}
	}
}

func (p *Parameter) check(d *decoder) {
	if p.Value == nil {
		d.errorf(p.Pos(), "the parameter %q has no value", p.Name.V)
	}
}

func (c *Criterion) check(d *decoder) {
	if c.Type.V == "" {
		c.Type.V = "simple"
	}
	d.oneOf("a criterion", c.Type, "simple", "regex", "jsonpath", "xpath")
	if c.Type.V != "simple" && c.Context.V == "" {
		d.errorf(c.Pos(), "a criterion of the type %s has no \"context\"", c.Type.V)
	}
}
