package server_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/idempotency"
	"github.com/nactgen/nactgen/nact/server"
)

const bookID = "5a1f1f0e-52bb-4a3e-9f4f-8a0b7a1d9c11"

// TestShutdownWaitsForKeptAnswers: a call with a key goes on without its caller, also while the program shuts down, and its
// answer is there for the program that comes after it.
func TestShutdownWaitsForKeptAnswers(t *testing.T) {
	store := idempotency.NewMemory(idempotency.Limits{})
	begun, opened := make(chan struct{}, 2), make(chan struct{})
	runs := 0
	tool := nact.Tool{
		Versions: []nact.Signature{{ToolID: bookID, Name: "book_slot", Description: "Book a slot.", Version: 1}},
		Writes:   true,
		Journal:  nact.BeginJournal,
		Invoke: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
			runs++ // one at a time
			begun <- struct{}{}
			<-opened
			return nact.Results{}, ctx.Err()
		},
	}
	var log buffer
	program := server.Program{Name: "booking", New: func(o server.Options) (http.Handler, error) {
		config := endpoint.Config{
			Name: "booking", Logger: o.Logger,
			Idempotency: endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: store}),
		}
		return endpoint.New(config, []nact.Tool{tool})
	}}
	start := func(ctx context.Context) (url string, ended chan int) {
		stdout, written := io.Pipe()
		ended = make(chan int)
		go func() {
			ended <- server.Run(ctx, program, []string{"--addr=127.0.0.1:0"}, func(string) string { return "" }, nil, written, &log)
		}()
		line := make([]byte, 200)
		n, err := stdout.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		go io.Copy(io.Discard, stdout)
		return strings.TrimSpace(strings.TrimPrefix(string(line[:n]), "listening on ")), ended
	}

	running, shutDown := context.WithCancel(t.Context())
	url, ended := start(running)
	caller, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := book(caller, url)
		left <- err
	}()
	<-begun
	leave()
	if err := <-left; err == nil {
		t.Error("a caller that has left got an answer")
	}
	shutDown()
	select {
	case code := <-ended:
		t.Fatalf("it ended with %d before the call", code)
	case <-time.After(100 * time.Millisecond):
	}
	if !strings.Contains(log.String(), "shutting down") {
		t.Errorf("the log is\n%s", log.String())
	}
	close(opened)
	if code := <-ended; code != 0 {
		t.Errorf("it ended with %d", code)
	}

	running, shutDown = context.WithCancel(t.Context())
	url, ended = start(running)
	answer, err := book(t.Context(), url)
	if err != nil || answer.StatusCode != http.StatusOK || answer.Header.Get("Idempotent-Replayed") != "true" || runs != 1 {
		t.Errorf("got %+v, %v after %d runs", answer, err, runs)
	}
	shutDown()
	<-ended
}

func book(ctx context.Context, url string) (*http.Response, error) {
	body := bytes.NewReader([]byte(`{"name": "book_slot", "input_parameters": []}`))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/tools/"+bookID+":invoke", body)
	if err != nil {
		return nil, err
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {"k"}}
	answer, err := http.DefaultClient.Do(request)
	if err == nil {
		answer.Body.Close()
	}
	return answer, err
}
