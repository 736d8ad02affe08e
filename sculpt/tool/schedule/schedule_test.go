package schedule_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
)

// steps makes steps of lines: the name of a step, with ! behind it if it writes, then the steps that it reads, and vars as
// $v; and "after" before the steps that it is said to come after.
func steps(text string) []*schedule.Step {
	var list []*schedule.Step
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		words := strings.Fields(line)
		name, writes := strings.CutSuffix(words[0], "!")
		s := &schedule.Step{Name: manifest.Value[string]{V: name, Set: true}, Plan: &plan.Step{Name: name}, Writes: writes}
		for i, word := range words[1:] {
			switch v, isVar := strings.CutPrefix(word, "$"); {
			case word == "after":
				s.Ordered = true
			case s.Ordered:
				s.After = append(s.After, word)
			case isVar:
				s.Plan.Args = append(s.Plan.Args, argument(name, i, ir.VarRoot, v))
			default:
				s.Plan.Args = append(s.Plan.Args, argument(name, i, ir.StatusRoot, word))
			}
		}
		list = append(list, s)
	}
	return list
}

func argument(step string, i int, kind ir.RootKind, of string) plan.Arg {
	return plan.Arg{Value: &ir.Root{T: ir.IntType, Kind: kind, Name: of}, Where: plan.Where{
		Place: plan.Place{Section: plan.InSteps, Name: step, Part: plan.PartWith, Key: fmt.Sprintf("p%d", i+1)},
	}}
}

// vars makes vars of what each of them reads: steps, and vars as $v.
func vars(reads map[string]string) schedule.Vars {
	v := schedule.Vars{}
	for name, words := range reads {
		var nodes []ir.Node
		for _, word := range strings.Fields(words) {
			root := &ir.Root{T: ir.IntType, Kind: ir.StatusRoot, Name: word}
			if of, isVar := strings.CutPrefix(word, "$"); isVar {
				root.Kind, root.Name = ir.VarRoot, of
			}
			nodes = append(nodes, root)
		}
		v[name] = &plan.Var{Name: name, Value: &ir.ListLit{T: ir.ListOf(ir.IntType), Elems: nodes}}
	}
	return v
}

// shown is what a tool does in one line: a, (b, c | d), $v.
func shown(actions []plan.Action) string {
	var parts []string
	for _, a := range actions {
		switch a := a.(type) {
		case *plan.Step:
			parts = append(parts, a.Name)
		case *plan.Var:
			parts = append(parts, "$"+a.Name)
		case *plan.Together:
			var branches []string
			for _, branch := range a.Branches {
				branches = append(branches, shown(branch))
			}
			parts = append(parts, "("+strings.Join(branches, " | ")+")")
		}
	}
	return strings.Join(parts, ", ")
}

func TestActions(t *testing.T) {
	for name, c := range map[string]struct {
		steps string
		vars  map[string]string
		want  string
	}{
		"one":                                {"a", nil, "a"},
		"a chain":                            {"c b\nb a\na", nil, "a, b, c"},
		"nothing in common":                  {"a\nb\nc", nil, "(a | b | c)"},
		"two chains":                         {"a\nb a\nc\nd c", nil, "(a, b | c, d)"},
		"two chains that meet":               {"a\nb a\nc\nd c\ne b d", nil, "(a, b | c, d), e"},
		"two chains that part":               {"a\nb a\nc b\nd a\ne d", nil, "a, (b, c | d, e)"},
		"a diamond":                          {"a\nb a\nc a\nd b c", nil, "a, (b | c), d"},
		"a short branch beside a long one":   {"a\nb a\nd b\nc a", nil, "a, (b, d | c)"},
		"needs across":                       {"a\nb\nc a\nd a b", nil, "(a | b), (c | d)"},
		"a write is alone":                   {"a\nb\nw!\nc\nd", nil, "(a | b), w, (c | d)"},
		"a write that reads what is below":   {"a\nw! b\nb", nil, "(a | b), w"},
		"writes in their order":              {"v!\nw!", nil, "v, w"},
		"after":                              {"a\nb after a\nc", nil, "(a, b | c)"},
		"a write after one of those above":   {"a\nb\nw! after a\nc", nil, "(a | b), w, c"},
		"a write after one that is below":    {"w! after b\nv! w\nb", nil, "b, w, v"},
		"a var of one branch":                {"a $v\nb", map[string]string{"v": ""}, "($v, a | b)"},
		"a var of two branches":              {"a $v\nb $v\nc", map[string]string{"v": "$w", "w": ""}, "$w, $v, (a | b | c)"},
		"a var behind those of two branches": {"a $v\nb $w", map[string]string{"v": "$x", "w": "$x", "x": ""}, "$x, ($v, a | $w, b)"},
		"a var that makes a chain":           {"a\nb $v\nc $v\nd", map[string]string{"v": "a"}, "(a, $v, (b | c) | d)"},
	} {
		t.Run(name, func(t *testing.T) {
			var found diag.List
			actions, _ := schedule.Actions(nil, steps(c.steps), vars(c.vars), nil, &found)
			if got := shown(actions); got != c.want || len(found) > 0 {
				t.Errorf("%s, want %s; found %v", got, c.want, found)
			}
		})
	}
}

