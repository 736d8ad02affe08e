package nact

import "context"

// Tool is a tool: what it promises, per version, and the function that keeps
// the promise. It knows of no protocol.
type Tool struct {
	// Versions are all published signatures, oldest first. The last is the current one.
	Versions []Signature

	// Writes says that the tool can change something upstream.
	Writes bool

	// Additive says of a tool that writes that all it does is add: nothing that is there is changed or removed. A tool of which that is not known is not.
	Additive bool

	// Idempotent says of a tool that writes that calling it again with the same arguments changes nothing further.
	Idempotent bool

	// DryRun begins a run that only says what it would write; nil: none does, unless the tool does not write.
	DryRun func() DryRun

	// Schemas has JSON Schemas (2020-12) of outputs of type JSON, by their IDs
	// in the current signature: which values the tool answers today.
	Schemas map[string]string

	// Withdrawn says that agents shall no longer find the tool; nil: they shall.
	Withdrawn *Withdrawal

	// Invoke runs the tool. The arguments were checked against a signature and
	// stand in the order of the current signature's inputs. The results stand in
	// the order of the current signature's outputs. An error is a *[Failure], a
	// *[Fault] or anything else, which counts as an internal fault.
	// It must be safe for concurrent use.
	Invoke func(ctx context.Context, in Arguments) (Results, error)
}

// Current returns the current signature. The tool must have a version.
func (t *Tool) Current() *Signature { return &t.Versions[len(t.Versions)-1] }

// RunsDry reports whether there are runs of the tool that change nothing.
func (t *Tool) RunsDry() bool { return !t.Writes || t.DryRun != nil }

// Results are the outputs of one invocation, in the order of the current
// signature: string, int64 or bool, an [Opt] of those, or for a JSON output
// anything that encoding/json can encode. nil and an Opt without a value are
// left out of the answer.
type Results []any

// Arguments are the checked inputs of one invocation, in the order of the
// current signature: string, int64 or bool, or nil where an optional input is absent.
// The typed accessors panic on another type: the check against the signature excludes it.
type Arguments []any

// String returns argument i, a present string or enum value.
func (a Arguments) String(i int) string { return a[i].(string) }

// Int returns argument i, a present int.
func (a Arguments) Int(i int) int64 { return a[i].(int64) }

// Bool returns argument i, a present boolean.
func (a Arguments) Bool(i int) bool { return a[i].(bool) }

// OptString returns argument i, a string or enum value that may be absent.
func (a Arguments) OptString(i int) Opt[string] { return optional[string](a[i]) }

// OptInt returns argument i, an int that may be absent.
func (a Arguments) OptInt(i int) Opt[int64] { return optional[int64](a[i]) }

// OptBool returns argument i, a boolean that may be absent.
func (a Arguments) OptBool(i int) Opt[bool] { return optional[bool](a[i]) }

func optional[T any](v any) Opt[T] {
	if v == nil {
		return Opt[T]{}
	}
	return Some(v.(T))
}
