package nact

import (
	"errors"
	"slices"
	"strings"
)

// Given says what a part was given for an input of its own: whose fault it is if the part cannot use that.
type Given struct {
	Input   string   // of the part
	Answers bool     // it was made of what an upstream answered
	Inputs  []string // otherwise: the ids of the inputs that it was made of
}

// PartError returns err as a fault of the step that uses a part, and names the place in the part behind that step: "step site.lookup". What
// failed on inputs of the part is the fault of what was given for them. A *[Failure] stays as it is.
func PartError(step string, err error, given ...Given) error {
	var fault *Fault
	if !errors.As(err, &fault) {
		return StepError(step, err)
	}
	named := *fault
	named.Element = Opt[int]{}
	if fault.Where != "" {
		named.Where = "steps." + step + "." + strings.TrimPrefix(fault.place(), "steps.")
	}
	switch {
	case fault.Step != "":
		named.Step = step + "." + indexed(fault.Step, fault.Element)
	case fault.Where == "":
		named.Step = step
	}
	if fault.Kind == BadInput {
		named.blame(given)
	}
	return &named
}

// blame says whose fault it is that a part cannot use its inputs.
func (f *Fault) blame(given []Given) {
	failed := f.Inputs
	f.Kind, f.Inputs = Internal, nil
	for _, g := range given {
		switch {
		case !slices.Contains(failed, g.Input):
		case g.Answers:
			f.Kind, f.Inputs = BadAnswer, nil
			return
		case len(g.Inputs) > 0:
			f.Kind = BadInput
			f.Inputs = slices.Compact(slices.Sorted(slices.Values(append(f.Inputs, g.Inputs...))))
		}
	}
}

// StepPath returns the path of a step without the elements of lists that are in it: site.lookup of site.lookup[3].
func StepPath(step string) string {
	var path strings.Builder
	for {
		before, behind, found := strings.Cut(step, "[")
		path.WriteString(before)
		if !found {
			return path.String()
		}
		_, step, _ = strings.Cut(behind, "]")
	}
}
