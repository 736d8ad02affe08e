package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/rules"
)

// TestEveryRuleHasAPage: the rules that stand in the source are those that the pages explain, with the same severities.
func TestEveryRuleHasAPage(t *testing.T) {
	found := collect(t)
	if len(found) < 100 {
		t.Fatalf("only %d rules were found: is the parameter of those who report called something else than rule now?", len(found))
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		r := rules.Find(name)
		if r == nil {
			t.Errorf("%s: the rule %s has no page. Add it to the file of its area in sculpt/rules/pages: \"## %s\", its severity and title, "+
				"what it means, why it matters and how to mend it, a wrong and a right example; see parse in sculpt/rules/page.go for the form. "+
				"Then run go test ./sculpt/rules -update", found[name].at, name, name)
			continue
		}
		if r.Warns() != found[name].severities[diag.Warning] || r.Fails() != found[name].severities[diag.Error] {
			t.Errorf("%s: the page says that %s is an %s, and in the source it is an error: %t, a warning: %t", found[name].at, name, r.Severity(),
				found[name].severities[diag.Error], found[name].severities[diag.Warning])
		}
	}
	names := rules.Names()
	for i, name := range names {
		if found[name].severities == nil {
			t.Errorf("no finding has the rule %s, which has a page: remove it, or mend its name", name)
		}
		if i > 0 && names[i-1] == name {
			t.Errorf("the rule %s has two pages", name)
		}
		if !ruleName.MatchString(name) {
			t.Errorf("the rule %q is no name of one", name)
		}
	}
}

// reported is how the source speaks of a rule.
type reported struct {
	severities map[diag.Severity]bool
	at         token.Position
}

// root is the folder of the module.
const root = "../.."

// elsewhere are folders without findings of this kind: what drift finds in review has rules of its own.
var elsewhere = []string{"nact", "gen", "examples", "bench", "docs", "review"}

var ruleName = regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$`)

// collector finds rules: literals that are passed for a parameter called rule, and those that a function of the package warn returns first.
type collector struct {
	t         *testing.T
	positions *token.FileSet
	lists     map[string]int // what lists of findings are added to by: see reporters
	found     map[string]reported
}

func collect(t *testing.T) map[string]reported {
	t.Helper()
	c := &collector{t, token.NewFileSet(), nil, map[string]reported{}}
	packages := map[string][]*ast.File{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name != "." && strings.HasPrefix(d.Name(), ".") || slices.Contains(elsewhere, name)):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(c.positions, filepath.Join(root, name), nil, parser.SkipObjectResolution)
		packages[path.Dir(name)] = append(packages[path.Dir(name)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	c.lists = reporters(packages["sculpt/diag"])
	maps.DeleteFunc(c.lists, func(name string, _ int) bool { return !ast.IsExported(name[1:]) })
	for folder, files := range packages {
		if folder == "sculpt/diag" {
			continue
		}
		if folder == "sculpt/expr/warn" || slices.ContainsFunc(files, importsDiag) {
			own := maps.Clone(c.lists)
			maps.Copy(own, reporters(files))
			for _, file := range files {
				c.file(file, own, folder == "sculpt/expr/warn")
			}
		}
	}
	return c.found
}

func importsDiag(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return strings.HasSuffix(i.Path.Value, `/sculpt/diag"`) })
}

// reporters are the functions that have a parameter called rule, each with its place; methods have a point before their names.
func reporters(files []*ast.File) map[string]int {
	places := map[string]int{}
	for _, file := range files {
		for _, declared := range file.Decls {
			function, ok := declared.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name, place := function.Name.Name, 0
			if function.Recv != nil {
				name = "." + name
			}
			for _, field := range function.Type.Params.List {
				for _, parameter := range field.Names {
					if t, ok := field.Type.(*ast.Ident); ok && parameter.Name == "rule" && t.Name == "string" {
						places[name] = place
					}
					place++
				}
			}
		}
	}
	return places
}

// file collects the rules of a file, in whose package there are reporters.
func (c *collector) file(file *ast.File, reporters map[string]int, returned bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name, of := called(n)
			place, ok := reporters[name]
			if !ok || of == "fmt" || place >= len(n.Args) {
				return true
			}
			severity := diag.Error
			if strings.HasPrefix(strings.ToLower(strings.TrimPrefix(name, ".")), "warn") {
				severity = diag.Warning
			}
			c.rule(n.Args[place], severity)
		case *ast.CompositeLit:
			c.composed(n)
		case *ast.ReturnStmt:
			if literal, ok := literalOf(n.Results); returned && ok && len(n.Results) > 1 && ruleName.MatchString(literal) {
				c.add(literal, diag.Warning, n.Pos())
			}
		}
		return true
	})
}

// composed adds the rule of a diagnostic that is put together. Where its severity is computed, it can be any.
func (c *collector) composed(n *ast.CompositeLit) {
	if of, ok := n.Type.(*ast.SelectorExpr); !ok || of.Sel.Name != "Diagnostic" {
		return
	}
	severities := []diag.Severity{diag.Error}
	var rule ast.Expr
	for _, e := range n.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		switch key, _ := pair.Key.(*ast.Ident); {
		case key == nil:
		case key.Name == "Rule":
			rule = pair.Value
		case key.Name == "Severity":
			severities = []diag.Severity{diag.Error, diag.Warning}
		}
	}
	if rule == nil {
		return
	}
	for _, severity := range severities {
		c.rule(rule, severity)
	}
}

// rule adds what is passed as a rule: a literal, or what was passed or computed as a rule before.
func (c *collector) rule(argument ast.Expr, severity diag.Severity) {
	if literal, ok := literalOf([]ast.Expr{argument}); ok {
		c.add(literal, severity, argument.Pos())
		return
	}
	var name string
	switch argument := argument.(type) {
	case *ast.Ident:
		name = argument.Name
	case *ast.SelectorExpr:
		name = argument.Sel.Name
	}
	if !strings.EqualFold(name, "rule") {
		c.t.Errorf("%s: a rule is a literal, so that this test finds it", c.positions.Position(argument.Pos()))
	}
}

func (c *collector) add(rule string, severity diag.Severity, at token.Pos) {
	r := c.found[rule]
	if r.severities == nil {
		r = reported{map[diag.Severity]bool{}, c.positions.Position(at)}
	}
	r.severities[severity] = true
	c.found[rule] = r
}

// called returns the name of what is called, as reporters has it, and the name before it if it is one.
func called(call *ast.CallExpr) (name, of string) {
	switch function := call.Fun.(type) {
	case *ast.Ident:
		return function.Name, ""
	case *ast.SelectorExpr:
		if x, ok := function.X.(*ast.Ident); ok {
			of = x.Name
		}
		return "." + function.Sel.Name, of
	}
	return "", ""
}

// literalOf returns the first of some expressions if it is a literal text.
func literalOf(list []ast.Expr) (text string, ok bool) {
	if len(list) == 0 {
		return "", false
	}
	literal, ok := list[0].(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
