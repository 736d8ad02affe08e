package upstream

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// flightKey tells flights apart. Calls that wait differently long for an attempt do not share one, and neither do calls of which only
// one wants to know what an error says.
type flightKey struct {
	cacheKey
	timeout     time.Duration
	keepProblem bool
}

// flight is an attempt that is made for all who wait for its answer. It goes on while one of them does.
type flight struct {
	where  flightKey
	ctx    context.Context // with what the first who waited has in it
	cancel context.CancelFunc
	held   *nact.Holding // of memory, for the answer

	// Guarded by the cache's mutex.
	waiting  int
	outdated bool // a call was made meanwhile that can change the answer, which is not kept then
	landed   bool // a call has read the answer, and kept or dropped it

	done chan struct{} // closed when what follows is there

	stale    *entry // what was kept before, or nil
	entry    *entry // nil if the attempt failed
	answer   Answer // beside failed
	failed   *setback
	panicked *nact.Panic
}

func newFlight(ctx context.Context, where flightKey) *flight {
	held := nact.HoldingOf(ctx)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	return &flight{where: where, ctx: ctx, cancel: cancel, held: held.Apart(ctx), done: make(chan struct{})}
}

// fly makes the attempt of a flight. Nobody joins one that has failed.
func (c *cache) fly(f *flight, client *Client, r *request, stale *entry) {
	defer close(f.done)
	defer func() {
		if p := recover(); p != nil {
			f.panicked = nact.Recovered(p)
		}
		if f.panicked != nil || f.failed != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.remove(f)
		}
	}()
	f.stale = stale
	f.entry, f.answer, f.failed = c.fetch(f.ctx, client, r, stale, f.held)
}

// fetch makes an attempt. If there is something stale that the upstream can be asked about, it asks that.
func (c *cache) fetch(ctx context.Context, client *Client, r *request, stale *entry, held *nact.Holding) (*entry, Answer, *setback) {
	var body []byte
	own := *r
	own.share = share{ctx: ctx, held: held}
	own.keep = func(text []byte) { body = bytes.Clone(text) }
	var conditions http.Header
	if stale != nil {
		conditions = conditionsOf(r, stale)
		own.header = maps.Clone(r.header)
		maps.Copy(own.header, conditions)
	}
	asked := c.now()
	answer, failed := client.attempt(ctx, &own)
	answer.Header.Del("Set-Cookie")
	switch {
	case conditions != nil && answer.Status == http.StatusNotModified:
		if answer.redirected || !sameTag(answer.Header, stale.header) { // it is about something else
			return c.fetch(ctx, client, r, nil, held)
		}
		return stale.confirmed(answer.Header, asked, c.now()), answer, nil
	case failed != nil:
		return nil, answer, failed
	}
	return &entry{
		status: answer.Status, header: answer.Header, body: body, redirected: answer.redirected, asked: asked, received: c.now(),
	}, answer, nil
}

// sameTag reports whether a 304 is about the answer with these headers. One without an entity tag is taken to be. Whether a tag is
// marked as weak makes no difference to an answer as a whole.
func sameTag(confirms, kept http.Header) bool {
	tag := confirms.Get("Etag")
	return tag == "" || strings.TrimPrefix(tag, "W/") == strings.TrimPrefix(kept.Get("Etag"), "W/")
}

// leave is called by a call that no longer waits for a flight. The flight ends when nobody waits.
func (c *cache) leave(f *flight) {
	c.mu.Lock()
	f.waiting--
	last := f.waiting == 0
	if last {
		c.remove(f)
	}
	c.mu.Unlock()
	if last {
		f.cancel()
		<-f.done
		f.held.End()
	}
}

// remove takes a flight from those that others may join. The caller holds the mutex.
func (c *cache) remove(f *flight) {
	if c.flights[f.where] == f {
		delete(c.flights, f.where)
	}
}

// of returns the setback for r, which has shared the attempt of another call, and may call the operation by another name.
func (s *setback) of(r *request) *setback {
	own := *s
	if fault, ok := s.err.(*nact.Fault); ok {
		copied := *fault
		copied.Operation = r.operation
		own.err = &copied
	}
	return &own
}
