package draft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Tool is the draft of a tool.
type Tool struct {
	Name      string
	Operation *Operation

	draft  *Draft
	others []*Operation // all that the draft makes tools of
	step   string       // id of its one step

	parameters  []*part
	body        *part // nil: it sends none
	parts       int
	idempotency string // the header that takes a key; empty: none does
	optional    int    // inputs that may be left out
	asked       []*input
	inputs      map[string]bool // the ids that are taken
	leftOut     leftOut
	undescribed []string // inputs of which the document says nothing

	call      value // its one step
	vars      mapping
	outs      mapping
	outputIDs map[string]bool
	failures  mapping
	rules     list // of on_error
	needs     string

	reviews []string
}

// make makes the tool, or says why there can be none.
func (t *Tool) make() error {
	t.step = identifierOf(t.stepWords(), "answer")
	if err := t.request(); err != nil {
		return err
	}
	slices.SortStableFunc(t.asked, func(a, b *input) int {
		switch {
		case a.Optional == b.Optional:
			return 0
		case b.Optional:
			return -1
		}
		return 1
	})
	t.outputs()
	t.foresee()
	t.call = t.stepYAML()
	t.look()
	return nil
}

// nounWords are what the tool is about.
func (t *Tool) nounWords() []string {
	_, about := t.split()
	if i := slices.IndexFunc(about, func(w string) bool { return slices.Contains(prepositions, w) }); i > 0 {
		return about[:i]
	}
	return about
}

// prepositions end the noun at the beginning of a name: pets by status.
var prepositions = []string{"by", "for", "of", "in", "with", "from", "to", "on", "at", "and", "as"}

func (t *Tool) noun() string { return strings.Join(t.nounWords(), " ") }

// doing is what the tool does to what, in words.
func (t *Tool) doing() (verb, about string) {
	v, words := t.split()
	return v, "the " + strings.Join(words, " ")
}

// phrases are verbs of two words.
var phrases = []string{"look up", "log in", "log out"}

// split takes the verb off the name.
func (t *Tool) split() (verb string, about []string) {
	words := strings.Split(t.Name, "_")
	n := 1
	if len(words) > 2 && slices.Contains(phrases, words[0]+" "+words[1]) {
		n = 2
	}
	return strings.Join(words[:n], " "), words[n:]
}

// stepWords are the last words of what the tool is about.
func (t *Tool) stepWords() []string {
	words := slices.DeleteFunc(slices.Clone(t.nounWords()), func(w string) bool { return w[0] < 'a' })
	return words[max(len(words)-2, 0):]
}

// varName is the name of the var that holds a list.
func (t *Tool) varName() string {
	words := t.stepWords()
	return identifierOf(withLast(words[max(len(words)-1, 0):], plural), "elements")
}

// review notes what the author should look at.
func (t *Tool) review(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(t.reviews, text) {
		t.reviews = append(t.reviews, text)
	}
}

// leftOut is what calls are not passed, by the reason why.
type leftOut struct {
	reasons []string
	names   map[string][]string
}

func (l *leftOut) add(reason, name string) {
	if l.names == nil {
		l.names = map[string][]string{}
	}
	if l.names[reason] == nil {
		l.reasons = append(l.reasons, reason)
	}
	l.names[reason] = append(l.names[reason], name)
}

// lines are what is left out, for people.
func (l *leftOut) lines() []string {
	const most = 12
	var lines []string
	for _, reason := range l.reasons {
		names := l.names[reason]
		line := strings.Join(names[:min(len(names), most)], ", ")
		if len(names) > most {
			line += fmt.Sprintf(" and %d more", len(names)-most)
		}
		lines = append(lines, "not passed: "+line+": "+reason)
	}
	return lines
}

