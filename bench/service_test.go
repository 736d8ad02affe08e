package bench

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/nactgen/nactgen/bench/benchtools"
	"github.com/nactgen/nactgen/nact/upstream"
)

const (
	call       = `{"name":"lookup_weather_by_city","input_parameters":[{"name":"City","value":"Omaha"}]}`
	want       = `{"output_parameters":[{"name":"Period","value":"Period 1"},{"name":"Temperature","value":41},{"name":"Forecast","value":"Mostly Cloudy"}]}`
	path       = "/tools/8f0a6a1e-6f0e-4a8e-9d0c-52f5c4f3a9b7:invoke"
	jsonHeader = "Content-Type: application/json\r\n"
)

// subject is one of the services that are compared.
type subject struct {
	process *process
	load    *load
	spent   []time.Duration // for each batch
	cpu     []time.Duration
}

// batch sends so many calls and notes what they took.
func (s *subject) batch(b *testing.B, callers, calls int) {
	before, begin := s.process.cpu(b), time.Now()
	s.load.send(b, callers, calls)
	s.spent = append(s.spent, time.Since(begin))
	s.cpu = append(s.cpu, s.process.cpu(b)-before)
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
	base := start(b, "emulator", "").url
	subjects := make(map[string]*subject)
	names := []string{"by hand", "generated", "floor"}
	for _, name := range names {
		p := start(b, name, base)
		s := &subject{process: p, load: newLoad(b, "POST", p.url+path, jsonHeader, call)}
		if s.load.body != want {
			b.Fatalf("%s answers %s", name, s.load.body)
		}
		s.load.send(b, callers, calls/4) // fills pools and opens connections
		subjects[name] = s
	}
	for b.Loop() {
		for _, name := range names {
			subjects[name].batch(b, callers, calls)
		}
	}
	ours, byHand, floor := subjects["generated"], subjects["by hand"], subjects["floor"]
	b.ReportMetric(ratio(byHand.spent, ours.spent), "x-hand")
	b.ReportMetric(ratio(floor.spent, ours.spent), "x-floor")
	b.ReportMetric(calls/median(ours.spent).Seconds(), "calls/s")
	if cpuTime() > 0 {
		b.ReportMetric(ratio(ours.cpu, byHand.cpu), "cpu/hand")
		b.ReportMetric(ratio(ours.cpu, floor.cpu), "cpu/floor")
		b.ReportMetric(float64(median(ours.cpu).Microseconds())/calls, "cpu-µs/call")
	}
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

// BenchmarkMethod calls the method of the tool over a transport that answers from memory, and reports its allocations.
func BenchmarkMethod(b *testing.B) {
	up := httptest.NewServer(emulator())
	defer up.Close()
	service, err := benchtools.New(benchtools.Config{Upstreams: map[string]string{"weather": up.URL}, Transport: upstream.NewTransport()})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := service.LookupWeatherByCity(b.Context(), benchtools.LookupWeatherByCityInput{City: "Omaha"}); err != nil {
			b.Fatal(err)
		}
	}
}
