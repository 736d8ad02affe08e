package analysis_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// world is a plan of one tool with a step, forecast, whose answer has periods and an office that may be absent.
type world struct {
	plan            *plan.Plan
	tool            *plan.Tool
	step            *plan.Step
	period, office  *ir.ObjectType
	body            *ir.Root
	periods, update *ir.Field
	offices         *ir.Field
	name, city      *ir.Field
}

func newWorld() *world {
	w := &world{period: &ir.ObjectType{Name: "Period"}, office: &ir.ObjectType{Name: "Office"}}
	w.name = w.period.Add(&ir.Field{Name: "name", Type: ir.StringType, Required: true})
	w.city = w.office.Add(&ir.Field{Name: "city", Type: ir.StringType})
	answer := &ir.ObjectType{Name: "Forecast"}
	w.periods = answer.Add(&ir.Field{Name: "periods", Type: ir.ListOf(ir.ObjectOf(w.period)), Required: true})
	w.update = answer.Add(&ir.Field{Name: "updated", Type: ir.StringType})
	w.offices = answer.Add(&ir.Field{Name: "office", Type: ir.ObjectOf(w.office)})
	op := &plan.Operation{Name: "forecast", Answer: &plan.Answer{Type: ir.ObjectOf(answer), Structs: []*plan.Struct{
		structOf(answer), structOf(w.period), structOf(w.office),
	}}}
	up := &plan.Upstream{Name: "weather", Operations: []*plan.Operation{op}}
	op.Upstream = up
	w.body = &ir.Root{T: ir.ObjectOf(answer), Kind: ir.BodyRoot, Name: "forecast"}
	w.step = &plan.Step{Name: "forecast", Call: op}
	w.tool = &plan.Tool{Signature: nact.Signature{Name: "t"}, Actions: []plan.Action{w.step}}
	w.plan = &plan.Plan{Upstreams: []*plan.Upstream{up}, Tools: []*plan.Tool{w.tool}}
	return w
}

// structOf reads all fields of an object, and insists on those that are required.
func structOf(o *ir.ObjectType) *plan.Struct {
	s := &plan.Struct{Objects: []*ir.ObjectType{o}}
	for _, f := range o.Fields() {
		s.Fields = append(s.Fields, &plan.StructField{Fields: []*ir.Field{f}, Always: f.Required})
	}
	return s
}

// read is a field of the answer.
func (w *world) read(f *ir.Field) *ir.Member {
	return &ir.Member{X: w.body, Field: f, Path: "steps.forecast.body." + f.Name}
}

// element is an element of the periods.
func (w *world) element(i int64) *ir.Element {
	return &ir.Element{List: w.read(w.periods), Index: &ir.Const{T: ir.IntType, Value: i}}
}

// flag is an input of type bool.
func flag() ir.Node { return &ir.Root{T: ir.BoolType, Kind: ir.InputRoot, Name: "flag"} }

// equals is the comparison of a text with a literal.
func equals(n ir.Node, text string) ir.Node {
	return &ir.Binary{T: ir.BoolType, Op: "==", X: n, Y: &ir.Const{T: ir.StringType, Value: text}}
}

// output analyzes the tool with one output more and returns what becomes of the output.
func (w *world) output(n ir.Node) ir.Node { return w.outputs(n).Outputs[0].Value }

// outputs analyzes the tool with outputs.
func (w *world) outputs(nodes ...ir.Node) *plan.Tool {
	for i, n := range nodes {
		id := string(rune('a' + i))
		w.tool.Signature.Outputs = append(w.tool.Signature.Outputs, nact.Output{ID: id})
		w.tool.Outputs = append(w.tool.Outputs, &plan.Output{ID: id, Value: n, Where: plan.Where{Place: plan.Place{Section: plan.InOutputs, Name: id}}})
	}
	return analysis.Analyze(w.plan).Tools[0]
}

