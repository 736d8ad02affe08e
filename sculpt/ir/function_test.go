package ir_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// notInGeneratedCode are the exported functions of the run-time library that generated code does not call: the checker does, as it looks at
// literals, or the library itself.
var notInGeneratedCode = []string{
	"Currencies", "CurrencyDecimals", "Formats", "GoLayout", "IsUnit", "LayoutParts", "ParseClause", "PointerTokens", "ReplacementParts", "UnitConversion", "Units",
	"AsListOf",
}

// TestFunctions holds every row to the function that it names.
func TestFunctions(t *testing.T) {
	packages := map[string]map[string]*ast.FuncType{}
	for _, f := range ir.Functions() {
		if f.Kind == ir.Builtin || f.Kind == ir.Variable {
			continue
		}
		if packages[f.Package] == nil {
			packages[f.Package] = declarations(t, sourceDir(t, f.Package))
		}
		name := f.Name
		if f.Kind == ir.Method {
			name = f.Receiver + "." + name
		}
		declared := packages[f.Package][name]
		if declared == nil {
			t.Errorf("%s has no function %s", f.Package, name)
			continue
		}
		checkRow(t, f, declared)
		if f.Budgeted {
			within := packages[f.Package][name+"Within"]
			if within == nil || !slices.Equal(spell(within.Params)[1:], spell(declared.Params)) {
				t.Errorf("%s.%sWithin does not take a budget and the same", f.Package, name)
			}
		}
	}
}

// TestFunctionsComplete holds that there is a row for every function that generated code calls.
func TestFunctionsComplete(t *testing.T) {
	rows := map[string]bool{}
	for _, f := range ir.Functions() {
		if f.Package == ir.RuntimeCEL {
			rows[f.Name] = true
			rows[f.Name+"Within"] = f.Budgeted
		}
	}
	for name := range declarations(t, sourceDir(t, ir.RuntimeCEL)) {
		called := !slices.Contains(notInGeneratedCode, name)
		if isFunction := !strings.Contains(name, "."); isFunction && rows[name] != called {
			t.Errorf("%s: there is a row: %t, want %t", name, rows[name], called)
		}
	}
}

// TestFunctionsOnce holds that an overload, and a function for dyn, is one function.
func TestFunctionsOnce(t *testing.T) {
	rows := map[string]string{}
	note := func(key, name string) {
		if other := rows[key]; other != "" {
			t.Errorf("%s is %s and %s", key, other, name)
		}
		rows[key] = name
	}
	for _, f := range ir.Functions() {
		name := f.Package + "." + f.Receiver + "." + f.Name
		note("the function "+name, name)
		for _, id := range f.Overloads {
			note("the overload "+id, name)
		}
		if f.Dynamic != "" {
			note("the function for dyn "+f.Dynamic, name)
		}
	}
}

func checkRow(t *testing.T, f *ir.Function, declared *ast.FuncType) {
	t.Helper()
	params, results := spell(declared.Params), spell(declared.Results)
	if f.Kind == ir.Method {
		params = append([]string{"receiver"}, params...)
	}
	if f.Context {
		if params[0] != "context.Context" {
			t.Errorf("the first parameter of %s is %s, want context.Context", f.Name, params[0])
		}
		params = params[1:]
	}
	fails := len(results) > 0 && results[len(results)-1] == "error"
	if fails != f.Fails {
		t.Errorf("%s fails: %t, want %t", f.Name, f.Fails, fails)
	}
	if len(params) != len(f.Params) {
		t.Errorf("%s has %d parameters, want %d", f.Name, len(f.Params), len(params))
		return
	}
	if f.Package != ir.RuntimeCEL {
		return
	}
	for i, p := range f.Params {
		param, variadic := strings.CutPrefix(params[i], "...")
		if variadic != (f.Variadic && i == len(params)-1) {
			t.Errorf("%s is variadic: %t, want %t", f.Name, f.Variadic, variadic)
		}
		if p != nil && !slices.Contains(goTypes(p), param) {
			t.Errorf("parameter %d of %s is %s, want %s", i, f.Name, p, param)
		}
	}
	if f.Result != nil && !slices.Contains(goTypes(f.Result), results[0]) {
		t.Errorf("%s returns %s, want %s", f.Name, f.Result, results[0])
	}
}

// goTypes are the Go types that a value of type t has in the run-time library's functions.
func goTypes(t *ir.Type) []string {
	switch {
	case t == ir.ZoneType:
		return []string{"*time.Location"}
	case t == ir.PatternType:
		return []string{"*regexp.Regexp"}
	case t.Kind == ir.List:
		return append(prefixed("[]", goTypes(t.Elem)), "[]Entry")
	case t.Kind == ir.Map:
		return prefixed("map["+goTypes(t.Key)[0]+"]", goTypes(t.Elem))
	case t.Kind == ir.Optional:
		return []string{"nact.Opt[" + goTypes(t.Elem)[0] + "]"}
	}
	return map[ir.Kind][]string{
		ir.Dyn: {"any"}, ir.Bool: {"bool"}, ir.Int: {"int64", "int"}, ir.Uint: {"uint64"}, ir.Double: {"float64"}, ir.String: {"string"}, ir.Bytes: {"[]byte"},
		ir.Timestamp: {"time.Time"}, ir.Duration: {"time.Duration"}, ir.IP: {"netip.Addr"}, ir.CIDR: {"netip.Prefix"}, ir.TypeName: {"Type"},
	}[t.Kind]
}

func prefixed(prefix string, types []string) []string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = prefix + t
	}
	return list
}

// spell returns the types of parameters or results, one for each.
func spell(fields *ast.FieldList) []string {
	var list []string
	if fields == nil {
		return nil
	}
	for _, field := range fields.List {
		for range max(1, len(field.Names)) {
			list = append(list, types.ExprString(field.Type))
		}
	}
	return list
}

// sourceDir is the folder of a package.
func sourceDir(t *testing.T, pkg string) string {
	t.Helper()
	if pkg == ir.RuntimeCEL || pkg == ir.RuntimeUpstream {
		return filepath.Join("..", "..", filepath.FromSlash(pkg))
	}
	root, err := exec.Command("go", "env", "GOROOT").Output() // a test that is built with -trimpath knows none
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(pkg))
}

// declarations are the exported functions of the package in a folder, by name, with methods as Type.Name.
func declarations(t *testing.T, dir string) map[string]*ast.FuncType {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]*ast.FuncType{}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			maps.Copy(declared, fileDeclarations(t, filepath.Join(dir, name)))
		}
	}
	return declared
}

func fileDeclarations(t *testing.T, path string) map[string]*ast.FuncType {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]*ast.FuncType{}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || !f.Name.IsExported() {
			continue
		}
		name := f.Name.Name
		if f.Recv != nil {
			name = strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*") + "." + name
		}
		declared[name] = f.Type
	}
	return declared
}