// look notes what can be seen of the whole tool.
func (t *Tool) look() {
	for _, in := range t.asked {
		if len(in.values) > 0 && slices.ContainsFunc(in.values, func(v enumValue) bool { return v.means == "" }) {
			t.review("the document does not say what the values of %s mean: describe them", in.ID)
		}
	}
	if len(t.undescribed) > 0 {
		t.review("the document does not describe %s: say what to give, with an example", and(t.undescribed))
	}
	if !says(t.documented(), t.nounWords()) {
		t.review("the document does not describe the operation: say what the tool is for")
	}
	if required := len(t.asked) - t.optional; required > 8 {
		t.review("%d inputs are required: look up what another step can find, or make several tools of it", required)
	}
	if method := t.Operation.Method; (method == "POST" || method == "PATCH") && t.idempotency == "" {
		t.review("it may be done twice if an answer is lost: add idempotency: {header: ...} if the API takes a key, or undo")
	}
	if t.needs != "" {
		t.review("%s is handed on since another tool here asks for it", t.needs)
	}
}

// remark notes what to review of an input.
func (t *Tool) remark(p *part, in *input) {
	switch r := (subject{p.words, p.schema, p.in}).role(); {
	case r == identifier:
		if finder := t.finder(p); finder != "" {
			t.review("%s is an id: an agent has it from %s; better find it by a name, in a step of its own", in.ID, finder)
		} else {
			t.review("%s is an id, which a user does not know: say where an agent has it from", in.ID)
		}
	case r == location:
		t.review("%s is a URL, which programs exchange: make it a constant or config if it is always the same", in.ID)
	case r != semantic:
		t.review("%s is programmatic (%s), and required: make it a constant or config", in.ID, reasons[r])
	}
	if in.Format == "date-time" {
		t.review("%s is a timestamp, with its offset: ask for a date, or for a time in a zone, if that is what users say", in.ID)
	}
}

// finder is the operation that could find what a part of the path stands for: the list or the search of what is above it.
func (t *Tool) finder(p *part) string {
	before, _, ok := strings.Cut(t.Operation.Target.Path, "{"+p.key+"}")
	if !ok {
		return ""
	}
	before = strings.TrimRight(before, "/")
	found := ""
	for _, e := range t.Operation.Upstream.Document.Operations() {
		switch {
		case e.Method != "GET" && (e.Method != "POST" || !strings.HasSuffix(e.Path, "/search")):
		case e.Path == before || e.Path == before+"/":
			return callOf(e.ID, e.Method, e.Path)
		case e.Path == "/search"+lastOf(before), strings.HasPrefix(e.Path, before+"/") && has(split(e.Path[len(before):]), finds...) && !isParameter(e.Path[len(before):]):
			found = callOf(e.ID, e.Method, e.Path)
		}
	}
	return found
}

// finds are words of paths at which something is looked for.
var finds = []string{"search", "find", "query", "lookup", "list", "by"}

func lastOf(path string) string { return path[max(strings.LastIndexByte(path, '/'), 0):] }

// callOf names an operation for people.
func callOf(id, method, path string) string {
	if id == "" {
		id = method + " " + path
	}
	return oneLine(id, 100)
}

// documented is what the document says of the operation.
func (t *Tool) documented() string {
	for _, said := range []string{t.Operation.Summary, t.Operation.Description} {
		if said = plain(said, mostOfTool); says(said, nil) {
			return said
		}
	}
	return ""
}

// description is the tool's.
func (t *Tool) description() string {
	verb, about := t.doing()
	instead := sentence([]string{verb, about}) + ", as " + t.Operation.Upstream.title() + " has it."
	if said := t.documented(); says(said, strings.Split(t.Name, "_")) {
		return period(said)
	}
	return instead
}

