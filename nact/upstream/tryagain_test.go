package upstream

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// TestTryAgain: an answer that says that it is too soon is an attempt of the retry policy, and so is one with a status that is tried again.
func TestTryAgain(t *testing.T) {
	fast := Retry{Attempts: 3, Backoff: time.Microsecond}
	tests := []struct {
		name    string
		config  Config
		method  string
		answers string // b for an answer that says busy, d for one that says done, 5 for a 503; the last is repeated
		want    string // the last answer's
		asked   int64
		state   nact.WriteState // of what writes
	}{
		{"at once", Config{Retry: fast}, "GET", "d", "done", 1, ""},
		{"the second time", Config{Retry: fast}, "GET", "bd", "done", 2, ""},
		{"never", Config{Retry: fast}, "GET", "b", "busy", 3, ""},
		{"with a status between", Config{Retry: fast}, "GET", "b5d", "done", 3, ""},
		{"statuses count", Config{Retry: fast}, "GET", "5bbd", "busy", 3, ""},
		{"without a policy", Config{}, "GET", "bd", "busy", 1, ""},
		{"past the cache", Config{Retry: fast, Cache: NewCache(0), Caching: KeepFor(time.Hour)}, "GET", "bd", "done", 2, ""},
		{"with a key", Config{Retry: fast, Journal: NewJournal()}, "POST", "bd", "done", 2, nact.Done},
		{"with a key, and never", Config{Retry: fast, Journal: NewJournal()}, "POST", "b", "busy", 3, nact.Unknown},
		{"without a key", Config{Retry: fast}, "POST", "b", "busy", 1, nact.Unknown},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var asked atomic.Int64
			var keys []string
			config := test.config
			config.BaseURL = serve(t, func(w http.ResponseWriter, r *http.Request) {
				keys = append(keys, r.Header.Get("Idempotency-Key"))
				n := int(asked.Add(1))
				w.Header().Set("Content-Type", "application/json")
				switch test.answers[min(n, len(test.answers))-1] {
				case '5':
					w.WriteHeader(http.StatusServiceUnavailable)
				case 'b':
					io.WriteString(w, `"busy"`)
				case 'd':
					io.WriteString(w, `"done"`)
				}
			})
			client := newClient(t, config)
			ctx, record := nact.BeginJournal(t.Context())
			entry := nact.JournalOf(ctx).Begin("a", nact.Opt[int]{}, nil)
			if test.method == "POST" {
				ctx = entry.In(ctx)
			}
			again := TryAgain{}
			got := ""
			var answer Answer
			for more := true; more; more = again.Wait(ctx, answer) {
				call := Call{Operation: "a", Method: test.method, Options: Options{Again: &again}}
				if config.Journal != nil {
					call.Key = KeyInHeader("Idempotency-Key")
				}
				var err error
				if answer, err = client.Do(ctx, &call, func(d *Decoder) { got = d.String() }); err != nil {
					t.Fatal(err)
				}
				if got == "done" {
					break
				}
			}
			if got != test.want || asked.Load() != test.asked {
				t.Errorf("%s after %d requests, want %s after %d", got, asked.Load(), test.want, test.asked)
			}
			if strings.Count(strings.Join(keys, " "), keys[0]) != len(keys) && keys[0] != "" {
				t.Errorf("the keys are %q", keys)
			}
			if config.Journal != nil && entry.State() != test.state {
				t.Errorf("it is %q, and the agent is told %q", entry.State(), record.Remark())
			}
		})
	}
}

// TestLimitRetries: a ceiling is for all calls of a context together, answers that say that it is too soon included.
func TestLimitRetries(t *testing.T) {
	var asked atomic.Int64
	client := newClient(t, Config{Retry: Retry{Attempts: 4, Backoff: time.Microsecond}, BaseURL: serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.URL.Path == "/fails" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})})
	ctx := LimitRetries(t.Context(), 5)
	do := func(ctx context.Context, path string, want int64) {
		t.Helper()
		before := asked.Load()
		again := TryAgain{}
		for more := true; more; more = again.Wait(ctx, Answer{}) {
			call := get(path)
			call.Again = &again
			if _, err := client.Do(ctx, call, nil); err != nil {
				break
			}
		}
		if got := asked.Load() - before; got != want {
			t.Errorf("%s was asked %d times, want %d", path, got, want)
		}
	}
	do(ctx, "/fails", 4)
	do(ctx, "/busy", 3) // the two that are left
	do(ctx, "/fails", 1)
	do(t.Context(), "/fails", 4)
}
