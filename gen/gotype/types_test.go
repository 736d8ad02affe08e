package gotype

import (
	"testing"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// answering returns a plan with one operation, whose answer is the first of structs.
func answering(structs ...*plan.Struct) *plan.Plan {
	u := &plan.Upstream{Name: "api"}
	op := &plan.Operation{Upstream: u, Name: "op", Answer: &plan.Answer{Type: objectOf(structs[0]), Structs: structs}}
	u.Operations = []*plan.Operation{op}
	return &plan.Plan{Upstreams: []*plan.Upstream{u}}
}

func newStruct(name string, path string) *plan.Struct {
	return &plan.Struct{Objects: []*ir.ObjectType{{Name: name}}, Place: ir.Place{Path: path}}
}

func objectOf(s *plan.Struct) *ir.Type { return ir.ObjectOf(s.Objects[0]) }

func newTypes(p *plan.Plan) *Types {
	return New(p, naming.Assign(p), gocode.Runtime{Path: "example.com/nact"})
}

func read(s *plan.Struct, name string, t *ir.Type, always bool) *ir.Field {
	f := s.Objects[0].Add(&ir.Field{Name: name, Type: t, Required: always})
	s.Fields = append(s.Fields, &plan.StructField{Fields: []*ir.Field{f}, Always: always})
	return f
}

func TestTypes(t *testing.T) {
	s := newStruct("object", "")
	types := newTypes(answering(s))
	object := objectOf(s)
	for _, c := range []struct {
		t          *ir.Type
		want, zero string
	}{
		{ir.BoolType, "bool", "false"},
		{ir.IntType, "int64", "0"},
		{ir.StringType, "string", `""`},
		{ir.StringType.OrNull(), "nact.Null[string]", "nact.Null[string]{}"},
		{ir.BytesType, "[]byte", "nil"},
		{ir.TimestampType, "time.Time", "time.Time{}"},
		{ir.CIDRType, "netip.Prefix", "netip.Prefix{}"},
		{ir.DynType, "any", "nil"},
		{ir.ListOf(ir.IntType.OrNull()), "[]nact.Null[int64]", "nil"},
		{ir.MapOf(ir.StringType, ir.ListOf(object)), "map[string][]apiOp", "nil"},
		{ir.ListOf(object.OrNull()), "[]*apiOp", "nil"},
		{object, "*apiOp", "nil"},
		{ir.OptionalOf(object), "nact.Opt[*apiOp]", "nact.Opt[*apiOp]{}"},
		{ir.PairsType, "[]upstream.Pair", "nil"},
	} {
		if got := types.Of(c.t).GoString(); got != c.want {
			t.Errorf("%s is %s, want %s", c.t, got, c.want)
		}
		if got := types.Zero(c.t).GoString(); got != c.zero {
			t.Errorf("the zero %s is %s, want %s", c.t, got, c.zero)
		}
	}
}

func TestFields(t *testing.T) {
	inner, outer := newStruct("inner", "/inner"), newStruct("outer", "")
	object := objectOf(inner)
	cases := []struct {
		field   *ir.Field
		want    string
		storage Storage
	}{
		{read(outer, "a", ir.IntType, true), "int64", AsValue},
		{read(outer, "b", ir.IntType, false), "nact.Opt[int64]", InOpt},
		{read(outer, "c", ir.IntType.OrNull(), true), "nact.Null[int64]", AsValue},
		{read(outer, "d", ir.IntType.OrNull(), false), "nact.Opt[nact.Null[int64]]", InOpt},
		{read(outer, "e", ir.ListOf(ir.IntType), false), "[]int64", NilIfAbsent},
		{read(outer, "f", object, true), "apiOpInner", Embedded},
		{read(outer, "g", object, false), "*apiOpInner", NilIfAbsent},
		{read(outer, "h", object.OrNull(), true), "*apiOpInner", AsValue},
		{read(outer, "i", ir.DynType, false), "nact.Opt[any]", InOpt},
		{read(inner, "self", object, true), "*apiOpInner", AsValue},
	}
	types := newTypes(answering(outer, inner))
	for _, c := range cases {
		if got := types.Field(c.field).GoString(); got != c.want {
			t.Errorf("%s is held as %s, want %s", c.field.Name, got, c.want)
		}
		if got := types.Storage(c.field); got != c.storage {
			t.Errorf("the storage of %s is %d, want %d", c.field.Name, got, c.storage)
		}
	}
}
