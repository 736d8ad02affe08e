package endpoint_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/idempotency"
	"github.com/nactgen/nactgen/nact/invocation"
)

const (
	bookID = "5a1f1f0e-52bb-4a3e-9f4f-8a0b7a1d9c11"
	readID = "5a1f1f0e-52bb-4a3e-9f4f-8a0b7a1d9c12"
	book   = `{"name": "book_slot", "input_parameters": [{"name": "Slot", "value": "monday"}]}`
	read   = `{"name": "read_slot", "input_parameters": [{"name": "Slot", "value": "monday"}]}`
)

// booking is a service with a tool that writes and one that reads. Both run the same function.
type booking struct {
	mu   sync.Mutex
	runs int
	run  func(ctx context.Context, run int) (nact.Results, error) // nil: it writes, and answers a number
	dry  func() nact.DryRun                                       // nil: the tool that writes has no dry run
	log  lockedBuffer
}

// lockedBuffer is written by requests while a test reads it.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (b *booking) invoke(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
	b.mu.Lock()
	b.runs++
	run := b.runs
	b.mu.Unlock()
	if b.run != nil {
		return b.run(ctx, run)
	}
	nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil).Sent("api.book")
	return nact.Results{int64(run)}, nil
}

func (b *booking) wantRuns(t *testing.T, want int) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.runs != want {
		t.Errorf("it ran %d times, want %d", b.runs, want)
	}
}

func (b *booking) tool(id, name string, writes bool) nact.Tool {
	signature := nact.Signature{
		ToolID: id, Name: name, Description: "A slot.", Version: 1,
		Inputs:   []nact.Input{{ID: "slot", Name: "Slot", Type: nact.String, Description: "Which."}},
		Outputs:  []nact.Output{{ID: "number", Name: "Number", Type: nact.Int, Description: "Its number."}},
		Failures: []nact.AllowedValue{{Name: "TAKEN", Description: "It is taken."}},
	}
	second := signature
	second.Version = 2
	tool := nact.Tool{Versions: []nact.Signature{signature, second}, Writes: writes, Invoke: b.invoke}
	if writes {
		tool.Journal = nact.BeginJournal
	}
	if writes {
		tool.DryRun = b.dry
	}
	return tool
}

// serve starts the service and returns the address of its tool that writes.
func (b *booking) serve(t *testing.T, c endpoint.IdempotencyConfig) string {
	t.Helper()
	if c.Store == nil {
		c.Store = idempotency.NewMemory(idempotency.Limits{})
	}
	logger := slog.New(slog.NewJSONHandler(&b.log, nil))
	server := serve(t, endpoint.Config{
		Name: "booking", Logger: logger, Runner: invocation.NewRunner(invocation.Limits{Calls: 4}, logger), Idempotency: endpoint.NewIdempotency(c),
	}, b.tool(bookID, "book_slot", true), b.tool(readID, "read_slot", false))
	return server.URL + "/tools/" + bookID + ":invoke"
}

// postKey invokes a tool under a key; header holds further names and values in turn.
func postKey(t testing.TB, url, body, key string, header ...string) response {
	t.Helper()
	return do(t, http.MethodPost, url, body, append([]string{"Content-Type", "application/json", "Idempotency-Key", key}, header...)...)
}

func wantReplayed(t *testing.T, first, second response) {
	t.Helper()
	if second.status != first.status || second.body != first.body || second.header.Get("Content-Type") != first.header.Get("Content-Type") {
		t.Errorf("got %d %s\nfirst %d %s", second.status, second.body, first.status, first.body)
	}
	if first.header.Get("Idempotent-Replayed") != "" || second.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("Idempotent-Replayed is %q first, then %q", first.header.Get("Idempotent-Replayed"), second.header.Get("Idempotent-Replayed"))
	}
}

func TestRepeatedInvocation(t *testing.T) {
	var b booking
	url := b.serve(t, endpoint.IdempotencyConfig{})
	first := postKey(t, url, book, `"8e03978e-40d5"`)
	if first.status != http.StatusOK || first.body != `{"output_parameters":[{"name":"Number","value":1}]}` {
		t.Fatalf("got %d %s", first.status, first.body)
	}
	wantReplayed(t, first, postKey(t, url, book, `"8e03978e-40d5"`))
	wantReplayed(t, first, postKey(t, url, book, `8e03978e-40d5`))
	spelled := `{"input_parameters":[{"value":"mond\u0061y","name":"Slot"}],"name":"book_slot","later":1}`
	wantReplayed(t, first, postKey(t, url, spelled, `"8e03978e-40d5"`))
	b.wantRuns(t, 1)
	if log := b.log.String(); strings.Count(log, `"replayed":true`) != 3 || strings.Contains(log, "8e03978e") {
		t.Errorf("the log is\n%s", log)
	}
}

