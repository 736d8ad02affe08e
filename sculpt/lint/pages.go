package lint

import (
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/operation/paging"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// checkPages warns of lists that are cut off in silence, and of steps that call for one page of many.
func checkPages(t *tool.Checked, calls *operation.Calls, found *diag.List) {
	told := moreRead(t.Plan)
	plan.Walk(t.Plan.Actions, func(a plan.Action) {
		if p, ok := a.(*plan.Pages); ok && p.Enough == nil && !told[p.Step.Name] {
			cutList(lists.Find(t.Manifest.Steps, func(s *manifest.Step) bool { return s.Name.V == p.Step.Name }), p, found)
		}
	})
	for _, s := range t.Manifest.Calls() {
		if s.Paginate != nil {
			continue
		}
		if fragment := pagesOf(s, calls.Of(s)); fragment != "" {
			found.WarnAt(s.Call, "pages", "%s answers a list in pages, and this is the first of them; to have all, write %s and read steps.%s.items",
				calls.Of(s).ID, fragment, s.Name.V)
		}
	}
}

// cutList warns of a list of which nobody is told that there was more.
func cutList(s *manifest.Step, p *plan.Pages, found *diag.List) {
	instead := "read steps." + s.Name.V + ".more, for an output, or expect !this.more"
	if s.Each != nil {
		instead = "expect !this.more"
	}
	if limit, ok := p.Limit.(*ir.Const); ok {
		found.WarnAt(s.Name, "cut-list", "the list of %s ends after %d items, and nobody is told whether there was more; %s", s.Name.V, limit.Value, instead)
	} else {
		found.WarnAt(s.Name, "cut-list", "the list of %s ends at its limit, and nobody is told whether there was more; %s", s.Name.V, instead)
	}
}

// moreRead are the steps of which something reads whether there was more than was collected. That a step has run says nothing of it.
func moreRead(t *plan.Tool) map[string]bool {
	steps := map[string]bool{}
	var visit func(n ir.Node)
	visit = func(n ir.Node) {
		if has, ok := n.(*ir.HasValue); ok {
			n = has.X
			if _, isRoot := n.(*ir.Root); isRoot {
				return
			}
		}
		if root, ok := n.(*ir.Root); ok && root.Part == "more" && (root.Kind == ir.PagesRoot || root.Kind == ir.StepRoot) {
			steps[root.Name] = true
		}
		for _, below := range ir.Children(n) {
			visit(below)
		}
	}
	t.Expressions(visit)
	return steps
}

// pagesOf returns what a step has to say under paginate to have the whole list of which it calls for a page, or "" if nothing is known of
// pages. A step that passes a page, or how many items one has, knows of them.
func pagesOf(s *manifest.Step, op *operation.Operation) string {
	for _, e := range s.With {
		if paging.Asks(strings.TrimPrefix(e.Key.V, "query.")) {
			return ""
		}
	}
	if op.Method != "GET" || op.Answer == nil {
		return ""
	}
	scheme := paging.Of(op.Spec)
	if scheme == nil {
		return ""
	}
	return "paginate: " + scheme.String()
}
