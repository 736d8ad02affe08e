package schedule

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// order returns the steps in the order in which they run. A cycle is reported, and ends the order.
func order(steps []*Step, vars Vars, found *diag.List) []*Step {
	o := &sorter{steps: steps, reads: map[string]map[string]bool{}, state: map[string]Progress{}, found: found}
	for _, s := range steps {
		o.reads[s.Name.V] = s.reads(vars)
	}
	for _, name := range names(steps) {
		if !o.visit(name, nil) {
			return nil
		}
	}
	return o.order
}

// sorter sorts steps by what they need of each other.
type sorter struct {
	steps []*Step
	reads map[string]map[string]bool // by step: the steps that it reads
	state map[string]Progress
	order []*Step
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

// visit appends a step after those that it needs. path leads to it. It reports whether there is no cycle.
func (o *sorter) visit(name string, path []string) bool {
	path = append(path, name)
	switch o.state[name] {
	case Done:
		return true
	case Underway:
		o.reportCycle(path[slices.Index(path, name):])
		return false
	}
	o.state[name] = Underway
	for _, needed := range o.needed(name) {
		if !o.visit(needed, path) {
			return false
		}
	}
	o.state[name] = Done
	o.order = append(o.order, find(o.steps, name))
	return true
}

// needed are the names of the steps that must have run before a step, in the manifest's order: those that it reads, and
// if it writes, those above it.
func (o *sorter) needed(name string) []string {
	var needed []string
	above := true
	for _, s := range o.steps {
		above = above && s.Name.V != name
		if o.reads[name][s.Name.V] || above && find(o.steps, name).Writes {
			needed = append(needed, s.Name.V)
		}
	}
	return needed
}

// reportCycle reports steps that need each other. path begins and ends with the same step.
func (o *sorter) reportCycle(path []string) {
	first := find(o.steps, path[0])
	if len(path) == 2 {
		o.found.ErrorAt(first.Name, "cycle", "the step %s reads its own answer before it has one", path[0])
		return
	}
	for i, name := range path[:len(path)-1] {
		if next := path[i+1]; !o.reads[name][next] {
			o.found.ErrorAt(find(o.steps, name).Name, "cycle", "the step %s writes, so it runs after the steps above it; but %s, which is one of them, needs it: move %s up",
				name, next, name)
			return
		}
	}
	o.found.ErrorAt(first.Name, "cycle", "the step %s needs its own answer: %s", path[0], Cycle(path))
}

// Cycle shows how what stands last in path comes back to where it stands first.
func Cycle(path []string) string {
	start := slices.Index(path, path[len(path)-1])
	return strings.Join(path[start:], " → ")
}
