package draft

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// The bounds of what is made of a request.
const (
	mostOptional = 3   // inputs that may be left out: an agent fills few of them in well
	deepest      = 10  // objects and lists around a member that a call is passed
	mostParts    = 60  // what one call is passed
	longestKey   = 200 // characters of a name that is passed: YAML has no longer keys than 1,024
)

// part is a parameter, or a member of a body, that a call may be passed.
type part struct {
	key         string   // as with, or the object around it, has it
	element     bool     // of a list, so that it has no key
	words       []string // of its name
	around      []string // words of the object or list around it
	in          spec.Location
	schema      *spec.Schema
	description string
	example     string
	required    bool
	deprecated  bool
	media       string       // of a parameter that travels as a document of its own
	faults      []spec.Fault // what is wrong with it in the document, apart from its schema

	use      use
	members  []*part // of an object
	elements []*part // of a list: the one element that is sent
	fixed    value   // what is always passed
	note     string  // why
	input    *input
}

// use says what becomes of a part.
type use int

const (
	left use = iota // it is not passed
	fixed
	asked // an input
	object
	single  // a list of one element
	keyed   // the header of the step's idempotency
	unasked // it could be asked for, and others matter more
)

// request finds out what the call of a tool is passed.
func (t *Tool) request() error {
	for _, p := range t.Operation.Parameters {
		made := t.parameter(p)
		if err := t.decide(made, 0, nil); err != nil {
			return err
		}
		t.parameters = append(t.parameters, made)
	}
	if err := t.bodyParts(); err != nil {
		return err
	}
	t.choose()
	return nil
}

func (t *Tool) parameter(p *spec.Parameter) *part {
	key := p.Name
	if slices.ContainsFunc(t.Operation.Parameters, func(other *spec.Parameter) bool { return other != p && other.Name == p.Name }) {
		key = string(p.In) + "." + p.Name
	}
	return &part{
		key: key, words: split(p.Name), in: p.In, schema: p.Schema, description: cmp.Or(p.Description, p.Schema.Description),
		example: cmp.Or(p.Example, p.Schema.Example), required: p.Required, deprecated: p.Deprecated || p.Schema.Deprecated, media: p.ContentType,
		faults: p.Faults,
	}
}

// bodyParts finds out what of the body is passed.
func (t *Tool) bodyParts() error {
	body := t.Operation.Body
	media, _ := operation.BodyMedia(t.Operation.Operation, "")
	if body == nil || media == nil {
		return nil
	}
	p := &part{key: "body", words: []string{"content"}, schema: media.Schema, description: body.Description, required: body.Required, faults: body.Faults}
	if _, form := operation.BodyForm(media.Type); form == plan.RawBody {
		if !body.Required {
			return nil
		}
		p.schema = &spec.Schema{Kind: spec.String}
		p.description = cmp.Or(p.description, "What is sent, as "+media.Type+".")
		t.body = p
		t.ask(p)
		return nil
	}
	p.required = true // so that what is in it is looked at; without members it is not sent
	if err := t.decide(p, 0, nil); err != nil {
		if body.Required {
			return err
		}
		return nil
	}
	t.body = p
	return nil
}

