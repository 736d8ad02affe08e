package draft

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/signature"
	constraint "github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/spec"
)

const (
	longestID  = 48 // characters of the id of an input, an output, a step
	mostValues = 40 // of an enum that an agent chooses from
	widest     = 1<<53 - 1
)

// input is an input of a tool.
type input struct {
	nact.Input
	values []enumValue // of an enum, in the document's order
}

// enumValue is a value of an enum as agents have it, as the API has it, and what it means.
type enumValue struct{ name, spelled, means string }

// table is a look-up from one spelling to another.
type table struct {
	id   string
	rows mapping
}

// reserved are names that no input, step, output or var can have.
var reserved = []string{
	"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop", "namespace", "null", "package",
	"return", "true", "var", "void", "while", "config", "inputs", "steps", "tables", "this", "vars", "failure", "failure_detail",
}

// identifierOf is an id that expressions can use, of words, or else of instead.
func identifierOf(words []string, instead string) string {
	id := cmp.Or(snake(words, longestID), instead)
	if slices.Contains(reserved, id) {
		return id + "_value"
	}
	return id
}

// ask makes an input of a part.
func (t *Tool) ask(p *part) {
	p.use = asked
	s := p.schema
	in := &input{Input: nact.Input{ID: t.inputID(p), Optional: !p.required}}
	p.input = in
	items := s
	if s.Kind == spec.Array {
		items = s.Items
	}
	t.typeOf(in, items, p.description)
	if s.Kind == spec.Array && in.Type != nact.Enum {
		in.Type, in.Format, in.MaxLength, in.Min, in.Max = nact.String, "", 0, nil, nil
	}
	t.describe(in, p)
	if s.Kind != spec.Array && items.Format != "date-time" {
		in.samples(p)
	}
	if in.Optional {
		t.optional++
	}
	t.asked = append(t.asked, in)
	if items.Format == "binary" || items.Format == "byte" {
		t.review("%s is a file, and an agent has text alone: take the file from another step, or leave the tool out", in.ID)
	}
	t.remark(p, in)
}

// askJSON makes an input of a part for which there is no other form: its JSON.
func (t *Tool) askJSON(p *part) error {
	p.use = asked
	in := &input{Input: nact.Input{ID: t.inputID(p), Type: nact.String, Optional: !p.required}}
	p.input, p.media = in, "application/json"
	in.Description = period(cut(description(p.description, "The "+strings.Join(p.words, " ")+" that the API takes.", p.words, mostOfField-20), mostOfField-20)) + " As JSON."
	t.asked = append(t.asked, in)
	t.review("%s takes JSON, which no user says: write out what a task needs of it", in.ID)
	return nil
}

// inputID is the id of an input, which no other has: the part's name, with that of what it is in where it says nothing by itself.
func (t *Tool) inputID(p *part) string {
	words := p.words
	switch parent := t.Operation.parent(p.key); {
	case p.in == "" && t.inputs[snake(words, longestID)] && t.inPath(words):
		words = append([]string{"new"}, words...)
	case p.in == spec.InPath && len(words) == 1 && len(parent) > 0 && has(words, "id", "name", "key", "slug", "number", "code", "uuid", "sid", "identifier", "ref"):
		words = append(slices.Clone(parent), words...)
	case len(p.around) > 0 && !slices.Equal(p.around, []string{"content"}) && (len(words) == 1 && has(words, "id", "name", "type", "value", "key", "code", "number", "date", "url") || t.inputs[snake(words, longestID)]):
		words = append(slices.Clone(p.around), words...)
	}
	return unique(identifierOf(words, "text"), longestID, t.inputs)
}

// inPath reports whether a parameter of the path has a name.
func (t *Tool) inPath(words []string) bool {
	return slices.ContainsFunc(t.Operation.Parameters, func(p *spec.Parameter) bool { return p.In == spec.InPath && slices.Equal(split(p.Name), words) })
}

// typeOf gives an input the type and the limits of a schema.
func (t *Tool) typeOf(in *input, s *spec.Schema, said string) {
	in.Type = nact.String
	switch s.Kind {
	case spec.Integer:
		in.Type = nact.Int
		in.Min, in.Max = bounds(s)
	case spec.Boolean:
		in.Type = nact.Boolean
	case spec.Number:
		in.MaxLength = 40
	case spec.String, spec.Any:
		if in.values = enumOf(s, said); len(in.values) > 0 {
			in.Type = nact.Enum
			for _, v := range in.values {
				in.AllowedValues = append(in.AllowedValues, nact.AllowedValue{Name: v.name, Description: v.means})
			}
			return
		}
		if s.MaxLength != nil && *s.MaxLength > 0 && *s.MaxLength < math.MaxInt32 {
			in.MaxLength = int(*s.MaxLength)
		}
		if slices.Contains([]string{"date", "time", "email", "uri", "uuid", "date-time"}, s.Format) {
			in.Format = s.Format
		}
	}
}

