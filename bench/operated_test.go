//go:build unix

package bench

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/versus"
)

// overheads are what is on in a service, beside the same service with nothing on. A further row is a role of its own.
var overheads = []struct{ name, on, off, path, call string }{
	{"read", "operated", "generated", path, call},
	{"write", "operated", "plain", "/tools/3f5e8b52-6c0a-4c58-9a55-1d3b0f0c7f0e:invoke", `{"name":"report_weather","input_parameters":[{"name":"City","value":"Omaha"},{"name":"Text","value":"Hail"}]}`},
}

// TestOperatedAnswers: what is on changes no answer, and asks who calls.
func TestOperatedAnswers(t *testing.T) {
	upstream := start(t, "emulator", "")
	for _, o := range overheads {
		var answers []string
		for _, ask := range []struct{ role, key string }{{o.off, ""}, {o.on, apiKey}, {o.on, "another"}} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+start(t, ask.role, "http://"+upstream.addr).addr+o.path, strings.NewReader(o.call))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("X-API-Key", ask.key)
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			answers = append(answers, answer.Status+" "+string(body))
		}
		if !strings.HasPrefix(answers[0], "200 ") || answers[1] != answers[0] || !strings.HasPrefix(answers[2], "401 ") {
			t.Errorf("%s: %q", o.name, answers)
		}
	}
}

// BenchmarkOverhead calls a service with all that one in production may have, and one of the same tool with nothing of it, in turns, by 16 callers. Each is
// a process of its own. Both have their log in a file. The metrics are medians of what the batches gave:
//
//   - x-off: calls per second, divided by those of the service with nothing on
//   - cpu/off and allocs/off: the CPU time and the allocations of a call, divided by those of the service with nothing on
//   - cpu-µs/call and allocs/call: of the service with everything on
func BenchmarkOverhead(b *testing.B) {
	const callers, calls = 16, 2048
	for _, o := range overheads {
		b.Run(o.name, func(b *testing.B) {
			upstream := start(b, "emulator", "")
			var subjects [2]*subject
			for i, role := range []string{o.on, o.off} {
				p := start(b, role, "http://"+upstream.addr)
				subjects[i] = &subject{process: p, connections: versus.Connect(b, versus.Post(p.addr, o.path, "X-API-Key: "+apiKey+"\r\n", o.call), callers)}
				subjects[i].connections.Ask(calls / 4 / callers)
			}
			on, off := subjects[0], subjects[1]
			for turn := 0; b.Loop(); turn++ {
				first, second := on, off
				if turn%2 == 1 {
					first, second = off, on
				}
				first.batch(b, calls)
				second.batch(b, calls)
			}
			b.ReportMetric(ratio(off.spent, on.spent), "x-off")
			b.ReportMetric(ratio(on.cpu, off.cpu), "cpu/off")
			b.ReportMetric(float64(middle(on.objects))/float64(middle(off.objects)), "allocs/off")
			b.ReportMetric(float64(median(on.cpu).Microseconds())/calls, "cpu-µs/call")
			b.ReportMetric(float64(middle(on.objects)), "allocs/call")
			b.ReportMetric(0, "ns/op") // of both together, which says nothing
		})
	}
}

func middle(values []int) int { return slices.Sorted(slices.Values(values))[len(values)/2] }
