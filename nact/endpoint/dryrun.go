package endpoint

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// cannotRunDry is the answer to a caller who wants a dry run of a tool that has none.
func cannotRunDry() *answer {
	const detail = "The tool can write, and has no dry run, as its signature says. It was not run."
	return problemAnswer(problemNoDryRun, "The tool has no dry run", http.StatusBadRequest, detail)
}

// runDry runs a tool without changing anything, and returns what it would write, or what else it came to.
func (h *Handler) runDry(ctx context.Context, c checkedCall) *answer {
	ctx, cancel := c.limit(ctx)
	defer cancel()
	a := outcomeAnswer(h.config.Runner.RunDry(ctx, c.contract, c.args))
	if a.header == nil {
		a.header = http.Header{}
	}
	a.header[appliedField] = []string{preferDryRun}
	a.ending.DryRun = true
	return a
}

// addDryRun adds what a dry run has planned, if anything; nil is no dry run.
func addDryRun(o *jsontext.Object, run nact.DryRun) {
	if run != nil && run.Planned() {
		o.Value("dry_run", json.RawMessage(run.AppendJSON(nil)))
	}
}

// The fields by which a caller asks for a dry run, and is told that it was one (RFC 7240).
const (
	preferField  = "Prefer"
	appliedField = "Preference-Applied"
	preferDryRun = "dry-run"
)

// prefersDryRun reports whether a caller asks for a dry run. Other preferences are ignored. A request that speaks of a dry run in any other
// way is refused: it must not be taken for one that may write.
func prefersDryRun(r *http.Request) (bool, *answer) {
	asked := false
	query, err := url.QueryUnescape(r.URL.RawQuery)
	if err != nil {
		query = r.URL.RawQuery
	}
	unclear := invocation.SpeaksOfDryRun(query)
	for name, fields := range r.Header {
		unclear = unclear || invocation.SpeaksOfDryRun(name)
		for _, field := range fields {
			if name != preferField || !invocation.SpeaksOfDryRun(field) {
				continue
			}
			understood := false
			for element, closed := range splitUnquoted(field, ',') {
				isDryRun := closed && isPreference(element, preferDryRun)
				understood = understood || isDryRun
				unclear = unclear || !isDryRun && invocation.SpeaksOfDryRun(element)
			}
			asked = asked || understood
			unclear = unclear || !understood // as in dry, run
		}
	}
	if unclear {
		return false, plainProblem(http.StatusBadRequest, "The request asks for a dry run in a way that is not understood: give the field Prefer: dry-run, without a value.")
	}
	return asked, nil
}

// isPreference reports whether an element of the field is a preference without a value, or with an empty one. Parameters have no meaning here.
func isPreference(element, preference string) bool {
	for first := range splitUnquoted(element, ';') {
		name, value, _ := strings.Cut(first, "=")
		value = strings.Trim(value, " \t")
		return strings.EqualFold(strings.Trim(name, " \t"), preference) && (value == "" || value == `""`)
	}
	return false
}

// splitUnquoted returns the parts of a field that a separator outside of quotes divides, and whether the quotes of each are closed.
func splitUnquoted(field string, separator byte) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		start, quoted := 0, false
		for i := 0; i < len(field); i++ {
			switch c := field[i]; {
			case c == '"':
				quoted = !quoted
			case c == '\\' && quoted:
				i++
			case c == separator && !quoted:
				if !yield(field[start:i], true) {
					return
				}
				start = i + 1
			}
		}
		yield(field[start:], !quoted)
	}
}
