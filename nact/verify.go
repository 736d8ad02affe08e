package nact

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// Limits of the N-ACT draft, in code points where it says characters.
const (
	maxName             = 254  // "less than 255"
	maxDescription      = 1999 // "less than 2000"
	maxValueName        = 255
	maxValueDescription = 2000
	maxDecimals         = 15
	maxItems            = 10_000
	unlimited           = math.MaxInt
)

// verifier collects what is wrong with a set of tools, so that the author sees all of it at once.
type verifier struct {
	where    string // what the findings are about: a tool, or a version or a parameter of it
	findings []error

	ids, names map[string]bool // of the parameters of one list, while it is checked
}

// part is what findings can be about within a tool: a version, by its number, or an input or an output, by its ID.
type part struct {
	kind string
	name any
}

func (p part) String() string { return fmt.Sprintf("%s %#v", p.kind, p.name) }

// within runs check; its findings are about part p of what findings are about now.
func (v *verifier) within(p part, check func()) {
	outer := v.where
	v.where += ", " + p.String()
	check()
	v.where = outer
}

// Verify returns everything that is wrong with tools, each by itself and all together, or nil. It is for whoever makes tools. The
// generator calls it for those that it generates, so that their service need not do so whenever it starts.
func Verify(tools []Tool) error {
	v := new(verifier)
	ids, names := make(map[string]string, len(tools)), make(map[string]bool, len(tools))
	for i := range tools {
		tool := &tools[i]
		if len(tool.Versions) == 0 {
			v.where = fmt.Sprintf("nact: tool %d", i+1)
			v.add("it has no version")
			continue
		}
		current := tool.Current()
		v.where = "nact: tool " + current.Name
		if tool.Invoke == nil {
			v.add("it has no Invoke function")
		}
		if other, taken := ids[current.ToolID]; taken {
			v.add("its ID %s is also that of %s", current.ToolID, other)
		}
		if names[current.Name] {
			v.add("another tool has the same name")
		}
		ids[current.ToolID], names[current.Name] = current.Name, true
		v.readers(tool)
		v.withdrawal(tool.Withdrawn)
		v.versions(tool.Versions)
		v.schemas(tool)
	}
	return errors.Join(v.findings...)
}

func (v *verifier) add(format string, args ...any) {
	v.findings = append(v.findings, errors.New(v.where+": "+fmt.Sprintf(format, args...)))
}

func (v *verifier) versions(versions []Signature) {
	for i := range versions {
		v.within(part{"version", versions[i].Version}, func() { v.version(versions, i) })
	}
}

func (v *verifier) version(versions []Signature, i int) {
	s := &versions[i]
	if s.Version < 1 {
		v.add("versions count from 1")
	}
	if s.ToolID != versions[0].ToolID {
		v.add("its tool ID is %s, that of version %d is %s", s.ToolID, versions[0].Version, versions[0].ToolID)
	}
	before := len(v.findings)
	v.signature(s)
	if i > 0 && s.Version <= versions[i-1].Version {
		v.add("it stands after version %d: list the oldest first", versions[i-1].Version)
	}
	if i > 0 && len(v.findings) == before {
		v.additive(&versions[i-1], s)
	}
}

// readers reports an input with something that nothing would check.
func (v *verifier) readers(tool *Tool) {
	for i := range tool.Versions {
		for j := range tool.Versions[i].Inputs {
			in := &tool.Versions[i].Inputs[j]
			if in.Type == List && in.Items == nil {
				continue // which is said of its version
			}
			if lacking := tool.lacks(in); lacking != "" {
				v.add("input %q %s", in.ID, lacking)
				return
			}
		}
	}
}

// schemas checks that schemas are JSON objects, each of an output of type JSON.
func (v *verifier) schemas(tool *Tool) {
	outputs := tool.Current().Outputs
	for _, id := range slices.Sorted(maps.Keys(tool.Schemas)) {
		if at := indexOfOutput(outputs, id); at < 0 || outputs[at].Type != JSON {
			v.add("it has a schema for %q, which is no output of type json", id)
		}
		text := []byte(tool.Schemas[id])
		if !jsonscan.Valid(text) || text[jsonscan.Space(text, 0)] != '{' {
			v.add("the schema of the output %q is no JSON object", id)
		}
	}
}

