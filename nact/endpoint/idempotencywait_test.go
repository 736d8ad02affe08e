package endpoint_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/idempotency"
)

// gate lets a run go on when the test says so.
type gate struct{ begun, opened chan struct{} }

func newGate() gate { return gate{make(chan struct{}, 10), make(chan struct{})} }

func (g gate) pass(ctx context.Context) error {
	g.begun <- struct{}{}
	select {
	case <-g.opened:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// slowly books when the gate is opened.
func (g gate) slowly(ctx context.Context, run int) (nact.Results, error) {
	nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil).Sent("api.book")
	if err := g.pass(ctx); err != nil {
		return nil, err
	}
	return nact.Results{int64(run)}, nil
}

func TestInvocationsAtTheSameTime(t *testing.T) {
	g := newGate()
	b := booking{run: g.slowly}
	url := b.serve(t, endpoint.IdempotencyConfig{})
	answers := make(chan response, 2)
	go func() { answers <- postKey(t, url, book, "k") }()
	<-g.begun
	late := postKey(t, url, book, "k", "Request-Timeout", "0.05")
	if p := late.problem(t, http.StatusConflict); p.Type != "urn:problem-type:nact:still-running" || late.header.Get("Retry-After") == "" {
		t.Errorf("got %+v %v", p, late.header)
	}
	postKey(t, url, strings.Replace(book, "monday", "tuesday", 1), "k").problem(t, http.StatusUnprocessableEntity)
	go func() { answers <- postKey(t, url, book, "k") }()
	time.Sleep(30 * time.Millisecond) // so that it waits, or else comes later: both are right
	close(g.opened)
	first, second := <-answers, <-answers
	if first.header.Get("Idempotent-Replayed") != "" {
		first, second = second, first
	}
	wantReplayed(t, first, second)
	b.wantRuns(t, 1)
}

// TestWaitingTakesNoPlace: those who wait for the first call of their key leave the places of running calls to others.
func TestWaitingTakesNoPlace(t *testing.T) {
	g := newGate()
	b := booking{run: g.slowly}
	url := b.serve(t, endpoint.IdempotencyConfig{}) // with places for four
	const waiting = 8
	answers := make(chan response, 1+waiting)
	for range cap(answers) {
		go func() { answers <- postKey(t, url, book, "k") }()
	}
	<-g.begun
	time.Sleep(100 * time.Millisecond) // so that they wait
	other := make(chan response, 1)
	go func() { other <- postKey(t, url, book, "another") }()
	<-g.begun // it runs beside the first
	close(g.opened)
	if got := <-other; got.status != http.StatusOK {
		t.Errorf("got %d %s", got.status, got.body)
	}
	for range cap(answers) {
		if got := <-answers; got.status != http.StatusOK {
			t.Errorf("got %d %s", got.status, got.body)
		}
	}
}

// TestDamagedAnswer: what a store has in the place of an answer is a fault, whatever it is.
func TestDamagedAnswer(t *testing.T) {
	for _, damaged := range []string{"{}", "null", `{"status":0,"media":"x","body":""}`, `{"status":200}`, `{"status":1000,"media":"application/json"}`, "[", ""} {
		b := booking{run: func(context.Context, int) (nact.Results, error) { return nact.Results{int64(1)}, nil }}
		url := b.serve(t, endpoint.IdempotencyConfig{Store: damage{idempotency.NewMemory(idempotency.Limits{}), damaged}})
		postKey(t, url, book, "k")
		if got := postKey(t, url, book, "k"); got.status != http.StatusServiceUnavailable {
			t.Errorf("%s: got %d %s", damaged, got.status, got.body)
		}
	}
}

// damage is a store that keeps something else than the answers.
type damage struct {
	idempotency.Store
	answer string
}

func (d damage) End(ctx context.Context, key, holder string, _ []byte) error {
	return d.Store.End(ctx, key, holder, []byte(d.answer))
}

// TestLongestWait: a caller that would wait for ever is told.
func TestLongestWait(t *testing.T) {
	g := newGate()
	b := booking{run: g.slowly}
	url := b.serve(t, endpoint.IdempotencyConfig{Wait: 50 * time.Millisecond})
	first := make(chan response)
	go func() { first <- postKey(t, url, book, "k") }()
	<-g.begun
	postKey(t, url, book, "k").problem(t, http.StatusConflict)
	close(g.opened)
	wantReplayed(t, <-first, postKey(t, url, book, "k"))
}

// TestWaitForWhatComesToNothing: who has waited runs the call itself.
func TestWaitForWhatComesToNothing(t *testing.T) {
	g := newGate()
	b := booking{run: func(ctx context.Context, run int) (nact.Results, error) {
		if run == 1 {
			g.pass(ctx)
			return nil, &nact.Fault{Kind: nact.BadAnswer, Breakdown: nact.Unreachable, Detail: "it cannot be reached"}
		}
		return nact.Results{int64(run)}, nil
	}}
	url := b.serve(t, endpoint.IdempotencyConfig{})
	answers := make(chan response, 2)
	go func() { answers <- postKey(t, url, book, "k") }()
	<-g.begun
	go func() { answers <- postKey(t, url, book, "k") }()
	time.Sleep(30 * time.Millisecond)
	close(g.opened)
	if statuses := []int{(<-answers).status, (<-answers).status}; statuses[0]+statuses[1] != http.StatusBadGateway+http.StatusOK {
		t.Errorf("got %v", statuses)
	}
	b.wantRuns(t, 2)
}

// TestCallerLeaves: an invocation goes on without its caller, and the next one with the key has its answer.
func TestCallerLeaves(t *testing.T) {
	g := newGate()
	b := booking{run: g.slowly}
	url := b.serve(t, endpoint.IdempotencyConfig{})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		request, _ := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(book))
		request.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {"k"}}
		_, err := http.DefaultClient.Do(request)
		left <- err
	}()
	<-g.begun
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	time.Sleep(30 * time.Millisecond) // so that the service learns of it
	close(g.opened)
	got := postKey(t, url, book, "k")
	if got.status != http.StatusOK || got.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("got %d %s", got.status, got.body)
	}
	b.wantRuns(t, 1)
	if log := b.log.String(); !strings.Contains(log, `"status":499`) || !strings.Contains(log, "kept for its caller") {
		t.Errorf("the log is\n%s", log)
	}
}

// TestRequestTimeoutWithKey: the caller's time is that of the run, and what it came to is kept.
func TestRequestTimeoutWithKey(t *testing.T) {
	g := newGate()
	b := booking{run: g.slowly}
	url := b.serve(t, endpoint.IdempotencyConfig{})
	first := postKey(t, url, book, "k", "Request-Timeout", "0.05")
	if p := first.problem(t, http.StatusGatewayTimeout); len(p.Writes) != 1 {
		t.Errorf("got %+v", p)
	}
	wantReplayed(t, first, postKey(t, url, book, "k"))
}
