package upstream

import (
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
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
		want               []string
	}{
		{"a write", "POST", answering(201), []string{"weather.point"}},
		{"a read", "GET", answering(200), nil},
		{"options", "OPTIONS", answering(200), nil},
		{"a redirect, which is not followed", "POST", answering(303), []string{"weather.point"}},
		{"refused", "POST", answering(409), nil},
		{"called too often", "DELETE", answering(429), nil},
		{"too busy", "PATCH", answering(503), nil},
		{"failed, who knows how far", "POST", answering(500), []string{"weather.point"}},
		{"a gateway that waited too long, then success", "PUT", answering(504, 200), []string{"weather.point", "weather.point"}},
		{"too busy, then success", "PUT", answering(503, 200), []string{"weather.point"}},
		{"no one listens", "POST", "http://" + listener.Addr().String(), nil},
		{"no answer", "POST", serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), []string{"weather.point"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, Config{BaseURL: test.base, Retry: Retry{Attempts: 2, Backoff: 1}})
			call := get("/")
			call.Method = test.method
			writes := new(nact.Writes)
			client.Do(writes.Watch(t.Context()), call, nil)
			if got := writes.Operations(); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
			client.Do(t.Context(), call, nil) // nobody watches
		})
	}
}

func TestWriteOfACallerThatLeaves(t *testing.T) {
	called := make(chan struct{}, 1)
	client := newClient(t, Config{BaseURL: silent(t, called)})
	call := get("/")
	call.Method = "POST"
	writes := new(nact.Writes)
	ctx, leave := context.WithCancel(writes.Watch(t.Context()))
	go func() { <-called; leave() }()
	client.Do(ctx, call, nil)
	if got := writes.Operations(); !slices.Equal(got, []string{"weather.point"}) {
		t.Errorf("got %v", got)
	}
}

// transport answers without a connection, and so without a trace.
type transport int

func (status transport) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: int(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
}

func TestWritesWithoutATrace(t *testing.T) {
	for status, want := range map[transport]int{200: 1, 403: 0} {
		client := newClient(t, Config{BaseURL: "http://host.example", Transport: status, Timeout: time.Second})
		call := get("/")
		call.Method = "POST"
		writes := new(nact.Writes)
		client.Do(writes.Watch(t.Context()), call, nil)
		if got := writes.Operations(); len(got) != want {
			t.Errorf("%d: got %v, want %d", status, got, want)
		}
	}
}
