package importer

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// access is an expression that reads a value.
type access struct {
	hard string // the value: where it is absent, the expression fails
	soft string // an optional of it; empty: it is always there
	t    *ir.Type

	from    *access // of a part of an untyped value: that; nil: it is something else
	pointer string  // the JSON pointer to the part

	input *input // it is of an input, which may be left out

	lenient  bool // no member is taken to be there
	optional bool // it is read by way of an optional alone: the step may not have run

	choice *input // it is the value of an enum
}

// plainName is a name that stands behind a dot.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// selection is how a member is read, and how as an optional.
func selection(name string) (hard, soft string, ok bool) {
	switch {
	case plainName.MatchString(name) && name != "in" && name != "true" && name != "false" && name != "null":
		return "." + name, ".?" + name, true
	case name != "" && !strings.ContainsAny(name, "`\n\r"):
		return ".`" + name + "`", ".?`" + name + "`", true
	}
	return "", "", false
}

// at reads a part of the value, by names and indexes.
func (a access) at(path []string) (access, error) {
	for _, segment := range path {
		var err error
		if a, err = a.part(segment); err != nil {
			return a, err
		}
	}
	return a, nil
}

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

// read goes on from the value: hard and soft are what follows.
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

// untyped reads a part of a value that no document describes: whether it has such a part shows as the service runs.
func (a access) untyped(segment string) access {
	if a.from != nil {
		whole := *a.from
		return whole.follow(a.pointer + "/" + escapes.Replace(segment))
	}
	return a.follow("/" + escapes.Replace(segment))
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

func (a access) follow(pointer string) access {
	quoted := strconv.Quote(pointer)
	out := access{t: ir.DynType, from: &a, pointer: pointer, input: a.input}
	out.soft = "pointer.get(" + a.hard + ", " + quoted + ")"
	out.hard = out.soft + ".value()"
	if a.soft != "" {
		out.soft = a.soft + ".optFlatMap(v, pointer.get(v, " + quoted + "))"
	}
	return out
}

// as is the value converted to what is wanted; with a false ok it cannot be.
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

// holds is a condition on the value; absent says whether it holds where there is none.
func (a access) holds(absent bool, condition func(x string) string) string {
	if a.soft != "" {
		return a.soft + ".optMap(v, " + condition("v") + ").orValue(" + strconv.FormatBool(absent) + ")"
	}
	return condition(a.hard)
}

// mapped is what a function makes of the value.
func (a access) mapped(f func(x string) string, t *ir.Type) access {
	out := access{hard: f(a.hard), t: t, input: a.input}
	if a.soft != "" {
		out.soft = a.soft + ".optMap(v, " + f("v") + ")"
	}
	return out
}
