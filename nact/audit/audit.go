// Package audit keeps a record of what calls of tools have changed: a line of JSON for each call that wrote something, or may have, in a file of its own.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// Log is an audit log. It is an observer of calls, and safe for concurrent use.
type Log struct {
	file   io.Writer
	inputs []string
	logger *slog.Logger

	mu      sync.Mutex
	pending []byte // what could not be written yet, to its last line
}

// Open opens the file of an audit log, to which it appends, and makes one that nobody else can read if there is none. inputs are the ids of the inputs whose
// values are recorded. What goes wrong later is said to logger; nil: to nobody.
func Open(file string, inputs []string, logger *slog.Logger) (*Log, error) {
	opened, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the audit log cannot be opened: %w", err)
	}
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Log{file: opened, inputs: inputs, logger: logger}, nil
}

// Ready returns nil if all records are written. Otherwise it tries to write them, and returns why it cannot. No tool that writes is to run then.
func (l *Log) Ready() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.flush()
}

// Room for records, in bytes: for a usual one, and what is kept for the next ones at most.
const (
	usualRoom = 1 << 10
	maxRoom   = 64 << 10
)

// flush writes what is pending.
func (l *Log) flush() error {
	if len(l.pending) == 0 {
		return nil
	}
	n, err := l.file.Write(l.pending)
	if err != nil {
		l.pending = l.pending[n:]
		return fmt.Errorf("the audit log cannot be written: %w", err)
	}
	if l.pending = l.pending[:0]; cap(l.pending) > maxRoom {
		l.pending = nil
	}
	return nil
}

// Call implements [nact.Observer].
func (l *Log) Call(ctx context.Context, call nact.Called) (context.Context, func(nact.Ending)) {
	if !call.Tool.Writes {
		return ctx, nil
	}
	return ctx, func(end nact.Ending) {
		if end.Changes == nil || end.Replayed { // what an earlier call changed is in its record
			return
		}
		l.append(ctx, l.record(ctx, call, end))
	}
}

// append adds a record. It is written before the call is answered. One that cannot be is in the log of the service, and written as soon as it can.
func (l *Log) append(ctx context.Context, record []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending = append(append(l.pending, record...), '\n')
	if err := l.flush(); err != nil {
		attrs := append(nact.AppendRequest(ctx, nil), slog.String("cause", err.Error()), slog.String("record", string(record)))
		l.logger.LogAttrs(ctx, slog.LevelError, "a write is not in the audit log, and no tool that writes runs until it is", attrs...)
	}
}

// record returns the line of a call.
func (l *Log) record(ctx context.Context, call nact.Called, end nact.Ending) []byte {
	o := jsontext.NewObject(make([]byte, 0, usualRoom))
	o.Text("time", time.Now().UTC().Format(time.RFC3339Nano))
	if r := nact.RequestOf(ctx); r != nil {
		o.Text("request_id", r.ID())
	}
	if c := nact.CallerOf(ctx); c != nil {
		o.Text("caller", c.ID)
	}
	o.Text("tool", call.Signature.Name)
	o.Int("version", int64(call.Signature.Version))
	o.Text("face", call.Face)
	o.Text("outcome", string(end.Outcome))
	if end.Failure != "" {
		o.Text("failure", end.Failure)
	}
	o.Value("inputs", json.RawMessage(l.values(call.Tool, end.Arguments)))
	o.Append("writes", end.Changes.AppendJSON)
	return o.End()
}

// values returns the inputs that are recorded, as far as the call has them.
func (l *Log) values(tool *nact.Tool, arguments nact.Arguments) []byte {
	o := jsontext.NewObject(nil)
	for i, in := range tool.Current().Inputs {
		if i < len(arguments) && arguments[i] != nil && slices.Contains(l.inputs, in.ID) {
			o.Value(in.ID, arguments[i])
		}
	}
	return o.End()
}

// Request implements [nact.Observer].
func (l *Log) Request(ctx context.Context, _ nact.Requested) (context.Context, func(error)) {
	return ctx, nil
}

// Attempt implements [nact.Observer].
func (l *Log) Attempt(ctx context.Context, _ nact.Attempted) (context.Context, func(nact.Attempt)) {
	return ctx, nil
}

// Event implements [nact.Observer].
func (l *Log) Event(context.Context, nact.Event) {}