func (v *verifier) signature(s *Signature) {
	if !uuid.MatchString(s.ToolID) || s.ToolID != strings.ToLower(s.ToolID) {
		v.add("tool ID %q is not a UUID in lower case", s.ToolID)
	}
	if !toolName.MatchString(s.Name) || len(s.Name) > maxName {
		v.add("name %q is not snake case of at most %d characters, such as lookup_weather_by_city", s.Name, maxName)
	}
	if s.Description == "" {
		v.add("it has no description")
	}
	v.text("description", s.Description, maxDescription)
	if s.Img != "" && !isURI(s.Img) {
		v.add("img %q is not an absolute URL", s.Img)
	}
	for i, tag := range s.Tags {
		if tag == "" || slices.Contains(s.Tags[:i], tag) {
			v.add("tag %q is empty or given twice", tag)
		}
		v.text("tag", tag, unlimited)
	}
	v.inputs(s.Inputs)
	v.outputs(s)
}

func (v *verifier) inputs(inputs []Input) {
	v.ids, v.names = make(map[string]bool), make(map[string]bool)
	for i := range inputs {
		in := &inputs[i]
		v.within(part{"input", in.ID}, func() {
			v.parameter(in.ID, in.Name, in.Description)
			before := len(v.findings)
			v.inputType(in)
			if len(v.findings) == before {
				v.samples(in)
			}
		})
	}
}

func (v *verifier) outputs(s *Signature) {
	v.ids, v.names = make(map[string]bool), make(map[string]bool)
	for _, out := range s.Published() {
		v.within(part{"output", out.ID}, func() {
			v.parameter(out.ID, out.Name, out.Description)
			switch out.Type {
			case String, Int, Number, Boolean, Enum, JSON:
			default:
				v.add("type %q is not one of string, int, number, boolean, enum and json", out.Type)
			}
			v.values(out.Type, out.AllowedValues)
		})
	}
}

// parameter checks what inputs and outputs have in common. The failure outputs go through here too, so an output that
// takes their ID or name is found.
func (v *verifier) parameter(id, name, description string) {
	if id == "" || v.ids[id] {
		v.add("its ID is empty or taken by another")
	}
	if name == "" || v.names[name] {
		v.add("its name %q is empty or taken by another", name)
	}
	v.ids[id], v.names[name] = true, true
	v.text("ID", id, unlimited)
	v.text("name", name, unlimited)
	v.text("description", description, unlimited)
}

// inputType checks the type of an input and that it has only constraints of that type.
func (v *verifier) inputType(in *Input) {
	switch in.Type {
	case String, Int, Number, Boolean, Enum, List:
	default:
		v.add("type %q is not one of string, int, number, boolean, enum and list", in.Type)
	}
	v.list(in)
	if in.Type != Int && (in.Min != nil || in.Max != nil) {
		v.add("only an int has Min and Max")
	}
	if in.Type == Int && in.Min != nil && *in.Min > in.Maximum() {
		v.add("its minimum %d is above its maximum %d", *in.Min, in.Maximum())
	}
	v.number(in)
	if in.Type != String && (in.MinLength != 0 || in.MaxLength != 0 || in.Pattern != "" || in.Format != "") {
		v.add("only a string has MinLength, MaxLength, Pattern and Format")
	}
	if in.MinLength < 0 || in.MaxLength < 0 || in.MaxLength > 0 && in.MinLength > in.MaxLength {
		v.add("its minimum length %d and its maximum length %d do not agree", in.MinLength, in.MaxLength)
	}
	if _, err := regexp.Compile(in.Pattern); err != nil {
		v.add("its pattern is no regular expression: %v", err)
	}
	v.text("pattern", in.Pattern, unlimited)
	if formatsByName[in.Format].holds == nil && in.Format != "" {
		v.add("format %q is not one of date, date-time, time, email, uri and uuid", in.Format)
	}
	v.values(in.Type, in.AllowedValues)
}

// list checks what a list takes, and that nothing else has any of it.
func (v *verifier) list(in *Input) {
	switch {
	case in.Type != List:
		if in.Items != nil || in.MinItems != 0 || in.MaxItems != 0 || in.Unique {
			v.add("only a list has Items, MinItems, MaxItems and Unique")
		}
		return
	case in.Items == nil:
		v.add("a list has Items, which say what its elements are")
		return
	case in.Items.Type == List:
		v.add("the elements of a list are no lists")
		return
	}
	if in.MinItems < 0 || in.MaxItems < 0 || in.MaxItems > maxItems || in.MinItems > in.MaximumItems() {
		v.add("its minimum of %d elements and its maximum of %d do not agree, or are beyond %d", in.MinItems, in.MaximumItems(), maxItems)
	}
	if in.Items.ID != "" || in.Items.Name != "" || in.Items.Description != "" || in.Items.Optional || in.Items.Default != nil || in.Items.Examples != nil {
		v.add("the elements of a list have a type and limits only")
	}
	v.within(part{"items of", in.ID}, func() { v.inputType(in.Items) })
}

