package metrics_test

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/metrics"
)

// family is what a page says of one name.
type family struct {
	help, kind string
	samples    map[string]float64 // by name and labels, as they stand
	order      []string
}

var (
	comment  = regexp.MustCompile(`^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$`)
	sampled  = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? (\S+)$`)
	labelled = regexp.MustCompile(`^\{([a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*"(,|\}$))+$`)
)

// parsed reads a page strictly by the text format 0.0.4, and holds it to the conventions of names.
func parsed(t *testing.T, page string) map[string]*family {
	t.Helper()
	families := map[string]*family{}
	var current *family
	var name string
	if !strings.HasSuffix(page, "\n") {
		t.Error("the last line does not end")
	}
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		if m := comment.FindStringSubmatch(line); m != nil {
			if m[1] == "HELP" {
				if families[m[2]] != nil {
					t.Errorf("%s comes twice", m[2])
				}
				name, current = m[2], &family{help: m[3], samples: map[string]float64{}}
				families[name] = current
			} else if current.kind = m[3]; m[2] != name || !slices.Contains([]string{"counter", "gauge", "histogram"}, m[3]) {
				t.Errorf("a wrong line: %s", line)
			}
			continue
		}
		m := sampled.FindStringSubmatch(line)
		if m == nil || m[2] != "" && !labelled.MatchString(m[2]) {
			t.Errorf("a wrong line: %s", line)
			continue
		}
		value, err := strconv.ParseFloat(m[3], 64)
		base := m[1]
		if current.kind == "histogram" {
			base = regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(base, "")
		}
		if _, twice := current.samples[m[1]+m[2]]; err != nil || base != name || twice {
			t.Errorf("a wrong line: %s", line)
		}
		current.samples[m[1]+m[2]] = value
		current.order = append(current.order, m[1]+m[2])
	}
	for name, f := range families {
		if f.help == "" || (f.kind == "counter") != strings.HasSuffix(name, "_total") {
			t.Errorf("%s is a %s, and its help %q", name, f.kind, f.help)
		}
	}
	return families
}

// read returns the page of metrics.
func read(t *testing.T, m *metrics.Metrics) map[string]*family {
	t.Helper()
	recorder := httptest.NewRecorder()
	m.ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	if media := recorder.Header().Get("Content-Type"); media != "text/plain; version=0.0.4; charset=utf-8" || recorder.Code != http.StatusOK {
		t.Errorf("%d, a page of type %s", recorder.Code, media)
	}
	return parsed(t, recorder.Body.String())
}

// want compares the samples of a family.
func (f *family) want(t *testing.T, samples map[string]float64) {
	t.Helper()
	if f == nil {
		t.Fatal("the page lacks the family")
	}
	for name, value := range samples {
		if got, there := f.samples[name]; !there || math.Abs(got-value) > 1e-9 {
			t.Errorf("%s is %v (%t), want %v", name, got, there, value)
		}
	}
	if len(f.samples) != len(samples) {
		t.Errorf("there are %v", f.order)
	}
}

func TestCalls(t *testing.T) {
	m := metrics.New()
	end := func(e nact.Ending) {
		_, ended := m.Call(t.Context(), nact.Called{Face: "mcp", Signature: &nact.Signature{Name: "book", Version: 2}})
		ended(e)
	}
	writes := nact.Writes{{Operation: "clinic.book", State: nact.Undone}, {Step: "note", State: nact.Unknown}}
	end(nact.Ending{Outcome: nact.Succeeded})
	end(nact.Ending{Outcome: nact.Failed, Failure: "TAKEN"})
	end(nact.Ending{Outcome: nact.Violated, Violations: []nact.Violation{{Rule: nact.RuleMax}, {Rule: nact.RuleType}, {Rule: nact.RuleMax}}})
	end(nact.Ending{Outcome: nact.Faulted, Err: &nact.Fault{Kind: nact.Timeout}, Changes: writes})
	end(nact.Ending{Outcome: nact.Faulted, Err: errors.New("else")})
	end(nact.Ending{Outcome: nact.Faulted, Replayed: true, Changes: writes})
	end(nact.Ending{Outcome: nact.Refused, Reason: "overloaded"})
	end(nact.Ending{Outcome: nact.Refused})
	end(nact.Ending{Outcome: nact.Left})
	page := read(t, m)
	of := func(name, rest string) string { return name + `{tool="book",version="2",` + rest + `}` }
	page["nact_calls_total"].want(t, map[string]float64{
		of("nact_calls_total", `face="mcp",outcome="success"`): 1, of("nact_calls_total", `face="mcp",outcome="failure"`): 1, of("nact_calls_total", `face="mcp",outcome="violation"`): 1,
		of("nact_calls_total", `face="mcp",outcome="fault"`): 3, of("nact_calls_total", `face="mcp",outcome="refused"`): 2, of("nact_calls_total", `face="mcp",outcome="left"`): 1,
	})
	page["nact_call_failures_total"].want(t, map[string]float64{of("nact_call_failures_total", `failure="TAKEN"`): 1})
	page["nact_call_faults_total"].want(t, map[string]float64{of("nact_call_faults_total", `kind="timeout"`): 1, of("nact_call_faults_total", `kind="internal"`): 1})
	page["nact_call_violations_total"].want(t, map[string]float64{of("nact_call_violations_total", `rule="max"`): 2, of("nact_call_violations_total", `rule="type"`): 1})
	page["nact_call_refusals_total"].want(t, map[string]float64{of("nact_call_refusals_total", `reason="overloaded"`): 1, of("nact_call_refusals_total", `reason="request"`): 1})
	page["nact_call_replays_total"].want(t, map[string]float64{`nact_call_replays_total{tool="book",version="2"}`: 1})
	page["nact_writes_total"].want(t, map[string]float64{
		`nact_writes_total{tool="book",operation="clinic.book",state="undone"}`: 1, `nact_writes_total{tool="book",operation="step note",state="unknown"}`: 1,
	})
}

func TestDurations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := metrics.New()
		for _, took := range []time.Duration{5 * time.Millisecond, 6 * time.Millisecond, time.Minute} {
			_, ended := m.Call(t.Context(), nact.Called{Face: "nact", Signature: &nact.Signature{Name: "look", Version: 1}})
			time.Sleep(took)
			ended(nact.Ending{Outcome: nact.Succeeded})
		}
		f := read(t, m)["nact_call_duration_seconds"]
		const labels = `tool="look",version="1",face="nact"`
		for sample, want := range map[string]float64{
			"_bucket{" + labels + `,le="0.005"}`: 1, "_bucket{" + labels + `,le="0.01"}`: 2, "_bucket{" + labels + `,le="30"}`: 2, "_bucket{" + labels + `,le="+Inf"}`: 3,
			"_count{" + labels + "}": 3, "_sum{" + labels + "}": 60.011,
		} {
			if got := f.samples["nact_call_duration_seconds"+sample]; got != want {
				t.Errorf("%s is %v, want %v", sample, got, want)
			}
		}
	})
}