// decide says what becomes of a part, and of what is in it. around are the schemas around it.
func (t *Tool) decide(p *part, depth int, around []*spec.Schema) error {
	if len(p.words) == 0 {
		p.words = []string{"value"}
	}
	switch fault := p.unreadable(); {
	case p.deprecated && !p.required:
		return t.leave(p, "deprecated")
	case fault != nil && !p.required:
		return t.leave(p, "the document is wrong about it")
	case fault != nil:
		return fmt.Errorf("it needs %s, which the document is wrong about: %s: %s", oneLine(p.key, 60), fault.Pos, fault.Message)
	}
	stated := p.schema
	s := t.branch(p)
	nests := s.Kind == spec.Object || s.Kind == spec.Array
	switch itself := nests && (slices.Contains(around, stated) || depth > deepest); {
	case itself && p.required:
		return t.askJSON(p)
	case itself:
		return t.leave(p, "it holds itself")
	case nests:
		around = append(around[:len(around):len(around)], stated)
	}
	unwritable := p.unwritable()
	switch {
	case unwritable != "" && p.required:
		return fmt.Errorf("it needs a %s that no manifest can name: %s", p.kind(), unwritable)
	case unwritable != "":
		return t.leave(p, unwritable)
	case t.turnsPages(p):
		return t.leave(p, reasons[page])
	case p.in != "" && p.in != spec.InPath && t.isCredential(p):
		return t.leave(p, "the credential of the upstream")
	case p.media != "" && !operation.IsJSON(p.media):
		return t.decideSingle(p)
	case s.Kind == spec.Object:
		return t.decideObject(p, s, depth, around)
	case s.Kind == spec.Array:
		return t.decideList(p, s, depth, around)
	case s.Kind == spec.Null:
		p.use, p.fixed, p.note = fixed, literal("null"), "all that the document allows"
		if !p.required {
			return t.leave(p, "never anything but null")
		}
		return nil
	}
	return t.decideSingle(p)
}

// unreadable is what is wrong with a part in the document, so that nothing is known of it; or nil.
func (p *part) unreadable() *spec.Fault {
	if i := slices.IndexFunc(p.faults, func(f spec.Fault) bool { return f.Unreadable }); i >= 0 {
		return &p.faults[i]
	}
	return p.schema.Unreadable()
}

// branch is the schema of a part, of a union that of one of its branches.
func (t *Tool) branch(p *part) *spec.Schema {
	for range deepest {
		s := p.schema
		if s.Kind != spec.Any || len(s.OneOf) == 0 {
			break
		}
		i := p.easiest(s.OneOf)
		if p.required {
			t.review("%s is one of several in the document (%s); this is %s", strings.Join(p.words, " "), branches(s), branchName(s.OneOf[i], i))
		}
		p.schema = s.OneOf[i]
		if len(s.Properties) > 0 && p.schema.Kind == spec.Object {
			p.schema = both(s, p.schema)
		}
	}
	return p.schema
}

// easiest is the branch of a union that is easiest to ask for: of a whole body the first object, elsewhere the first text or else the
// first single value.
func (p *part) easiest(branches []*spec.Schema) int {
	kinds := [][]spec.Kind{{spec.String}, {spec.Integer, spec.Number, spec.Boolean}, {spec.Object}}
	if p.key == "body" && len(p.around) == 0 {
		kinds = kinds[2:]
	}
	for _, kind := range kinds {
		if i := slices.IndexFunc(branches, func(b *spec.Schema) bool { return slices.Contains(kind, b.Kind) }); i >= 0 {
			return i
		}
	}
	return 0
}

// branchName names a branch for people.
func branchName(s *spec.Schema, i int) string {
	return cmp.Or(oneLine(cmp.Or(s.Ref, s.Title), 40), fmt.Sprintf("number %d of them", i+1))
}

// both is an object with the members of a union and of one of its branches.
func both(union, branch *spec.Schema) *spec.Schema {
	merged := *branch
	merged.Properties = slices.Clone(union.Properties)
	for _, p := range branch.Properties {
		i := slices.IndexFunc(merged.Properties, func(known *spec.Property) bool { return known.Name == p.Name })
		if i < 0 {
			merged.Properties = append(merged.Properties, p)
			continue
		}
		one := *p
		one.Required = p.Required || merged.Properties[i].Required
		merged.Properties[i] = &one
	}
	return &merged
}

// branches names the branches of a union, the first few.
func branches(s *spec.Schema) string {
	var names []string
	for _, b := range s.OneOf {
		if name := oneLine(cmp.Or(b.Ref, b.Title), 40); name != "" && len(names) < 4 {
			names = append(names, name)
		}
	}
	if len(names) < len(s.OneOf) {
		names = append(names, fmt.Sprintf("%d in all", len(s.OneOf)))
	}
	return strings.Join(names, ", ")
}