// bounds are those of a whole number. What a document leaves open is as wide as JSON has it: the default of N-ACT is for small numbers.
func bounds(s *spec.Schema) (least, most *int64) {
	greatest := int64(math.MaxInt32)
	if s.Format == "int64" {
		greatest = widest
	}
	if s.Maximum != nil {
		greatest = int64(math.Floor(min(max(*s.Maximum, -widest), widest)))
	}
	if len(s.Enum) > 0 {
		first, last := int64(widest), int64(-widest)
		for _, v := range s.Enum {
			if n, ok := v.(int64); ok {
				first, last = min(first, n), max(last, n)
			}
		}
		if first <= last {
			return &first, &last
		}
	}
	if s.Minimum != nil {
		smallest := int64(math.Ceil(min(max(*s.Minimum, -widest), widest)))
		if smallest > greatest {
			greatest = smallest
		}
		return &smallest, &greatest
	}
	if greatest < 0 {
		smallest := int64(-widest)
		return &smallest, &greatest
	}
	return nil, &greatest
}

// bounded is a whole number within the bounds of a schema.
func bounded(s *spec.Schema, n int64) int64 {
	if s.Maximum != nil {
		n = min(n, int64(math.Floor(min(*s.Maximum, widest))))
	}
	if s.Minimum != nil {
		n = max(n, int64(math.Ceil(max(*s.Minimum, -widest))))
	}
	return n
}

// enumOf are the values of an enum of texts, of which a description may say more, or nothing if there are none, or more than an agent can choose from.
func enumOf(s *spec.Schema, said string) []enumValue {
	texts := meanings(s, said)
	var values []enumValue
	used := map[string]bool{}
	for _, v := range s.Enum {
		spelled, ok := v.(string)
		if v == nil {
			continue
		}
		name := capitals(spelled)
		if !ok || spelled == "" || name == "" || spelled != visible(spelled) || strings.TrimSpace(spelled) != spelled || strings.ContainsAny(spelled, "\n\t") || utf8.RuneCountInString(spelled) > 200 {
			return nil
		}
		if strings.HasPrefix(spelled, "-") {
			name = "MINUS_" + name
		}
		if len(name) > 100 {
			name = strings.TrimRight(name[:100], "_")
		}
		if !allowed(s, spelled) {
			continue
		}
		values = append(values, enumValue{unique(name, 110, used), spelled, description(texts[spelled], "", split(spelled), mostOfValue)})
	}
	if len(values) > mostValues || len(values) == 0 {
		return nil
	}
	return values
}

// allowed reports whether a document allows a value of an enum by what else it says of it, such as a pattern.
func allowed(s *spec.Schema, v any) bool { return constraint.Allows(s, v) }

// meanings is what a document says of the values of an enum: by the conventions of vendors, or as a list in the description.
func meanings(s *spec.Schema, description string) map[string]string {
	said := map[string]string{}
	for _, t := range s.ValueTexts {
		if said[t.Value] == "" {
			said[t.Value] = t.Text
		}
	}
	if len(said) > 0 || len(s.Enum) == 0 || len(description) > mostRead {
		return said
	}
	for line := range strings.Lines(description) {
		if value, text, ok := listed(line); ok && slices.Contains(s.Enum, any(value)) && said[value] == "" {
			said[value] = text
		}
	}
	return said
}

// listed reads a line of Markdown such as "- `available`: The pet is in the shop.", also as a row of a table.
func listed(line string) (value, text string, ok bool) {
	line = strings.Trim(strings.TrimSpace(line), "|")
	line = strings.TrimLeft(line, "*-+• \t")
	for _, separator := range []string{":", "|", " - ", " – ", " — ", "="} {
		if value, text, ok = strings.Cut(line, separator); ok {
			value = strings.Trim(value, "*_`'\" \t")
			text = strings.Trim(text, "* \t|")
			return value, text, value != "" && text != ""
		}
	}
	return "", "", false
}

