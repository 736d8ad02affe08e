package upstream

import (
	"context"
	"maps"
	"net/http"

	"github.com/nactgen/nactgen/nact"
)

// HandOnTrace is the HandOn of a client whose upstream is told of the trace in which an attempt is. Others may still read the header as it was, and answers
// that are kept go by it.
func HandOnTrace(ctx context.Context, header http.Header) http.Header {
	trace := nact.TraceOf(ctx)
	if trace.Parent == "" {
		return header
	}
	header = maps.Clone(header)
	header["Traceparent"] = []string{trace.Parent}
	if trace.State != "" {
		header["Tracestate"] = []string{trace.State}
	}
	return header
}
