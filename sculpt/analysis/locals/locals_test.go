package locals_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/analysis/locals"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestOf compares what tools do with variables, an action a line: what it declares in brackets, then each variable that it has, as := where the
// action declares it, = where it is declared before, and _ where nothing reads it.
func TestOf(t *testing.T) {
	tests := []struct {
		name    string
		actions []plan.Action
		outputs []ir.Node
		want    string
	}{
		{
			name:    "what nothing reads",
			actions: []plan.Action{step("a", body, meta), goStep("f")},
			want: `
				Step a: body _, meta _
				GoStep f: result _`,
		},
		{
			name:    "what an output reads",
			actions: []plan.Action{step("a", body, meta), goStep("f"), variable("v", root(ir.ResultRoot, "f"))},
			outputs: []ir.Node{root(ir.StatusRoot, "a"), root(ir.VarRoot, "v")},
			want: `
				Step a: body _, meta :=
				GoStep f: result :=
				Var v: var :=`,
		},
		{
			name:    "what a function that was moved out reads",
			actions: []plan.Action{step("a", body, meta)},
			outputs: []ir.Node{&ir.Invoke{Of: &ir.Outlined{Metas: []string{"a"}, Body: root(ir.HeadersRoot, "a")}, Args: []ir.Node{root(ir.BodyRoot, "a")}}},
			want: `
				Step a: body :=, meta :=`,
		},
		{
			name:    "what is not computed",
			actions: []plan.Action{step("a", body)},
			outputs: []ir.Node{&ir.Some{Marks: ir.Marks{Dropped: true}, X: root(ir.BodyRoot, "a")}},
			want: `
				Step a: body _`,
		},
		{
			name: "a branch that another action reads",
			actions: []plan.Action{
				&plan.Together{Branches: [][]plan.Action{{step("a", body, meta)}, {step("b", body), variable("v", root(ir.BodyRoot, "b"))}, {goStep("f")}}},
			},
			outputs: []ir.Node{root(ir.BodyRoot, "a"), root(ir.VarRoot, "v"), root(ir.ResultRoot, "f")},
			want: `
				Together: [body a, var v, result f]
				Step a: body =, meta _
				Step b: body :=
				Var v: var =
				GoStep f: result =`,
		},
		{
			name: "both parts of an answer, of which one is read outside of its branch",
			actions: []plan.Action{
				&plan.Together{Branches: [][]plan.Action{{step("a", body, meta), check(root(ir.StatusRoot, "a"))}, {step("b")}}},
			},
			outputs: []ir.Node{root(ir.BodyRoot, "a")},
			want: `
				Together: [body a, meta a]
				Step a: body =, meta =
				Check:
				Step b:`,
		},
		{
			name:    "a step that may not run",
			actions: []plan.Action{when(step("a", body, meta))},
			outputs: []ir.Node{part("a", "body"), part("a", "status")},
			want: `
				When: [part a.body, part a.status] part a.body = of body, part a.status = of meta
				Step a: body :=, meta :=`,
		},
		{
			name:    "a step that may not run, in a branch",
			actions: []plan.Action{&plan.Together{Branches: [][]plan.Action{{when(goStep("f"))}, {step("b", body)}}}},
			outputs: []ir.Node{part("f", ir.ResultPart)},
			want: `
				Together: [part f.result]
				When: part f.result = of result
				GoStep f: result :=
				Step b: body _`,
		},
		{
			name:    "a step for each element, of which nothing is read",
			actions: []plan.Action{each(step("a", body))},
			want: `
				Each: index :=, element _
				Step a: body _, index :=, element _`,
		},
		{
			name:    "what comes of a step for each element",
			actions: []plan.Action{each(step("a", body), check(&ir.Root{T: ir.BoolType, Kind: ir.ElementRoot, Name: "x", Part: "a"}))},
			outputs: []ir.Node{part("a", "")},
			want: `
				Each: index :=, element :=, elements := of body
				Step a: body :=, index :=, element :=
				Check:`,
		},
		{
			name:    "answers without a body, for each element",
			actions: []plan.Action{each(step("a", meta))},
			outputs: []ir.Node{part("a", "")},
			want: `
				Each: index :=, element _, elements := of meta
				Step a: meta :=, index :=, element _`,
		},
		{
			name: "a step for each element that may not run",
			actions: func() []plan.Action {
				loop := each(step("a", body))
				return []plan.Action{&plan.When{Step: loop.Step, If: ir.True(), Actions: []plan.Action{loop}}}
			}(),
			outputs: []ir.Node{part("a", "")},
			want: `
				When: [part a] part a = of elements
				Each: index :=, element _, elements := of body
				Step a: body :=, index :=, element _`,
		},
		{
			name:    "pages",
			actions: []plan.Action{pages(step("a", body))},
			outputs: []ir.Node{root(ir.PagesRoot, "a")},
			want: `
				Pages: pages :=
				Step a: page :=, pages :=`,
		},
		{
			name:    "pages in a branch",
			actions: []plan.Action{&plan.Together{Branches: [][]plan.Action{{pages(step("a", body))}, {step("b")}}}},
			outputs: []ir.Node{root(ir.PagesRoot, "a")},
			want: `
				Together: [pages a]
				Pages: pages =
				Step a: page :=, pages =
				Step b:`,
		},
		{
			name:    "a poll",
			actions: []plan.Action{&plan.Poll{Step: step("a", body, meta), Until: root(ir.BodyRoot, "a")}},
			want: `
				Poll: [body a, meta a] body =, meta =, poll :=
				Step a: body =, meta =, poll :=`,
		},
		{
			name:    "a poll for its status",
			actions: []plan.Action{&plan.Poll{Step: step("a", body, meta), Until: root(ir.StatusRoot, "a")}},
			want: `
				Poll: [meta a] body _, meta =, poll :=
				Step a: body _, meta =, poll :=`,
		},
		{
			name: "what is expected of an answer",
			actions: func() []plan.Action {
				s := step("a", body)
				return []plan.Action{s, &plan.Answered{Step: s, Actions: []plan.Action{check(root(ir.BodyRoot, "a"))}}}
			}(),
			want: `
				Step a: body :=, answered :=
				Answered: answered =
				Check:`,
		},
		{
			name: "a var that is also computed to take a step back",
			actions: []plan.Action{&plan.Together{Branches: [][]plan.Action{
				{
					step("a", body),
					&plan.Undo{Of: "a", Actions: []plan.Action{variable("v", root(ir.BodyRoot, "a")), undoing("a", root(ir.VarRoot, "v"))}},
					variable("v", root(ir.BodyRoot, "a")),
				},
				{step("b")},
			}}},
			outputs: []ir.Node{root(ir.VarRoot, "v")},
			want: `
				Together: [var v]
				Step a: body :=
				Undo:
				Var v: var :=
				Step a:
				Var v: var =
				Step b:`,
		},
		{
			name: "parts of a request",
			actions: []plan.Action{func() *plan.Step {
				s := step("a")
				s.Parts = []*plan.Part{{Name: "steps.a.body.x", Value: ir.Int64(1)}, {Value: ir.Int64(2)}}
				return s
			}()},
			want: `
				Step a: request :=`,
		},
		{
			name: "parts of a request that are the same for all calls",
			actions: func() []plan.Action {
				parts := func(place string) []*plan.Part { return []*plan.Part{{Name: place, Value: ir.Int64(1)}} }
				loop, collected := each(step("a")), pages(step("b", body))
				loop.Before, collected.Before = parts("steps.a.body.x"), parts("steps.b.body.x")
				return []plan.Action{loop, collected, &plan.Poll{Step: step("c", meta), Until: ir.True(), Before: parts("steps.c.body.x")}}
			}(),
			want: `
				Each: index :=, element _, request :=
				Step a: index :=, element _
				Pages: pages :=, request :=
				Step b: page :=, pages :=
				Poll: [meta c] meta =, poll :=, request :=
				Step c: meta =, poll :=`,
		},
		{
			name:    "a list of pages and a var that nothing reads",
			actions: []plan.Action{pages(step("a", body)), variable("v", ir.Int64(1))},
			want: `
				Pages: pages :=
				Step a: page :=, pages :=
				Var v: var :=`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tool := &plan.Tool{Actions: tt.actions}
			for _, n := range tt.outputs {
				tool.Outputs = append(tool.Outputs, &plan.Output{Value: n})
			}
			of := locals.Of(tool)
			complete(t, tool, of)
			got := text(tool, of)
			if want := strings.ReplaceAll(strings.TrimSpace(tt.want), "\t", ""); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// complete checks that it is decided about every action, and that every variable that one has is named, once.
func complete(t *testing.T, tool *plan.Tool, l *plan.Locals) {
	t.Helper()
	named := map[*plan.Local]int{}
	for _, local := range l.All {
		named[local]++
	}
	plan.Walk(tool.Actions, func(a plan.Action) {
		v, decided := l.By[a]
		if !decided {
			t.Errorf("nothing is decided about a %T", a)
		}
		for _, local := range v.Declared {
			if named[local] != 1 {
				t.Errorf("a %T declares %s, which is named %d times", a, label(local), named[local])
			}
		}
		for _, b := range v.Bindings {
			if b.Use != plan.Unread && named[b.Local] != 1 {
				t.Errorf("a %T has %s, which is named %d times", a, label(b.Local), named[b.Local])
			}
			if b.Use != plan.Unread && b.From != nil && named[b.From] != 1 {
				t.Errorf("a %T takes a value of %s, which is named %d times", a, label(b.From), named[b.From])
			}
		}
	})
}

// TestRules compares what rules of on_error read of the error answer.
func TestRules(t *testing.T) {
	problem := func(part string) ir.Node {
		return &ir.Root{T: ir.BoolType, Kind: ir.ProblemRoot, Name: "a", Part: part}
	}
	s := step("a", meta)
	s.OnError = []plan.ErrorRule{
		{Fail: "X"},
		{Fail: "X", That: problem("status")},
		{Fail: "X", Detail: problem("body")},
		{Fail: "X", That: problem("headers")},
		{Use: problem("body"), Idle: true},
	}
	tool := &plan.Tool{Actions: []plan.Action{s}}
	v := locals.Of(tool).By[s]
	if got, want := fmt.Sprint(v.Rules), "[{false false} {true false} {false true} {false false} {false false}]"; got != want {
		t.Errorf("the rules read %s, want %s", got, want)
	}
	if v.Binding(plan.AnswerMeta).Use != plan.Defined {
		t.Error("a rule reads headers of the error answer, and what the answer says beside its body has no variable")
	}
}

// TestOrder compares the order in which variables are named: what comes of a step before its answer, and parts of requests behind all others. What
// nothing reads takes no name.
func TestOrder(t *testing.T) {
	s := step("a", body, meta)
	s.Parts = []*plan.Part{{Name: "steps.a.body.x", Value: ir.Int64(1)}}
	tool := &plan.Tool{
		Actions: []plan.Action{when(s), each(step("b", body, meta)), each(step("c", body), check(&ir.Root{T: ir.BoolType, Kind: ir.ElementRoot, Name: "x", Part: "c"}))},
		Outputs: []*plan.Output{{Value: part("a", "body")}, {Value: root(ir.StatusRoot, "b")}, {Value: part("b", "")}},
	}
	var got []string
	for _, l := range locals.Of(tool).All {
		got = append(got, label(l))
	}
	want := "part a.body, body a, elements b, index, body b, meta b, element c.x, request steps.a.body.x"
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What a call returns.
const (
	body = 1 << iota
	meta
)

func step(name string, returns ...int) *plan.Step {
	op := &plan.Operation{}
	for _, what := range returns {
		switch what {
		case body:
			op.Answer = &plan.Answer{Type: ir.StringType}
		case meta:
			op.Meta = true
		}
	}
	return &plan.Step{Name: name, Call: op}
}

func goStep(name string) *plan.GoStep {
	return &plan.GoStep{Name: name, Function: &plan.Function{Result: ir.StringType}}
}

// undoing is the call that takes a step back, which has the name of the step.
func undoing(name string, arg ir.Node) *plan.Step {
	return &plan.Step{Name: name, Call: &plan.Operation{}, Args: []plan.Arg{{Value: arg}}}
}

func variable(name string, n ir.Node) *plan.Var { return &plan.Var{Name: name, Value: n} }

func check(n ir.Node) *plan.Check { return &plan.Check{That: n} }

func when(s plan.StepAction) *plan.When {
	return &plan.When{Step: s, If: ir.True(), Actions: []plan.Action{s}}
}

func each(s *plan.Step, more ...plan.Action) *plan.Each {
	list := &ir.ListLit{T: ir.ListOf(ir.StringType)}
	return &plan.Each{Step: s, As: "x", List: list, Actions: append([]plan.Action{s}, more...)}
}

func pages(s *plan.Step) *plan.Pages {
	items := &ir.Root{T: ir.ListOf(ir.StringType), Kind: ir.BodyRoot, Name: s.Name}
	return &plan.Pages{Step: s, Limit: ir.Int64(1), Items: items, Next: ir.Text(""), Actions: []plan.Action{s}}
}

func root(kind ir.RootKind, name string) *ir.Root {
	return &ir.Root{T: ir.StringType, Kind: kind, Name: name}
}

func part(step, part string) ir.Node {
	return &ir.Root{T: ir.OptionalOf(ir.StringType), Kind: ir.StepRoot, Name: step, Part: part}
}

var roles = map[plan.Role]string{
	plan.VarValue: "var", plan.AnswerBody: "body", plan.PageBody: "page", plan.AnswerMeta: "meta", plan.FunctionResult: "result",
	plan.PageList: "pages", plan.ElementList: "elements", plan.ElementIndex: "index", plan.Element: "element", plan.StepPart: "part",
	plan.PollState: "poll", plan.IsAnswered: "answered", plan.RequestPart: "request",
}

func label(l *plan.Local) string {
	name := roles[l.Role]
	if l.Of != "" {
		name += " " + l.Of
	}
	if l.Part != "" {
		name += "." + l.Part
	}
	return name
}

// text is what the actions of a tool do with variables, a line each.
func text(t *plan.Tool, l *plan.Locals) string {
	var lines []string
	plan.Walk(t.Actions, func(a plan.Action) {
		line := strings.TrimPrefix(fmt.Sprintf("%T", a), "*plan.")
		switch a := a.(type) {
		case plan.StepAction:
			line += " " + a.StepName()
		case *plan.Var:
			line += " " + a.Name
		}
		lines = append(lines, line+":"+variables(l.By[a]))
	})
	return strings.Join(lines, "\n")
}

func variables(v plan.Variables) string {
	var declared, bound []string
	for _, l := range v.Declared {
		declared = append(declared, label(l))
	}
	for _, b := range v.Bindings {
		name := roles[b.Role]
		if b.Role == plan.StepPart {
			name = label(b.Local)
		}
		name += " " + map[plan.Use]string{plan.Unread: "_", plan.Defined: ":=", plan.Assigned: "="}[b.Use]
		if b.From != nil {
			name += " of " + roles[b.From.Role]
		}
		bound = append(bound, name)
	}
	line := ""
	if len(declared) > 0 {
		line += " [" + strings.Join(declared, ", ") + "]"
	}
	if len(bound) > 0 {
		line += " " + strings.Join(bound, ", ")
	}
	return line
}
