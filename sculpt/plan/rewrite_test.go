package plan_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestRewrite: of every kind of action, and of examples and dry runs, the copy names the other steps alone.
func TestRewrite(t *testing.T) {
	call, undo, function := &plan.Step{Name: "call"}, &plan.Step{Name: "call.undo"}, &plan.GoStep{Name: "function"}
	own := map[any]bool{call: true, undo: true, function: true}
	actions := []plan.Action{
		&plan.Check{}, &plan.Var{}, function,
		&plan.Together{Branches: [][]plan.Action{{&plan.When{Step: function, Actions: []plan.Action{function}}}, {
			&plan.Each{Step: call, Actions: []plan.Action{&plan.Pages{Step: call, Actions: []plan.Action{call}}, &plan.Poll{Step: call}}},
		}}},
		&plan.Answered{Step: call, Actions: []plan.Action{call}},
		&plan.Undo{Of: "call", Actions: []plan.Action{undo}},
	}
	tool := &plan.Tool{
		Actions: actions, DryRun: []plan.DryStep{{Step: call}, {Step: function}},
		Examples: []*plan.Example{{Recordings: []plan.Recording{{Step: call}}, Returns: []plan.Return{{Step: function}}}},
	}
	rewritten := tool.Rewrite(plan.Steps{}, func(s plan.StepAction) plan.StepAction {
		switch s := s.(type) {
		case *plan.Step:
			return &plan.Step{Name: "other " + s.Name}
		case *plan.GoStep:
			return &plan.GoStep{Name: "other " + s.Name}
		}
		return nil
	})
	if at := find(reflect.ValueOf(rewritten), own); at != "" {
		t.Errorf("the copy names a step of the tool: %s", at)
	}
	if find(reflect.ValueOf(tool), own) == "" {
		t.Error("the steps of the tool are not found in itself")
	}
	before, after := 0, 0
	plan.Walk(tool.Actions, func(plan.Action) { before++ })
	plan.Walk(rewritten.Actions, func(plan.Action) { after++ })
	if before != after {
		t.Errorf("of %d actions there are %d", before, after)
	}
}

// find returns the way to one of some pointers in a value, or an empty string.
func find(v reflect.Value, pointers map[any]bool) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return ""
		}
		if v.Kind() == reflect.Pointer && v.CanInterface() && pointers[v.Interface()] {
			return "*"
		}
		return find(v.Elem(), pointers)
	case reflect.Struct:
		for i := range v.NumField() {
			if at := find(v.Field(i), pointers); at != "" {
				return v.Type().Field(i).Name + "." + at
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if at := find(v.Index(i), pointers); at != "" {
				return at
			}
		}
	}
	return ""
}
