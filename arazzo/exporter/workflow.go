// Package exporter writes what tools do as workflows of the Arazzo Specification. What a workflow cannot express stands there as CEL, in extensions
// that begin with x-nactgen-, so that nothing is left out silently.
package exporter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Version is a version of the specification.
type Version string

// The versions.
const (
	V10 Version = "1.0.1"
	V11 Version = "1.1.0" // it has timeouts of steps
)

// Write returns a document with a workflow for each tool of the plan that calls an operation; it is an error if none does. A tool that uses a part, or that would write
// whatever its condition says, where a program knows no extensions, is left out and named; one that would write something else there is named. The
// plan must not have been analyzed.
func Write(p *plan.Plan, version Version) ([]byte, error) {
	var sources, workflows, none yamlout.List
	var unsafe, needed yamlout.Mapping
	for _, u := range p.Upstreams {
		sources = append(sources, yamlout.Map("name", u.Name, "url", yamlout.Text(u.Document), "type", "openapi"))
	}
	for _, t := range p.Tools {
		if why := usesPart(t); why != "" {
			unsafe.Add(t.Signature.Name, yamlout.Text(why))
			continue
		}
		if len(t.Steps()) == 0 {
			none = append(none, yamlout.Text(t.Signature.Name))
			continue
		}
		w := &workflow{plan: p, tool: t, version: version}
		if y := w.yaml(); w.unsafe == "" {
			workflows = append(workflows, y)
			if why := w.needsExtensions(); why != "" {
				needed.Add(t.Signature.Name, yamlout.Text(why))
			}
		} else {
			unsafe.Add(t.Signature.Name, yamlout.Text(w.unsafe))
		}
	}
	if len(workflows) == 0 && len(unsafe) > 0 {
		why, _ := unsafe[0].Value.Inline(false)
		return nil, fmt.Errorf("no tool can be a workflow; of %s, %s", unsafe[0].Key, why)
	}
	if len(workflows) == 0 {
		return nil, errors.New("no tool calls an operation, and a workflow has to")
	}
	info := yamlout.Map("title", cmp.Or(p.Service.Title, p.Service.Name), "description", p.Service.Description, "version", "1.0.0")
	var w yamlout.Writer
	w.Mapping(yamlout.Map("arazzo", string(version), "info", info, "sourceDescriptions", sources, "workflows", workflows, "x-nactgen-without-calls", none,
		"x-nactgen-left-out", unsafe, "x-nactgen-needed", needed), "")
	return []byte(w.String()), nil
}

// usesPart says that a tool uses a part, which no workflow has; it is empty for one that uses none.
func usesPart(t *plan.Tool) string {
	for _, s := range t.GoSteps() {
		if s.Part() != nil {
			return "the step " + s.Name + " uses the part " + s.Function.Name + ", and what parts do is not exported"
		}
	}
	return ""
}

// workflow translates one tool.
type workflow struct {
	plan    *plan.Plan
	tool    *plan.Tool
	version Version

	vars         map[string]ir.Node
	spelling     map[string]*plan.Table // by input: the table that translates it to the API's spelling, or nil if it is read through several
	steps        []*step
	byName       map[string]*step
	forms        map[string]form // by input: the form in which all expressions read it
	untranslated yamlout.Mapping // CEL that the workflow cannot express, by its place in the manifest
	unsafe       string          // why a program that knows no extensions must not run the workflow; otherwise empty
}

// yaml returns the workflow as an object of the document.
func (w *workflow) yaml() yamlout.Value {
	w.prepare()
	w.translate() // the first pass finds out in which forms inputs are read, which the second depends on
	outputs := w.translate()
	var steps yamlout.List
	for _, st := range w.steps {
		steps = append(steps, st.yaml())
	}
	var vars yamlout.Mapping
	if w.readsVars() {
		for _, v := range w.tool.Vars() {
			vars.Add(v.Name, yamlout.Text(ir.Written(v.Value)))
		}
	}
	s := &w.tool.Signature
	return yamlout.Map("workflowId", s.Name, "description", yamlout.Text(s.Description), "inputs", w.inputs(), "steps", steps,
		"outputs", outputs, "x-nactgen-cel", w.untranslated, "x-nactgen-vars", vars)
}

// needsExtensions returns why a program that knows no extensions would write something else than the tool, or nothing if it would not.
func (w *workflow) needsExtensions() string {
	unchecked := ""
	for _, e := range w.untranslated {
		if strings.HasPrefix(e.Key, string(plan.InRequire)) {
			unchecked = e.Key
		}
	}
	for _, st := range w.steps {
		if st.writes() {
			if why := st.differs(); why != "" {
				return why
			}
			if unchecked != "" {
				return "the step " + st.from.Name + " writes, and no condition of Arazzo says what is checked before, " + unchecked
			}
		}
		if place := st.unchecked(); place != "" {
			unchecked = "steps." + st.from.Name + "." + place
		}
	}
	return ""
}

