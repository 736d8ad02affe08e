//go:build unix

package bench

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/versus"
)

const (
	call = `{"name":"lookup_weather_by_city","input_parameters":[{"name":"City","value":"Omaha"}]}`
	want = `{"output_parameters":[{"name":"Period","value":"Period 1"},{"name":"Temperature","value":41},{"name":"Forecast","value":"Mostly Cloudy"}]}`
	path = "/tools/8f0a6a1e-6f0e-4a8e-9d0c-52f5c4f3a9b7:invoke"
)

// subjects are the services that are compared.
var subjects = []string{"by hand", "generated", "floor"}

// TestSameAnswer holds all to the same answer: otherwise there is nothing to compare.
func TestSameAnswer(t *testing.T) {
	upstream := start(t, "emulator", "")
	for _, name := range subjects {
		answer, err := http.Post("http://"+start(t, name, "http://"+upstream.addr).addr+path, "application/json", strings.NewReader(call))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || string(body) != want {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, body, want)
		}
	}
}

// subject is one of the services, with what its batches took.
type subject struct {
	process     *process
	connections versus.Connections
	spent, cpu  []time.Duration
	objects     []int // allocated for a call
}

// batch sends so many calls and notes what they took.
func (s *subject) batch(b *testing.B, calls int) {
	before, begin := s.process.use(b), time.Now()
	s.connections.Ask(calls / len(s.connections))
	s.spent = append(s.spent, time.Since(begin))
	after := s.process.use(b)
	s.cpu = append(s.cpu, after.cpu-before.cpu)
	s.objects = append(s.objects, (after.objects-before.objects)/calls)
	if err := s.connections.Err(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkService calls the generated service, one that is written by hand and the floor below both in turns. All of them and the
// upstream are processes of their own on this machine. The metrics are medians of what the batches gave, each beside that of the
// others in the same turn:
//
//   - x-hand and x-floor: calls per second, divided by those of the service by hand and of the floor; above 1 the generated service is faster
//   - cpu/hand and cpu/floor: the CPU time of a call, divided by that of the others; below 1 the generated service takes less
//   - calls/s, cpu-µs/call: of the generated service
func BenchmarkService(b *testing.B) {
	for _, callers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) { benchmarkService(b, callers) })
	}
}

func benchmarkService(b *testing.B, callers int) {
	const calls = 2048
	upstream := start(b, "emulator", "")
	all := make(map[string]*subject)
	for _, name := range subjects {
		p := start(b, name, "http://"+upstream.addr)
		s := &subject{process: p, connections: versus.Connect(b, versus.Post(p.addr, path, "", call), callers)}
		s.connections.Ask(calls / 4 / callers) // fills pools and opens connections
		all[name] = s
	}
	for b.Loop() {
		for _, name := range subjects {
			all[name].batch(b, calls)
		}
	}
	ours, byHand, floor := all["generated"], all["by hand"], all["floor"]
	b.ReportMetric(ratio(byHand.spent, ours.spent), "x-hand")
	b.ReportMetric(ratio(floor.spent, ours.spent), "x-floor")
	b.ReportMetric(calls/median(ours.spent).Seconds(), "calls/s")
	b.ReportMetric(ratio(ours.cpu, byHand.cpu), "cpu/hand")
	b.ReportMetric(ratio(ours.cpu, floor.cpu), "cpu/floor")
	b.ReportMetric(float64(median(ours.cpu).Microseconds())/calls, "cpu-µs/call")
	b.ReportMetric(0, "ns/op") // of all three together, which says nothing
}

// ratio returns the median of a divided by b, batch by batch.
func ratio(a, b []time.Duration) float64 {
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = float64(a[i]) / float64(b[i])
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}

func median(values []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}