// TestKeysAreSeparate: a key of another caller, another tool or another key of the same caller is another one.
func TestKeysAreSeparate(t *testing.T) {
	var b booking
	url := b.serve(t, endpoint.IdempotencyConfig{})
	for _, header := range [][]string{nil, {"Authorization", "Bearer a"}, {"Authorization", "Bearer b"}} {
		first := postKey(t, url, book, "k", header...)
		wantReplayed(t, first, postKey(t, url, book, "k", header...))
	}
	b.wantRuns(t, 3)
	postKey(t, url, book, "K")
	post(t, url, book)
	post(t, url, book)
	b.wantRuns(t, 6)
}

func TestCaller(t *testing.T) {
	var b booking
	url := b.serve(t, endpoint.IdempotencyConfig{Caller: func(r *http.Request) string { return r.Header.Get("X-User") }})
	first := postKey(t, url, book, "k", "X-User", "a", "Authorization", "Bearer old")
	wantReplayed(t, first, postKey(t, url, book, "k", "X-User", "a", "Authorization", "Bearer new"))
	postKey(t, url, book, "k", "X-User", "b", "Authorization", "Bearer old")
	b.wantRuns(t, 2)
}

func TestReusedKey(t *testing.T) {
	var b booking
	url := b.serve(t, endpoint.IdempotencyConfig{})
	first := postKey(t, url, book, "k")
	other := strings.Replace(book, "monday", "tuesday", 1)
	p := postKey(t, url, other, "k").problem(t, http.StatusUnprocessableEntity)
	if p.Type != "urn:problem-type:nact:idempotency-key-reused" {
		t.Errorf("got %+v", p)
	}
	older := strings.Replace(url, ":invoke", "/versions/1:invoke", 1)
	postKey(t, older, book, "k").problem(t, http.StatusUnprocessableEntity)
	wantReplayed(t, first, postKey(t, url, book, "k"))
	b.wantRuns(t, 1)
}

func TestMalformedKeys(t *testing.T) {
	var b booking
	url := b.serve(t, endpoint.IdempotencyConfig{})
	for _, key := range []string{
		"", `""`, `"a`, `a"`, `"a" b`, `"a", "b"`, `a, b`, `a,b`, "a b", `"a\b"`, `"a\`, `"ä"`, "ä", `"a";b=1`, "\"a\tb\"",
		strings.Repeat("k", 256), `"` + strings.Repeat("k", 256) + `"`,
	} {
		p := postKey(t, url, book, key).problem(t, http.StatusBadRequest)
		if p.Type != "urn:problem-type:nact:invalid-idempotency-key" || len(p.Violations) != 1 || p.Violations[0].Rule != "idempotency-key" {
			t.Errorf("%q: got %+v", key, p)
		}
	}
	p := postKey(t, url, book, "a", "Idempotency-Key", "a").problem(t, http.StatusBadRequest)
	if len(p.Violations) != 1 || !strings.Contains(p.Violations[0].Message, "more than once") {
		t.Errorf("got %+v", p)
	}
	b.wantRuns(t, 0)
	for _, key := range []string{"a", `"a b, c;\"\\"`, "$%/=+:@~", strings.Repeat("k", 255)} {
		if got := postKey(t, url, book, key); got.status != http.StatusOK {
			t.Errorf("%q: got %d %s", key, got.status, got.body)
		}
	}
}

// TestKeyOfReader: a tool that only reads runs again, whatever the field holds.
func TestKeyOfReader(t *testing.T) {
	var b booking
	url := strings.Replace(b.serve(t, endpoint.IdempotencyConfig{}), bookID, readID, 1)
	for _, key := range []string{"k", "k", `"`} {
		if got := postKey(t, url, read, key); got.status != http.StatusOK || got.header.Get("Idempotent-Replayed") != "" {
			t.Errorf("got %d %v", got.status, got.header)
		}
	}
	b.wantRuns(t, 3)
}

// TestWhatIsKept: an invocation that came to something is not run again, and one that came to nothing is.
// keeping is a run that ends in a declared failure, with which its write stays as it is.
func keeping(repeatable bool) func(context.Context, *nact.Entry) error {
	return func(ctx context.Context, w *nact.Entry) error {
		if err := w.Ahead(ctx, "api.book", "a digest", repeatable); err != nil {
			return err
		}
		w.Sent("api.book")
		w.Done()
		w.Kept()
		return nact.Fail("TAKEN", "It goes on.")
	}
}

