package usage_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestUsage holds what is known of a field by what expressions do with it.
func TestUsage(t *testing.T) {
	type known struct{ reads, insists, encoded, dynamic bool }
	for _, tt := range []struct {
		name string
		use  func(u *usage.Log, f *ir.Field, around *ir.Type)
		want known
	}{
		{"nothing", func(*usage.Log, *ir.Field, *ir.Type) {}, known{}},
		{"a read", func(u *usage.Log, f *ir.Field, _ *ir.Type) { u.Insist(f) }, known{reads: true, insists: true}},
		{"a question", func(u *usage.Log, f *ir.Field, _ *ir.Type) { u.Ask(f) }, known{reads: true}},
		{"a read and a question", func(u *usage.Log, f *ir.Field, _ *ir.Type) { u.Insist(f); u.Ask(f) }, known{reads: true}},
		{"a read and a stand-in without it", func(u *usage.Log, f *ir.Field, _ *ir.Type) { u.Insist(f); u.Lack(f) }, known{reads: true}},
		{"a stand-in without it", func(u *usage.Log, f *ir.Field, _ *ir.Type) { u.Lack(f) }, known{}},
		{"a copy as JSON", func(u *usage.Log, _ *ir.Field, around *ir.Type) { u.Encode(around) }, known{reads: true, encoded: true}},
		{"a copy as a dyn", func(u *usage.Log, _ *ir.Field, around *ir.Type) { u.MakeDyn(around) }, known{reads: true, dynamic: true}},
		{"a copy and a read", func(u *usage.Log, f *ir.Field, around *ir.Type) { u.MakeDyn(around); u.Insist(f) }, known{reads: true, insists: true, dynamic: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inner := &ir.ObjectType{Name: "inner"}
			f := inner.Add(&ir.Field{Name: "f", Type: ir.StringType})
			inner.Add(&ir.Field{Name: "self", Type: ir.ObjectOf(inner)}) // what is copied may hold itself
			outer := &ir.ObjectType{Name: "outer"}
			outer.Add(&ir.Field{Name: "list", Type: ir.ListOf(ir.ObjectOf(inner))})
			var log usage.Log
			tt.use(&log, f, ir.MapOf(ir.StringType, ir.ObjectOf(outer)))
			u := usage.Of(log)
			if got := (known{u.Reads(f), u.Insists(f), u.Encoded(inner), u.Dynamic(inner)}); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}
