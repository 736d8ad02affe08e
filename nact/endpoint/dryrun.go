package endpoint

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/nact"
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

// prefersDryRun reports whether a caller asks for a dry run. Other preferences are ignored. A request that speaks of a dry run in a way
// that is not understood is refused: it must not be taken for one that may write.
func prefersDryRun(header http.Header) (bool, *answer) {
	for _, field := range header[preferField] {
		for element, closed := range splitUnquoted(field, ',') {
			name, value := preference(element)
			switch {
			case strings.EqualFold(name, preferDryRun) && value == "" && closed:
				return true, nil
			case strings.EqualFold(name, preferDryRun), !(isPreference(name) && closed) && speaksOfDryRun(element):
				return false, plainProblem(http.StatusBadRequest, "Prefer asks for a dry run in a way that is not understood: give Prefer: dry-run, without a value.")
			}
		}
	}
	return false, nil
}

// preference returns the name and the value of a preference. A value that is empty counts as none; parameters have no meaning here.
func preference(element string) (name, value string) {
	for first := range splitUnquoted(element, ';') {
		name, value, _ = strings.Cut(first, "=")
		value = strings.Trim(value, " \t")
		if value == `""` {
			value = ""
		}
		break
	}
	return strings.Trim(name, " \t"), value
}

// isPreference reports whether a text is empty, as an element of a list can be, or can be the name of a preference: a token of HTTP.
func isPreference(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) })
}

func speaksOfDryRun(element string) bool {
	return strings.Contains(strings.ToLower(element), preferDryRun)
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