// describe gives an input its description.
func (t *Tool) describe(in *input, p *part) {
	name := split(in.ID)
	instead := "The " + strings.Join(name, " ") + " of the " + t.noun() + "."
	switch {
	case p.in == spec.InPath && has(p.words[len(p.words)-1:], idWords...):
		instead = "Which " + strings.Join(firstOf(t.Operation.parent(p.key), name), " ") + " is meant, by its id."
	case p.in == spec.InPath:
		instead = "Which " + strings.Join(name, " ") + " is meant, as the API spells it."
	case p.in == spec.InQuery && in.Type == nact.Boolean:
		instead = "Whether " + strings.Join(name, " ") + " holds for what is meant."
	case p.in == spec.InQuery:
		instead = "The " + strings.Join(name, " ") + " of what is looked for."
	}
	if strings.Contains(t.noun(), strings.Join(name, " ")) && p.in == "" {
		instead = "The " + strings.Join(name, " ") + " that the API takes."
	}
	suffix := ""
	switch {
	case p.schema.Kind == spec.Array && in.Type == nact.Enum:
		suffix = " One of them."
	case p.schema.Kind == spec.Array:
		suffix = " Several are separated by commas."
	case p.schema.Kind == spec.Number:
		suffix = " A number, such as 12.5."
	case p.schema.Kind == spec.Integer && len(p.schema.Enum) > 0:
		suffix = " One of " + numbers(p.schema.Enum) + "."
	}
	in.Description = description(p.description, instead, name, mostOfField-len(suffix))
	if in.Description == instead {
		t.undescribed = append(t.undescribed, in.ID)
	}
	in.Description += suffix
}

// firstOf is the first of two texts that has words.
func firstOf(a, b []string) []string {
	if len(a) > 0 {
		return a
	}
	return b
}

func numbers(values []any) string {
	var texts []string
	for _, v := range values[:min(len(values), 12)] {
		texts = append(texts, fmt.Sprint(v))
	}
	return strings.Join(texts, ", ")
}

// samples gives an input the default and the example of a schema, as far as they are what a caller could give.
func (in *input) samples(p *part) {
	s, example := p.schema, p.example
	if in.Type == nact.Enum || s.Kind == spec.Number {
		for _, v := range in.values {
			if v.spelled == s.Default {
				in.Default, in.Optional = v.name, true
			}
		}
		return
	}
	usable := func(v any) bool {
		text, isText := v.(string)
		if isText && (text == "" || text != visible(text) || strings.ContainsAny(text, "\n\r\t") || utf8.RuneCountInString(text) > 200 || strings.TrimSpace(text) != text || strings.ContainsAny(text, "{}$") || manifest.ExpressionIn(text) != "") {
			return false
		}
		return in.takes(v) && fits(s, v) && p.carries(v)
	}
	if v, ok := s.Default.(string); ok && in.Type == nact.String && usable(v) {
		in.Default, in.Optional = v, true
	} else if v, ok := s.Default.(int64); ok && in.Type == nact.Int && usable(v) {
		in.Default, in.Optional = v, true
	} else if v, ok := s.Default.(bool); ok && in.Type == nact.Boolean {
		in.Default, in.Optional = v, true
	}
	if in.Default != nil || in.Type == nact.Boolean {
		return
	}
	var text string
	if in.Type == nact.String && json.Unmarshal([]byte(example), &text) == nil && usable(text) {
		in.Examples = []any{text}
	}
	if n, err := strconv.ParseInt(example, 10, 64); err == nil && in.Type == nact.Int && usable(n) {
		in.Examples = []any{n}
	}
}

// takes reports whether a call can give a value for an input.
func (in *input) takes(v any) bool {
	named := in.Input
	named.Name = "Input"
	return signature.Violation(named, v) == ""
}

// exampleText is the example of a part that is text, if the document allows it; else "".
func (p *part) exampleText() string {
	var text string
	if json.Unmarshal([]byte(p.example), &text) != nil || !fits(p.schema, text) {
		return ""
	}
	return text
}

// fits reports whether a document allows a value where a schema stands.
func fits(s *spec.Schema, v any) bool {
	is := func(kinds ...spec.Kind) bool { return slices.Contains(kinds, s.Kind) }
	ok := false
	switch v.(type) {
	case string:
		ok = is(spec.String, spec.Any)
	case int64:
		ok = is(spec.Integer, spec.Number)
	case float64:
		ok = is(spec.Number)
	case bool:
		ok = is(spec.Boolean)
	}
	return ok && constraint.Allows(s, v)
}

