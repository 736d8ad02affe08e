// Package metrics counts what a service does: it is an observer of calls and of what they call upstream. What it counts is read as families of series, of which
// the page is made that Prometheus reads.
//
// Values of labels come from the manifest and from this library, never from callers or upstreams: the number of series is bounded by what is generated.
package metrics

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
)

// Metrics are those of one service. They are safe for concurrent use.
type Metrics struct {
	calls, failures, faults, violations, refusals, replays, writes *counters
	retries, hits, events                                          *counters
	open                                                           *gauges
	refused                                                        *counters
	callSeconds, attemptSeconds                                    *histograms

	runner  atomic.Pointer[invocation.Runner]
	started time.Time
}

// New returns metrics of which nothing is counted yet.
func New() *Metrics {
	return &Metrics{
		calls:      newCounters("nact_calls_total", "Calls of tools, by what they came to.", "tool", "version", "face", "outcome"),
		failures:   newCounters("nact_call_failures_total", "Calls that ended in a declared failure.", "tool", "version", "failure"),
		faults:     newCounters("nact_call_faults_total", "Calls that went wrong, by whose fault it was.", "tool", "version", "kind"),
		violations: newCounters("nact_call_violations_total", "Ways in which calls did not fit the signature of their tool.", "tool", "version", "rule"),
		refusals:   newCounters("nact_call_refusals_total", "Calls that were not begun, though they may fit.", "tool", "version", "reason"),
		replays:    newCounters("nact_call_replays_total", "Calls that were answered as an earlier one with their idempotency key.", "tool", "version"),
		writes:     newCounters("nact_writes_total", "What calls changed upstream, or may have, by what became of it.", "tool", "operation", "state"),
		retries:    newCounters("nact_upstream_retries_total", "Attempts to call an operation beyond the first one of a request.", "upstream", "operation"),
		hits:       newCounters("nact_upstream_cache_hits_total", "Requests that the cache answered.", "upstream", "operation"),

		events: newCounters("nact_upstream_events_total", "What else happened to requests: hedged, hedge_won, waited and refused, and of breakers opened, half_opened and closed.",
			"upstream", "operation", "event", "by"),
		open: newGauges("nact_upstream_breaker_open", "1 while a breaker keeps calls from a host of an upstream, or lets one through to see how that is.", "upstream", "host"),

		refused: newCounters("nact_requests_refused_total", "Requests that were refused before it was known what they are for.", "reason"),

		callSeconds: newHistograms("nact_call_duration_seconds", "How long calls of tools took.", "tool", "version", "face"),
		attemptSeconds: newHistograms("nact_upstream_attempt_duration_seconds", "How long attempts to call an operation took, by the class of the status; none: there was no answer.",
			"upstream", "operation", "status"),
		started: time.Now(),
	}
}

// Watch has the page say how many calls run and wait, and what memory they hold.
func (m *Metrics) Watch(r *invocation.Runner) { m.runner.Store(r) }

// Call implements [nact.Observer].
func (m *Metrics) Call(ctx context.Context, call nact.Called) (context.Context, func(nact.Ending)) {
	start := time.Now()
	tool, version := call.Signature.Name, strconv.Itoa(call.Signature.Version)
	return ctx, func(end nact.Ending) {
		m.callSeconds.observe(time.Since(start), tool, version, call.Face)
		m.calls.add(tool, version, call.Face, string(end.Outcome))
		m.countEnding(tool, version, &end)
	}
}

func (m *Metrics) countEnding(tool, version string, end *nact.Ending) {
	if end.Replayed { // what came of the call was counted when it ran
		m.replays.add(tool, version)
		return
	}
	switch end.Outcome {
	case nact.Failed:
		m.failures.add(tool, version, end.Failure)
	case nact.Faulted:
		m.faults.add(tool, version, faultKind(end.Err))
	case nact.Refused:
		reason := end.Reason
		if reason == "" {
			reason = "request"
		}
		m.refusals.add(tool, version, reason)
	case nact.Violated:
		for _, v := range end.Violations {
			m.violations.add(tool, version, v.Rule)
		}
	}
	if writes, ok := end.Changes.(nact.Writes); ok {
		for _, w := range writes {
			m.writes.add(tool, writeOperation(w), string(w.State))
		}
	}
}

