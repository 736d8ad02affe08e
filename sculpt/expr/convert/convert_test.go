package convert_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// value is something of type t that is no literal.
func value(t *ir.Type) ir.Node { return &ir.Ref{To: &ir.Local{T: t, Name: "x"}} }

// TestConversions holds what can be converted in CEL (To) and for a place outside of it (Assign), and what is said of the rest.
func TestConversions(t *testing.T) {
	const converted = "" // without an error
	enum := &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: "day", Values: []string{"TODAY"}}}
	for _, tt := range []struct {
		name         string
		from, to     *ir.Type
		cel, outside string // the error
	}{
		{"the same", ir.StringType, ir.StringType, converted, converted},
		{"to a dyn", ir.ListOf(ir.IntType), ir.DynType, converted, converted},
		{"a dyn to a scalar", ir.DynType, ir.TimestampType, converted, converted},
		{"a dyn to a list", ir.DynType, ir.ListOf(ir.StringType), converted, converted},
		{"null to what may be null", ir.NullType, ir.IntType.OrNull(), converted, converted},
		{"what may be null to what may not", ir.IntType.OrNull(), ir.IntType, converted, converted},
		{"elements", ir.ListOf(ir.IntType.OrNull()), ir.ListOf(ir.IntType), converted, converted},
		{"the content of an optional", ir.OptionalOf(ir.DynType), ir.OptionalOf(ir.IntType), converted, converted},
		{"a value of an enum to text", enum, ir.StringType, converted, converted},
		{"an integer to a number", ir.IntType, ir.DoubleType, "this is an integer where a number is needed", converted},
		{
			"an integer to text", ir.IntType, ir.StringType, "this is an integer where a string is needed",
			"this is an integer where a string is needed; convert it with string(...)",
		},
		{
			"an optional to its content", ir.OptionalOf(ir.StringType), ir.StringType, "this is an optional string where a string is needed",
			"this is an optional string where a string is needed; say what stands for an absent value, with .orValue(...)",
		},
		{
			"keys", ir.MapOf(ir.IntType, ir.IntType), ir.MapOf(ir.StringType, ir.IntType), "a key of this map is an integer where a string is needed",
			"a key of this map is an integer where a string is needed",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := convert.Converter{Usage: new(usage.Log)}
			n, err := c.To(value(tt.from), tt.to)
			hold(t, n, err, tt.to, tt.cel)
			n, err = c.Assign(value(tt.from), tt.to)
			hold(t, n, err, tt.to, tt.outside)
		})
	}
}

// hold fails the test if n is not of type want, or err not the wanted one.
func hold(t *testing.T, n ir.Node, err error, want *ir.Type, message string) {
	t.Helper()
	switch {
	case err != nil && err.Error() != message:
		t.Errorf("got %q, want %q", err, message)
	case err == nil && message != "":
		t.Errorf("got a %s, want %q", n.Type(), message)
	case err == nil && !ir.Same(n.Type(), want):
		t.Errorf("got a %s, want a %s", n.Type(), want)
	}
}

// TestUnify holds the type that holds the values of two.
func TestUnify(t *testing.T) {
	for _, tt := range []struct{ a, b, want *ir.Type }{
		{nil, ir.IntType, ir.IntType},
		{ir.IntType, ir.DoubleType, ir.DynType},
		{ir.NullType, ir.StringType, ir.StringType.OrNull()},
		{ir.IntType.OrNull(), ir.IntType, ir.IntType.OrNull()},
		{ir.ListOf(ir.IntType), ir.ListOf(ir.StringType), ir.ListOf(ir.DynType)},
		{ir.OptionalOf(ir.NullType), ir.OptionalOf(ir.IntType), ir.OptionalOf(ir.IntType.OrNull())},
		{ir.MapOf(ir.StringType, ir.IntType), ir.MapOf(ir.IntType, ir.IntType), ir.DynType},
	} {
		if got := convert.Unify(tt.a, tt.b); !ir.Same(got, tt.want) {
			t.Errorf("%v and %v: got %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestText holds which values a template takes, and what is said of the others.
func TestText(t *testing.T) {
	for _, tt := range []struct {
		t       *ir.Type
		message string
	}{
		{ir.StringType, ""}, {ir.IntType, ""}, {ir.BoolType, ""}, {ir.DynType, ""}, {ir.TimestampType, ""}, {ir.IPType, ""},
		{ir.StringType.OrNull(), `this may be null: say what stands for it then, as in x == null ? "none" : string(x), or x.?f.unlessNull().orValue("none")`},
		{ir.OptionalOf(ir.StringType), "this may be absent; say what stands for an absent value, with .orValue(...)"},
		{ir.BytesType, "this is bytes, which has no text: make a string of it"},
	} {
		n, err := convert.Text(value(tt.t))
		hold(t, n, err, ir.StringType, tt.message)
	}
}

// TestAsserted holds that of a dyn that has to be a scalar is told, and of no other value.
func TestAsserted(t *testing.T) {
	var told []*ir.Type
	c := convert.Converter{Usage: new(usage.Log), Asserted: func(_ ir.Node, t *ir.Type) { told = append(told, t) }}
	for _, from := range []*ir.Type{ir.DynType, ir.IntType, ir.IntType.OrNull()} {
		if _, err := c.To(value(from), ir.IntType); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 1 || told[0] != ir.IntType {
		t.Errorf("told of %v, want of one int", told)
	}
}