func TestAttempts(t *testing.T) {
	m := metrics.New()
	attempt := func(number int, end nact.Attempt) {
		_, ended := m.Attempt(t.Context(), nact.Attempted{Requested: nact.Requested{Upstream: "weather", Operation: "weather.point"}, Number: number})
		ended(end)
	}
	attempt(1, nact.Attempt{Status: 503, Err: &nact.Fault{}})
	attempt(2, nact.Attempt{Err: &nact.Fault{}})
	attempt(3, nact.Attempt{Status: 200})
	attempt(1, nact.Attempt{Status: 200, Cached: true})
	page := read(t, m)
	const of = `{upstream="weather",operation="weather.point"}`
	page["nact_upstream_retries_total"].want(t, map[string]float64{"nact_upstream_retries_total" + of: 2})
	page["nact_upstream_cache_hits_total"].want(t, map[string]float64{"nact_upstream_cache_hits_total" + of: 1})
	for status, want := range map[string]float64{"2xx": 1, "5xx": 1, "none": 1} {
		name := `nact_upstream_attempt_duration_seconds_count{upstream="weather",operation="weather.point",status="` + status + `"}`
		if got := page["nact_upstream_attempt_duration_seconds"].samples[name]; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

func TestEvents(t *testing.T) {
	m := metrics.New()
	const host = "https://api.example.com"
	tell := func(kinds ...nact.EventKind) {
		for _, kind := range kinds {
			e := nact.Event{Kind: kind, Upstream: "weather", By: "breaker", Host: host}
			if kind == nact.EventRetried || kind == nact.EventWaited {
				e = nact.Event{Kind: kind, Upstream: "weather", Operation: "weather.point", By: "rate"}
			}
			m.Event(t.Context(), e)
		}
	}
	const open = `nact_upstream_breaker_open{upstream="weather",host="` + host + `"}`
	tell(nact.EventRetried, nact.EventWaited, nact.EventWaited, nact.EventOpened)
	read(t, m)["nact_upstream_breaker_open"].want(t, map[string]float64{open: 1})
	tell(nact.EventHalfOpened)
	read(t, m)["nact_upstream_breaker_open"].want(t, map[string]float64{open: 1})
	tell(nact.EventClosed)
	page := read(t, m)
	page["nact_upstream_breaker_open"].want(t, map[string]float64{open: 0})
	of := func(operation, event, by string) string {
		return `nact_upstream_events_total{upstream="weather",operation="` + operation + `",event="` + event + `",by="` + by + `"}`
	}
	page["nact_upstream_events_total"].want(t, map[string]float64{
		of("weather.point", "waited", "rate"): 2, of("", "opened", "breaker"): 1, of("", "half_opened", "breaker"): 1, of("", "closed", "breaker"): 1,
	})
}

func TestLoad(t *testing.T) {
	m := metrics.New()
	if read(t, m)["nact_calls_running"] != nil {
		t.Error("nobody knows what runs")
	}
	r := invocation.NewRunner(invocation.Limits{Calls: 7, Memory: 8 << 20}, nil)
	m.Watch(r)
	if !r.Enter(t.Context()) {
		t.Fatal("a call may run")
	}
	page := read(t, m)
	page["nact_calls_running"].want(t, map[string]float64{"nact_calls_running": 1})
	page["nact_calls_running_limit"].want(t, map[string]float64{"nact_calls_running_limit": 7})
	page["nact_calls_waiting"].want(t, map[string]float64{"nact_calls_waiting": 0})
	page["nact_memory_bytes"].want(t, map[string]float64{"nact_memory_bytes": 64 << 10})
	page["nact_memory_limit_bytes"].want(t, map[string]float64{"nact_memory_limit_bytes": 8 << 20})
	r.Leave()
	page = read(t, m)
	page["nact_calls_running"].want(t, map[string]float64{"nact_calls_running": 0})
	page["nact_memory_bytes"].want(t, map[string]float64{"nact_memory_bytes": 0})
}

// What would end a value or a line is escaped.
func TestEscapes(t *testing.T) {
	m := metrics.New()
	_, ended := m.Call(t.Context(), nact.Called{Face: "a\"b\\c\nd", Signature: &nact.Signature{Name: "look", Version: 1}})
	ended(nact.Ending{Outcome: nact.Succeeded})
	read(t, m)["nact_calls_total"].want(t, map[string]float64{`nact_calls_total{tool="look",version="1",face="a\"b\\c\nd",outcome="success"}`: 1})
}

// Many count at the same time, and nothing is lost.
func TestConcurrency(t *testing.T) {
	m := metrics.New()
	var counting sync.WaitGroup
	for range 8 {
		counting.Go(func() {
			for range 100 {
				_, ended := m.Call(context.Background(), nact.Called{Face: "nact", Signature: &nact.Signature{Name: "look", Version: 1}})
				ended(nact.Ending{Outcome: nact.Succeeded})
				m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("HEAD", "/metrics", nil))
			}
		})
	}
	counting.Wait()
	read(t, m)["nact_calls_total"].want(t, map[string]float64{`nact_calls_total{tool="look",version="1",face="nact",outcome="success"}`: 800})
}

func TestPageIsOnlyRead(t *testing.T) {
	recorder := httptest.NewRecorder()
	metrics.New().ServeHTTP(recorder, httptest.NewRequest("POST", "/metrics", nil))
	if recorder.Code != http.StatusMethodNotAllowed || recorder.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("got %d %v", recorder.Code, recorder.Header())
	}
}

// Counting allocates nothing but the function that ends it, once there is the series.
func TestAllocations(t *testing.T) {
	m := metrics.New()
	call := nact.Called{Face: "nact", Signature: &nact.Signature{Name: "look", Version: 1}}
	if got := testing.AllocsPerRun(100, func() {
		_, ended := m.Call(context.Background(), call)
		ended(nact.Ending{Outcome: nact.Succeeded})
	}); got > 2 {
		t.Errorf("%v allocations", got)
	}
}
