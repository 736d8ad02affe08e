package upstream

import (
	"cmp"
	"container/list"
	"context"
	"sync"
	"time"
)

// NewCache returns a cache of at most so many bytes, in which bodies, headers and keys count. 0 is 16 MiB. What has not been used
// for the longest time makes room for what is new.
//
// It keeps the bytes of answers, which every call decodes for itself; one that does not fit its call is not kept. Set-Cookie is removed from
// every answer that could be kept, since it is for one caller. A call gets an answer to its own method, URL, body and headers, credentials
// included. Calls that ask the same at the same time share one request, and its error. A call that can change something drops what is
// kept of its URL.
func NewCache(size int64) Cache { return newCache(size, time.Now) }

func newCache(size int64, now func() time.Time) *cache {
	return &cache{
		now:     now,
		store:   cacheStore{limit: cmp.Or(size, 16<<20), resources: make(map[digest]map[digest]*list.Element)},
		flights: make(map[flightKey]*flight),
	}
}

// cache is a [Cache].
type cache struct {
	now func() time.Time

	mu      sync.Mutex // guards all below, and the fields of flights that say so
	store   cacheStore
	flights map[flightKey]*flight
}

func (c *cache) answerFor(ctx context.Context, client *Client, r *request) (Answer, *setback) {
	switch {
	case !r.reads:
		defer c.forget(resourceOf(r.url)) // whatever became of it: it may have been carried out
		return client.attempt(ctx, r)
	case !cacheable(r):
		return client.attempt(ctx, r)
	}
	key := newCacheKey(r)
	e, f, leads := c.find(ctx, client, r, key)
	if e != nil {
		return c.hit(r, key, e)
	}
	defer c.leave(f)
	select {
	case <-f.done:
	case <-ctx.Done():
		return Answer{}, interrupted(ctx, r.operation, nil)
	}
	switch {
	case f.panicked != nil:
		panic(f.panicked)
	case f.failed != nil:
		answer := newAnswer(f.answer.Status, f.answer.Header.Clone())
		answer.cached = !leads
		return answer, f.failed.of(r)
	case !leads && !r.caching.fresh(f.entry, c.now()): // it is for one call alone
		answer, failed := client.attempt(ctx, r)
		answer.Header.Del("Set-Cookie")
		return answer, failed
	}
	return c.land(r, key, f, leads)
}

// find returns an entry that is fresh, or else the flight that gets one, which the caller has to leave. leads reports that r has begun the
// flight, and did not join one.
func (c *cache) find(ctx context.Context, client *Client, r *request, key cacheKey) (e *entry, f *flight, leads bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e = c.store.get(key)
	if e != nil && r.caching.fresh(e, c.now()) {
		return e, nil, false
	}
	where := flightKey{key, r.timeout, r.keepProblem != nil}
	f = c.flights[where]
	if f == nil {
		f, leads = newFlight(ctx, where), true
		c.flights[where] = f
		go c.fly(f, client, r, e)
	}
	f.waiting++
	return nil, f, leads
}

// hit answers r with an entry, and drops that if r cannot read it.
func (c *cache) hit(r *request, key cacheKey, e *entry) (Answer, *setback) {
	answer := e.kept(c.now())
	failed := r.read(e.header, e.body)
	if failed != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.store.drop(key, e)
	}
	return answer, failed
}

// land answers r with the entry that a flight got, and keeps that if r can read it.
func (c *cache) land(r *request, key cacheKey, f *flight, leads bool) (Answer, *setback) {
	answer := f.entry.answer()
	answer.cached = !leads
	failed := r.read(f.entry.header, f.entry.body)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(f)
	switch {
	case f.outdated || f.landed:
	case failed == nil && (r.caching.fresh(f.entry, c.now()) || conditionsOf(r, f.entry) != nil):
		c.store.put(key, f.entry)
	default:
		c.store.drop(key, f.stale)
	}
	f.landed = true
	return answer, failed
}

func (c *cache) unkeep(r *request) { c.forget(resourceOf(r.url)) }

// forget drops what is kept of a resource. What is being read of it goes to those who wait already, and is not kept.
func (c *cache) forget(resource digest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.store.dropAll(resource)
	for where, f := range c.flights {
		if where.resource == resource {
			f.outdated = true
			delete(c.flights, where)
		}
	}
}
