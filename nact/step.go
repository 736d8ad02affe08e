package nact

import "context"

// stepKey is the key of what a context says of the step that a call is made for: an [ofStep]. The innermost counts.
type stepKey struct{}

// ofStep is what a call is made for.
type ofStep interface {
	step() (name string, undoes bool)
}

// Step returns the context of what a step that changes nothing calls, for those who observe it: see [StepOf]. A step that can change something has an
// entry of the journal instead.
func Step(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, stepKey{}, reading(name))
}

// reading is the name of a step that changes nothing.
type reading string

func (r reading) step() (string, bool) { return string(r), false }

// StepOf returns the name of the step that a call with ctx is made for, or of which it takes back what that has done; empty: nobody has said.
func StepOf(ctx context.Context) (name string, undoes bool) {
	if s, ok := ctx.Value(stepKey{}).(ofStep); ok {
		return s.step()
	}
	return "", false
}