func TestWhatIsKept(t *testing.T) {
	broken := &nact.Fault{Kind: nact.BadAnswer, Operation: "api.book", UpstreamStatus: 503, RetryAfter: time.Minute, Detail: "it answered 503"}
	tests := []struct {
		name string
		run  func(context.Context, *nact.Entry) error
		want int
		runs int
	}{
		{"a success", func(_ context.Context, w *nact.Entry) error { w.Sent("api.book"); return nil }, 200, 1},
		{"a success without a write", func(context.Context, *nact.Entry) error { return nil }, 200, 1},
		{"a declared failure", func(context.Context, *nact.Entry) error { return nact.Fail("TAKEN", "It is.") }, 200, 1},
		{"a failure that keeps a write which can be repeated", keeping(true), 200, 2},
		{"a failure that keeps a write which cannot", keeping(false), 200, 1},
		{"a fault after a write", func(_ context.Context, w *nact.Entry) error { w.Sent("api.book"); return broken }, 502, 1},
		{"a panic after a write", func(_ context.Context, w *nact.Entry) error { w.Sent("api.book"); panic("x") }, 500, 1},
		{"a fault before a write", func(context.Context, *nact.Entry) error { return broken }, 503, 2},
		{"a fault of a write that was refused", func(_ context.Context, w *nact.Entry) error {
			w.Sent("api.book")
			w.Refused()
			return broken
		}, 503, 2},
		{"a fault after a write that was taken back", func(_ context.Context, w *nact.Entry) error { w.Done(); w.Undone(nil); return broken }, 503, 2},
		{"a fault after a write that could not be", func(_ context.Context, w *nact.Entry) error { w.Done(); w.Undone(broken); return broken }, 502, 1},
		{"an input that cannot be used", func(context.Context, *nact.Entry) error {
			return nact.InputFault("x", errors.New("x"), "slot")
		}, 400, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := booking{run: func(ctx context.Context, run int) (nact.Results, error) {
				if err := tt.run(ctx, nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil)); err != nil {
					return nil, err
				}
				return nact.Results{int64(run)}, nil
			}}
			url := b.serve(t, endpoint.IdempotencyConfig{})
			first, second := postKey(t, url, book, "k"), postKey(t, url, book, "k")
			if first.status != tt.want || second.status != tt.want {
				t.Errorf("got %d, then %d %s", first.status, second.status, second.body)
			}
			if tt.runs == 1 {
				wantReplayed(t, first, second)
			}
			b.wantRuns(t, tt.runs)
		})
	}
}

// TestRefusedCallsKeepNothing: a key is that of the first call that was run.
func TestRefusedCallsKeepNothing(t *testing.T) {
	var b booking
	url := b.serve(t, endpoint.IdempotencyConfig{})
	postKey(t, url, `{"name": "book_slot"}`, "k").problem(t, http.StatusBadRequest)
	postKey(t, url, `{`, "k").problem(t, http.StatusBadRequest)
	postKey(t, url, book, "k", "Request-Timeout", "soon").problem(t, http.StatusBadRequest)
	postKey(t, url, book, "k", "Content-Encoding", "gzip").problem(t, http.StatusUnsupportedMediaType)
	if got := postKey(t, url, book, "k"); got.status != http.StatusOK || got.header.Get("Idempotent-Replayed") != "" {
		t.Errorf("got %d %v", got.status, got.header)
	}
	b.wantRuns(t, 1)
}

// TestKeysOfWrites: the next run sends a write that may stand again under the key that it had, and one that was taken back under another.
func TestKeysOfWrites(t *testing.T) {
	broken := &nact.Fault{Kind: nact.BadAnswer, Detail: "it failed"}
	for name, test := range map[string]struct {
		ends func(*nact.Entry)
		same bool
	}{
		"nobody knows": {func(e *nact.Entry) {}, true},
		"carried out":  {(*nact.Entry).Done, true},
		"refused":      {func(e *nact.Entry) { e.Refused(); e.Ended() }, true},
		"taken back":   {func(e *nact.Entry) { e.Done(); e.Undoing(t.Context()); e.Undone(nil) }, false},
		"left":         {func(e *nact.Entry) { e.Done(); e.Undoing(t.Context()); e.Stands(broken) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			var keys []string
			b := booking{run: func(ctx context.Context, run int) (nact.Results, error) {
				entry := nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil)
				keys = append(keys, entry.Key())
				if err := entry.Ahead(ctx, "api.book", "one", true); err != nil {
					t.Error(err)
				}
				entry.Sent("api.book")
				if run == 1 {
					test.ends(entry)
					return nil, broken
				}
				entry.Done()
				return nact.Results{int64(run)}, nil
			}}
			url := b.serve(t, endpoint.IdempotencyConfig{})
			postKey(t, url, book, "k").problem(t, http.StatusBadGateway)
			if got := postKey(t, url, book, "k"); got.status != http.StatusOK {
				t.Errorf("got %d %s", got.status, got.body)
			}
			if b.wantRuns(t, 2); len(keys) != 2 || (keys[0] == keys[1]) != test.same {
				t.Errorf("the keys are %q", keys)
			}
		})
	}
}

