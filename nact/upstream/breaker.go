package upstream

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Tolerance is what a [Breaker] bears before it opens.
type Tolerance struct {
	Failures int           // in a row, ...
	Within   time.Duration // ... the first and the last of them at most so far apart, open the breaker
	Open     time.Duration // for so long
}

// NewBreaker returns a breaker. For each host that the client calls, its own and those to which it is redirected, it is in one of three states:
//
//   - closed: all attempts are made. It opens after so many failures in a row.
//   - open: no attempt is made, until the time for that is over.
//   - half-open: a single attempt is made. If it fails, the breaker opens again, and otherwise it closes.
//
// A failure is a connection that does not come about or breaks off, an attempt that ran out of its time, or a 5xx. Any other answer is none: a
// 429 and the other 4xx are answers of a host that works. An attempt that its caller gave up is neither, nor is one that had less than a second
// when the time of its tool was over.
func NewBreaker(t Tolerance) Breaker {
	return &breaker{tolerance: t, circuits: make(map[string]*circuit)}
}

type breaker struct {
	tolerance Tolerance
	own       string // the origin of the client

	mu       sync.Mutex
	circuits map[string]*circuit // by origin, of which there are as many as the client may be redirected to
}

func (b *breaker) around(c *Client) http.RoundTripper {
	b.own = origin(c.base)
	return &brokenCircuits{breaker: b, client: c, transport: c.transport}
}

func (b *breaker) circuit(origin string) *circuit {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.circuits[origin] == nil {
		b.circuits[origin] = &circuit{tolerance: b.tolerance}
	}
	return b.circuits[origin]
}

func (b *breaker) refusal(ctx context.Context, c *Client, r *request) *setback {
	wait := b.circuit(b.own).closedIn(time.Now())
	if wait == 0 {
		return nil
	}
	c.observe(ctx, nact.Event{Kind: nact.EventRefused, By: byBreaker, Operation: r.operation, Host: b.own, Wait: wait})
	return withheld(r, wait, whyOpen)
}

const whyOpen = "it has failed again and again, and gets time to recover"

// brokenCircuits sends requests to the hosts whose circuits are closed.
type brokenCircuits struct {
	breaker   *breaker
	client    *Client
	transport http.RoundTripper
}

// RoundTrip counts what becomes of a request, once that is known: with its error or its status, or when its body has been read.
func (t *brokenCircuits) RoundTrip(request *http.Request) (*http.Response, error) {
	to := t.breaker.own
	if request.URL.Host != t.client.base.Host || request.URL.Scheme != t.client.base.Scheme {
		to = origin(request.URL)
	}
	c := &crossing{brokenCircuits: t, circuit: t.breaker.circuit(to), to: to, ctx: request.Context(), begun: time.Now()}
	var wait time.Duration
	if c.turn, wait = c.circuit.enter(c.begun); wait > 0 {
		t.client.observe(c.ctx, nact.Event{Kind: nact.EventRefused, By: byBreaker, Host: to, Wait: wait})
		return nil, unsentError{whyOpen, wait}
	}
	if c.turn.probe {
		t.tell(c.ctx, nact.EventHalfOpened, to)
	}
	settled := false
	defer func() {
		if !settled { // a panic of the transport
			c.end(neither)
		}
	}()
	response, err := t.transport.RoundTrip(request)
	settled = true
	switch {
	case err != nil:
		c.end(c.judge())
	case response.StatusCode >= http.StatusInternalServerError:
		c.end(failure)
	default:
		c.ReadCloser, response.Body = response.Body, c
	}
	return response, err
}

// tell logs a new state, and has it observed.
func (t *brokenCircuits) tell(ctx context.Context, state nact.EventKind, origin string) {
	level, wait := slog.LevelInfo, time.Duration(0)
	if state == nact.EventOpened {
		level, wait = slog.LevelWarn, t.breaker.tolerance.Open
	}
	t.client.log.LogAttrs(ctx, level, "upstream breaker", slog.String("state", string(state)), slog.String("host", origin))
	t.client.observe(ctx, nact.Event{Kind: state, By: byBreaker, Host: origin, Wait: wait})
}

