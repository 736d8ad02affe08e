package writes

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

func root(kind ir.RootKind, name string) *ir.Root {
	return &ir.Root{T: ir.StringType, Kind: kind, Name: name}
}

func concat(parts ...ir.Node) ir.Node { return &ir.Concat{Parts: parts} }

// call is a step that calls an operation with a body, or with none.
func call(name, method string, body ir.Node) *plan.Step {
	return &plan.Step{Name: name, Call: &plan.Operation{ID: "api." + name, Method: method, Upstream: &plan.Upstream{}}, Body: body}
}

// tool is a tool of actions with an output.
func tool(output ir.Node, actions ...plan.Action) *plan.Tool {
	return &plan.Tool{Actions: actions, Outputs: []*plan.Output{{Value: output}}}
}

func TestDrySteps(t *testing.T) {
	post := func(name string) *plan.Step { return call(name, "POST", nil) }
	keep := &plan.GoStep{Name: "keep", Function: &plan.Function{Name: "keep", Writes: true}}
	use := &plan.GoStep{Name: "use", Function: &plan.Function{Name: "part", Writes: true, Part: tool(root(ir.BodyRoot, "b"), post("a"), post("b"))}}
	text := ir.Text("x")
	undo := &plan.Undo{Of: "a", Actions: []plan.Action{&plan.Var{Name: "id", Value: root(ir.BodyRoot, "a")}, call("cancel", "POST", root(ir.VarRoot, "id"))}}
	element := &ir.Root{T: ir.StringType, Kind: ir.ElementRoot, Name: "x", Part: "a"}
	tests := []struct {
		name string
		tool *plan.Tool
		want []plan.DryStep
	}{
		{"one that reads", tool(text, call("a", "GET", nil)), nil},
		{"nothing is read", tool(text, post("a")), []plan.DryStep{{Unread: true}}},
		{"the body is read", tool(root(ir.BodyRoot, "a"), post("a")), []plan.DryStep{{}}},
		{"the status is read", tool(root(ir.StatusRoot, "a"), post("a")), []plan.DryStep{{}}},
		{"its error is read", tool(root(ir.ProblemRoot, "a"), post("a")), []plan.DryStep{{Unread: true}}},
		{"another one is read", tool(root(ir.BodyRoot, "b"), post("a"), post("b")), []plan.DryStep{{Unread: true}, {}}},
		{"whether it has run is read", tool(root(ir.StepRoot, "a"), &plan.When{Step: post("a"), If: ir.True(), Actions: []plan.Action{post("a")}}), []plan.DryStep{{When: true}}},
		{"what takes it back reads it", tool(text, post("a"), undo), []plan.DryStep{{Unread: true}}},
		{"what takes it back is not the only one", tool(root(ir.BodyRoot, "a"), post("a"), undo), []plan.DryStep{{}}},
		{"for elements", tool(text, &plan.Each{Step: post("a"), List: &ir.ListLit{T: ir.ListOf(ir.StringType)}, Actions: []plan.Action{call("a", "POST", element)}}), []plan.DryStep{{Each: true, Unread: true}}},
		{"page by page", tool(text, &plan.Pages{Step: post("a"), Actions: []plan.Action{post("a")}}), []plan.DryStep{{}}},
		{"again and again", tool(text, &plan.Poll{Step: post("a")}), []plan.DryStep{{}}},
		{"a part", tool(text, use), []plan.DryStep{{Name: "use.a", Unread: true}, {Name: "use.b"}}},
		{"a function", tool(text, keep), []plan.DryStep{{Unread: true}}},
		{"a function whose result is read", tool(root(ir.ResultRoot, "keep"), &plan.Together{Branches: [][]plan.Action{{call("b", "GET", nil)}, {keep}}}), []plan.DryStep{{}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := DrySteps(test.tool, nil)
			if len(got) != len(test.want) {
				t.Fatalf("got %d steps, want %d", len(got), len(test.want))
			}
			for i := range got {
				if got[i].Step == nil {
					t.Fatal("it is not said which step it is")
				}
				test.want[i].Name = cmp.Or(test.want[i].Name, got[i].Step.StepName())
				if got[i].Step = nil; !reflect.DeepEqual(got[i], test.want[i]) {
					t.Errorf("got %+v, want %+v", got[i], test.want[i])
				}
			}
		})
	}
}

