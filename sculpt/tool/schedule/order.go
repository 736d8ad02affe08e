package schedule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// ordered is a step with what it needs.
type ordered struct {
	*Step
	reads map[string]string // by the name of a step whose answer it reads: which expression does, and by way of which var
	needs map[*ordered]bool // the steps that run before it
	above []*ordered        // the steps of needs that run before it only because they stand above it
}

// sorted returns the steps, each after those that it needs, in the manifest's order where the needs leave a choice. A cycle
// is reported, and ends the list.
func sorted(steps []*Step, vars Vars, found *diag.List) []*ordered {
	s := &sorter{vars: vars, state: map[*ordered]Progress{}, found: found}
	s.steps = lists.Map(steps, func(step *Step) *ordered {
		return &ordered{Step: step, reads: step.reads(vars), needs: map[*ordered]bool{}}
	})
	for i, step := range s.steps {
		s.connect(step, i)
	}
	for _, step := range s.steps {
		if !s.visit(step, nil) {
			return nil
		}
	}
	return s.list
}

// reads are the steps whose answers a step reads before it has its own, each with what reads it.
func (s *Step) reads(vars Vars) map[string]string {
	reads := map[string]string{}
	note := func(list []plan.Expression, own bool) {
		for _, e := range list {
			e.Place.Detail = false
			read := vars.read(e.Node)
			for name := range read.steps {
				if _, noted := reads[name]; !noted && (own || name != s.Name.V || read.results[name]) {
					reads[name] = fmt.Sprintf("%s reads %s%s", e.Place, name, vars.by(e, name))
				}
			}
		}
	}
	note(s.before(), true)
	note(s.after(), false) // what is expected of an answer reads that answer
	return reads
}

// by names the var by way of which an expression reads a step, if it does not read it itself.
func (v Vars) by(e plan.Expression, step string) string {
	if (Vars{}).StepsRead(e.Node)[step] {
		return ""
	}
	i := slices.IndexFunc(v.read(e.Node).vars, func(name string) bool { return v.StepsRead(v[name].Value)[step] })
	return " by way of vars." + v.read(e.Node).vars[i]
}

// sorter sorts steps by what they need of each other.
type sorter struct {
	steps []*ordered
	vars  Vars
	state map[*ordered]Progress
	list  []*ordered
	found *diag.List
}

// Progress says how far a walk over things that need each other has come with one of them.
type Progress int

// The stages of a walk.
const (
	Untouched Progress = iota
	Underway
	Done
)

// connect says what the step at i needs: the steps that it reads, those that it is said to come after and, if it writes and
// nothing else is said, those above it.
func (s *sorter) connect(step *ordered, i int) {
	for j, other := range s.steps {
		_, reads := step.reads[other.Name.V]
		isAbove := j < i && step.Writes && !step.Ordered
		if reads || isAbove || slices.Contains(step.After, other.Name.V) {
			step.needs[other] = true
		}
		if isAbove && !reads {
			step.above = append(step.above, other)
		}
	}
}

// visit appends a step after those that it needs. path leads to it. It reports whether there is no cycle.
func (s *sorter) visit(step *ordered, path []*ordered) bool {
	path = append(path, step)
	switch s.state[step] {
	case Done:
		return true
	case Underway:
		s.reportCycle(path[slices.Index(path, step):])
		return false
	}
	s.state[step] = Underway
	for _, other := range s.steps {
		if step.needs[other] && !s.visit(other, path) {
			return false
		}
	}
	s.state[step] = Done
	s.list = append(s.list, step)
	return true
}

// reportCycle reports steps that need each other. path begins and ends with the same step.
func (s *sorter) reportCycle(path []*ordered) {
	first := path[0]
	if _, reads := first.reads[first.Name.V]; len(path) == 2 && reads {
		s.found.ErrorAt(first.Name, "cycle", "the step %s reads its own answer before it has one", first.Name.V)
		return
	}
	var reasons []string
	for i, step := range path[:len(path)-1] {
		next := path[i+1]
		reason, reads := step.reads[next.Name.V]
		switch {
		case reads:
		case slices.Contains(step.above, next):
			s.found.ErrorAt(step.Name, "cycle", "the step %s writes, so it runs after the steps above it; but %s, which is one of them, needs it: move %s up",
				step.Name.V, next.Name.V, step.Name.V)
			return
		default:
			reason = fmt.Sprintf("steps.%s.after names %s", step.Name.V, next.Name.V)
		}
		reasons = append(reasons, reason)
	}
	names := lists.Map(path, func(s *ordered) string { return s.Name.V })
	s.found.ErrorAt(first.Name, "cycle", "the step %s needs its own answer: %s: %s", first.Name.V, Cycle(names), strings.Join(reasons, "; "))
}

// Cycle shows how what stands last in path comes back to where it stands first.
func Cycle(path []string) string {
	start := slices.Index(path, path[len(path)-1])
	return strings.Join(path[start:], " → ")
}