func TestCycles(t *testing.T) {
	for name, c := range map[string]struct {
		steps string
		vars  map[string]string
		want  string
	}{
		"itself":    {"a a", nil, "the step a reads its own answer before it has one"},
		"two":       {"a b\nb a", nil, "the step a needs its own answer: a → b → a: steps.a.with.p1 reads b; steps.b.with.p1 reads a"},
		"by a var":  {"x\na x $v\nb a", map[string]string{"v": "$w", "w": "x b"}, "the step a needs its own answer: a → b → a: steps.a.with.p2 reads b by way of vars.v; steps.b.with.p1 reads a"},
		"by after":  {"a after b\nb a", nil, "the step a needs its own answer: a → b → a: steps.a.after names b; steps.b.with.p1 reads a"},
		"own after": {"a after a", nil, "the step a needs its own answer: a → a: steps.a.after names a"},
		"a write":   {"a w\nw!", nil, "the step w writes, so it runs after the steps above it; but a, which is one of them, needs it: move w up"},
	} {
		t.Run(name, func(t *testing.T) {
			var found diag.List
			schedule.Actions(nil, steps(c.steps), vars(c.vars), nil, &found)
			if len(found) != 1 || found[0].Message != c.want {
				t.Errorf("found %v, want %s", found, c.want)
			}
		})
	}
}

// TestManySteps arranges many steps in shapes that leave many choices, which ends only if each set of steps is arranged once.
func TestManySteps(t *testing.T) {
	var chain, grid, fan []string
	for i := range 150 {
		chain = append(chain, fmt.Sprintf("s%d s%d", i+1, i))
		grid = append(grid, fmt.Sprintf("s%d s%d s%d", i+7, i+i%5, i+6))
		fan = append(fan, fmt.Sprintf("s%d", i))
	}
	for name, lines := range map[string][]string{
		"chain": append([]string{"s0"}, chain...), "fan": append(fan, "end s"+strings.Join(fan, " ")[1:]),
		"grid": append([]string{"s0", "s1", "s2", "s3", "s4", "s5", "s6"}, grid...),
	} {
		t.Run(name, func(t *testing.T) {
			var found diag.List
			actions, _ := schedule.Actions(nil, steps(strings.Join(lines, "\n")), nil, nil, &found)
			if got := len((&plan.Tool{Actions: actions}).Steps()); got != len(lines) {
				t.Errorf("%d steps of %d", got, len(lines))
			}
		})
	}
}

// TestStepsRead follows vars of which each is read twice by the next: there are 2^200 ways from the last one to the first, and the
// test ends only if each var is looked at once.
func TestStepsRead(t *testing.T) {
	read := func(kind ir.RootKind, name string) ir.Node { return &ir.Root{T: ir.IntType, Kind: kind, Name: name} }
	vars := schedule.Vars{"v0": {Name: "v0", Value: read(ir.StatusRoot, "first")}}
	last := "v0"
	for i := range 200 {
		name := fmt.Sprintf("v%d", i+1)
		vars[name] = &plan.Var{Name: name, Value: ir.FnAddInt.Call(read(ir.VarRoot, last), read(ir.VarRoot, last))}
		last = name
	}
	steps := vars.StepsRead(read(ir.VarRoot, last), nil, read(ir.StatusRoot, "second"))
	if got := slices.Sorted(maps.Keys(steps)); !slices.Equal(got, []string{"first", "second"}) {
		t.Errorf("the steps that are read are %v", got)
	}
}