// TestWhatAnEarlierRunLeft: a write of an earlier run that this one does not come to is told all the same.
func TestWhatAnEarlierRunLeft(t *testing.T) {
	b := booking{run: func(ctx context.Context, run int) (nact.Results, error) {
		if run == 1 {
			entry := nact.JournalOf(ctx).Begin("book", nact.Some(1), "b")
			entry.Ahead(ctx, "api.book", "one", true)
			entry.Sent("api.book")
		}
		if run < 3 {
			return nil, &nact.Fault{Kind: nact.BadAnswer, Detail: "it failed"}
		}
		return nil, nact.Fail("TAKEN", "It is.")
	}}
	url := b.serve(t, endpoint.IdempotencyConfig{})
	for range 2 {
		p := postKey(t, url, book, "k").problem(t, http.StatusBadGateway)
		if want := []write{{"book", new(1), "api.book", "unknown"}}; !reflect.DeepEqual(p.Writes, want) {
			t.Errorf("got %+v", p.Writes)
		}
	}
	if got := postKey(t, url, book, "k"); !strings.Contains(got.body, "Perhaps done: api.book.") {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

// TestWithoutIdempotency: a handler that keeps nothing runs every call.
func TestWithoutIdempotency(t *testing.T) {
	var b booking
	server := serve(t, endpoint.Config{}, b.tool(bookID, "book_slot", true))
	for range 2 {
		if got := postKey(t, server.URL+"/tools/"+bookID+":invoke", book, "k"); got.status != http.StatusOK {
			t.Errorf("got %d %s", got.status, got.body)
		}
	}
	b.wantRuns(t, 2)
}

// FuzzIdempotencyKey: whatever the field holds, a call runs or is refused; and what is a key without quotes is the same key with them.
func FuzzIdempotencyKey(f *testing.F) {
	for _, field := range []string{"k", `"k"`, `"a \\"b\\" \\\\"`, `"`, `"\\`, "a,b", "", "\x00", "ä"} {
		f.Add(field)
	}
	f.Fuzz(func(t *testing.T, field string) {
		var b booking
		guard := endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: idempotency.NewMemory(idempotency.Limits{})})
		handler, err := endpoint.New(endpoint.Config{Name: "booking", Idempotency: guard}, []nact.Tool{b.tool(bookID, "book_slot", true)})
		if err != nil {
			t.Fatal(err)
		}
		invoke := func(field string) int {
			request := httptest.NewRequest("POST", "/tools/"+bookID+":invoke", strings.NewReader(book))
			request.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {field}}
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, request)
			return recorder.Code
		}
		switch status := invoke(field); {
		case status == http.StatusBadRequest:
			b.wantRuns(t, 0)
			return
		case status != http.StatusOK:
			t.Fatalf("%q: got %d", field, status)
		}
		if trimmed := strings.Trim(field, " \t"); !strings.HasPrefix(trimmed, `"`) {
			invoke(`"` + trimmed + `"`)
		} else {
			invoke(field)
		}
		b.wantRuns(t, 1)
	})
}

// BenchmarkKeys compares invocations of a tool that writes, without and with keys of their own.
func BenchmarkKeys(b *testing.B) {
	service := booking{run: func(context.Context, int) (nact.Results, error) { return nact.Results{int64(7)}, nil }}
	config := endpoint.Config{Name: "booking"}
	path := "/tools/" + bookID + ":invoke"
	handler := func(b *testing.B) *endpoint.Handler {
		h, err := endpoint.New(config, []nact.Tool{service.tool(bookID, "book_slot", true)})
		if err != nil {
			b.Fatal(err)
		}
		return h
	}
	b.Run("keys ignored", func(b *testing.B) { benchmark(b, handler(b), "POST", path, book) })
	config.Idempotency = endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: idempotency.NewMemory(idempotency.Limits{Entries: 1000})})
	b.Run("no key", func(b *testing.B) { benchmark(b, handler(b), "POST", path, book) })
	b.Run("a new key each", func(b *testing.B) {
		next := 0
		h := handler(b)
		benchmark(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next++
			r.Header.Set("Idempotency-Key", strconv.Itoa(next))
			h.ServeHTTP(w, r)
		}), "POST", path, book)
	})
}
