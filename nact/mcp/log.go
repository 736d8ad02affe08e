package mcp

import (
	"context"
	"log/slog"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
)

// loggedMethod is how much of a method that a client has a say in stands in a log line at most, in bytes.
const loggedMethod = 64

// entry is what the log says of a message.
type entry struct {
	transport string // the address, or how else the message came
	method    string // of JSON-RPC
	status    int
	bytes     int // of the answer
	took      time.Duration
	call      *callResult // nil: no tool was called
	lost      error       // the client did not get the whole answer
}

// log writes one line about a message: nothing of its arguments, and no value of an answer.
func (h *Handler) log(ctx context.Context, e entry) {
	line := invocation.Line{
		Request: [2]slog.Attr{slog.String("path", e.transport), slog.String("rpc", nact.Printable(e.method, loggedMethod))},
		Status:  e.status, Bytes: e.bytes, Took: e.took, Lost: e.lost,
	}
	if e.call != nil {
		line.Signature, line.Ending = e.call.signature, e.call.ending
	}
	line.Log(ctx, h.config.Logger)
}
