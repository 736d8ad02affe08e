package bench

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/bench/benchtools"
	"github.com/nactgen/nactgen/nact/upstream"
)

const (
	call = `{"name":"lookup_weather_by_city","input_parameters":[{"name":"City","value":"Omaha"}]}`
	want = `{"output_parameters":[{"name":"Period","value":"Period 1"},{"name":"Temperature","value":41},{"name":"Forecast","value":"Mostly Cloudy"}]}`
	path = "/tools/8f0a6a1e-6f0e-4a8e-9d0c-52f5c4f3a9b7:invoke"
)

// start serves both over loopback and returns their URLs.
func start(tb testing.TB) (generated, byHand string) {
	up := httptest.NewServer(emulator())
	tb.Cleanup(up.Close)
	service, err := benchtools.New(benchtools.Config{Upstreams: map[string]string{"weather": up.URL}})
	if err != nil {
		tb.Fatal(err)
	}
	serve := func(h http.Handler) string {
		server := httptest.NewServer(h)
		tb.Cleanup(server.Close)
		return server.URL
	}
	hand := &reference{base: up.URL, client: &http.Client{Transport: upstream.NewTransport()}}
	return serve(service) + path, serve(hand)
}

func invoke(client *http.Client, url string) (string, error) {
	answer, err := client.Post(url, "application/json", strings.NewReader(call))
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return string(body), err
}

// TestSameAnswer holds the two to the same answer: otherwise there is nothing to compare.
func TestSameAnswer(t *testing.T) {
	generated, byHand := start(t)
	for name, url := range map[string]string{"generated": generated, "by hand": byHand} {
		got, err := invoke(http.DefaultClient, url)
		if err != nil || got != want {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, want)
		}
	}
}

// BenchmarkInvoke calls both in turns, in batches of a hundred, at three levels of concurrency. The metric speedup is
// the time by hand divided by the time of the generated service: above 1 the generated one is faster.
func BenchmarkInvoke(b *testing.B) {
	for _, concurrency := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("concurrency=%d", concurrency), func(b *testing.B) {
			generated, byHand := start(b)
			client := &http.Client{Transport: upstream.NewTransport()}
			var spent [2]time.Duration
			for b.Loop() {
				for i, url := range []string{generated, byHand} {
					begin := time.Now()
					batch(b, client, url, concurrency)
					spent[i] += time.Since(begin)
				}
			}
			b.ReportMetric(float64(spent[1])/float64(spent[0]), "speedup")
			b.ReportMetric(float64(b.N*batchSize)/spent[0].Seconds(), "generated/s")
			b.ReportMetric(float64(b.N*batchSize)/spent[1].Seconds(), "byhand/s")
		})
	}
}

const batchSize = 128

// batch makes batchSize calls from as many goroutines as concurrency says.
func batch(b *testing.B, client *http.Client, url string, concurrency int) {
	var group sync.WaitGroup
	for range concurrency {
		group.Go(func() {
			for range batchSize / concurrency {
				if got, err := invoke(client, url); err != nil || got != want {
					b.Errorf("%v: %s", err, got)
				}
			}
		})
	}
	group.Wait()
}
