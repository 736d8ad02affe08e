package goexpr_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

var update = flag.Bool("update", false, "rewrite testdata/nodes.txt")

// TestNodes prints every kind of node, and compares the Go with testdata/nodes.txt: what stands in the function of a tool, after what
// was moved out of it. Every kind of node of package ir is in there.
func TestNodes(t *testing.T) {
	const file = "testdata/nodes.txt"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	printed := map[string]bool{}
	archive.Files = nil
	for _, c := range nodes() {
		got := printing(t, c.node, printed)
		if got != want[c.name] && !*update {
			t.Errorf("%s: run the test with -update if this is right\n%s", c.name, diff.Diff("want", []byte(want[c.name]), "got", []byte(got)))
		}
		delete(want, c.name)
		archive.Files = append(archive.Files, txtar.File{Name: c.name, Data: []byte(got)})
	}
	for _, kind := range nodeKinds(t) {
		if !printed[kind] && kind != "Placed" { // of which the analysis leaves none
			t.Errorf("no node that is printed is an ir.%s", kind)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name := range want {
		t.Errorf("%s has %s, which is no case", file, name)
	}
}

// nodeKinds are the types of package ir that are nodes: those with a method Type.
func nodeKinds(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../sculpt/ir/node.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, decl := range file.Decls {
		method, ok := decl.(*ast.FuncDecl)
		if ok && method.Recv != nil && method.Name.Name == "Type" {
			kinds = append(kinds, method.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
		}
	}
	if len(kinds) == 0 {
		t.Fatal("package ir has no nodes")
	}
	return kinds
}

// printing returns the Go that computes an output with the value of n, and notes the kinds of nodes that it was printed from.
func printing(t *testing.T, n ir.Node, kinds map[string]bool) string {
	t.Helper()
	p := world.plan(n)
	tool := analysis.Analyze(p).Tools[0]
	tool.Expressions(func(n ir.Node) {
		ir.Walk(n, func(n ir.Node) { kinds[strings.TrimPrefix(fmt.Sprintf("%T", n), "*ir.")] = true })
	})
	names, runtime := naming.Assign(p), gocode.Runtime{Path: p.Go.RuntimePath}
	pkg := goexpr.Package{Names: names, Types: gotype.New(p, names, runtime), Runtime: runtime}
	ids := names.Tool(p.Tools[0])
	expressions := pkg.NewFile(goexpr.Owner{Name: "tool", InputType: ids.Input, Inputs: ids.Inputs, MaxWork: 1000}, tool.Functions)
	roots := goexpr.Roots{
		Inputs: jen.Id("in"), Config: jen.Id("s").Dot("config"),
		Bodies: map[string]string{"get": "place"}, Metas: map[string]string{"get": "placeMeta"}, Vars: map[string]string{"v": "total"},
	}
	body := expressions.NewBody(names.Scope("in", "s", "place", "placeMeta", "total", "out", "err"), roots)
	body.FailWith(func(err jen.Code) *jen.Statement { return jen.Return(jen.Id("out"), err) })
	body.Assign(jen.Id("out").Dot("X"), tool.Outputs[0].Value)

	source := gocode.Package{Manifest: "nact.yaml", Name: "p", ImportPath: "example.com/p", Runtime: runtime}
	f := source.New()
	for _, o := range tool.Functions {
		gocode.Add(f, expressions.Function(o))
	}
	gocode.Add(f, expressions.Variables()...)
	gocode.Add(f, jen.Func().Id("tool").Params().Block(body.Statements()...))
	content, _, err := source.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	return withoutImports(t, content)
}

// withoutImports is what stands in a file after its imports.
func withoutImports(t *testing.T, source []byte) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	end := file.Name.End()
	for _, imports := range file.Decls {
		end = imports.End()
	}
	return strings.TrimSpace(string(source[end-file.FileStart:])) + "\n"
}

// fixture is a tool with inputs, a step whose answer is a place, a table and a config value.
type fixture struct {
	place, part *ir.ObjectType
	day         *ir.Type
	row         *ir.ObjectType
}

var world = newFixture()

func newFixture() *fixture {
	w := &fixture{
		place: &ir.ObjectType{Name: "Place", Place: ir.Place{Component: "Place"}}, part: &ir.ObjectType{Name: "Part", Place: ir.Place{Component: "Part"}},
		day: &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: "day", Values: []string{"TODAY", "TOMORROW"}}},
		row: &ir.ObjectType{Name: "a row of offices"},
	}
	w.part.Add(&ir.Field{Name: "name", Type: ir.StringType, Required: true})
	w.place.Add(&ir.Field{Name: "name", Type: ir.StringType, Required: true})
	w.place.Add(&ir.Field{Name: "note", Type: ir.StringType})
	w.place.Add(&ir.Field{Name: "size", Type: ir.DoubleType.OrNull(), Required: true})
	w.place.Add(&ir.Field{Name: "parts", Type: ir.ListOf(ir.ObjectOf(w.part)), Required: true})
	w.place.Add(&ir.Field{Name: "others", Type: ir.ListOf(ir.ObjectOf(w.part))})
	w.place.Add(&ir.Field{Name: "main", Type: ir.ObjectOf(w.part)})
	w.place.Add(&ir.Field{Name: "any", Type: ir.DynType, Required: true})
	w.row.Add(&ir.Field{Name: "city", Type: ir.StringType, Required: true})
	return w
}

