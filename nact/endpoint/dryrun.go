package endpoint

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/nact/problem"
)

// cannotRunDry is the answer to a caller who wants a dry run of a tool that has none.
func cannotRunDry() *answer {
	o := problem.Begin(problemNoDryRun, "The tool has no dry run", http.StatusBadRequest, "The tool can write, and has no dry run, as its signature says. It was not run.")
	return &answer{status: http.StatusBadRequest, media: problem.Media, body: o.End()}
}

// runDry runs a tool without changing anything, and returns what it would write, or what else it came to.
func (h *Handler) runDry(ctx context.Context, c checkedCall) *answer {
	a := h.dryAnswer(ctx, c)
	if a.header == nil {
		a.header = http.Header{}
	}
	a.header[appliedField] = []string{preferDryRun}
	return a
}

func (h *Handler) dryAnswer(ctx context.Context, c checkedCall) *answer {
	ctx, cancel := c.limit(ctx)
	defer cancel()
	return outcomeAnswer(h.config.Runner.RunDry(ctx, c.contract, c.args))
}

// addDryRun says what a dry run has planned, if it is one and anything is. run is nil if it is none.
func addDryRun(o *jsontext.Object, run nact.DryRun) {
	if run != nil && run.Planned() {
		o.Value("dry_run", json.RawMessage(run.AppendJSON(nil)))
	}
}
