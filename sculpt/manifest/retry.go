package manifest

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// The ways in which a call ends badly that are no status. Any is each of them, and each status of an error.
const (
	Unreachable = "unreachable"
	Timeout     = "timeout"
	Interrupted = "interrupted"
	Malformed   = "malformed"
	TooLarge    = "too-large"
	Any         = "any"
)

// callFaults are all of them.
var callFaults = []string{Unreachable, Timeout, Interrupted, Malformed, TooLarge, Any}

// cause is 300 to 599, a class of them, or a way in which a call ends without a status.
var cause = parser[string]{causeForm, readCause}

// causeForm is that of a cause. Words count in any case.
var causeForm = Form{Kind: Either, Is: "status", Forms: []*Form{
	within(Integer, 300, 599).pointer(),
	{Kind: Text, Words: append([]string{"3xx", "4xx", "5xx"}, callFaults...), Patterns: []string{`[3-5][0-9]{2}|[3-5][xX]{2}|[A-Za-z-]{3,11}`}},
}}

func readCause(n *yaml.Node) (string, *problem) {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!int" {
		return "", problemf("bad-status", "must be a status, not %s", kindOf(n))
	}
	if s := strings.ToLower(n.Value); slices.Contains(callFaults, s) || s == "3xx" || s == "4xx" || s == "5xx" {
		return s, nil
	}
	if strings.Contains(n.Value, ",") {
		return "", problemf("bad-status", "must be a list where there are several, as in [404, 410], not %s", diag.Quote(n.Value))
	}
	code, err := strconv.Atoi(n.Value)
	if err != nil || code < 300 || code > 599 || len(n.Value) != 3 {
		return "", problemf("bad-status", "must be a status from 300 to 599, 3xx, 4xx, 5xx, %s or %s, not %s%s", strings.Join(callFaults[:len(callFaults)-1], ", "), Any, diag.Quote(n.Value),
			diag.DidYouMean(n.Value, callFaults))
	}
	return n.Value, nil
}

// Retry is a retry policy. Attempts counts the first try too.
type Retry struct {
	Pos      diag.Position
	Attempts Value[int64]         // 1 to 10
	On       []Value[string]      // causes: after what a call is tried again; empty if not written
	Backoff  Value[time.Duration] // before the second attempt; doubles
	MaxWait  Value[time.Duration] // longest wait between two attempts
	Budget   Value[int64]         // percent of the calls
}

func retry(dst **Retry) target {
	all := record("retry", dst, func(policy *Retry, pos diag.Position) []field {
		policy.Pos = pos
		return []field{
			required("attempts", value(&policy.Attempts, integer(1, 10))),
			optional("on", oneOrMore("list at least one status", appendText(&policy.On, passing))),
			optional("backoff", value(&policy.Backoff, duration)),
			optional("max_wait", value(&policy.MaxWait, duration)),
			optional("budget", value(&policy.Budget, percent)),
		}
	})
	return target{form: all.form, read: func(r *reader, what string, n *yaml.Node) {
		all.read(r, what, n)
		r.keysOf(n).refuse("on", (*dst).Attempts.V == 1, "%s has \"on\" and one attempt, so that nothing is tried again; raise \"attempts\", or leave it out", what)
	}}
}

// passingRefusals are the statuses from 400 to 499 of which another attempt may have another.
var passingRefusals = []string{"403", "404", "408", "409", "421", "423", "424", "425", "429"}

// passing is a cause after which another attempt may come to something else.
var passing = parser[string]{causeForm, func(n *yaml.Node) (string, *problem) {
	s, wrong := readCause(n)
	if wrong != nil {
		return "", wrong
	}
	switch {
	case s == Any:
		return "", problemf("bad-retry", "would try again whatever goes wrong, also where that cannot help; name what passes, as in [429, 5xx, unreachable, timeout, interrupted]")
	case s == TooLarge:
		return "", problemf("bad-retry", "must be something that passes: an answer that is too large is so again; raise \"max_response\", or ask for less")
	case s[0] == '3':
		return "", problemf("bad-retry", "must be an error that passes, and %s is none: another attempt is answered alike", s)
	case s == "4xx":
		return "", problemf("bad-retry", "must be errors that pass, and most of 4xx say that the request is wrong; name those that do, of %s", strings.Join(passingRefusals, ", "))
	case s[0] == '4' && !slices.Contains(passingRefusals, s):
		return "", problemf("bad-retry", "must be an error that passes, and %s says that the request is wrong, which it stays; of 4xx there are %s", s, strings.Join(passingRefusals, ", "))
	case s == "501", s == "505":
		return "", problemf("bad-retry", "must be an error that passes, and %s says that the upstream never does this", s)
	}
	return s, nil
}}
