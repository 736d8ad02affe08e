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
		v.formats(tool)
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

// formats reports an input with a format that nothing would check.
func (v *verifier) formats(tool *Tool) {
	for i := range tool.Versions {
		for _, in := range tool.Versions[i].Inputs {
			if in.Format != "" && tool.Formats == nil {
				v.add("input %q has a format, and the tool has no Formats", in.ID)
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
			case String, Int, Boolean, Enum, JSON:
			default:
				v.add("type %q is not one of string, int, boolean, enum and json", out.Type)
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
	case String, Int, Boolean, Enum:
	default:
		v.add("type %q is not one of string, int, boolean and enum", in.Type)
	}
	if in.Type != Int && (in.Min != nil || in.Max != nil) {
		v.add("only an int has Min and Max")
	}
	if in.Type == Int && in.Min != nil && *in.Min > in.Maximum() {
		v.add("its minimum %d is above its maximum %d", *in.Min, in.Maximum())
	}
	if in.Type != String && (in.MaxLength != 0 || in.Format != "") {
		v.add("only a string has MaxLength and Format")
	}
	if in.MaxLength < 0 {
		v.add("its maximum length %d is negative", in.MaxLength)
	}
	if formatsByName[in.Format].holds == nil && in.Format != "" {
		v.add("format %q is not one of date, date-time, time, email, uri and uuid", in.Format)
	}
	v.values(in.Type, in.AllowedValues)
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
	case string, int64, bool:
		if _, violation := in.accept(value, CheckFormat); violation != nil {
			v.add("its %s %v does not fit: %s", what, value, violation.Message)
		}
	default:
		v.add("its %s is a %T: it must be a string, an int64 or a bool", what, value)
	}
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

// additive reports where a signature does more than add to the version before it. Where it finds nothing, calls of older versions
// can be served by the steps of the newest one, as a [Contract] does.
func (v *verifier) additive(older, newer *Signature) {
	for i := range older.Inputs {
		was := &older.Inputs[i]
		if at := indexOfInput(newer.Inputs, was.ID); at < 0 {
			v.add("input %q of version %d is gone: that needs a new tool", was.ID, older.Version)
		} else {
			v.accepts(was, &newer.Inputs[at])
		}
	}
	for i := range newer.Inputs {
		if in := &newer.Inputs[i]; in.Required() && indexOfInput(older.Inputs, in.ID) < 0 {
			v.add("input %q is new and required: a new input must be optional", in.ID)
		}
	}
	published := newer.Published()
	for _, was := range older.Published() {
		if at := indexOfOutput(published, was.ID); at < 0 {
			v.add("output %q of version %d is gone: that needs a new tool", was.ID, older.Version)
		} else {
			v.answers(&was, &published[at])
		}
	}
}

// accepts reports which values an input took in the version before and no longer takes.
func (v *verifier) accepts(was, is *Input) {
	if was.Name != is.Name || was.Type != is.Type {
		v.add("input %q was %s %q and is %s %q: that needs a new tool", is.ID, was.Type, was.Name, is.Type, is.Name)
		return
	}
	if !was.Required() && is.Required() {
		v.add("input %q was optional and is required: that needs a new tool", is.ID)
	}
	if !was.Required() && !is.Required() && was.Default != is.Default {
		v.add("input %q has another default, so that a call without it would mean something else: that needs a new tool", is.ID)
	}
	if is.Type == Int && (is.Maximum() < was.Maximum() || is.Min != nil && (was.Min == nil || *was.Min < *is.Min)) {
		v.add("input %q takes fewer numbers than before: that needs a new tool", is.ID)
	}
	if is.MaxLength != 0 && (was.MaxLength == 0 || is.MaxLength < was.MaxLength) || is.Format != "" && is.Format != was.Format {
		v.add("input %q takes fewer strings than before: that needs a new tool", is.ID)
	}
	for _, value := range was.AllowedValues {
		if !allows(is.AllowedValues, value.Name) {
			v.add("input %q no longer takes %s: that needs a new tool", is.ID, value.Name)
		}
	}
}

// answers reports which values an output may have that it could not have in the version before.
func (v *verifier) answers(was, is *Output) {
	if was.Name != is.Name || was.Type != is.Type {
		v.add("output %q was %s %q and is %s %q: that needs a new tool", is.ID, was.Type, was.Name, is.Type, is.Name)
	}
	for _, value := range is.AllowedValues {
		if !allows(was.AllowedValues, value.Name) {
			v.add("output %q may newly be %s, which older clients do not know: that needs a new tool", is.ID, value.Name)
		}
	}
}
