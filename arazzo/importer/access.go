package importer

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// access is a CEL expression that reads a value.
type access struct {
	hard string // reads the value itself, and fails where it is absent
	soft string // reads it as an optional; empty if the value is never absent
	t    *ir.Type

	from    *access // if this is a part of an untyped value: that value; otherwise nil
	pointer string  // the JSON pointer from there to the part

	input  *input // the input that is read, if that is optional; otherwise nil
	choice *input // the enum input whose value is read; otherwise nil

	lenient  bool // members are read as if each could be absent
	optional bool // there is only the soft expression, since the step may not have run; hard is its value
}

// plainName matches the names that CEL takes after a dot without backquotes.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// selection returns what selects a member, and what selects it as an optional. It reports false for a name that CEL cannot express.
func selection(name string) (hard, soft string, ok bool) {
	switch {
	case plainName.MatchString(name) && name != "in" && name != "true" && name != "false" && name != "null":
		return "." + name, ".?" + name, true
	case name != "" && !strings.ContainsAny(name, "`\n\r"):
		return ".`" + name + "`", ".?`" + name + "`", true
	}
	return "", "", false
}

// at reads the part of the value to which names and indexes lead.
func (a access) at(path []string) (access, error) {
	for _, segment := range path {
		var err error
		if a, err = a.part(segment); err != nil {
			return a, err
		}
	}
	return a, nil
}

// part reads a member, an entry or an element.
func (a access) part(segment string) (access, error) {
	n, err := strconv.Atoi(segment)
	index := err == nil && n >= 0 && segment == strconv.Itoa(n)
	switch t := a.t; {
	case t.Kind == ir.Dyn:
		return a.untyped(segment), nil
	case t.Kind == ir.List && index:
		return a.read(fmt.Sprintf("[%d]", n), fmt.Sprintf("[?%d]", n), t.Elem, true), nil
	case t.Kind == ir.Map:
		key := strconv.Quote(segment)
		return a.read("["+key+"]", "[?"+key+"]", t.Elem, true), nil
	case t.Kind == ir.Object:
		return a.member(segment)
	}
	return a, fmt.Errorf("%s has no part %q", a.t.Kind, segment)
}

// member reads a field of an object.
func (a access) member(name string) (access, error) {
	f := a.t.Object.Field(name)
	if f == nil {
		return a, fmt.Errorf("the document has no member %q there", name)
	}
	hard, soft, ok := selection(name)
	if !ok {
		return a, fmt.Errorf("no expression can name the member %q", name)
	}
	return a.read(hard, soft, f.Type, !f.Required || a.t.Nullable || a.lenient), nil
}

// read appends selectors to the expressions: hard selects a value, which may be absent, and soft selects it as an optional.
func (a access) read(hard, soft string, t *ir.Type, maybe bool) access {
	out := access{hard: a.hard + hard, t: t, input: a.input, lenient: a.lenient, optional: a.optional}
	switch {
	case a.optional:
		out.soft = a.soft + soft
		out.hard = out.soft + ".value()"
	case a.soft != "":
		out.soft = a.soft + soft
	case maybe:
		out.soft = a.hard + soft
	}
	return out
}

// untyped reads a part of a value that no document describes, so that the service finds out only as it runs whether there is such a part. Parts of parts
// are read by one pointer from the untyped value.
func (a access) untyped(segment string) access {
	pointer := a.pointer + "/" + expression.Token(segment)
	if a.from != nil {
		a = *a.from
	}
	quoted := strconv.Quote(pointer)
	out := access{t: ir.DynType, from: &a, pointer: pointer, input: a.input}
	out.soft = "pointer.get(" + a.hard + ", " + quoted + ")"
	out.hard = out.soft + ".value()"
	if a.soft != "" {
		out.soft = a.soft + ".optFlatMap(v, pointer.get(v, " + quoted + "))"
	}
	return out
}

// as converts the value to a type, and reports false if there is no such conversion.
func (a access) as(wanted ir.Kind) (out access, ok bool) {
	convert := map[ir.Kind]string{ir.String: "string", ir.Int: "int", ir.Double: "double", ir.Bool: "bool"}[wanted]
	switch kind := a.t.Kind; {
	case kind == wanted || convert == "":
		return a, true
	case kind != ir.Dyn && !a.t.Scalar(), kind == ir.Bool && wanted != ir.String, wanted == ir.Bool && kind != ir.String && kind != ir.Dyn:
		return a, false
	}
	return a.mapped(func(x string) string { return convert + "(" + x + ")" }, &ir.Type{Kind: wanted}), true
}

// split returns a text as a list of what stands between its commas, each of a type.
func (a access) split(of ir.Kind) access {
	elem := access{hard: "e.trim()", t: ir.StringType}
	if converted, ok := elem.as(of); ok {
		elem = converted
	}
	return a.mapped(func(x string) string { return x + `.split(",").map(e, ` + elem.hard + ")" }, ir.ListOf(elem.t))
}

// holds returns a condition on the value, in which x stands for it. Where the value is absent, the condition is ifAbsent.
func (a access) holds(ifAbsent bool, condition func(x string) string) string {
	if a.soft != "" {
		return a.soft + ".optMap(v, " + condition("v") + ").orValue(" + strconv.FormatBool(ifAbsent) + ")"
	}
	return condition(a.hard)
}

// mapped applies a function to the value, unless it is absent.
func (a access) mapped(f func(x string) string, t *ir.Type) access {
	out := access{hard: f(a.hard), t: t, input: a.input}
	if a.soft != "" {
		out.soft = a.soft + ".optMap(v, " + f("v") + ")"
	}
	return out
}
