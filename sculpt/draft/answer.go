package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/paging"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// The bounds of what is made of an answer.
const (
	mostFields = 8  // that are handed on
	mostItems  = 50 // of a list
	envelopes  = 3  // objects around what an answer is about
)

// answer is what an operation answers when it succeeds.
type answer struct {
	media  *spec.Media
	shapes *shape.Shapes
	t      *ir.Type // nil: nothing
	raw    bool     // text or bytes
	pages  *paging.Scheme
	list   *access // the list that it is about; nil: it is about something else
}

// access is an expression that reads a value of an answer.
type access struct {
	path  string // of what is read, without the optional that it may be
	t     *ir.Type
	maybe bool // it is an optional
}

// answer finds out what an operation answers.
func (op *Operation) answer() *answer {
	if op.answered != nil {
		return op.answered
	}
	a := &answer{shapes: shape.New("answer")}
	op.answered = a
	a.media, _ = operation.AnswerMedia(op.Operation, "")
	if a.media == nil || unreadable(a.media.Schema) {
		return a
	}
	a.t, a.raw = operation.AnswerType(a.shapes, a.media)
	a.t = a.t.Plain()
	if a.raw {
		return a
	}
	if op.Method == "GET" && !unreadable(a.media.Schema) {
		a.pages = a.scheme(op.Operation)
	}
	if a.pages != nil {
		elements := a.t
		if a.pages.Member != "" {
			elements = a.t.Object.Field(a.pages.Member).Type
		}
		a.list = &access{path: "items", t: elements}
		return a
	}
	a.list = a.findList(access{path: "body", t: a.t}, op.Writes(), envelopes)
	return a
}

// scheme is how the pages of a list are collected, if the types of the answer are those that its expressions take.
func (a *answer) scheme(op *spec.Operation) *paging.Scheme {
	s := paging.Of(op)
	switch {
	case s == nil || a.t.Nullable:
		return nil
	case s.Member == "" && a.t.Kind == ir.List:
		return s
	case s.Member != "" && a.t.Kind == ir.Object:
		if f := a.t.Object.Field(s.Member); f != nil && f.Type.Kind == ir.List && !f.Type.Nullable {
			return s
		}
	}
	return nil
}

// wrappers are what vendors call the member that holds what an answer is about.
var wrappers = []string{"data", "result", "results", "response", "payload", "item", "items", "entity", "record", "records", "value", "values", "content", "body", "resource", "resources", "list", "rows", "entries", "hits", "elements", "objects", "collection", "attributes", "properties", "_embedded", "d"}

// findList finds the list that an answer is about.
func (a *answer) findList(x access, safe bool, depth int) *access {
	if x.t.Kind == ir.List {
		return &x
	}
	if x.t.Kind != ir.Object || depth == 0 {
		return nil
	}
	var lists, inner []*ir.Field
	others := 0
	for _, f := range x.t.Object.Fields() {
		switch {
		case unreadable(a.shapes.Property(f).Schema):
		case f.Type.Kind == ir.List:
			lists = append(lists, f)
		case f.Type.Kind == ir.Object && slices.Contains(wrappers, f.Name):
			inner = append(inner, f)
		case f.Type.Kind == ir.Object || f.Type.Kind == ir.Map:
		case a.weight(f) >= 30:
			others++
		}
	}
	named := slices.IndexFunc(lists, func(f *ir.Field) bool { return slices.Contains(wrappers, f.Name) })
	switch {
	case named >= 0 && others <= 3:
		list := x.field(lists[named], safe)
		return &list
	case len(lists) == 1 && others == 0 && len(inner) == 0 && singular(last(split(lists[0].Name))) != last(split(lists[0].Name)):
		list := x.field(lists[0], safe)
		return &list
	case len(inner) == 1 && others == 0:
		return a.findList(x.field(inner[0], safe), safe, depth-1)
	}
	return nil
}

// answersList reports whether the operation answers a list.
func (op *Operation) answersList() bool { return op.answer().list != nil }

// field reads a field. A safe read is one that never fails.
func (x access) field(f *ir.Field, safe bool) access {
	dot := "."
	if !f.Required || safe || x.t.Nullable {
		dot = ".?"
	}
	return access{path: x.path + dot + source.FieldSource(f.Name), t: f.Type, maybe: x.maybe || dot == ".?"}
}

// field is a value of an answer that could be handed on.
type field struct {
	access
	words       []string
	schema      *spec.Schema
	description string
	weight      int
}

