package plan_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/plan"
)

func TestPlace(t *testing.T) {
	for want, p := range map[string]plan.Place{
		"":                              {},
		"vars.period":                   {Section: plan.InVars, Name: "period"},
		"require.NO_WORD[1].detail":     plan.Place{Section: plan.InRequire, Key: "NO_WORD[1]"}.WithDetail(),
		"headers.X-Key":                 {Section: plan.InHeaders, Name: "X-Key"},
		"steps.point.when":              {Section: plan.InSteps, Name: "point", Part: plan.PartWhen},
		"steps.point.with.latitude":     {Section: plan.InSteps, Name: "point", Part: plan.PartWith, Key: "latitude"},
		"steps.book.body.lines[0].name": {Section: plan.InSteps, Name: "book", Part: plan.PartBody, Key: ".lines[0].name"},
		"steps.book.undo.with.id":       {Section: plan.InSteps, Name: "book", Undo: true, Part: plan.PartWith, Key: "id"},
		"steps.list.paginate.next":      {Section: plan.InSteps, Name: "list", Part: plan.PartPaginate, Key: "next"},
	} {
		if got := p.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