// writeOperation names what a write called; of one that calls no upstream, the step.
func writeOperation(w nact.Write) string {
	if w.Operation == "" {
		return "step " + nact.StepPath(w.Step)
	}
	return w.Operation
}

func faultKind(err error) string {
	var fault *nact.Fault
	if errors.As(err, &fault) {
		return fault.Kind.String()
	}
	return nact.Internal.String()
}

// Request implements [nact.Observer]. What there is to count of a request, its attempts have.
func (m *Metrics) Request(ctx context.Context, _ nact.Requested) (context.Context, func(error)) {
	return ctx, nil
}

// Attempt implements [nact.Observer].
func (m *Metrics) Attempt(ctx context.Context, attempt nact.Attempted) (context.Context, func(nact.Attempt)) {
	start := time.Now()
	return ctx, func(end nact.Attempt) {
		if attempt.Number > 1 {
			m.retries.add(attempt.Upstream, attempt.Operation)
		}
		if end.Cached {
			m.hits.add(attempt.Upstream, attempt.Operation)
			return
		}
		m.attemptSeconds.observe(time.Since(start), attempt.Upstream, attempt.Operation, statusClass(end.Status))
	}
}

// Event implements [nact.Observer]. Retries are counted by their attempts.
func (m *Metrics) Event(_ context.Context, e nact.Event) {
	switch e.Kind {
	case nact.EventRetried:
		return
	case nact.EventOpened, nact.EventHalfOpened:
		m.open.set(1, e.Upstream, e.Host)
	case nact.EventClosed:
		m.open.set(0, e.Upstream, e.Host)
	}
	m.events.add(e.Upstream, e.Operation, string(e.Kind), e.By)
}

// Refused implements [nact.GateObserver].
func (m *Metrics) Refused(_ context.Context, reason string) { m.refused.add(reason) }

var statusClasses = [...]string{"1xx", "2xx", "3xx", "4xx", "5xx"}

// statusClass returns the class of a status as a label: 4xx.
func statusClass(status int64) string {
	if status < 100 || status > 599 {
		return "none"
	}
	return statusClasses[status/100-1]
}

// ServeHTTP answers with the page, in the text format of Prometheus.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "The metrics take GET, HEAD.", http.StatusMethodNotAllowed)
		return
	}
	page := text(m.Families())
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(page)))
	if r.Method == http.MethodGet {
		w.Write(page) // an error means that whoever asked has gone
	}
}

// Families returns what is counted so far, in the order of the page.
func (m *Metrics) Families() []Family {
	var all []Family
	for _, c := range []*counters{m.calls, m.failures, m.faults, m.violations, m.refusals, m.replays, m.writes, m.retries, m.hits, m.events, m.refused} {
		all = append(all, c.read())
	}
	all = append(all, m.open.read(), m.callSeconds.read(), m.attemptSeconds.read())
	if runner := m.runner.Load(); runner != nil {
		all = append(all, loadOf(runner)...)
	}
	return append(all,
		gauge("go_goroutines", "Goroutines of the process.", float64(runtime.NumGoroutine())),
		gauge("process_start_time_seconds", "When the service was made, in seconds of Unix.", float64(m.started.UnixMilli())/1000))
}

// loadOf returns how much runs, and may.
func loadOf(runner *invocation.Runner) []Family {
	load := runner.Load()
	return []Family{
		gauge("nact_calls_running", "Calls that run.", float64(load.Running)),
		gauge("nact_calls_running_limit", "Calls that may run at one time.", float64(load.Places)),
		gauge("nact_calls_waiting", "Calls that wait until they may run, or may hold more memory.", float64(load.Waiting)),
		gauge("nact_memory_bytes", "What calls hold of what upstreams answered.", float64(load.Memory)),
		gauge("nact_memory_limit_bytes", "What calls may hold of that.", float64(load.MemoryLimit)),
	}
}

// Started returns since when there is something counted.
func (m *Metrics) Started() time.Time { return m.started }
