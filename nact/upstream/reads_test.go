package upstream

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// search is a call that reads by POST, or by another method.
func search(method, body string) *Call {
	call := &Call{Operation: "shop.search", Method: method, Body: []byte(body), Reads: method != methodQuery}
	call.Path.Text("/search")
	return call
}

// A call that reads by a method that could write is tried again as a GET is, and QUERY reads by itself.
func TestReadsAreRetried(t *testing.T) {
	for _, method := range []string{http.MethodPost, methodQuery} {
		var bodies []string
		base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if bodies = append(bodies, string(body)); len(bodies) == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		client := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 2, Backoff: 1}})
		if _, err := client.Do(t.Context(), search(method, "{}"), nil); err != nil || fmt.Sprint(bodies) != "[{} {}]" {
			t.Errorf("%s: %v, sent %q", method, err, bodies)
		}
	}
}

// A connection that was kept and turns out to be closed costs a read nothing, and a write its answer.
func TestReadsOverClosedConnections(t *testing.T) {
	for _, test := range []struct {
		name  string
		call  *Call
		again bool
	}{
		{"a search by POST", search(http.MethodPost, "{}"), true},
		{"a search without a body", search(http.MethodPost, ""), true},
		{"QUERY", search(methodQuery, "{}"), true},
		{"a write", &Call{Operation: "shop.order", Method: http.MethodPost, Body: []byte("{}")}, false},
	} {
		var requests atomic.Int64
		base := serve(t, func(_ http.ResponseWriter, r *http.Request) {
			if _, sent := r.Header["Idempotency-Key"]; sent {
				t.Errorf("%s: a key is sent", test.name)
			}
			if requests.Add(1) == 2 {
				panic(http.ErrAbortHandler)
			}
		})
		client := newClient(t, Config{BaseURL: base})
		if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
			t.Fatal(err)
		}
		_, err := client.Do(t.Context(), test.call, nil)
		if (err == nil) != test.again || requests.Load() != map[bool]int64{true: 3, false: 2}[test.again] {
			t.Errorf("%s: %v after %d requests", test.name, err, requests.Load())
		}
	}
}

// What is kept of a call that reads is an answer to its own body, and no such call drops what is kept of its URL.
func TestReadsAreKept(t *testing.T) {
	for _, method := range []string{http.MethodPost, methodQuery} {
		server := newCountingServer(t, numbered())
		client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepFor(time.Hour)})
		wantNumber(t, client, search(method, `{"q":"a"}`), 1)
		wantNumber(t, client, search(method, `{"q":"b"}`), 2)
		wantNumber(t, client, search(method, `{"q":"a"}`), 1)
		wantNumber(t, client, search(method, `{"q":"b"}`), 2)
		parts := search(method, `--x--`)
		parts.ContentType = "multipart/form-data; boundary=x"
		wantNumber(t, client, parts, 3)
		wantNumber(t, client, parts, 4)
		write := search(http.MethodPost, `{"q":"a"}`)
		write.Reads = false
		wantNumber(t, client, write, 5)
		wantNumber(t, client, search(method, `{"q":"a"}`), 6)
	}
}

// By the rules of HTTP an answer to POST is kept for as long as it says, and is never asked about with a condition: that would be answered with 412.
func TestReadsAreKeptByHTTP(t *testing.T) {
	server := newCountingServer(t, func(n int64, w http.ResponseWriter, r *http.Request) {
		setHeader(w, []string{"Cache-Control: max-age=60", `Etag: "1"`})
		if tag := r.Header.Get("If-None-Match"); tag != "" {
			w.WriteHeader(map[bool]int{true: http.StatusNotModified, false: http.StatusPreconditionFailed}[r.Method == methodQuery])
			return
		}
		fmt.Fprint(w, n)
	})
	for method, after := range map[string]int64{http.MethodPost: 2, methodQuery: 1} {
		server.requests.Store(0)
		clock := newClock()
		client := newClient(t, Config{BaseURL: server.URL, Cache: newCache(0, clock.Now), Caching: KeepByHTTP()})
		wantNumber(t, client, search(method, "{}"), 1)
		wantNumber(t, client, search(method, "{}"), 1)
		clock.pass(2 * time.Minute)
		wantNumber(t, client, search(method, "{}"), after)
	}
}

func TestReadsAreHedged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		client := newClient(t, Config{BaseURL: base, Hedge: NewHedge(time.Millisecond), Transport: taking(time.Second, &running, &most)})
		if _, err := client.Do(t.Context(), search(http.MethodPost, "{}"), nil); err != nil || most.Load() != 2 {
			t.Errorf("%v, %d at once", err, most.Load())
		}
	})
}

// A dry run goes through a call that reads, the journal of an invocation has nothing of it, and a later run of the invocation has its answer again.
func TestReadsWriteNothing(t *testing.T) {
	server := newCountingServer(t, numbered())
	client := newClient(t, Config{BaseURL: server.URL})
	var planned plans
	if _, err := client.Do(dry(t.Context(), &planned, "search"), search(http.MethodPost, "{}"), nil); err != nil || len(planned) != 0 {
		t.Errorf("dry run: %v, planned %v", err, planned)
	}
	entry := new(nact.Journal).Begin("search", nact.Opt[int]{}, nil)
	if _, err := client.Do(entry.In(t.Context()), search(http.MethodPost, "{}"), nil); err != nil || entry.State() != "" {
		t.Errorf("%v, in the journal: %q", err, entry.State())
	}
	var notes []byte
	ask := func(ctx context.Context, body string) (read int64) {
		if _, err := client.Do(ctx, search(http.MethodPost, body), func(d *Decoder) { read = d.Int() }); err != nil {
			t.Fatal(err)
		}
		return read
	}
	first, _ := run(t, &notes)
	a, b := ask(first, "{}"), ask(first, "[]")
	write := search(http.MethodPost, "1")
	write.Reads, write.Key = false, KeyInHeader("Key")
	if _, err := client.Do(nact.JournalOf(first).Begin("order", nact.Opt[int]{}, nil).In(first), write, nil); err != nil {
		t.Fatal(err)
	}
	later, _ := run(t, &notes)
	if gotB, gotA := ask(later, "[]"), ask(later, "{}"); gotA != a || gotB != b {
		t.Errorf("a later run reads %d and %d, wanted %d and %d", gotA, gotB, a, b)
	}
}
