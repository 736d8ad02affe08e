package known_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/jsonschema"
	"github.com/nactgen/nactgen/sculpt/known"
)

// row is the map literal {"a": 1}, whose values are of any type.
func row() ir.Node {
	return &ir.MapLit{T: ir.MapOf(ir.StringType, ir.DynType), Keys: []ir.Node{ir.Text("a")}, Values: []ir.Node{&ir.ToDyn{X: ir.Int64(1)}}}
}

func rows(elems ...ir.Node) ir.Node {
	return &ir.ListLit{T: ir.ListOf(ir.MapOf(ir.StringType, ir.DynType)), Elems: elems}
}

const (
	rowSchema  = `{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}`
	rowsSchema = `{"type":"array","items":` + rowSchema + `}`
)

// schemaOf is the schema of the JSON of an expression in which every var is a row.
func schemaOf(n ir.Node) string {
	return jsonschema.Of(known.In(n, func(string) ir.Node { return row() }).Of(n), nil)
}

// TestKeptElements: what is known of the elements of a list is known of what every function returns that keeps some of them.
func TestKeptElements(t *testing.T) {
	for _, f := range ir.Functions() {
		if !f.Rearranges && !f.Selects {
			continue
		}
		list := rows(row())
		if f.Params[0] == ir.DynType {
			list = &ir.ToDyn{X: list}
		}
		args := []ir.Node{list}
		for range f.Params[1:] {
			args = append(args, ir.Int64(0))
		}
		want := rowsSchema
		if f.Selects {
			want = rowSchema
		}
		if got := schemaOf(f.Call(args...)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", f.Name, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	element := &ir.Local{T: ir.MapOf(ir.StringType, ir.DynType), Name: "r"}
	rowOf := func(name string, value ir.Node) *ir.MapLit {
		return &ir.MapLit{T: ir.MapOf(ir.StringType, value.Type()), Keys: []ir.Node{ir.Text(name)}, Values: []ir.Node{value}}
	}
	price := &ir.Root{T: ir.OptionalOf(ir.DoubleType)}
	maybe := rowOf("price", price)
	maybe.OptionalAt = map[int]bool{0: true}
	choice := func(then, other ir.Node) ir.Node { return &ir.Cond{If: ir.True(), Then: then, Else: other} }
	tests := []struct {
		name string
		n    ir.Node
		want string
	}{
		{"a text", ir.Text("x"), `{"type":"string"}`},
		{"an object", row(), rowSchema},
		{"one with keys that are computed", &ir.MapLit{T: ir.MapOf(ir.StringType, ir.IntType), Keys: []ir.Node{&ir.Root{T: ir.StringType}}, Values: []ir.Node{ir.Int64(1)}}, `{"type":"object","additionalProperties":{"type":"integer"}}`},
		{"an empty one", &ir.MapLit{T: ir.MapOf(ir.StringType, ir.DynType)}, `{"type":"object","additionalProperties":{}}`},
		{"a member that may be absent", maybe, `{"type":"object","properties":{"price":{"type":"number"}}}`},
		{"a member that becomes null", rowOf("price", price), `{"type":"object","properties":{"price":{"type":["number","null"]}},"required":["price"]}`},
		{"a list of what becomes null", &ir.ListLit{T: ir.ListOf(price.T), Elems: []ir.Node{price}}, `{"type":"array","items":{"type":["number","null"]}}`},
		{"a var", &ir.Root{T: ir.MapOf(ir.StringType, ir.DynType), Kind: ir.VarRoot, Name: "row"}, rowSchema},
		{"an input of that name", &ir.Root{T: ir.DynType, Kind: ir.InputRoot, Name: "row"}, `{}`},
		{"a value as a dyn", &ir.ToDyn{X: row()}, rowSchema},
		{"two lists", ir.FnConcat.Call(rows(row()), rows(row())), rowsSchema},
		{"two lists of other things", ir.FnConcat.Call(rows(row()), rows(rowOf("b", ir.True()))), `{"type":"array","items":{"type":"object","additionalProperties":{}}}`},
		{"a choice", choice(rows(row()), rows()), rowsSchema},
		{"a choice of null", choice(&ir.ToDyn{X: row()}, &ir.ToDyn{X: &ir.Const{T: ir.NullType}}), `{"anyOf":[` + rowSchema + `,{"type":"null"}]}`},
		{"a choice of other things", choice(&ir.ToDyn{X: row()}, &ir.ToDyn{X: ir.Text("x")}), `{}`},
		{"elements of an empty list", ir.FnFlatten.Call(&ir.ListLit{T: ir.ListOf(ir.ListOf(ir.StringType))}), `{"type":"array","items":{"type":"string"}}`},
		{"a member", ir.FnKey.Call(row(), ir.Text("a")), `{"type":"integer"}`},
		{"a member that no literal names", ir.FnKey.Call(row(), &ir.Root{T: ir.StringType}), `{}`},
		{"a filter", &ir.Loop{T: ir.ListOf(element.T), Kind: ir.Collect, Over: rows(row()), Var: element, Where: ir.True()}, rowsSchema},
		{"the first of a filter", &ir.Loop{T: element.T, Kind: ir.First, Over: rows(row()), Var: element, Where: ir.True()}, rowSchema},
		{"a loop over them", &ir.Loop{T: ir.ListOf(ir.DynType), Kind: ir.Collect, Over: rows(row()), Var: element, Elem: ir.FnKey.Call(&ir.Ref{To: element}, ir.Text("a"))}, `{"type":"array","items":{"type":"integer"}}`},
		{"how many match", &ir.Loop{T: ir.IntType, Kind: ir.Count, Over: rows(row()), Var: element, Where: ir.True()}, `{"type":"integer"}`},
		{"what cannot be a list", ir.FnAsList.Call(&ir.ToDyn{X: row()}), `{"type":"array","items":{}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := schemaOf(test.n); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}
