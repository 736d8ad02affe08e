package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// cannotRunDry is the answer to a caller who wants a dry run of a tool that has none.
func cannotRunDry() *answer {
	o := beginProblem(problemNoDryRun, "The tool has no dry run", http.StatusBadRequest, "The tool can write, and has no dry run, as its signature says. It was not run.")
	return &answer{status: http.StatusBadRequest, media: typeProblem, body: o.End()}
}

// runDry runs a tool without changing anything, and returns what it would write, or what else it came to.
func (h *Handler) runDry(ctx context.Context, c invocation) *answer {
	a := h.dryAnswer(ctx, c)
	if a.header == nil {
		a.header = http.Header{}
	}
	a.header[appliedField] = []string{preferDryRun}
	return a
}

func (h *Handler) dryAnswer(ctx context.Context, c invocation) *answer {
	tool := c.contract.Tool()
	if !tool.Writes {
		return h.run(ctx, c)
	}
	ctx, cancel := c.limit(ctx)
	defer cancel()
	run := tool.DryRun()
	outcome, err := c.contract.Invoke(nact.NewDryRun(run).Watch(ctx), c.args)
	switch {
	case err != nil && !errors.Is(err, nact.ErrDryRun):
		if !gone(ctx) {
			h.logFault(ctx, c.contract.Signature(), err, nil)
		}
		return faultAnswer(err, nil, run)
	case outcome.Failure == nil && run.Planned():
		outcome.Values = nil // they would say that something was written
	}
	return outcomeAnswer(outcome, nil, run)
}

// addDryRun says what a dry run has planned, if it is one and anything is. run is nil if it is none.
func addDryRun(o *jsontext.Object, run nact.DryRun) {
	if run != nil && run.Planned() {
		o.Value("dry_run", json.RawMessage(run.AppendJSON(nil)))
	}
}
