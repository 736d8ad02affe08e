package manifest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/sculpt/diag"
)

var update = flag.Bool("update", false, "rewrite what the cases in testdata want")

// TestGolden parses the nact.yaml of every case and compares what is said against it with the file "findings", and what
// was read, each value with its place, with the file "values" where the case has it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if archive.Files[0].Name != "nact.yaml" {
				t.Fatalf("the first file of the case is %s, not nact.yaml", archive.Files[0].Name)
			}
			input := archive.Files[0].Data
			m, list := Parse("nact.yaml", input)
			got := map[string]string{"findings": render(t, list, input), "values": dump(m)}
			for i := range archive.Files[1:] {
				want := &archive.Files[i+1]
				if *update {
					want.Data = []byte(got[want.Name])
				} else if string(want.Data) != got[want.Name] {
					t.Errorf("%s differ:\n%s", want.Name, diff.Diff("want", want.Data, "got", []byte(got[want.Name])))
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func render(t *testing.T, list diag.List, input []byte) string {
	t.Helper()
	var b strings.Builder
	if err := list.WriteText(&b, func(string) []byte { return input }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// dump writes everything that is set in a manifest, one value a line with its place.
func dump(m *Manifest) string {
	if m == nil {
		return "no manifest\n"
	}
	d := &dumper{}
	d.walk("", reflect.ValueOf(m).Elem())
	return d.String()
}

type dumper struct{ strings.Builder }

func (d *dumper) line(path string, value any, pos diag.Position) {
	fmt.Fprintf(d, "%s = %v @%d:%d\n", strings.TrimPrefix(path, "."), value, pos.Line, pos.Column)
}

func (d *dumper) walk(path string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case Value[string]:
		d.value(path, x.Set, fmt.Sprintf("%q", x.V), x.Pos)
		return
	case Value[int64]:
		d.value(path, x.Set, x.V, x.Pos)
		return
	case Value[bool]:
		d.value(path, x.Set, x.V, x.Pos)
		return
	case Value[time.Duration]:
		d.value(path, x.Set, x.V, x.Pos)
		return
	case Value[Caching]:
		d.value(path, x.Set, fmt.Sprintf("%+v", x.V), x.Pos)
		return
	case Value[time.Time]:
		d.value(path, x.Set, x.V, x.Pos)
		return
	case *Expr:
		if x != nil {
			d.line(path, "${"+x.Text+"}", x.Pos)
		}
		return
	case *Template:
		if x != nil {
			d.line(path, parts(x), x.Pos)
		}
		return
	case *Node:
		d.node(path, x)
		return
	case *Entry:
		d.node(path+"["+x.Key.V+"]", x.Value)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			d.walk(path, v.Elem())
		}
	case reflect.Map:
		for _, key := range slices.SortedFunc(maps.Keys(v.Interface().(map[string]*Template)), strings.Compare) {
			d.walk(path+"."+key, v.MapIndex(reflect.ValueOf(key)))
		}
	case reflect.Slice:
		for i := range v.Len() {
			d.walk(fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !v.Type().Field(i).IsExported() {
				continue
			} else if name != "Pos" && name != "File" && name != "Files" || v.Field(i).Type() == reflect.TypeFor[Value[string]]() {
				d.walk(path+"."+name, v.Field(i))
			}
		}
	}
}

func (d *dumper) value(path string, set bool, v any, pos diag.Position) {
	if set {
		d.line(path, v, pos)
	}
}

func (d *dumper) node(path string, n *Node) {
	switch {
	case n == nil:
	case n.Kind == Wrong:
		d.line(path, "wrong", n.Pos)
	case n.Kind == List:
		for i, item := range n.Items {
			d.node(fmt.Sprintf("%s[%d]", path, i), item)
		}
	case n.Kind == Map:
		for _, e := range n.Entries {
			d.node(path+"["+e.Key.V+"]", e.Value)
		}
	case n.Dynamic():
		d.line(path, parts(n.Scalar), n.Pos)
	default:
		d.line(path, fmt.Sprintf("%T(%#v)", n.Literal, n.Literal), n.Pos)
	}
}

// parts shows a template: its texts quoted, its expressions with their places.
func parts(t *Template) string {
	var all []string
	for _, p := range t.Parts {
		if p.Expr != nil {
			all = append(all, fmt.Sprintf("${%s}@%d:%d", p.Expr.Text, p.Expr.Pos.Line, p.Expr.Pos.Column))
		} else {
			all = append(all, fmt.Sprintf("%q", p.Text))
		}
	}
	return strings.Join(all, " + ")
}
