// Package nact is the run-time library of generated N-ACT services. Its core,
// this package, knows tools, signatures, arguments, failures and faults, and no
// protocol but the JSON of signatures. Package endpoint serves tools over N-ACT's
// HTTP endpoints, package mcp to clients of the Model Context Protocol, package
// invocation runs them for both, package upstream calls the APIs that tools are made of, package
// cel holds what compiled expressions call, package flow what orchestrates steps,
// package idempotency keeps what became of calls that may come again, package dryrun
// shows what a call would write, package server is the stand-alone server, and package
// jsontext reads and writes JSON.
package nact

import (
	"context"
	"time"
)

// Tool is a tool: what it promises, per version, and the function that keeps
// the promise. It knows of no protocol.
type Tool struct {
	// Versions are all published signatures, oldest first. The last is the current one.
	Versions []Signature

	// Writes says that the tool can change something upstream.
	Writes bool

	// Additive says of a tool that writes that it only adds, and neither changes nor removes what is there. It is false where that is not known.
	Additive bool

	// Idempotent says of a tool that writes that calling it again with the same arguments changes nothing further.
	Idempotent bool

	// Journal begins to record what an invocation of a tool that writes changes. The tool must be invoked with the context that it
	// returns. [BeginJournal] is the one of generated tools; a tool that only reads has none.
	Journal func(ctx context.Context) (context.Context, Record)

	// DryRun begins a run of a tool that writes, in which it only says what it would write; nil: it has no such run.
	DryRun func() DryRun

	// Formats checks the inputs that have a Format; nil: none has. [CheckFormat] knows all formats.
	Formats Formats

	// Patterns checks the inputs that have a Pattern; nil: none has. [CheckPattern] is the one.
	Patterns func(pattern, text string) bool

	// Numbers reads the inputs of type Number; nil: there are none. [ReadNumber] is the one.
	Numbers Reader

	// Lists reads the inputs of type List; nil: there are none. [ReadList] is the one.
	Lists Reader

	// Schemas has JSON Schemas (2020-12) of outputs of type JSON, by their IDs
	// in the current signature: which values the tool answers today.
	Schemas map[string]string

	// Withdrawn says that agents shall no longer find the tool; nil: they shall.
	Withdrawn *Withdrawal

	// Access says who may call the tool; nil: anybody.
	Access *Access

	// Denied says that the callers of a [View] may not call the tool; nil: they may.
	Denied *Denial

	// Invoke runs the tool. The arguments were checked against a signature and
	// stand in the order of the current signature's inputs. The results stand in
	// the order of the current signature's outputs. An error is a *[Failure], a
	// *[Fault] or anything else, which counts as an internal fault.
	// It must be safe for concurrent use.
	Invoke func(ctx context.Context, in Arguments) (Results, error)
}

// Formats checks that a text has a format: it returns an empty string, or the end of a sentence that says what the text must be.
type Formats func(format, text string) (wanted string)

// Reader reads a value that a call gives for an input, and returns it as the tool takes it, or everything that is wrong with it. asText says that the face has
// the value as JSON text in a string.
type Reader func(t *Tool, in *Input, v any, asText bool) (value any, violations []Violation)

// Current returns the current signature. The tool must have a version.
func (t *Tool) Current() *Signature { return &t.Versions[len(t.Versions)-1] }

// RunsDry reports whether there are runs of the tool that change nothing.
func (t *Tool) RunsDry() bool { return !t.Writes || t.DryRun != nil }

// Results are the outputs of one invocation, in the order of the current
// signature: string, int64, float64 or bool, an [Opt] of those, or for a JSON output
// anything that encoding/json can encode. nil and an Opt without a value are
// left out of the answer.
type Results []any

// Arguments are the checked inputs of one invocation, in the order of the
// current signature: string, int64, float64, bool or an []any of those, or nil where an optional input is absent.
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

// Withdrawal says that agents shall no longer find a tool. Whoever knows its ID
// can enumerate its versions and call them as before.
type Withdrawal struct {
	// Since is when the tool was withdrawn. The zero Time is not known; it is then published as the epoch of Unix.
	Since time.Time

	// Sunset is when the tool is expected to cease to answer, not before Since.
	// The zero Time is not decided. The run-time library does not act on it.
	Sunset time.Time
}

// Record is what an invocation has changed upstream so far, or may have changed.
type Record interface {
	// Changes returns what there is to tell, or nil if nothing was changed.
	Changes() Changes

	// Remark is a sentence or two for the agent about what was changed and not taken back; empty if there is nothing.
	Remark() string
}

// Changes are what an ended invocation changed upstream, or may have changed, one write at least.
type Changes interface {
	// AllUndone reports whether all of them were taken back, so that nothing of them stands.
	AllUndone() bool

	// Standing returns those that stand, or may stand, in words for an agent.
	Standing() []string

	// Lines returns all of them as the log has them.
	Lines() []string

	// AppendJSON appends a list of objects with step, element, operation and state.
	AppendJSON(b []byte) []byte
}

// Repeats reports whether an invocation can be sent again without changing anything a second time. c is what it changed; nil: nothing.
func Repeats(c Changes) bool { return c == nil || c.AllUndone() }

// DryRun is a run of a tool that changes nothing. What its steps would write is given to it instead of being done. Package dryrun
// has the one of generated tools.
type DryRun interface {
	// Watch returns the context that the tool must be invoked with.
	Watch(ctx context.Context) context.Context

	// Ended reports whether err, which the tool returned, says that the run ended at a write whose result the tool needs.
	Ended(err error) bool

	// Planned reports whether anything was planned.
	Planned() bool

	// AppendJSON appends a JSON object that says what was planned and, if the run ended at a write, what would have followed.
	AppendJSON(b []byte) []byte
}

// Variable is an environment variable that configures a service.
type Variable struct {
	Name        string
	Default     string // empty: none
	Description string
	Secret      bool // its value is a credential, and its default is not shown
}