func (t *Tool) decideObject(p *part, s *spec.Schema, depth int, around []*spec.Schema) error {
	if p.in != "" && !p.required {
		return t.leave(p, "an object, for which there is no input")
	}
	if !p.required {
		return t.leave(p, "an object of its own")
	}
	wrapper := len(s.Properties) == 1
	for _, property := range s.Properties {
		if property.ReadOnly {
			continue
		}
		m := &part{
			key: property.Name, words: split(property.Name), around: p.words, schema: property.Schema,
			description: property.Schema.Description, example: property.Schema.Example,
			required: property.Required || wrapper && property.Schema.Kind == spec.Object && depth == 0, deprecated: property.Schema.Deprecated,
		}
		if err := t.decide(m, depth+1, around); err != nil {
			return err
		}
		if m.use == unasked && p.in != "" {
			_ = t.leave(m, "optional, in an object that a parameter is")
		}
		p.members = append(p.members, m)
		if t.parts++; t.parts > mostParts*10 {
			return errors.New("its body has too many members")
		}
	}
	p.use = object
	if len(s.Properties) == 0 && depth > 0 {
		p.note = "any members; the document names none"
	}
	if len(s.Properties) == 0 && depth == 0 && p.in == "" {
		return t.askJSON(p)
	}
	return nil
}

func (t *Tool) decideList(p *part, s *spec.Schema, depth int, around []*spec.Schema) error {
	items := &part{element: true, words: withLast(p.words, singular), around: p.around, schema: s.Items, description: s.Items.Description, required: true}
	inner := t.branch(items)
	switch {
	case inner.Kind == spec.Object && !p.required:
		return t.leave(p, "a list of objects")
	case inner.Kind == spec.Object && p.in == "":
		if err := t.decide(items, depth+1, around); err != nil {
			return err
		}
		p.use, p.elements = single, []*part{items}
		p.note = "one alone"
		t.review("%s can be several; the tool sends one", strings.Join(p.words, " "))
		return nil
	case inner.Kind == spec.Array || inner.Kind == spec.Object:
		if !p.required {
			return t.leave(p, "lists in a list")
		}
		return t.askJSON(p)
	}
	return t.decideSingle(p)
}

// decideSingle decides about a part that one input can stand for.
func (t *Tool) decideSingle(p *part) error {
	r := subject{p.words, p.schema, p.in}.role()
	if r == retryKey && t.Operation.Writes() && p.in == spec.InHeader {
		p.use = keyed
		t.idempotency = p.key
		return nil
	}
	if p.required {
		t.require(p, r)
		return nil
	}
	if r != semantic && !(r == identifier && t.identifies(p)) {
		return t.leave(p, reasons[r])
	}
	if len(p.schema.Enum) == 1 {
		return t.leave(p, "always "+oneLine(fmt.Sprint(p.schema.Enum[0]), 40))
	}
	if reason := t.unaskable(p); reason != "" {
		return t.leave(p, reason)
	}
	p.use = unasked
	return nil
}

// identifies reports whether a member of a body says what the operation changes, since its path does not.
func (t *Tool) identifies(p *part) bool {
	name := strings.Join(p.words, "_")
	method := t.Operation.Method
	return p.in == "" && len(p.around) > 0 && slices.Equal(p.around, []string{"content"}) && (method == "PUT" || method == "PATCH") &&
		!strings.Contains(t.Operation.Target.Path, "{") && (name == "id" || name == "uuid" || name == strings.Join(t.nounWords(), "_")+"_id")
}

// unaskable says why no input can stand for an optional part, or returns "".
func (t *Tool) unaskable(p *part) string {
	s := p.schema
	switch {
	case s.Kind == spec.Any && p.in == "":
		return "the document does not say what it is"
	case s.Format == "binary" || s.Format == "byte" || operation.IsFile(s):
		return "a file"
	case s.Kind == spec.Array && s.Items.Kind == spec.Any && p.in == "":
		return "a list of anything"
	case s.Kind == spec.Array && (s.Items.Format == "binary" || operation.IsFile(s.Items)):
		return "files"
	}
	return ""
}

