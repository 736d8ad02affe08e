package writes

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// element is that of the list for which a step runs.
func element(step string) *ir.Root {
	return &ir.Root{T: ir.StringType, Kind: ir.ElementRoot, Name: "x", Part: step}
}

func TestIdempotent(t *testing.T) {
	input, answer := root(ir.InputRoot, "a"), root(ir.BodyRoot, "read")
	isInput, isAnswer := &ir.Binary{T: ir.BoolType, Op: "==", X: input, Y: ir.Text("a")}, &ir.Binary{T: ir.BoolType, Op: "==", X: answer, Y: ir.Text("a")}
	list := func(n ir.Node) ir.Node { return &ir.ListLit{T: ir.ListOf(ir.StringType), Elems: []ir.Node{n}} }
	var (
		read    = call("read", "GET", nil)
		put     = call("put", "PUT", input)
		other   = call("other", "DELETE", nil)
		derived = &plan.Var{Name: "derived", Value: root(ir.VarRoot, "plain")}
		plain   = &plan.Var{Name: "plain", Value: &ir.Concat{Parts: []ir.Node{input, root(ir.ConfigRoot, "c"), root(ir.TableRoot, "t")}}}
		tainted = &plan.Var{Name: "plain", Value: answer}
	)
	tests := []struct {
		name    string
		actions []plan.Action
		want    bool
	}{
		{"nothing", nil, false},
		{"it only reads", []plan.Action{read}, false},
		{"PUT of an input", []plan.Action{put}, true},
		{"DELETE", []plan.Action{other}, true},
		{"two writes", []plan.Action{put, other}, true},
		{"POST", []plan.Action{call("post", "POST", input)}, false},
		{"PATCH", []plan.Action{call("patch", "PATCH", input)}, false},
		{"one of two", []plan.Action{put, call("post", "POST", input)}, false},
		{"a function that writes", []plan.Action{put, &plan.GoStep{Name: "keep", Function: &plan.Function{Writes: true}}}, false},
		{"a function that reads", []plan.Action{&plan.GoStep{Name: "look", Function: &plan.Function{}}, put}, true},
		{"what a function returns", []plan.Action{&plan.GoStep{Name: "look", Function: &plan.Function{}}, call("put", "PUT", root(ir.ResultRoot, "look"))}, false},
		{"vars of inputs", []plan.Action{plain, derived, call("put", "PUT", root(ir.VarRoot, "derived"))}, true},
		{"vars of answers", []plan.Action{read, tainted, derived, call("put", "PUT", root(ir.VarRoot, "derived"))}, false},
		{"an argument of an answer", []plan.Action{read, &plan.Step{Name: "put", Call: put.Call, Args: []plan.Arg{{Value: input}, {Value: answer}}}}, false},
		{"where an answer says", []plan.Action{read, &plan.Step{Name: "put", Call: put.Call, Link: answer}}, false},
		{"the clock", []plan.Action{call("put", "PUT", &ir.Concat{Parts: []ir.Node{ir.FnNow.Call()}})}, false},
		{"chance", []plan.Action{call("put", "PUT", ir.FnUUID.Call())}, false},
		{"when an input says", []plan.Action{&plan.When{Step: put, If: isInput, Actions: []plan.Action{put}}}, true},
		{"when an answer says", []plan.Action{read, &plan.When{Step: put, If: isAnswer, Actions: []plan.Action{put}}}, false},
		{"a read, when an answer says", []plan.Action{read, &plan.When{Step: read, If: isAnswer, Actions: []plan.Action{read}}, put}, true},
		{"for inputs", []plan.Action{&plan.Each{Step: put, List: list(input), Actions: []plan.Action{call("put", "PUT", element("put"))}}}, true},
		{"for answers", []plan.Action{read, &plan.Each{Step: put, List: list(answer), Actions: []plan.Action{put}}}, false},
		{"elements of answers, read", []plan.Action{read, &plan.Each{Step: read, List: list(answer), Actions: []plan.Action{read}}, put}, true},
		{"page by page", []plan.Action{&plan.Pages{Step: put, Actions: []plan.Action{put}}}, false},
		{"pages, read", []plan.Action{&plan.Pages{Step: read, Actions: []plan.Action{read}}, put}, true},
		{"again and again", []plan.Action{&plan.Poll{Step: put}}, false},
		{"until a read says so", []plan.Action{&plan.Poll{Step: read}, put}, true},
		{"side by side with reads", []plan.Action{&plan.Together{Branches: [][]plan.Action{{read}, {call("b", "GET", nil)}}}, put}, true},
		{"taken back", []plan.Action{put, &plan.Undo{Of: "put", Actions: []plan.Action{other}}}, false},
		{"a condition on an answer before", []plan.Action{read, &plan.Check{That: isAnswer}, put, other}, true},
		{"a condition on an answer after", []plan.Action{put, read, &plan.Check{That: isAnswer}}, true},
		{"a condition on an answer between", []plan.Action{put, read, &plan.Check{That: isAnswer}, other}, false},
		{"a condition on an input between", []plan.Action{put, &plan.Check{That: isInput}, other}, true},
		{"a condition on an answer between elements", []plan.Action{&plan.Each{Step: put, List: list(input), Actions: []plan.Action{put, &plan.Answered{Step: put, Actions: []plan.Action{&plan.Check{That: isAnswer}}}}}}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Idempotent(&plan.Tool{Actions: test.actions}); got != test.want {
				t.Errorf("got %t", got)
			}
		})
	}
}