// TestFacts: what a check has shown cannot fail behind it.
func TestFacts(t *testing.T) {
	size := func(w *world, op string, n int64) ir.Node {
		return &ir.Binary{T: ir.BoolType, Op: op, X: ir.FnLen.Call(w.read(w.periods)), Y: &ir.Const{T: ir.IntType, Value: n}}
	}
	has := func(w *world) ir.Node { return &ir.Has{X: w.body, Field: w.update} }
	tests := []struct {
		name  string
		check func(w *world) ir.Node
		read  func(w *world) ir.Node
		fails bool
	}{
		{"no check", func(w *world) ir.Node { return flag() }, func(w *world) ir.Node { return w.element(0) }, true},
		{"size > 0", func(w *world) ir.Node { return size(w, ">", 0) }, func(w *world) ir.Node { return w.element(0) }, false},
		{"size > 0, and the second", func(w *world) ir.Node { return size(w, ">", 0) }, func(w *world) ir.Node { return w.element(1) }, true},
		{"size >= 2, and the second", func(w *world) ir.Node { return size(w, ">=", 2) }, func(w *world) ir.Node { return w.element(1) }, false},
		{"size != 0", func(w *world) ir.Node { return size(w, "!=", 0) }, func(w *world) ir.Node { return w.element(0) }, false},
		{"size < 1", func(w *world) ir.Node { return size(w, "<", 1) }, func(w *world) ir.Node { return w.element(0) }, true},
		{"not size < 1", func(w *world) ir.Node { return &ir.Not{X: size(w, "<", 1)} }, func(w *world) ir.Node { return w.element(0) }, false},
		{"has", has, func(w *world) ir.Node { return w.read(w.update) }, false},
		{"has and more", func(w *world) ir.Node { return &ir.Logic{And: true, X: flag(), Y: has(w)} }, func(w *world) ir.Node { return w.read(w.update) }, false},
		{"has or more", func(w *world) ir.Node { return &ir.Logic{X: flag(), Y: has(w)} }, func(w *world) ir.Node { return w.read(w.update) }, true},
		{"a read before", func(w *world) ir.Node { return equals(w.read(w.update), "x") }, func(w *world) ir.Node { return w.read(w.update) }, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			w.tool.Actions = append(w.tool.Actions, &plan.Check{That: test.check(w), Fail: "F", Where: plan.Where{Place: plan.Place{Section: plan.InSteps, Name: "forecast", Part: plan.PartExpect}}})
			if got := w.output(test.read(w)).Marked().Fails; got != test.fails {
				t.Errorf("it fails: %t, want %t", got, test.fails)
			}
		})
	}
}

// TestOrder: an error of one side of && or || counts only if the other does not decide.
func TestOrder(t *testing.T) {
	w := newWorld()
	updated := func() ir.Node { return equals(w.read(w.update), "x") }
	first := func() ir.Node { return equals(&ir.Member{X: w.element(0), Field: w.name, Path: "p.name"}, "x") }
	tests := []struct {
		name   string
		x, y   ir.Node
		order  ir.Order
		before int
		fails  bool
	}{
		{"neither fails", flag(), flag(), ir.InOrder, 0, false},
		{"the second fails", flag(), updated(), ir.InOrder, 0, true},
		{"the first fails", updated(), flag(), ir.Reversed, 0, true},
		{"both fail", updated(), first(), ir.Absorbed, 0, true},
		{"both fail in the same read", updated(), updated(), ir.InOrder, 1, true},
		{"the first tells about the second", &ir.Has{X: w.body, Field: w.update}, updated(), ir.InOrder, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w.tool.Outputs = nil
			n := w.output(&ir.Logic{And: true, X: test.x, Y: test.y})
			if call, ok := n.(*ir.Invoke); ok {
				n = call.Of.Body
			}
			logic := n.(*ir.Logic)
			if logic.Order != test.order || len(logic.Before) != test.before || logic.Fails != test.fails {
				t.Errorf("order %d, %d reads before, fails %t; want %d, %d, %t", logic.Order, len(logic.Before), logic.Fails, test.order, test.before, test.fails)
			}
		})
	}
}

// TestSame: what was computed is not computed again, in the same function and where it has been in any case.
func TestSame(t *testing.T) {
	w := newWorld()
	tool := w.outputs(w.read(w.update), w.read(w.update))
	first, second := tool.Outputs[0].Value, tool.Outputs[1].Value
	if !first.Marked().Fails || second.Marked().Fails || second.Marked().Same != first {
		t.Errorf("the second read is %+v", second.Marked())
	}
	w = newWorld()
	tool = w.outputs(&ir.Cond{If: flag(), Then: w.read(w.update), Else: &ir.Const{T: ir.StringType, Value: ""}}, w.read(w.update))
	if second := tool.Outputs[1].Value; !second.Marked().Fails || second.Marked().Same != nil {
		t.Errorf("the read after a branch is %+v", second.Marked())
	}
}

// TestLazy: a binding that can fail is computed when it is first read, if it need not be read at all.
func TestLazy(t *testing.T) {
	tests := []struct {
		name string
		body func(ref ir.Node) ir.Node
		lazy bool
	}{
		{"read in any case", func(ref ir.Node) ir.Node { return equals(ref, "x") }, false},
		{"read in one branch", func(ref ir.Node) ir.Node { return &ir.Cond{If: flag(), Then: equals(ref, "x"), Else: flag()} }, true},
		{"read in both branches", func(ref ir.Node) ir.Node { return &ir.Cond{If: flag(), Then: equals(ref, "x"), Else: equals(ref, "y")} }, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			local := &ir.Local{T: ir.StringType, Name: "u"}
			n := w.output(&ir.Let{Local: local, Value: w.read(w.update), Body: test.body(&ir.Ref{To: local})})
			if call, ok := n.(*ir.Invoke); ok {
				n = call.Of.Body
			}
			if got := n.(*ir.Let).Lazy; got != test.lazy {
				t.Errorf("lazy: %t", got)
			}
		})
	}
}

