package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// outputs are what a tool hands on.
type outputs struct {
	basis
	step     string // id of the step
	vars     mapping
	declared mapping
	taken    map[string]bool // ids of outputs
	needs    string          // the field that another tool asks for; empty: none
}

// newOutputs finds out what a tool hands on.
func newOutputs(on basis, step string) *outputs {
	o := &outputs{basis: on, step: step, taken: map[string]bool{}}
	o.declare()
	return o
}

// declare finds the outputs that fit what the operation answers.
func (o *outputs) declare() {
	a := o.op.answer()
	step := "steps." + o.step
	x := access{path: step + ".body", t: a.t}
	switch {
	case a.t == nil:
		o.nothing()
		if a.media != nil {
			o.notes.review("the document is wrong about the answer, of which nothing is read")
		}
	case a.raw && a.t.Kind == ir.String:
		o.add(text("${"+step+".body}"), "string", []string{"text"}, "What the API answers, as "+oneLine(a.media.Type, 60)+".")
		o.notes.review("text is all that the API answers, as %s: take what a task needs out of it", oneLine(a.media.Type, 60))
	case a.raw:
		o.add(text("${size("+step+".body)}"), "int", []string{"size"}, "How many bytes the API answers.")
		o.notes.review("the answer is a file (%s), which no agent reads: hand on what a task needs, or give it to another step", oneLine(a.media.Type, 60))
	case a.list != nil:
		o.listOutputs(a, step)
	case a.t.Kind == ir.Object:
		o.objectOutputs(a, x)
	case a.t.Kind == ir.Map && a.t.Elem.Kind == ir.Object:
		o.mapOutput(a, x)
	case a.t.Kind == ir.Map && a.t.Elem.Scalar():
		o.add(text("${"+x.path+"}"), "json", o.name.nounWords(), "The "+o.name.noun()+", by name.")
	case a.t.Scalar():
		o.scalarOutput(&field{access: x, words: []string{"answer"}, schema: a.media.Schema, description: a.media.Schema.Description})
	default:
		o.add(text("${"+step+".body}"), "json", []string{"answer"}, "What the API answers.")
		o.notes.review("the document does not say what is in the answer: take what a task needs out of it")
	}
}

// needed reports whether another tool of the draft takes what a field of that name holds: the id of an element of this list, or of what
// was created.
func (o *outputs) needed(words []string) bool {
	if method := o.op.Method; method != "GET" && method != "POST" {
		return false
	}
	collection := strings.TrimSuffix(o.op.Target.Path, "/")
	if named := split(lastSegment(collection)); has(named, finds...) {
		collection = strings.TrimSuffix(collection, lastOf(collection))
	}
	if !o.resources.takes(o.op.Upstream, collection, words) {
		return false
	}
	o.needs = strings.Join(words, "_")
	return true
}

// nothing is the output of a tool whose answer says nothing: that a write was done, and of what was read how it ended.
func (o *outputs) nothing() {
	if !o.op.Writes() && !o.op.foreseen() {
		o.add(text("${steps."+o.step+".status}"), "int", []string{"status"}, "The HTTP status of the answer.")
		return
	}
	o.declared = append(o.declared, entry{Key: "status", Value: mapping{
		{Key: "type", Value: text("enum")},
		{Key: "description", Value: text("Whether it was done.")},
		{Key: "values", Value: mapping{{Key: "DONE", Value: text("The API says that it was.")}}},
		{Key: "value", Value: text("DONE")},
	}})
}

// add adds an output.
func (o *outputs) add(v value, kind string, words []string, description string) {
	m := mapping{}
	if kind != "string" {
		m.Add("type", text(kind))
	}
	m.Add("description", text(description))
	m.Add("value", v)
	o.declared = append(o.declared, entry{Key: unique(identifierOf(words, "answer"), longestID, o.taken), Value: m})
}

func (o *outputs) objectOutputs(a *answer, x access) {
	fields := a.fields(x, o.op.Writes() || x.t.Nullable, o.needed)
	for _, f := range fields {
		o.scalarOutput(f)
	}
	var lists []*field
	if !o.op.Writes() && !x.t.Nullable { // behind a write, nothing should be able to fail
		lists = a.lists(x)
	}
	names := map[string]bool{}
	for _, list := range lists {
		o.innerList(a, list, unique(identifierOf(list.words, "elements"), longestID, names))
	}
	if len(fields)+len(lists) == 0 {
		o.nothing()
		o.notes.review("nothing in the answer is for an agent by its name and type: nactgen show has all of it")
	}
}

// scalarOutput hands a single value on, or a list of such.
func (o *outputs) scalarOutput(f *field) {
	instead := "The " + strings.Join(f.words, " ") + " of the " + o.name.noun() + "."
	if strings.HasSuffix(" "+o.name.noun(), " "+strings.Join(f.words, " ")) || f.path == "steps."+o.step+".body" {
		instead = "What the API answers, as it stands."
	}
	if f.t.Kind == ir.Bool {
		instead = "Whether " + strings.Join(f.words, " ") + " holds for the " + o.name.noun() + "."
	}
	read := text("${" + f.path + "}")
	kinds := map[ir.Kind]string{ir.String: "string", ir.Int: "int", ir.Bool: "boolean"}
	kind := cmp.Or(kinds[f.t.Kind], "json")
	said := description(f.description, instead, f.words, mostOfField)
	if values := enumOf(f.schema, f.description); kind == "string" && len(values) > 0 {
		if o.enumOutput(f, values, said) {
			return
		}
		said = withValues(said, values)
	}
	o.add(read, kind, f.words, said)
}