func TestEchoes(t *testing.T) {
	answer := root(ir.BodyRoot, "find")
	for _, test := range []struct {
		name string
		body ir.Node
		want bool
	}{
		{"an input", concat(root(ir.InputRoot, "a"), root(ir.ConfigRoot, "site")), false},
		{"an answer", concat(ir.Text("a"), answer), true},
		{"by way of a var", root(ir.VarRoot, "found"), true},
		{"what a function returned", root(ir.ResultRoot, "find"), true},
	} {
		find := call("find", "GET", nil)
		find.Call.Upstream.Headers = []plan.Header{{Name: "X-Key", Value: root(ir.ConfigRoot, "key")}}
		got := DrySteps(tool(ir.Text("x"), find, &plan.Var{Name: "found", Value: answer}, call("a", "POST", test.body)), []string{"key", "other"})
		if slices.Equal(got[0].Echoes, []string{"key"}) != test.want {
			t.Errorf("%s: got %v", test.name, got[0].Echoes)
		}
	}
}

func TestOpaque(t *testing.T) {
	key, site := root(ir.ConfigRoot, "key"), root(ir.ConfigRoot, "site")
	hash := func(n ir.Node) ir.Node { return ir.FnBytes.Call(n) } // stands for any function
	record := func(n ir.Node) ir.Node {
		return &ir.Record{Members: []ir.RecordMember{{Name: "a", Value: &ir.ListLit{T: ir.ListOf(ir.StringType), Elems: []ir.Node{ir.Text("x"), n}}}}}
	}
	compare := &ir.Binary{T: ir.BoolType, Op: "==", X: key, Y: ir.Text("a")}
	file := func(name, content ir.Node) ir.Node {
		return &ir.ListLit{T: ir.ListOf(ir.PartType), Elems: []ir.Node{ir.FnNewPart.Call(ir.Text("a"), name), ir.FnNewFile.Call(ir.Text("b"), content, name, ir.Text(""))}}
	}
	tests := []struct {
		name string
		body ir.Node
		want bool
	}{
		{"nothing secret", concat(site, hash(record(hash(site)))), false},
		{"the secret", key, false},
		{"within a text", concat(ir.Text("a"), key), false},
		{"within an object", record(key), false},
		{"by way of a var", root(ir.VarRoot, "plain"), false},
		{"as text", ir.FnBytes.Call(key), false},
		{"in a part, and in a file", file(key, hash(key)), false},
		{"instead of something absent", &ir.OrValue{X: root(ir.InputRoot, "a"), Else: key}, false},
		{"held to a limit", &ir.Guard{Broken: compare, X: key}, false},
		{"made of", concat(hash(key)), true},
		{"made of, within an object", record(hash(key)), true},
		{"made of, by way of a var", record(root(ir.VarRoot, "made")), true},
		{"made of, in a part", file(hash(key), ir.Text("a")), true},
		{"chosen by", &ir.Cond{If: compare, Then: ir.Text("a"), Else: ir.Text("b")}, true},
		{"bound", &ir.Let{Local: &ir.Local{Name: "x"}, Value: key, Body: ir.Text("a")}, true},
	}
	actions := []plan.Action{&plan.Var{Name: "plain", Value: key}, &plan.Var{Name: "made", Value: root(ir.VarRoot, "of")}, &plan.Var{Name: "of", Value: hash(key)}}
	secret := []string{"key"}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := DrySteps(tool(ir.Text("x"), append(actions, call("a", "POST", test.body))...), secret)[0]
			if got.Opaque != test.want || slices.Contains(got.Sends, "key") != (test.name != "nothing secret") || slices.Contains(got.Sends, "site") {
				t.Errorf("got %t, and it sends %v", got.Opaque, got.Sends)
			}
		})
	}
	t.Run("a header of the upstream", func(t *testing.T) {
		step := call("a", "POST", nil)
		step.Call.Upstream.Headers = []plan.Header{{Name: "X-Key", Value: hash(key)}}
		if got := DrySteps(tool(ir.Text("x"), step), secret); !got[0].Opaque {
			t.Error("it is shown")
		}
	})
	t.Run("an argument of a function", func(t *testing.T) {
		step := &plan.GoStep{Name: "keep", Function: &plan.Function{Writes: true}, Args: []plan.GoArg{{Value: hash(key)}}}
		if got := DrySteps(tool(ir.Text("x"), step), secret); !got[0].Opaque {
			t.Error("it is shown")
		}
	})
}