// fields are the values of an object that matter most, at most so many.
func (a *answer) fields(x access, safe bool, needs func(words []string) bool) []*field {
	var all []*field
	a.collect(x, safe, nil, needs, 0, &all)
	slices.SortStableFunc(all, func(f, g *field) int { return cmp.Compare(g.weight, f.weight) })
	chosen := all[:min(len(all), mostFields)]
	used := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(chosen), func(f *field) bool {
		name := snake(f.words, longestID)
		twice := used[name] || name == ""
		used[name] = true
		return twice
	})
}

// collect adds the values of an object, and of those in it.
func (a *answer) collect(x access, safe bool, around []string, needs func([]string) bool, depth int, all *[]*field) {
	for _, f := range x.t.Object.Fields() {
		p := a.shapes.Property(f)
		words := split(f.Name)
		if unreadable(p.Schema) || p.WriteOnly || p.Schema.Deprecated || len(words) == 0 || !readable(f.Name) {
			continue
		}
		inside := x.field(f, safe)
		switch {
		case f.Type.Kind == ir.Object && depth < 2:
			above := append(slices.Clone(around), words...)
			if slices.Contains(wrappers, f.Name) || depth == 0 && len(x.t.Object.Fields()) == 1 {
				above = around
			}
			a.collect(inside, safe, above, needs, depth+1, all)
		case f.Type.Scalar() || f.Type.Kind == ir.List && f.Type.Elem.Scalar():
			weight := a.weight(f) - 15*len(around)
			if len(around) == 0 && needs(words) {
				weight = 95
			}
			if weight > 0 {
				*all = append(*all, &field{inside, append(slices.Clone(around), words...), p.Schema, p.Schema.Description, weight})
			}
		}
	}
}

// unreadable reports whether a document is wrong about a value, or about the elements of a list, so that nothing can read it.
func unreadable(s *spec.Schema) bool {
	for seen := map[*spec.Schema]bool{}; s != nil && !seen[s]; s = s.Items {
		if s.Unreadable() != nil {
			return true
		}
		seen[s] = true
	}
	return false
}

// readable reports whether an expression can have the name of a field.
func readable(name string) bool {
	return name == visible(name) && !strings.ContainsAny(name, "`\n\r\t") && !strings.Contains(name, "${")
}

// The words of names of fields, by how much they matter to somebody who asks. What none of these has matters little.
var (
	nameWords   = []string{"name", "title", "label", "subject", "headline", "login", "username", "email", "slug", "symbol", "display", "fullname"}
	statusWords = []string{"status", "state", "result", "outcome", "phase", "condition", "severity", "priority", "stage"}
	textWords   = []string{"description", "summary", "text", "message", "body", "content", "comment", "note", "notes", "reason", "detail", "details", "forecast", "abstract", "caption", "address", "phone", "city", "country", "location"}
	amountWords = []string{"amount", "price", "total", "balance", "currency", "quantity", "count", "cost", "rate", "fee", "tax", "discount", "number", "score", "rating", "temperature", "percent", "percentage", "size", "weight", "distance", "duration", "limit", "value"}
	dateWords   = []string{"date", "time", "at", "on", "created", "updated", "due", "start", "end", "starts", "ends", "expires", "published", "closed", "deadline", "birthday", "day", "year"}
	humanURLs   = []string{"html_url", "permalink", "web_url", "public_url", "hosted_invoice_url", "receipt_url", "homepage", "html_link", "web_link", "view_url", "share_url", "website"}
	machines    = []string{"etag", "hash", "sha", "checksum", "signature", "cursor", "token", "secret", "password", "key", "nonce", "uuid", "guid", "gid", "sid", "urn", "arn", "href", "self", "rel", "links", "cursor", "revision", "fingerprint", "apiversion", "typename", "digest"}
)

// weight says how much it matters that an agent learns of a field; 0 or less: it is for programs.
func (a *answer) weight(f *ir.Field) int {
	words, schema := split(f.Name), a.shapes.Property(f).Schema
	name := strings.Join(words, "_")
	if len(words) == 0 {
		return 0
	}
	bonus := 0
	if f.Required {
		bonus = 3
	}
	switch {
	case slices.Contains(humanURLs, name):
		return 35 + bonus
	case slices.Contains(idWords, last(words)), has(words, machines...), has(words, urlWords...), strings.HasSuffix(name, "_url"):
		return 0
	case slices.Contains([]string{"uuid", "uri", "url", "byte", "binary", "password", "uri-template"}, schema.Format), f.Type.Kind == ir.Bytes:
		return 0
	case len(schema.Enum) == 1, name == "kind" && schema.Description == "", name == "object", has(words, "page", "offset", "cursor", "per") && len(words) <= 2, name == "version", name == "limit":
		return 0
	case f.Type.Kind == ir.List:
		return 20 + bonus
	}
	for i, list := range [][]string{nameWords, statusWords, textWords, amountWords, dateWords} {
		if has(words, list...) {
			return 90 - 10*i + bonus - 2*len(words)
		}
	}
	if f.Type.Kind == ir.Bool {
		return 30 + bonus
	}
	return 40 + bonus - len(words)
}