// enumOutput hands on a value that the document describes all values of. One that it does not list is left out.
func (o *outputs) enumOutput(f *field, values []enumValue, said string) bool {
	if slices.ContainsFunc(values, func(v enumValue) bool { return v.means == "" }) {
		return false
	}
	var rows, described mapping
	for _, v := range values {
		rows.Add(v.spelled, text(v.name))
		described.Add(v.name, text(v.means))
	}
	id := o.shared.table(append(slices.Clone(f.words), "names"), o.name.nounWords(), rows)
	expression := "${tables." + id + "[?" + f.path + "]}"
	switch {
	case f.maybe:
		expression = "${" + f.path + ".optFlatMap(v, tables." + id + "[?v])}"
	case f.t.Nullable:
		return false
	}
	if f.maybe && f.t.Nullable {
		return false
	}
	m := mapping{{Key: "type", Value: text("enum")}, {Key: "description", Value: text(said)}, {Key: "values", Value: described}, {Key: "value", Value: text(expression)}}
	o.declared = append(o.declared, entry{Key: unique(identifierOf(f.words, "answer"), longestID, o.taken), Value: m})
	return true
}

// withValues adds the values of an enum to a description, as far as there is room.
func withValues(said string, values []enumValue) string {
	var names []string
	for _, v := range values {
		names = append(names, v.spelled)
	}
	if list := " One of " + strings.Join(names, ", ") + "."; len(said)+len(list) <= mostOfField && len(values) > 1 {
		return said + speakable(list)
	}
	return said
}

// speakable is a list of values, or nothing where they read like an expression.
func speakable(list string) string {
	if plain(list, mostOfField) == "" {
		return ""
	}
	return strings.ReplaceAll(list, "${", "{")
}

// listOutputs hands a list on, trimmed: of its elements what matters, and no more of them than an agent reads.
func (o *outputs) listOutputs(a *answer, step string) {
	noun := withLast(o.name.nounWords(), plural)
	items := step + ".items"
	if a.pages == nil {
		items = o.listVar(o.name.varName(), access{step + "." + a.list.path, a.list.t, a.list.maybe})
	}
	bounded := items
	if a.pages == nil && !o.op.Writes() { // behind a write, nothing should be able to fail
		bounded = first(items)
	}
	element, fields := o.element(a, a.list.t.Elem, o.needed)
	said := "The " + strings.Join(noun, " ")
	if bounded != items || a.pages != nil {
		said = "The first " + strings.Join(noun, " ") + ", " + fmt.Sprint(mostItems) + " at most"
	}
	if element != "" {
		if a.list.t.Elem.Nullable {
			bounded += ".filter(v, v != null)"
		}
		bounded += ".map(v, " + element + ")"
		said += ", each with " + fields
	}
	o.add(text("${"+bounded+"}"), "json", []string{last(noun)}, cut(said, mostOfField-2)+".")
	if a.pages == nil {
		o.add(text("${"+items+".size()}"), "int", []string{"count"}, "How many there are in all.")
		return
	}
	o.add(text("${"+step+".more}"), "boolean", []string{"more"}, "Whether there are more than these.")
	o.notes.review("%s ends after %d; raise the limit, or filter, if a task needs more", last(noun), mostItems)
}

// innerList hands a list on that stands in an object beside other values, trimmed.
func (o *outputs) innerList(a *answer, list *field, name string) {
	items := o.listVar(name, list.access)
	element, fields := o.element(a, list.t.Elem, nobody)
	elements := first(items)
	if list.t.Elem.Nullable {
		elements += ".filter(v, v != null)"
	}
	said := fmt.Sprintf("The first %s, %d at most, each with %s", strings.Join(withLast(list.words, plural), " "), mostItems, fields)
	o.add(text("${"+elements+".map(v, "+element+")}"), "json", list.words, cut(said, mostOfField-2)+".")
}

// listVar makes a var of a list, which is empty where that is absent, and returns the expression that reads it.
func (o *outputs) listVar(name string, list access) string {
	items := list.path
	if list.maybe {
		items += ".orValue([])"
	}
	o.vars.Add(name, text("${"+items+"}"))
	return "vars." + name
}

// first is the expression of the first elements of a list.
func first(items string) string {
	return fmt.Sprintf("%s.slice(0, math.least(%d, %[1]s.size()))", items, mostItems)
}

// element is the expression of what is handed on of an element v, and its fields in words; "": all of it.
func (o *outputs) element(a *answer, of *ir.Type, needs func(words []string) bool) (expression, fields string) {
	if of.Kind != ir.Object {
		if !of.Scalar() {
			o.notes.review("the document does not say what is in an element: take what a task needs out of it")
		}
		return "", ""
	}
	v := access{path: "v", t: of.Plain()}
	chosen := a.fields(v, o.op.Writes(), needs)
	var members, names []string
	for _, f := range chosen {
		key := yamlout.Double(snake(f.words, longestID))
		if f.maybe {
			key = "?" + key
		}
		members = append(members, key+": "+f.path)
		names = append(names, strings.Join(f.words, " "))
	}
	if len(members) == 0 {
		o.notes.review("nothing in an element is for an agent by its name and type: take what a task needs out of it")
		return "", ""
	}
	return "{" + strings.Join(members, ", ") + "}", and(names)
}

// and joins words for a sentence.
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// mapOutput hands on what an answer holds by names that the document does not know.
func (o *outputs) mapOutput(a *answer, x access) {
	element, fields := o.element(a, x.t.Elem, o.needed)
	if x.t.Elem.Nullable || x.t.Nullable {
		o.add(text("${"+x.path+"}"), "json", o.name.nounWords(), "What the API answers, by name.")
		return
	}
	o.add(text("${"+x.path+".transformMap(k, v, "+element+")}"), "json", o.name.nounWords(), cut("By name, "+fields, mostOfField)+".")
}