// translate translates the actions of the tool, and returns its outputs.
func (w *workflow) translate() yamlout.Mapping {
	w.steps, w.byName, w.untranslated = nil, map[string]*step{}, nil
	w.actions(w.tool.Actions)
	outputs := w.outputs()
	w.jumps()
	return outputs
}

// readsVars reports whether the CEL of an extension reads vars.
func (w *workflow) readsVars() bool {
	extensions := slices.Clone(w.untranslated)
	for _, st := range w.steps {
		extensions = slices.Concat(extensions, st.untranslated, st.extensions)
	}
	return slices.ContainsFunc(extensions, func(e yamlout.Entry) bool {
		text, _ := e.Value.Inline(false)
		return strings.Contains(text, "vars.")
	})
}

// prepare collects the vars of the tool, and the tables that translate its enum inputs.
func (w *workflow) prepare() {
	w.vars, w.spelling, w.forms = map[string]ir.Node{}, map[string]*plan.Table{}, map[string]form{}
	for _, v := range w.tool.Vars() {
		w.vars[v.Name] = v.Value
	}
	tables := map[string]*plan.Table{}
	for _, t := range w.plan.Tables {
		tables[t.Name] = t
	}
	see := func(n ir.Node) {
		row, ok := n.(*ir.Row)
		if !ok || row.Type().Kind != ir.String {
			return
		}
		ir.Walk(row.Key, func(n ir.Node) {
			if root, ok := n.(*ir.Root); ok && root.Kind == ir.InputRoot {
				table := tables[row.TableName()]
				if other, used := w.spelling[root.Name]; used && other != table {
					table = nil
				}
				w.spelling[root.Name] = table
			}
		})
	}
	w.tool.Expressions(func(n ir.Node) { ir.Walk(n, see) })
}

// outputs returns the outputs of the tool that runtime expressions can express. The others are added to what is untranslated.
func (w *workflow) outputs() yamlout.Mapping {
	var m yamlout.Mapping
	for _, o := range w.tool.Outputs {
		v := w.value(o.Value)
		text, ok := v.yaml.(yamlout.Text)
		if !ok || v.cel != "" || !strings.ContainsAny(string(text), "$") {
			w.untranslated.Add("outputs."+o.ID, yamlout.Text(cmp.Or(v.cel, ir.Written(o.Value))))
			continue
		}
		m.Add(o.ID, text)
	}
	return m
}

// actions translates actions of the tool, in the order of the plan.
func (w *workflow) actions(actions []plan.Action) {
	for _, a := range actions {
		switch a := a.(type) {
		case *plan.Step:
			w.call(a)
		case *plan.Check:
			w.check(a)
		case *plan.Together:
			for _, branch := range a.Branches {
				w.actions(branch)
			}
		case *plan.When:
			begin := len(w.steps)
			w.actions(a.Actions)
			for _, st := range w.steps[begin:] {
				st.when = a.If
			}
		case *plan.Answered:
			w.actions(a.Actions)
		case *plan.Each:
			w.actions(a.Actions)
			if st := w.byName[a.Step.StepName()]; st != nil {
				st.extend("for-each", yamlout.Map("in", ir.Written(a.List), "as", a.As))
			}
		case *plan.Pages:
			w.actions(a.Actions)
			w.byName[a.Step.Name].extend("paginate", yamlout.Text(ir.Written(a.Items)))
		case *plan.Poll:
			w.call(a.Step)
			w.poll(a)
		case *plan.Undo:
			w.byName[a.Of].extend("undo", yamlout.Text(undoText(a)))
		case *plan.GoStep:
			w.untranslated.Add("steps."+a.Name, yamlout.Text(a.Function.Name+"()"))
		case *plan.Var: // where it is read, its value is translated
		}
	}
}

// undoText describes how a step is taken back.
func undoText(u *plan.Undo) string {
	if unless := u.Unless(); unless != "" {
		return u.Call().Call.ID + ", unless the tool ends in " + unless
	}
	return u.Call().Call.ID
}

// check translates a condition on the answer of a step. One on the inputs has no equal.
func (w *workflow) check(c *plan.Check) {
	if at := c.Where.Place; at.Part == plan.PartExpect && w.byName[at.Name] != nil {
		w.byName[at.Name].expects(c)
		return
	}
	w.untranslated.Add(c.Where.Place.String(), yamlout.Text(ir.Written(c.That)))
}

// unique returns a name, with a number if it is taken already.
func unique(name string, taken []string) string {
	for base, n := name, 2; slices.Contains(taken, name); n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	return name
}

// spelled returns how the API spells a value of an enum input.
func (w *workflow) spelled(input, value string) string {
	if table := w.spelling[input]; table != nil {
		for _, row := range table.Rows {
			if text, ok := row.Cells[0].(string); ok && row.Key == value {
				return text
			}
		}
	}
	if in := lists.Find(w.tool.Inputs, func(in *plan.Input) bool { return in.ID == input }); in != nil && in.Enum() != nil {
		if i := slices.Index(in.Enum().Names, value); i >= 0 {
			return in.Enum().Values[i]
		}
	}
	return value
}