// needed reports whether another tool of the draft takes what a field of that name holds: the id of an element of this list, or of what
// was created.
func (t *Tool) needed(words []string) bool {
	if method := t.Operation.Method; method != "GET" && method != "POST" {
		return false
	}
	collection := strings.TrimSuffix(t.Operation.Target.Path, "/")
	if named := split(lastSegment(collection)); has(named, finds...) {
		collection = strings.TrimSuffix(collection, lastOf(collection))
	}
	path := collection + "/{"
	for _, other := range t.others {
		rest, ok := strings.CutPrefix(other.Target.Path, path)
		if !ok || other.Upstream != t.Operation.Upstream {
			continue
		}
		name, _, _ := strings.Cut(rest, "}")
		parameter, noun := split(name), withLast(split(lastSegment(collection)), singular)
		bare := parameter
		if len(noun) > 0 && len(parameter) > 1 && parameter[0] == last(noun) {
			bare = parameter[1:]
		}
		if slices.Equal(words, parameter) || slices.Equal(words, bare) || slices.Equal(words, append(slices.Clone(noun), bare...)) {
			t.needs = strings.Join(words, "_")
			return true
		}
	}
	return false
}

// outputs finds out what a tool hands on.
func (t *Tool) outputs() {
	a := t.Operation.answer()
	step := "steps." + t.step
	x := access{path: step + ".body", t: a.t}
	switch {
	case a.t == nil:
		t.nothing()
		if a.media != nil {
			t.review("the document is wrong about the answer, of which nothing is read")
		}
	case a.raw && a.t.Kind == ir.String:
		t.output(text("${"+step+".body}"), "string", []string{"text"}, "What the API answers, as "+oneLine(a.media.Type, 60)+".")
		t.review("text is all that the API answers, as %s: take what a task needs out of it", oneLine(a.media.Type, 60))
	case a.raw:
		t.output(text("${size("+step+".body)}"), "int", []string{"size"}, "How many bytes the API answers.")
		t.review("the answer is a file (%s), which no agent reads: hand on what a task needs, or give it to another step", oneLine(a.media.Type, 60))
	case a.list != nil:
		t.listOutputs(a, step)
	case a.t.Kind == ir.Object:
		t.objectOutputs(a, x)
	case a.t.Kind == ir.Map && a.t.Elem.Kind == ir.Object:
		t.mapOutput(a, x)
	case a.t.Kind == ir.Map && a.t.Elem.Scalar():
		t.output(text("${"+x.path+"}"), "json", t.nounWords(), "The "+t.noun()+", by name.")
	case a.t.Scalar():
		t.scalarOutput(&field{access: x, words: []string{"answer"}, schema: a.media.Schema, description: a.media.Schema.Description})
	default:
		t.output(text("${"+step+".body}"), "json", []string{"answer"}, "What the API answers.")
		t.review("the document does not say what is in the answer: take what a task needs out of it")
	}
}

// nothing is the output of a tool whose answer says nothing: that a write was done, and of what was read how it ended.
func (t *Tool) nothing() {
	if !t.Operation.Writes() && !t.foreseen() {
		t.output(text("${steps."+t.step+".status}"), "int", []string{"status"}, "The HTTP status of the answer.")
		return
	}
	t.outs = append(t.outs, entry{key: "status", value: mapping{
		{key: "type", value: text("enum")},
		{key: "description", value: text("Whether it was done.")},
		{key: "values", value: mapping{{key: "DONE", value: text("The API says that it was.")}}},
		{key: "value", value: text("DONE")},
	}})
}

// output adds an output.
func (t *Tool) output(v value, kind string, words []string, description string) {
	m := mapping{}
	if kind != "string" {
		m.add("type", text(kind))
	}
	m.add("description", text(description))
	m.add("value", v)
	t.outs = append(t.outs, entry{key: unique(identifierOf(words, "answer"), longestID, t.outputIDs), value: m})
}

func (t *Tool) objectOutputs(a *answer, x access) {
	fields := a.fields(x, t.Operation.Writes() || x.t.Nullable, t.needed)
	for _, f := range fields {
		t.scalarOutput(f)
	}
	if len(fields) == 0 {
		t.nothing()
		t.review("nothing in the answer is for an agent by its name and type: nactgen show has all of it")
	}
}

