package golden

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/nactgen/nactgen/gen"
)

// changedFiles describes what differs between two generated packages, a line for a file, and returns the names of the files.
func changedFiles(t *testing.T, before, after []gen.File) (effect string, changed []string) {
	t.Helper()
	var names []string
	old, now := map[string][]byte{}, map[string][]byte{}
	for _, f := range before {
		old[f.Path] = f.Content
		names = append(names, f.Path)
	}
	for _, f := range after {
		now[f.Path] = f.Content
		names = append(names, f.Path)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range slices.Compact(names) {
		if bytes.Equal(old[name], now[name]) {
			continue
		}
		var changes []string
		if !strings.HasSuffix(name, ".go") || old[name] == nil || now[name] == nil {
			changes = []string{changedLines(string(old[name]), string(now[name]))}
		} else {
			changes = changedDeclarations(declarations(t, name, old[name]), declarations(t, name, now[name]))
		}
		fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(changes, ", "))
		changed = append(changed, name)
	}
	if changed == nil {
		return "nothing\n", nil
	}
	return b.String(), changed
}

// declaration is a top-level declaration with its comment.
type declaration struct{ name, text string }

// changedDeclarations describes what differs between two versions of a file, in the order of the later one.
func changedDeclarations(before, after []declaration) []string {
	var changes, kept []string
	old := map[string]string{}
	for _, d := range before {
		old[d.name] = d.text
	}
	for _, d := range after {
		text, had := old[d.name]
		if had {
			kept = append(kept, d.name)
		}
		if text != d.text {
			changes = append(changes, d.name+" "+changedLines(text, d.text))
		}
		delete(old, d.name)
	}
	var stay []string
	for _, d := range before {
		if _, gone := old[d.name]; gone {
			changes = append(changes, d.name+" "+changedLines(d.text, ""))
		} else {
			stay = append(stay, d.name)
		}
	}
	if !slices.Equal(kept, stay) {
		changes = append(changes, "the order")
	}
	return changes
}

// changedLines counts lines that are new and gone: +2 -1.
func changedLines(before, after string) string {
	added, removed := 0, 0
	hunks := diff.Diff("before", []byte(before), "after", []byte(after))
	for i, line := range bytes.Split(hunks, []byte("\n")) {
		switch {
		case i < 3: // the names
		case bytes.HasPrefix(line, []byte("+")):
			added++
		case bytes.HasPrefix(line, []byte("-")):
			removed++
		}
	}
	var counts []string
	if added > 0 {
		counts = append(counts, fmt.Sprintf("+%d", added))
	}
	if removed > 0 {
		counts = append(counts, fmt.Sprintf("-%d", removed))
	}
	return strings.Join(counts, " ")
}

// declarations returns the declarations of a file, in order. What stands before the first is one of its own, "package".
func declarations(t *testing.T, name string, source []byte) []declaration {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var found []declaration
	end := 0
	add := func(name string, until token.Pos) {
		next := set.Position(until).Offset
		found = append(found, declaration{name, strings.Trim(string(source[end:next]), "\n") + "\n"})
		end = next
	}
	add("package", file.Name.End())
	for _, d := range file.Decls {
		add(declared(d), d.End())
	}
	return found
}

// declared is what a declaration declares: a function, a method with its type, or the first of several types or values.
func declared(d ast.Decl) string {
	if f, ok := d.(*ast.FuncDecl); ok {
		if f.Recv == nil {
			return f.Name.Name
		}
		receiver := f.Recv.List[0].Type
		if pointer, ok := receiver.(*ast.StarExpr); ok {
			receiver = pointer.X
		}
		return receiver.(*ast.Ident).Name + "." + f.Name.Name
	}
	switch spec := d.(*ast.GenDecl).Specs[0].(type) {
	case *ast.TypeSpec:
		return spec.Name.Name
	case *ast.ValueSpec:
		return spec.Names[0].Name
	}
	return "import"
}