// require decides about a part that a call must be passed.
func (t *Tool) require(p *part, r role) {
	s := p.schema
	always := func(v value, why string) { p.use, p.fixed, p.note = fixed, v, why }
	stated, isStated := p.stated()
	switch {
	case len(s.Enum) == 1 && isStated:
		always(stated, "all that the document allows")
	case r == tracing && s.Kind == spec.String:
		always(text("${uuid()}"), "made for each call: "+reasons[r])
	case r == retryKey && s.Kind == spec.String:
		always(text("${uuid()}"), "made for each call: "+reasons[r])
	case r == clock && s.Kind == spec.String && s.Format == "date-time":
		always(text("${string(now())}"), "the time of the call")
	case r == formatFlag && slices.Contains(s.Enum, any("json")):
		always(text("json"), reasons[r])
	case isProgrammatic(r) && isStated:
		always(stated, "the document's default: "+reasons[r])
	case (r == apiVersion || r == language) && p.exampleText() != "" && p.carries(p.exampleText()):
		always(constant(p.exampleText()), "the document's example: "+reasons[r])
	case r == language && s.Kind == spec.String && len(s.Enum) == 0:
		always(text("en"), reasons[r])
	case r == pageSize && (s.Kind == spec.Integer || s.Kind == spec.Number):
		always(literal(fmt.Sprint(bounded(s, 50))), reasons[r])
	case r == secret && isSingle(s), isProgrammatic(r) && r != page && p.in == spec.InHeader && isSingle(s) && s.Kind == spec.String:
		t.configure(p, r)
	case t.Operation.isTenant(p.words, p.key) && isSingle(s):
		t.configure(p, identifier)
	default:
		t.ask(p)
	}
}

// isProgrammatic reports whether a role is one that a constant can play.
func isProgrammatic(r role) bool {
	return r != semantic && r != identifier && r != location && r != secret
}

// isSingle reports whether a schema is that of text or a number.
func isSingle(s *spec.Schema) bool {
	return (s.Kind == spec.String || s.Kind == spec.Any || s.Kind == spec.Integer) && len(s.Enum) == 0 && s.Format != "uri"
}

// stated is the one value that a document has for a part: of an enum of one, or its default.
func (p *part) stated() (value, bool) {
	s := p.schema
	v := s.Default
	if len(s.Enum) == 1 {
		v = s.Enum[0]
	}
	if v == nil || operation.IsFile(s) || s.Kind == spec.Array || s.Kind == spec.Object || !fits(s, v) || !p.carries(v) {
		return nil, false
	}
	return constant(v), true
}

// carries reports whether a value can be sent where a part stands: a header takes no invisible text, and a path
// neither that nor parts that are empty, . or .. .
func (p *part) carries(v any) bool {
	text, isText := v.(string)
	if !isText || p.in == "" || p.in == spec.InQuery {
		return true
	}
	isPart := func(part string) bool { return part == "" || part == "." || part == ".." }
	return text == visible(text) && !strings.ContainsAny(text, "\n\t") && (p.in != spec.InPath || !slices.ContainsFunc(strings.Split(text, "/"), isPart))
}

// configure makes a config value of a part.
func (t *Tool) configure(p *part, r role) {
	u := t.Operation.Upstream
	words := append(split(u.Name), p.words...)
	if len(p.words) == 1 && r == identifier && p.words[0] == "id" {
		words = append(split(u.Name), append(t.Operation.parent(p.key), "id")...)
	}
	id := identifierOf(words, "setting")
	why := reasons[r]
	if r == identifier {
		why = "most paths have it: the account of whoever runs the service"
	}
	description := description(p.description, "What the API calls "+oneLine(p.key, 60)+".", p.words, mostOfField)
	id = t.draft.setting(setting{id: id, description: description, secret: r == secret, note: why})
	expression := "${config." + id + "}"
	if p.schema.Kind == spec.Integer {
		expression = "${int(config." + id + ")}"
	}
	p.use, p.fixed, p.note = fixed, text(expression), why
}

// leave notes that a part is not passed, and why.
func (t *Tool) leave(p *part, reason string) error {
	p.use = left
	t.leftOut.add(reason, p.path())
	return nil
}