// inputs returns the inputs of the tool as a JSON Schema, or nil if it has none.
func (w *workflow) inputs() yamlout.Value {
	var required yamlout.List
	var properties yamlout.Mapping
	for i := range w.tool.Signature.Inputs {
		in := &w.tool.Signature.Inputs[i]
		if in.Required() {
			required = append(required, yamlout.Text(in.ID))
		}
		properties.Add(in.ID, w.input(in))
	}
	if len(properties) == 0 {
		return nil
	}
	return yamlout.Map("type", "object", "required", required, "properties", properties)
}

// types are the types in JSON Schema of inputs that are read in a form.
var types = map[form]yamlout.Value{
	number: yamlout.Text("number"), texts: yamlout.Text("array"), anyJSON: yamlout.List{yamlout.Text("object"), yamlout.Text("array")},
}

// defaults write the text that is a default as a value of its type in JSON Schema.
var defaults = map[form]func(text string) yamlout.Value{
	plainText: func(text string) yamlout.Value { return yamlout.Text(text) },
	number:    literal,
	anyJSON:   literal,
	texts: func(text string) yamlout.Value {
		list := strings.Split(text, ",")
		for i := range list {
			list[i] = strings.TrimSpace(list[i])
		}
		return yamlout.Texts(list...)
	},
}

// literal returns a text that is JSON as what it says, and any other as a text.
func literal(text string) yamlout.Value {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return yamlout.Text(text)
	}
	return yamlout.Literal(b.String())
}

func (w *workflow) input(in *nact.Input) yamlout.Value {
	form := w.forms[in.ID]
	kind := types[form]
	if form == plainText {
		kind = yamlout.Text(typeOf(in))
	}
	m := yamlout.Map("type", kind)
	switch {
	case form == texts:
		m.Add("items", yamlout.Map("type", "string"))
	case in.Type == nact.List:
		items := yamlout.Map("type", typeOf(in.Items))
		w.limits(&items, in, in.Items, form)
		m.Add("items", items)
	}
	m.Add("description", yamlout.Text(in.Description))
	w.limits(&m, in, in, form)
	addCount(&m, "minItems", in.MinItems)
	if in.Type == nact.List {
		addCount(&m, "maxItems", in.MaxItems)
	}
	if in.Unique {
		m.Add("uniqueItems", yamlout.Scalar(true))
	}
	switch fallback := in.Default.(type) {
	case nil:
	case string:
		m.Add("default", defaults[form](w.spelled(in.ID, fallback)))
	case []any:
		var list yamlout.List
		for _, v := range fallback {
			if text, ok := v.(string); ok {
				list = append(list, yamlout.Text(w.spelled(in.ID, text)))
			} else {
				list = append(list, yamlout.Scalar(v))
			}
		}
		m.Add("default", list)
	default:
		m.Add("default", yamlout.Scalar(fallback))
	}
	return m
}

// typeOf returns the type in JSON Schema of what an input is by its own type.
func typeOf(in *nact.Input) string {
	return cmp.Or(map[nact.Type]string{nact.Int: "integer", nact.Number: "number", nact.Boolean: "boolean", nact.List: "array"}[in.Type], "string")
}

// limits adds the limits of an input, or of the elements of the list that it is.
func (w *workflow) limits(m *yamlout.Mapping, in, of *nact.Input, form form) {
	if of.Type == nact.Enum {
		var values yamlout.List
		for _, v := range of.AllowedValues {
			values = append(values, yamlout.Text(w.spelled(in.ID, v.Name)))
		}
		m.Add("enum", values)
	}
	if of.Format != "" {
		m.Add("format", yamlout.Text(of.Format))
	}
	if of.Min != nil {
		m.Add("minimum", yamlout.Scalar(*of.Min))
	}
	if of.Max != nil {
		m.Add("maximum", yamlout.Scalar(*of.Max))
	}
	if of.Least != nil {
		m.Add("minimum", yamlout.Scalar(*of.Least))
	}
	if of.Most != nil {
		m.Add("maximum", yamlout.Scalar(*of.Most))
	}
	if of.Decimals > 0 {
		m.Add("multipleOf", yamlout.Scalar(math.Pow10(-of.Decimals)))
	}
	if form == plainText {
		addCount(m, "minLength", of.MinLength)
		addCount(m, "maxLength", of.MaxLength)
		if of.Pattern != "" {
			m.Add("pattern", yamlout.Text(of.Pattern))
		}
	}
}

// addCount adds a limit of how many there may be, of which 0 is none.
func addCount(m *yamlout.Mapping, key string, n int) {
	if n > 0 {
		m.Add(key, yamlout.Scalar(n))
	}
}
