package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// outputs makes the outputs of a tool.
type outputs struct {
	basis
	step     string // id of the step
	vars     mapping
	declared mapping
	ids      map[string]bool // of the outputs so far
	needs    string          // a field that is an output since another tool has an input for it; empty if there is none
}

// newOutputs makes the outputs of a tool.
func newOutputs(on basis, step string) *outputs {
	o := &outputs{basis: on, step: step, ids: map[string]bool{}}
	a := o.op.answer()
	step = "steps." + step
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
	return o
}

// needed reports whether another tool of the draft has an input for a field with that name: the id of an element of this list, or of what this tool
// creates.
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

// nothing adds the output of a tool whose answer has nothing to hand on: that it was done or, for a tool that only reads, the status.
func (o *outputs) nothing() {
	if !o.op.Writes() && !o.op.foreseen() {
		o.add(text("${steps."+o.step+".status}"), "int", []string{"status"}, "The HTTP status of the answer.")
		return
	}
	o.declared.Add("status", yamlout.Map("type", "enum", "description", "Whether it was done.",
		"values", yamlout.Map("DONE", "The API says that it was."), "value", "DONE"))
}

// add adds an output.
func (o *outputs) add(v value, kind string, words []string, description string) {
	if kind == "string" {
		kind = ""
	}
	o.declared.Add(o.id(words), yamlout.Map("type", kind, "description", text(description), "value", v))
}

// id returns an id for an output that no other has.
func (o *outputs) id(words []string) string {
	return unique(identifierOf(words, "answer"), longestID, o.ids)
}

// objectOutputs adds the outputs for an answer that is an object.
func (o *outputs) objectOutputs(a *answer, x access) {
	fields := a.fields(x, o.op.Writes() || x.t.Nullable, o.needed)
	for _, f := range fields {
		o.scalarOutput(f)
	}
	var lists []*field
	if !o.op.Writes() && !x.t.Nullable { // after a write, reading its answer must not fail
		lists = a.lists(x)
	}
	if broken := a.broken(x); len(broken) > 0 {
		o.notes.review("the document is wrong about %s, of which nothing is read", and(broken))
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

// scalarOutput adds an output for a single value, or for a list of such.
func (o *outputs) scalarOutput(f *field) {
	instead := "The " + strings.Join(f.words, " ") + " of the " + o.name.noun() + "."
	if strings.HasSuffix(" "+o.name.noun(), " "+strings.Join(f.words, " ")) || f.path == "steps."+o.step+".body" {
		instead = "What the API answers, as it stands."
	}
	if f.t.Kind == ir.Bool {
		instead = "Whether " + strings.Join(f.words, " ") + " holds for the " + o.name.noun() + "."
	}
	kinds := map[ir.Kind]string{ir.String: "string", ir.Int: "int", ir.Double: "number", ir.Bool: "boolean"}
	kind := cmp.Or(kinds[f.t.Kind], "json")
	about := description(f.description, instead, f.words, mostOfField)
	if values := enumOf(f.schema, f.description); kind == "string" && len(values) > 0 {
		if o.enumOutput(f, values, about) {
			return
		}
		about = withValues(about, values)
	}
	o.add(text("${"+f.path+"}"), kind, f.words, about)
}

// enumOutput adds an output that is an enum, and reports false if the document does not describe all values. A value that the document does not list
// makes the output absent.
func (o *outputs) enumOutput(f *field, values []enumValue, about string) bool {
	if f.t.Nullable || slices.ContainsFunc(values, func(v enumValue) bool { return v.means == "" }) {
		return false
	}
	var rows, described mapping
	for _, v := range values {
		rows.Add(v.spelled, text(v.name))
		described.Add(v.name, text(v.means))
	}
	id := o.shared.table(append(slices.Clone(f.words), "names"), o.name.nounWords(), rows)
	expression := "${tables." + id + "[?" + f.path + "]}"
	if f.maybe {
		expression = "${" + f.path + ".optFlatMap(v, tables." + id + "[?v])}"
	}
	o.declared.Add(o.id(f.words), yamlout.Map("type", "enum", "description", text(about), "values", described, "value", expression))
	return true
}

// withValues appends the values of an enum to a description, if there is room and they do not look like an expression.
func withValues(about string, values []enumValue) string {
	var names []string
	for _, v := range values {
		names = append(names, v.spelled)
	}
	list := " One of " + strings.Join(names, ", ") + "."
	if len(about)+len(list) <= mostOfField && len(values) > 1 && plain(list, mostOfField) != "" {
		return about + strings.ReplaceAll(list, "${", "{")
	}
	return about
}

// listOutputs adds the outputs for an answer that is a list: its first elements, each with the fields that matter, and how many there are.
func (o *outputs) listOutputs(a *answer, step string) {
	noun := withLast(o.name.nounWords(), plural)
	items := step + ".items"
	if a.pages == nil {
		items = o.listVar(o.name.varName(), access{step + "." + a.list.path, a.list.t, a.list.maybe})
	}
	bounded := items
	if a.pages == nil && !o.op.Writes() { // after a write, reading its answer must not fail
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
	switch {
	case a.pages == nil && o.op.onePage():
		o.add(text("${"+items+".size()}"), "int", []string{"count"}, "How many the first page has; there may be more.")
		o.notes.review("the first page of %s is all that the tool has: the document shows no known form of paging; say under paginate how the next one is asked for", last(noun))
		return
	case a.pages == nil:
		o.add(text("${"+items+".size()}"), "int", []string{"count"}, "How many the API answers.")
		return
	}
	o.add(text("${"+step+".more}"), "boolean", []string{"more"}, "Whether there are more than these.")
	o.notes.review("%s ends after %d; raise the limit, or filter, if a task needs more", last(noun), mostItems)
}

// innerList adds an output for a list that is a field of the answer: its first elements, each with the fields that matter.
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

// listVar adds a var for a list, which is empty if the list is absent, and returns the expression that reads the var.
func (o *outputs) listVar(name string, list access) string {
	items := list.path
	if list.maybe {
		items += ".orValue([])"
	}
	o.vars.Add(name, text("${"+items+"}"))
	return "vars." + name
}

// first returns the expression of the first elements of a list.
func first(items string) string {
	return fmt.Sprintf("%s.take(%d)", items, mostItems)
}

// element returns the expression of the fields that are handed on of an element v, and a list of their names. Both are empty if all of the element is
// handed on.
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

// mapOutput adds an output for an answer that is a map of objects.
func (o *outputs) mapOutput(a *answer, x access) {
	element, fields := o.element(a, x.t.Elem, o.needed)
	if x.t.Elem.Nullable || x.t.Nullable {
		o.add(text("${"+x.path+"}"), "json", o.name.nounWords(), "What the API answers, by name.")
		return
	}
	o.add(text("${"+x.path+".transformMap(k, v, "+element+")}"), "json", o.name.nounWords(), cut("By name, "+fields, mostOfField)+".")
}