// number checks the limits of a number, and that nothing else has any.
func (v *verifier) number(in *Input) {
	if in.Type != Number && (in.Least != nil || in.Most != nil || in.Decimals != 0) {
		v.add("only a number has Least, Most and Decimals")
	}
	limit := Input{Type: Number, Decimals: in.Decimals}
	for _, bound := range []*float64{in.Least, in.Most} {
		if bound == nil {
			continue
		}
		if _, violations := ReadNumber(nil, &limit, *bound, false); violations != nil {
			v.add("its bound %v is no number that it could take", *bound)
		}
	}
	if in.Least != nil && in.Most != nil && *in.Least > *in.Most {
		v.add("its minimum %s is above its maximum %s", decimal(*in.Least), decimal(*in.Most))
	}
	if in.Decimals < 0 || in.Decimals > maxDecimals {
		v.add("it may have %d digits behind the point: a limit is from 1 to %d", in.Decimals, maxDecimals)
	}
}

// values checks the allowed values of an enum, and that nothing else has any.
func (v *verifier) values(t Type, values []AllowedValue) {
	if (t == Enum) != (len(values) > 0) {
		v.add("an enum has allowed values, and nothing else has: this %s has %d", t, len(values))
	}
	for i, value := range values {
		if !valueName.MatchString(value.Name) || len(value.Name) > maxValueName {
			v.add("value %q is not snake case in capitals of at most %d characters, such as FIRST_CLASS", value.Name, maxValueName)
		}
		if allows(values[:i], value.Name) {
			v.add("value %s is given twice", value.Name)
		}
		v.text("description of "+value.Name, value.Description, maxValueDescription)
	}
}

// samples checks the default and the examples of an input against its constraints.
func (v *verifier) samples(in *Input) {
	if in.Default != nil {
		v.sample(in, "default", in.Default)
	}
	for i, example := range in.Examples {
		v.sample(in, fmt.Sprintf("example %d", i+1), example)
	}
}

func (v *verifier) sample(in *Input, what string, value any) {
	switch value.(type) {
	case string, int64, float64, bool, []any:
		reader := Tool{}.ReadingAll()
		_, violations := reader.accept(in, value, false)
		for _, violation := range violations {
			v.add("its %s %v does not fit: %s", what, value, violation.Message)
		}
	default:
		v.add("its %s is a %T: it must be a string, an int64, a float64, a bool or an []any", what, value)
	}
}

// ReadingAll returns the tool as one that can read inputs of every kind. It is for tools that are described, and not generated.
func (t Tool) ReadingAll() Tool {
	t.Formats, t.Patterns, t.Numbers, t.Lists = CheckFormat, CheckPattern, ReadNumber, ReadList
	return t
}

func (v *verifier) text(what, text string, limit int) {
	if len(text) <= limit && isPlain(text) { // nearly always
		return
	}
	if !utf8.ValidString(text) {
		v.add("its %s is not UTF-8", what)
	}
	if at := strings.IndexFunc(text, isInvisible); at >= 0 {
		c, _ := utf8.DecodeRuneInString(text[at:])
		v.add("its %s has the character %U, which nobody sees", what, c)
	}
	if n := utf8.RuneCountInString(text); n > limit {
		v.add("its %s has %d characters: at most %d are allowed", what, n, limit)
	}
}

// isInvisible reports whether c is a character that nobody sees: a control or format character, or one that is ignorable by default.
// Those that end lines, make up emoji or join letters are allowed.
func isInvisible(c rune) bool {
	if ' ' <= c && c <= '~' {
		return false
	}
	switch c {
	case '\n', '\t', '\u200C', '\u200D', '\uFE0E', '\uFE0F':
		return false
	}
	if unicode.Is(unicode.Prepended_Concatenation_Mark, c) {
		return false
	}
	return unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

var (
	toolName  = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	valueName = regexp.MustCompile(`^[A-Z0-9]+(_[A-Z0-9]+)*$`)
)

// withdrawal reports a withdrawal that contradicts itself.
func (v *verifier) withdrawal(w *Withdrawal) {
	if w != nil && !w.Sunset.IsZero() && w.Sunset.Before(w.Since) {
		v.add("its sunset on %s is before its withdrawal on %s", w.Sunset.Format(time.DateOnly), w.Since.Format(time.DateOnly))
	}
}