// plan returns the plan of a tool with one output.
func (w *fixture) plan(n ir.Node) *plan.Plan {
	get := &plan.Operation{Name: "get", Method: "GET", Answer: &plan.Answer{Type: ir.ObjectOf(w.place), Structs: []*plan.Struct{structOf(w.place), structOf(w.part)}}}
	api := &plan.Upstream{Name: "api", Operations: []*plan.Operation{get}}
	get.Upstream = api
	tool := &plan.Tool{
		Signature: nact.Signature{Name: "tool", Outputs: []nact.Output{{ID: "x"}}},
		Inputs: []*plan.Input{
			{ID: "n", Type: ir.IntType}, {ID: "text", Type: ir.StringType}, {ID: "maybe", Type: ir.OptionalOf(ir.IntType)}, {ID: "day", Type: w.day},
		},
		Outputs: []*plan.Output{{ID: "x", Value: n, Where: plan.Where{Place: plan.Place{Section: plan.InOutputs, Name: "x"}}}},
	}
	return &plan.Plan{
		Go: plan.Target{RuntimePath: "github.com/nactgen/nactgen/nact"}, Upstreams: []*plan.Upstream{api}, Tools: []*plan.Tool{tool},
		Config: []*plan.ConfigValue{{Name: "key"}}, Tables: []*plan.Table{{Name: "offices", Type: ir.MapOf(ir.StringType, ir.ObjectOf(w.row))}},
	}
}

// structOf reads all fields of an object, and insists on those that are required.
func structOf(o *ir.ObjectType) *plan.Struct {
	s := &plan.Struct{Place: o.Place, Objects: []*ir.ObjectType{o}}
	for _, f := range o.Fields() {
		s.Fields = append(s.Fields, &plan.StructField{Fields: []*ir.Field{f}, Always: f.Required})
	}
	return s
}

func input(id string, t *ir.Type) ir.Node { return &ir.Root{T: t, Kind: ir.InputRoot, Name: id} }

func number() ir.Node { return input("n", ir.IntType) }
func text() ir.Node   { return input("text", ir.StringType) }
func maybe() ir.Node  { return input("maybe", ir.OptionalOf(ir.IntType)) }
func body() ir.Node   { return &ir.Root{T: ir.ObjectOf(world.place), Kind: ir.BodyRoot, Name: "get"} }
func field(name string) ir.Node {
	return &ir.Member{X: body(), Field: world.place.Field(name), Path: "steps.get.body." + name}
}
func more(x, y ir.Node) ir.Node { return &ir.Binary{T: ir.BoolType, Op: ">", X: x, Y: y} }
func divided() ir.Node          { return more(ir.FnDivInt.Call(ir.Int64(10), number()), ir.Int64(2)) }

// plain is a field that may be null, which must not be.
func plain(name string) ir.Node { return &ir.NotNull{X: field(name)} }