// expression is what passes an input: by itself, or translated.
func (t *Tool) expression(p *part) string {
	in := p.input
	of := t.conversion(p)
	maybe := in.Optional && in.Default == nil
	switch {
	case of == nil && maybe:
		return "${inputs.?" + in.ID + "}"
	case of == nil:
		return "${inputs." + in.ID + "}"
	case maybe:
		return "${inputs.?" + in.ID + ".optMap(v, " + of("v") + ")}"
	}
	return "${" + of("inputs."+in.ID) + "}"
}

// conversion makes of the expression of an input the one of what is passed; nil: they are the same.
func (t *Tool) conversion(p *part) func(x string) string {
	s, isArray := p.schema, p.schema.Kind == spec.Array
	if isArray {
		s = s.Items
	}
	single := t.singleConversion(p, s)
	switch {
	case p.media == "application/json" && p.input.Type == nact.String && len(p.input.values) == 0 && (isArray || s.Kind == spec.Object || s.Kind == spec.Any):
		return func(x string) string { return "json.parse(" + x + ").value()" }
	case isArray && p.input.Type == nact.Enum:
		return func(x string) string {
			if single != nil {
				x = single(x)
			}
			return "[" + x + "]"
		}
	case isArray:
		return func(x string) string {
			each := "e.trim()"
			switch s.Kind {
			case spec.Integer:
				each = "int(e.trim())"
			case spec.Number:
				each = "double(e.trim())"
			case spec.Boolean:
				each = "bool(e.trim())"
			}
			return x + ".split(\",\").map(e, " + each + ")"
		}
	}
	return single
}

func (t *Tool) singleConversion(p *part, s *spec.Schema) func(x string) string {
	switch {
	case p.input.Type == nact.Enum:
		id := t.draft.translation(p.input.values, p.input.ID, t.nounWords())
		if id == "" {
			return nil
		}
		return func(x string) string { return "tables." + id + "[" + x + "]" }
	case s.Kind == spec.Number:
		return func(x string) string { return "double(" + x + ")" }
	}
	return nil
}

// translation returns the id of the table from the values of an enum to the spelling of the API; "" if they are the same.
func (d *Draft) translation(values []enumValue, id string, noun []string) string {
	if !slices.ContainsFunc(values, func(v enumValue) bool { return v.name != v.spelled }) {
		return ""
	}
	var rows mapping
	for _, v := range values {
		rows.add(v.name, text(v.spelled))
	}
	return d.table(withLast(split(id), plural), noun, rows)
}

// table returns the id of the table with these rows, which is added unless it is there.
func (d *Draft) table(words, noun []string, rows mapping) string {
	line, _ := rows.inline(true)
	used := map[string]bool{}
	for _, known := range d.tables {
		if other, _ := known.rows.inline(true); other == line {
			return known.id
		}
		used[known.id] = true
	}
	id := identifierOf(words, "values")
	if used[id] {
		id = identifierOf(append(slices.Clone(noun), words...), "values")
	}
	id = unique(id, longestID+20, used)
	d.tables = append(d.tables, &table{id, rows})
	return id
}

// constant is a value of a document as a literal, or as an expression where a literal would be something else.
func constant(v any) value {
	switch v := v.(type) {
	case string:
		return literalText(v)
	case float64:
		return literal(strconv.FormatFloat(v, 'f', -1, 64))
	case nil:
		return literal("null")
	}
	return literal(fmt.Sprint(v))
}

// literalText is a text as a manifest has it where an expression may stand.
func literalText(s string) value {
	if s == plainly(s) && s != "" && !strings.Contains(s, "${") && !readsLikeExpression(s) {
		return text(s)
	}
	return text("${" + celText(s) + "}")
}

// rooted begins like what expressions read.
var rooted = regexp.MustCompile(`^(inputs?|steps?|vars?|tables?|config|this|env)\b|\.body\b|^[=$]`)

func readsLikeExpression(s string) bool {
	return rooted.MatchString(s) || manifest.ExpressionIn(s) != "" || strings.ContainsAny(s, "{}")
}

func plainly(s string) string { return strings.TrimSpace(visible(s)) }

// celText is a text as a literal of an expression.
func celText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case invisible.Is(r) || r == 0x85:
			b.WriteString(strings.ToUpper(escape(r)[:1]) + escape(r)[1:])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