// TestOutline: what has branches is a function of what it reads; expressions that differ in nothing else share one.
func TestOutline(t *testing.T) {
	w := newWorld()
	cityOr := func(f *ir.Field) ir.Node {
		local := &ir.Local{T: f.Type, Name: "o"}
		return &ir.OrValue{
			X:    &ir.Then{X: &ir.Maybe{X: w.body, Field: f}, Local: local, Body: &ir.Maybe{X: &ir.Ref{To: local}, Field: w.city}},
			Else: &ir.Const{T: ir.StringType, Value: "nowhere"},
		}
	}
	other := w.body.T.Object.Add(&ir.Field{Name: "branch", Type: ir.ObjectOf(w.office)})
	op := w.step.Call
	op.Answer.Structs[0].Fields = append(op.Answer.Structs[0].Fields, &plan.StructField{Fields: []*ir.Field{other}})
	tool := w.outputs(cityOr(w.offices), cityOr(other), w.read(w.periods))
	if len(tool.Functions) != 1 {
		t.Fatalf("there are %d functions", len(tool.Functions))
	}
	f := tool.Functions[0]
	if got := strings.Join(f.Places, " "); got != "outputs.a outputs.b" {
		t.Errorf("it computes %s", got)
	}
	if len(f.Params) != 1 || f.Params[0].Name != "Office" || f.Params[0].Field != w.offices {
		t.Errorf("its parameters are %+v", f.Params[0])
	}
	for i, field := range []*ir.Field{w.offices, other} {
		call := tool.Outputs[i].Value.(*ir.Invoke)
		if maybe, ok := call.Args[0].(*ir.Maybe); !ok || maybe.Field != field || call.Fails {
			t.Errorf("output %d is called with %+v", i, call.Args[0])
		}
	}
	if _, whole := tool.Outputs[2].Value.(*ir.Member); !whole {
		t.Errorf("a read became %T", tool.Outputs[2].Value)
	}
}

// TestPlanStays: the plan that is analyzed is left as it is.
func TestPlanStays(t *testing.T) {
	w := newWorld()
	n := &ir.Cond{If: &ir.Const{T: ir.BoolType, Value: true}, Then: w.read(w.update), Else: &ir.Const{T: ir.StringType, Value: ""}}
	analyzed := w.output(n)
	if _, decided := analyzed.(*ir.Member); !decided {
		t.Errorf("a choice that a literal decides became %T", analyzed)
	}
	if w.tool.Outputs[0].Value != ir.Node(n) || n.Marked().Fails || n.Then.Marked().Fails {
		t.Error("the expression of the plan changed")
	}
	if w.tool.Actions[0].(*plan.Step).Call.Upstream != w.plan.Upstreams[0] {
		t.Error("the operation of the plan changed")
	}
}

// TestOutlineReadsBefore: what is read before both sides of a logic operator counts among what the function reads.
func TestOutlineReadsBefore(t *testing.T) {
	w := newWorld()
	op := w.step.Call
	days := w.body.T.Object.Add(&ir.Field{Name: "days", Type: ir.ListOf(ir.BoolType)})
	op.Answer.Structs[0].Fields = append(op.Answer.Structs[0].Fields, &plan.StructField{Fields: []*ir.Field{days}})
	day := func(i int64) ir.Node {
		return &ir.Element{List: w.read(days), Index: &ir.Const{T: ir.IntType, Value: i}}
	}
	call := w.output(&ir.Logic{And: true, X: day(1), Y: day(0)}).(*ir.Invoke)
	if _, whole := call.Args[0].(*ir.Root); !whole {
		t.Errorf("the function takes %T, and reads a field before it reads elements of it", call.Args[0])
	}
	ir.Walk(call.Of.Body, func(n ir.Node) {
		if root, ok := n.(*ir.Root); ok {
			t.Errorf("the function reads %s, which is no parameter of it", root.Name)
		}
	})
}

// TestOutlineTellsProven: two expressions are one function only if the same is known of what they read.
func TestOutlineTellsProven(t *testing.T) {
	w := newWorld()
	name := func() ir.Node {
		return &ir.Cond{If: flag(), Then: &ir.Member{X: w.element(0), Field: w.name, Path: "p.name"}, Else: &ir.Const{T: ir.StringType, Value: "none"}}
	}
	empty := &ir.Binary{T: ir.BoolType, Op: "==", X: ir.FnLen.Call(w.read(w.periods)), Y: &ir.Const{T: ir.IntType, Value: int64(0)}}
	w.tool.Actions = append(w.tool.Actions, &plan.Check{That: empty, Fail: "F", Detail: name(), Where: plan.Where{Place: plan.Place{Section: plan.InSteps, Name: "forecast", Part: plan.PartExpect, Key: "F"}}})
	tool := w.outputs(name())
	if len(tool.Functions) != 2 {
		t.Fatalf("there are %d functions, of %v", len(tool.Functions), tool.Functions[0].Places)
	}
	if tool.Functions[0].Fails() || !tool.Functions[1].Fails() {
		t.Errorf("where there are periods it fails: %t; where it is not known: %t", tool.Functions[0].Fails(), tool.Functions[1].Fails())
	}
}