// unwritable says why the name of a part can be no key of a manifest; empty: it can.
func (p *part) unwritable() string {
	switch {
	case p.element:
		return ""
	case p.key == "":
		return "it has no name"
	case p.key != visible(p.key):
		return "its name has a character that nobody sees"
	case utf8.RuneCountInString(p.key) > longestKey:
		return "its name is longer than a key can be"
	}
	return ""
}

// kind says what a part is.
func (p *part) kind() string {
	if p.in == "" {
		return "member"
	}
	return "parameter"
}

// turnsPages reports whether the step asks for its pages by a parameter.
func (t *Tool) turnsPages(p *part) bool {
	pages := t.Operation.answer().pages
	return pages != nil && p.in == spec.InQuery && pages.Param == p.key
}

// path names a part for people.
func (p *part) path() string {
	name := oneLine(p.key, 60)
	if len(p.around) > 0 && !slices.Equal(p.around, []string{"content"}) {
		return strings.Join(p.around, "_") + "." + name
	}
	return name
}

// choose asks for the parts that may be left out and matter most, as many as an agent fills in well.
func (t *Tool) choose() {
	var candidates []*part
	t.each(func(p *part) {
		if p.use == unasked {
			candidates = append(candidates, p)
		}
	})
	slices.SortStableFunc(candidates, func(a, b *part) int { return cmp.Compare(b.weight(), a.weight()) })
	chosen := candidates[:min(len(candidates), max(mostOptional-t.optional, 0))]
	t.each(func(p *part) {
		switch {
		case p.use != unasked:
		case slices.Contains(chosen, p):
			t.ask(p)
		default:
			t.leftOut.add("optional, and an agent fills few inputs in well", p.path())
			p.use = left
		}
	})
}

// each calls f for all parts, those with others in them included.
func (t *Tool) each(f func(*part)) {
	var visit func(parts []*part)
	visit = func(parts []*part) {
		for _, p := range parts {
			f(p)
			visit(p.members)
			visit(p.elements)
		}
	}
	visit(t.parameters)
	if t.body != nil {
		visit([]*part{t.body})
	}
}

// weighty are words of names by how likely a user says what they stand for.
var weighty = [][]string{
	{"q", "query", "search", "keyword", "keywords", "name", "title", "text", "term", "subject", "message", "content", "body", "summary", "description", "email", "username", "login"},
	{"status", "state", "type", "category", "kind", "amount", "quantity", "price", "city", "country", "location", "date", "start", "end", "from", "to", "since", "until", "due", "priority", "currency", "address", "phone", "latitude", "longitude", "note", "comment", "reason"},
	{"tags", "tag", "labels", "label", "language", "assignee", "owner", "author", "color", "first", "last", "active", "archived", "private", "public", "enabled"},
}

// weight says how much it matters that an agent can say what a part is.
func (p *part) weight() int {
	if has(p.words, idWords...) {
		return 100
	}
	for i, words := range weighty {
		if has(p.words, words...) {
			return 40 - 10*i
		}
	}
	switch {
	case has(p.words, "sort", "order", "direction", "orderby", "sortby"):
		return 2
	case len(p.schema.Enum) > 0:
		return 8
	}
	return 5
}

// isCredential reports whether a parameter is what the document's security has for the upstream.
func (t *Tool) isCredential(p *part) bool {
	for _, s := range t.Operation.Upstream.schemes() {
		if s.Type == "apiKey" && spec.Location(s.In) == p.in && strings.EqualFold(s.Param, p.key) {
			return len(t.Operation.Security) > 0
		}
	}
	return false
}

// parent are the words of what a parameter of the path is in: pet of /pets/{id}.
func (op *Operation) parent(name string) []string {
	before, _, ok := strings.Cut(op.Target.Path, "{"+name+"}")
	segments := strings.Split(strings.Trim(before, "/"), "/")
	if !ok {
		return nil
	}
	for i := len(segments) - 1; i >= 0; i-- {
		if words := split(segments[i]); !isParameter(segments[i]) && len(words) > 0 && !version.MatchString(segments[i]) {
			return withLast(words, singular)
		}
	}
	return nil
}
