package invocation_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/upstream"
)

// TestMemoryOfManyCalls: sixty-four answers of a mebibyte, whose values take ten times as much, are read at the same time in little more memory
// than the calls may hold together.
func TestMemoryOfManyCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run with the race detector, which allocates more")
	}
	const record = `{"id":7132,"name":"Omaha","state":{"code":"NE","name":"Nebraska"}},`
	text := []byte("[" + strings.Repeat(record, 1<<20/len(record)) + "0]")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(text)
	}))
	defer server.Close()
	client, err := upstream.NewClient(upstream.Config{Name: "records", BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	contracts, err := nact.Contracts([]nact.Tool{{
		Versions: []nact.Signature{{ToolID: "0d3f4c0e-5a4b-4e57-9a52-6f1f2cd7f9a1", Name: "read", Description: "Read.", Version: 1}},
		Invoke: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
			var records any
			_, err := client.Do(ctx, &upstream.Call{Method: http.MethodGet}, func(d *upstream.Decoder) { records = d.Any() })
			if err == nil && len(records.([]any)) == 0 {
				t.Error("there are no records")
			}
			return nact.Results{}, err
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	runner := invocation.NewRunner(invocation.Limits{Memory: 32 << 20}, nil)
	most, stop := mostMemory()
	defer stop()
	var calls sync.WaitGroup
	for range 64 {
		calls.Go(func() {
			if !runner.Enter(t.Context()) {
				return
			}
			defer runner.Leave()
			runner.Run(t.Context(), contracts[0][0], nil)
		})
	}
	calls.Wait()
	if most := most(); most > 5*(32<<20) {
		t.Errorf("the calls took %d MiB", most>>20)
	}
	if outcome := runner.Run(t.Context(), contracts[0][0], nil); outcome.Err != nil {
		t.Errorf("a call by itself: %v", outcome.Err)
	}
}

// mostMemory returns a function that says how many bytes of the heap have been in use at one time since.
func mostMemory() (most func() uint64, stop func()) {
	var mu sync.Mutex
	var seen uint64
	ended := make(chan struct{})
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for tick := time.Tick(time.Millisecond); ; {
			select {
			case <-tick:
			case <-ended:
				return
			}
			metrics.Read(sample)
			mu.Lock()
			seen = max(seen, sample[0].Value.Uint64())
			mu.Unlock()
		}
	}()
	return func() uint64 {
		mu.Lock()
		defer mu.Unlock()
		return seen
	}, func() { close(ended) }
}
