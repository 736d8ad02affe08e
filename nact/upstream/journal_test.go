package upstream

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// What an invocation's writes are after calls that ended in one way or the other.
func TestWritesOfCalls(t *testing.T) {
	answering := func(statuses ...int) string {
		return serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(statuses[0])
			if len(statuses) > 1 {
				statuses = statuses[1:]
			}
		})
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	tests := []struct {
		name, method, base string
		want               nact.WriteState
	}{
		{"a write", "POST", answering(201), nact.Done},
		{"a read", "GET", answering(200), ""},
		{"options", "OPTIONS", answering(200), ""},
		{"a redirect, which is not followed", "POST", answering(303), nact.Unknown},
		{"refused", "POST", answering(409), ""},
		{"called too often", "DELETE", answering(429), ""},
		{"too busy", "PATCH", answering(503), ""},
		{"failed, who knows how far", "POST", answering(500), nact.Unknown},
		{"a gateway that waited too long, then success", "PUT", answering(504, 200), nact.Done},
		{"too busy, then success", "PUT", answering(503, 200), nact.Done},
		{"a gateway that waited too long, then refused", "PUT", answering(504, 409), nact.Unknown},
		{"no one listens", "POST", "http://" + listener.Addr().String(), ""},
		{"no answer", "POST", serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), nact.Unknown},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, Config{BaseURL: test.base, Retry: Retry{Attempts: 2, Backoff: 1}})
			call := get("/")
			call.Method = test.method
			entry := new(nact.Journal).Begin("point", nact.Opt[int]{}, nil)
			client.Do(entry.In(t.Context()), call, nil)
			if got := entry.State(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			client.Do(t.Context(), call, nil) // nobody keeps a journal
		})
	}
}

func TestWriteOfACallerThatLeaves(t *testing.T) {
	called := make(chan struct{}, 1)
	client := newClient(t, Config{BaseURL: silent(t, called)})
	call := get("/")
	call.Method = "POST"
	entry := new(nact.Journal).Begin("point", nact.Opt[int]{}, nil)
	ctx, leave := context.WithCancel(entry.In(t.Context()))
	go func() { <-called; leave() }()
	client.Do(ctx, call, nil)
	if got := entry.State(); got != nact.Unknown {
		t.Errorf("got %q", got)
	}
}

// transport answers without a connection, and so without a trace.
type transport int

func (status transport) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: int(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
}

func TestWritesWithoutATrace(t *testing.T) {
	for status, want := range map[transport]nact.WriteState{200: nact.Done, 403: "", 500: nact.Unknown} {
		client := newClient(t, Config{BaseURL: "http://host.example", Transport: status, Timeout: time.Second})
		call := get("/")
		call.Method = "POST"
		entry := new(nact.Journal).Begin("point", nact.Opt[int]{}, nil)
		client.Do(entry.In(t.Context()), call, nil)
		if got := entry.State(); got != want {
			t.Errorf("%d: got %q, want %q", status, got, want)
		}
	}
}

// TestWithoutAJournal: a client whose tools only read repeats no write, since it sends no key.
func TestWithoutAJournal(t *testing.T) {
	var attempts atomic.Int64
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if attempts.Add(1); r.Header["X-Once"] != nil {
			t.Error("a key was sent")
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	client, err := NewClient(Config{Name: "weather", BaseURL: base, Retry: Retry{Attempts: 3, Backoff: 1}})
	if err != nil {
		t.Fatal(err)
	}
	call := &Call{Method: http.MethodPost, Options: Options{Key: KeyInHeader("X-Once")}}
	if _, err := client.Do(t.Context(), call, nil); err == nil || attempts.Load() != 1 {
		t.Errorf("got %v after %d attempts", err, attempts.Load())
	}
}
