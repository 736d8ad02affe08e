package tool

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// ambiguous reports two recordings for calls of one operation that are made at the same time, if nothing says which recording is for which
// call: the first call to come would get the first recording.
func (c *exampleChecker) ambiguous(written []*manifest.Recording, recordings []plan.Recording) {
	if len(written) != len(recordings) { // some are wrong, which is enough
		return
	}
	reported := map[int]bool{}
	c.plan.Concurrent(func(a, b *plan.Step) {
		for i := range recordings {
			for j := range recordings[:i] {
				first, second := &recordings[j], &recordings[i]
				ofBoth := first.Step == a && second.Step == b || first.Step == b && second.Step == a
				if !ofBoth || first.Step.Call != second.Step.Call || reported[i] || apart(first, second) || c.inTurn(first, second) {
					continue
				}
				reported[i] = true
				c.reportAmbiguous(written[j], written[i])
			}
		}
	})
}

// inTurn reports whether two recordings are used one after the other: they are of a step that polls or collects pages, and for the same
// element of a list, since what one of them states of the request, the other states too.
func (c *exampleChecker) inTurn(a, b *plan.Recording) bool {
	again := slices.ContainsFunc(c.steps, func(s placedStep) bool { return s.plan.Plan == a.Step && (s.plan.Poll != nil || s.plan.Pages != nil) })
	return again && a.Step == b.Step && (states(a.With, b.With) || states(b.With, a.With))
}

// states reports whether some is not empty, and others has all of its parameters with the same values.
func states(others, some []plan.RecordedParam) bool {
	return len(some) > 0 && !slices.ContainsFunc(some, func(p plan.RecordedParam) bool {
		return !slices.ContainsFunc(others, func(q plan.RecordedParam) bool {
			return p.In == q.In && p.Name == q.Name && slices.Equal(p.Values, q.Values)
		})
	})
}

func (c *exampleChecker) reportAmbiguous(first, second *manifest.Recording) {
	if first.Step.V == second.Step.V {
		c.found.Errorf(second.Pos, 0, "ambiguous-recording", "the step %s asks for several elements at the same time, and nothing says which of its answers is for which: give each a \"with\" of its own", second.Step.V)
		return
	}
	c.found.Errorf(second.Pos, 0, "ambiguous-recording", "the steps %s and %s call the same operation at the same time, and nothing says which answer is for which: give both a \"with\" that tells them apart",
		first.Step.V, second.Step.V)
}

// apart reports whether it does not matter which of two recordings a request gets: it fits one of them alone, or both have the same answer.
func apart(a, b *plan.Recording) bool {
	if a.File == b.File && a.Body == b.Body && a.Status == b.Status && a.Type == b.Type && slices.Equal(a.Headers, b.Headers) {
		return true
	}
	if a.Request.Body != "" && b.Request.Body != "" && a.Request.Body != b.Request.Body {
		return true
	}
	return slices.ContainsFunc(a.With, func(p plan.RecordedParam) bool {
		i := slices.IndexFunc(b.With, func(q plan.RecordedParam) bool { return q.In == p.In && q.Name == p.Name })
		return i >= 0 && !slices.Equal(p.Values, b.With[i].Values)
	})
}