// yaml is the tool as its manifest has it.
func (t *Tool) yaml() entry {
	m := mapping{}
	m.add("description", text(t.description()))
	if t.Operation.Writes() {
		m.add("writes", literal("true"))
	}
	if len(t.asked) > 0 {
		inputs := mapping{}
		for _, in := range t.asked {
			inputs.add(in.ID, in.yaml())
		}
		m.add("inputs", inputs)
	}
	if len(t.failures) > 0 {
		m.add("failures", t.failures)
	}
	m.add("steps", mapping{{key: t.step, value: t.call}})
	if len(t.vars) > 0 {
		m.add("vars", t.vars)
	}
	m.add("outputs", t.outs)
	return entry{comments: t.comments(), key: t.Name, value: m}
}

// comments are what the author should review.
func (t *Tool) comments() []string {
	head := t.Operation.Method + " " + oneLine(t.Operation.Path, 200)
	all := append(slices.Clone(t.reviews), t.leftOut.lines()...)
	if len(all) == 0 {
		return []string{head}
	}
	lines := []string{head + ". To review:"}
	for _, line := range all {
		lines = append(lines, "- "+line)
	}
	return lines
}

func (in *input) yaml() value {
	m := mapping{}
	if in.Type != nact.String {
		m.add("type", text(in.Type))
	}
	m.add("description", text(in.Description))
	if in.Optional && in.Default == nil {
		m.add("required", literal("false"))
	}
	if in.Default != nil {
		m.add("default", sample(in.Default))
	}
	if len(in.Examples) > 0 {
		m.add("examples", list{sample(in.Examples[0])})
	}
	if in.Min != nil {
		m.add("min", literal(fmt.Sprint(*in.Min)))
	}
	if in.Max != nil {
		m.add("max", literal(fmt.Sprint(*in.Max)))
	}
	if in.MaxLength > 0 {
		m.add("max_length", literal(fmt.Sprint(in.MaxLength)))
	}
	if in.Format != "" {
		m.add("format", text(in.Format))
	}
	if len(in.values) > 0 {
		m.add("values", in.valuesYAML())
	}
	return m
}

// valuesYAML are the values of an enum: with what they mean, or where nothing is known of any of them, alone.
func (in *input) valuesYAML() value {
	var names list
	var described mapping
	known := false
	for _, v := range in.values {
		names = append(names, text(v.name))
		described.add(v.name, v.meaning())
		known = known || v.means != ""
	}
	if known {
		return described
	}
	return names
}

// meaning is what a value means, or null where that is not known.
func (v enumValue) meaning() value {
	if v.means == "" {
		return literal("null")
	}
	return text(v.means)
}

// sample is a default or an example, in which nothing is an expression.
func sample(v any) value {
	if s, ok := v.(string); ok {
		return text(s)
	}
	return literal(fmt.Sprint(v))
}

// stepYAML is the call.
func (t *Tool) stepYAML() value {
	m := mapping{{key: "call", value: text(t.Operation.Call)}}
	with := mapping{}
	for _, p := range t.parameters {
		if v := t.passed(p); v != nil {
			with.note(p.key, v, p.note)
		}
	}
	if len(with) > 0 {
		m.add("with", with)
	}
	if t.body != nil {
		if v := t.passed(t.body); v != nil {
			m.add("body", v)
		}
	}
	if t.idempotency != "" {
		m.add("idempotency", mapping{{key: "header", value: text(t.idempotency)}})
	}
	if pages := t.Operation.answer().pages; pages != nil {
		m.add("paginate", paginate(pages))
	}
	if len(t.rules) > 0 {
		m.add("on_error", t.rules)
	}
	return m
}

// passed is the value of a part; nil: it is not passed.
func (t *Tool) passed(p *part) value {
	switch p.use {
	case fixed:
		return p.fixed
	case asked:
		return text(t.expression(p))
	case single:
		return list{t.passed(p.elements[0])}
	case object:
		m := mapping{}
		for _, member := range p.members {
			if v := t.passed(member); v != nil {
				m.note(member.key, v, member.note)
			}
		}
		if len(m) == 0 && t.Operation.Body != nil && p == t.body && !t.Operation.Body.Required {
			return nil
		}
		return m
	}
	return nil
}