// verdict is what an attempt says of a host.
type verdict int

const (
	neither verdict = iota
	success
	failure
)

// fairTime is what a host has had at least if it failed to answer before the time of a tool was over.
const fairTime = time.Second

// crossing is an attempt that a circuit has let through, with the body of its answer: a success if it can be read to where its reader stops.
type crossing struct {
	io.ReadCloser
	*brokenCircuits
	circuit *circuit
	turn    turn
	to      string // origin
	ctx     context.Context
	begun   time.Time
	once    sync.Once
}

// end takes what the attempt says of the host, once.
func (c *crossing) end(v verdict) {
	c.once.Do(func() {
		switch opened, closed := c.circuit.ended(c.turn, v, time.Now()); {
		case opened:
			c.tell(c.ctx, nact.EventOpened, c.to)
		case closed:
			c.tell(c.ctx, nact.EventClosed, c.to)
		}
	})
}

// judge returns the verdict on an attempt with an error.
func (c *crossing) judge() verdict {
	switch {
	case errors.Is(c.ctx.Err(), context.Canceled):
		return neither
	case c.ctx.Err() != nil && !errors.Is(context.Cause(c.ctx), errAttempt) && time.Since(c.begun) < fairTime:
		return neither
	}
	return failure
}

func (c *crossing) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	switch {
	case err == io.EOF:
		c.end(success)
	case err != nil:
		c.end(c.judge())
	}
	return n, err
}

func (c *crossing) Close() error {
	c.end(success)
	return c.ReadCloser.Close()
}

// circuit is the state of a breaker for one host.
type circuit struct {
	tolerance Tolerance

	mu       sync.Mutex
	failures []time.Time // those in a row, the last ones alone
	until    time.Time   // open until then, and half-open from then on; zero: closed
	probing  bool        // half-open, and an attempt is being made
	change   int         // how often the state has changed: what was begun before says nothing of the present one
}

// turn is an attempt that a circuit has let through.
type turn struct {
	change int
	probe  bool
}

// closedIn returns for how long no attempt is to be made; 0: one may be.
func (s *circuit) closedIn(now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wait(now)
}

// wait is closedIn for who has the mutex.
func (s *circuit) wait(now time.Time) time.Duration {
	switch {
	case s.until.IsZero():
		return 0
	case s.probing:
		return max(s.until.Sub(now), time.Second)
	}
	return max(s.until.Sub(now), 0)
}

// enter lets an attempt through, or returns for how long none is to be made.
func (s *circuit) enter(now time.Time) (turn, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if wait := s.wait(now); wait > 0 {
		return turn{}, wait
	}
	s.probing = !s.until.IsZero()
	return turn{change: s.change, probe: s.probing}, 0
}

// ended takes what became of an attempt, and reports whether the circuit has opened or closed by that.
func (s *circuit) ended(t turn, v verdict, now time.Time) (opened, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.change != s.change {
		return false, false
	}
	if t.probe {
		s.probing = false
	}
	switch {
	case v == failure && t.probe, v == failure && s.tooMany(now):
		s.until, s.failures = now.Add(s.tolerance.Open), nil
		s.change++
		return true, false
	case v == success:
		s.failures = s.failures[:0]
		closed = !s.until.IsZero()
		if closed {
			s.until = time.Time{}
			s.change++
		}
	}
	return false, closed
}

// tooMany counts a failure, and reports whether it is one too many.
func (s *circuit) tooMany(now time.Time) bool {
	s.failures = append(s.failures, now)
	if surplus := len(s.failures) - s.tolerance.Failures; surplus > 0 {
		s.failures = append(s.failures[:0], s.failures[surplus:]...)
	}
	return len(s.failures) >= s.tolerance.Failures && now.Sub(s.failures[0]) <= s.tolerance.Within
}
