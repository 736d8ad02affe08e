package deps

import (
	"go/ast"
	"go/token"
	"slices"
	"testing"
)

// TestEveryKindOfAction: what decides by the kind of an action of a plan decides about all kinds. A case that has nothing to do is there all the
// same, so that a new kind fails here until somebody has thought of it.
func TestEveryKindOfAction(t *testing.T) {
	kinds := methodReceivers(t, "sculpt/plan", "inside")
	steps := methodReceivers(t, "sculpt/plan", "StepName")
	if len(kinds) < 5 || len(steps) < 2 {
		t.Fatalf("sculpt/plan has %v as actions, and %v as those of steps", kinds, steps)
	}
	switches := 0
	for _, dir := range []string{"gen", "sculpt", "view", "review", "arazzo"} {
		eachFile(t, dir, func(path string, file *ast.File, position func(ast.Node) token.Position) {
			ast.Inspect(file, func(n ast.Node) bool {
				s, ok := n.(*ast.TypeSwitchStmt)
				if !ok {
					return true
				}
				named := kindsNamed(s, kinds, steps)
				if len(named) == 0 || slices.Equal(named, steps) { // of a plan.StepAction
					return true
				}
				switches++
				for _, kind := range kinds {
					if !slices.Contains(named, kind) {
						t.Errorf("%s: the switch does not say what becomes of a plan.%s", position(s), kind)
					}
				}
				return true
			})
		})
	}
	if switches == 0 {
		t.Error("nothing decides by the kind of an action")
	}
}

// kindsNamed returns those of kinds that the cases of a switch name, sorted. A plan.StepAction is any of steps.
func kindsNamed(s *ast.TypeSwitchStmt, kinds, steps []string) []string {
	var named []string
	for _, clause := range s.Body.List {
		for _, typ := range clause.(*ast.CaseClause).List {
			star, ok := typ.(*ast.StarExpr)
			if !ok {
				if typeName(typ) == "StepAction" {
					named = append(named, steps...)
				}
				continue
			}
			if name := typeName(star.X); slices.Contains(kinds, name) {
				named = append(named, name)
			}
		}
	}
	slices.Sort(named)
	return slices.Compact(named)
}