// scalarOutput hands a single value on, or a list of such.
func (t *Tool) scalarOutput(f *field) {
	instead := "The " + strings.Join(f.words, " ") + " of the " + t.noun() + "."
	if strings.HasSuffix(" "+t.noun(), " "+strings.Join(f.words, " ")) || f.path == "steps."+t.step+".body" {
		instead = "What the API answers, as it stands."
	}
	if f.t.Kind == ir.Bool {
		instead = "Whether " + strings.Join(f.words, " ") + " holds for the " + t.noun() + "."
	}
	read := text("${" + f.path + "}")
	kinds := map[ir.Kind]string{ir.String: "string", ir.Int: "int", ir.Bool: "boolean"}
	kind := cmp.Or(kinds[f.t.Kind], "json")
	said := description(f.description, instead, f.words, mostOfField)
	if values := enumOf(f.schema, f.description); kind == "string" && len(values) > 0 {
		if t.enumOutput(f, values, said) {
			return
		}
		said = withValues(said, values)
	}
	t.output(read, kind, f.words, said)
}

// enumOutput hands on a value that the document describes all values of. One that it does not list is left out.
func (t *Tool) enumOutput(f *field, values []enumValue, said string) bool {
	if slices.ContainsFunc(values, func(v enumValue) bool { return v.means == "" }) {
		return false
	}
	var rows, described mapping
	for _, v := range values {
		rows.add(v.spelled, text(v.name))
		described.add(v.name, text(v.means))
	}
	id := t.draft.table(append(slices.Clone(f.words), "names"), t.nounWords(), rows)
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
	m := mapping{{key: "type", value: text("enum")}, {key: "description", value: text(said)}, {key: "values", value: described}, {key: "value", value: text(expression)}}
	t.outs = append(t.outs, entry{key: unique(identifierOf(f.words, "answer"), longestID, t.outputIDs), value: m})
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
func (t *Tool) listOutputs(a *answer, step string) {
	noun := withLast(t.nounWords(), plural)
	items := step + ".items"
	if a.pages == nil {
		name := t.varName()
		t.vars.add(name, text("${"+orEmpty(a.list, step)+"}"))
		items = "vars." + name
	}
	bounded := items
	if a.pages == nil && !t.Operation.Writes() { // behind a write, nothing should be able to fail
		bounded = fmt.Sprintf("%s.slice(0, math.least(%d, %[1]s.size()))", items, mostItems)
	}
	element, fields := t.element(a, a.list.t.Elem)
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
	t.output(text("${"+bounded+"}"), "json", []string{last(noun)}, cut(said, mostOfField-2)+".")
	if a.pages == nil {
		t.output(text("${"+items+".size()}"), "int", []string{"count"}, "How many there are in all.")
		return
	}
	t.output(text("${"+step+".more}"), "boolean", []string{"more"}, "Whether there are more than these.")
	t.review("%s ends after %d; raise the limit, or filter, if a task needs more", last(noun), mostItems)
}

// orEmpty is the expression of a list that is empty where it is absent.
func orEmpty(l *access, step string) string {
	if l.maybe {
		return step + "." + l.path + ".orValue([])"
	}
	return step + "." + l.path
}

// element is the expression of what is handed on of an element v, and its fields in words; "": all of it.
func (t *Tool) element(a *answer, of *ir.Type) (expression, fields string) {
	if of.Kind != ir.Object {
		if !of.Scalar() {
			t.review("the document does not say what is in an element: take what a task needs out of it")
		}
		return "", ""
	}
	v := access{path: "v", t: of.Plain()}
	chosen := a.fields(v, t.Operation.Writes(), t.needed)
	var members, names []string
	for _, f := range chosen {
		key := celText(snake(f.words, longestID))
		if f.maybe {
			key = "?" + key
		}
		members = append(members, key+": "+f.path)
		names = append(names, strings.Join(f.words, " "))
	}
	if len(members) == 0 {
		t.review("nothing in an element is for an agent by its name and type: nactgen show has all of it")
		return "{}", "nothing"
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
func (t *Tool) mapOutput(a *answer, x access) {
	element, fields := t.element(a, x.t.Elem)
	if x.t.Elem.Nullable || x.t.Nullable {
		t.output(text("${"+x.path+"}"), "json", t.nounWords(), "What the API answers, by name.")
		return
	}
	t.output(text("${"+x.path+".transformMap(k, v, "+element+")}"), "json", t.nounWords(), cut("By name, "+fields, mostOfField)+".")
}
