package upstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Do sends call, or finds its answer in the cache, tries it again as configured, and gives the answer's body to
// decode, as JSON whatever its [Notation] is. decode must read one JSON value; it runs at most once, when the body is
// complete, and what it was given is not valid after it. With a nil decode the body is ignored, and one that the answer may lack
// ([Call.MayLackBody]) and does lack is not decoded.
//
// Any status but 2xx is an error, and so is an answer that is too large, is
// not JSON or in the notation of the call, or that decode could not read. Every error is a *[nact.Fault], but for one: if ctx
// was cancelled, the error wraps [context.Canceled]. Where there was an answer, its
// status and headers are returned beside the error.
//
// Where the client has a [Journal], a call that could change something is not sent in a dry run: see [nact.Plan]. It then has no answer, and
// decode is not called.
func (c *Client) Do(ctx context.Context, call *Call, decode func(*Decoder)) (Answer, error) {
	if decode == nil {
		return c.do(ctx, call, nil)
	}
	if call.Notation != nil {
		return c.do(ctx, call, call.Notation.reader(call.Accept, decode))
	}
	return c.do(ctx, call, jsonReader(decode))
}

// jsonReader reads an answer that is JSON.
type jsonReader func(*Decoder)

func (jsonReader) unfit(header http.Header) string { return notJSON(header) }

func (decode jsonReader) read(_ http.Header, body []byte, memory *share) publicError {
	if len(body) == 0 {
		return unreadable("it has no body")
	}
	if wrong := read(body, memory, decode); wrong != nil {
		return wrong
	}
	return nil
}

// do is [Client.Do] with any reader of the answer's body; nil: it is ignored.
func (c *Client) do(ctx context.Context, call *Call, reader bodyReader) (Answer, error) {
	if call.Within > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, call.Within, errWithin)
		defer cancel()
	}
	r, err := c.prepare(ctx, call, reader)
	if err != nil {
		return Answer{}, err
	}
	if call.Again != nil {
		call.Again.joins(c, r)
	}
	if c.observer != nil {
		return c.observed(ctx, call, r)
	}
	return c.send(ctx, call, r)
}

// observed is [Client.send] with an observer.
func (c *Client) observed(ctx context.Context, call *Call, r *request) (Answer, error) {
	ctx, ended := c.observer.Request(ctx, c.requested(r))
	answer, err := c.send(ctx, call, r)
	if ended != nil {
		ended(err)
	}
	return answer, err
}

// requested is what an observer is told of r.
func (c *Client) requested(r *request) nact.Requested {
	return nact.Requested{Upstream: c.name, Operation: r.operation, Method: r.method, Base: c.base}
}

// send makes the attempts of r, which is made of call, unless it is not to be sent.
func (c *Client) send(ctx context.Context, call *Call, r *request) (Answer, error) {
	if c.journal != nil {
		return c.journal.do(ctx, c, call, r)
	}
	return c.attempts(ctx, r)
}

// Journal notes in the journal of an invocation what the calls of a client change, and what was read ahead of that. [NewJournal] makes one.
type Journal interface {
	// do makes the attempts of r, which is made of call, unless it is not to be sent.
	do(ctx context.Context, client *Client, call *Call, r *request) (Answer, error)
}

// attempts sends r until it is answered, or no further attempt is to be made. If a further one is held back, what became of the one before
// it counts.
func (c *Client) attempts(ctx context.Context, r *request) (Answer, error) {
	var before Answer
	var why error
	for {
		r.made++
		answer, failed := c.try(ctx, r, r.made)
		switch {
		case failed == nil:
			answer.asked, answer.taken = r.url, r.share.taken
			return answer, nil
		case failed.unsent && why != nil && ctx.Err() == nil:
			return before, why
		case r.renew != nil && answer.Status == http.StatusUnauthorized:
			renewed, err := r.renew(ctx, r)
			if err != nil {
				return answer, uncredentialed(ctx, r.operation, err)
			}
			if renewed {
				before, why, r.further = answer, failed.err, true
				continue
			}
		}
		if !r.again(failed) {
			return answer, failed.err
		}
		wait, again := r.retry.wait(ctx, r.made, failed.after)
		if !again || !c.affords(ctx, r, wait) {
			return answer, failed.err
		}
		if !sleep(ctx, wait) {
			return answer, interrupted(ctx, r.operation, nil).err
		}
		before, why, r.further = answer, failed.err, true
	}
}

// affords reports whether there is room for a further attempt of r, which follows after a wait: within the ceiling of ctx, and the budget.
func (c *Client) affords(ctx context.Context, r *request, wait time.Duration) bool {
	if limit, limited := ctx.Value(ceilingKey{}).(ceiling); limited && !limit.spend() {
		c.observe(ctx, nact.Event{Kind: nact.EventRefused, By: byCeiling, Operation: r.operation})
		return false
	}
	if c.budget != nil && !c.budget.spend() {
		c.observe(ctx, nact.Event{Kind: nact.EventRefused, By: byBudget, Operation: r.operation})
		return false
	}
	c.observe(ctx, nact.Event{Kind: nact.EventRetried, Operation: r.operation, Wait: wait})
	return true
}

// try makes attempt n, from 1, and logs it.
func (c *Client) try(ctx context.Context, r *request, n int) (Answer, *setback) {
	start := time.Now()
	attempt, answered := ctx, func(int64) {}
	if r.watch != nil {
		attempt, answered = r.watch(ctx)
	}
	var answer Answer
	var failed *setback
	if c.observer != nil {
		answer, failed = c.observedAnswer(attempt, r, n)
	} else {
		answer, failed = c.answer(attempt, r)
	}
	answered(answer.Status)
	if c.log.Enabled(ctx, slog.LevelDebug) {
		c.logAttempt(ctx, r, n, answer, failed, time.Since(start))
	}
	return answer, failed
}

func (c *Client) logAttempt(ctx context.Context, r *request, n int, answer Answer, failed *setback, took time.Duration) {
	attrs := nact.AppendRequest(ctx, make([]slog.Attr, 0, 8))
	attrs = append(attrs, slog.String("operation", r.operation), slog.Int("attempt", n), slog.Int64("status", answer.Status),
		slog.Float64("took_ms", float64(took.Microseconds())/1000))
	if answer.cached {
		attrs = append(attrs, slog.Bool("cached", true))
	}
	if failed != nil {
		attrs = append(attrs, slog.String("error", failed.err.Error()))
	}
	c.log.LogAttrs(ctx, slog.LevelDebug, "upstream call", attrs...)
}

// observedAnswer is [Client.answer] of attempt n with an observer.
func (c *Client) observedAnswer(ctx context.Context, r *request, n int) (Answer, *setback) {
	ctx, ended := c.observer.Attempt(ctx, nact.Attempted{Requested: c.requested(r), Number: n, HandOn: c.handOn != nil})
	answer, failed := c.answer(ctx, r)
	if ended == nil {
		return answer, failed
	}
	attempt := nact.Attempt{Status: answer.Status, Cached: answer.cached}
	if failed != nil {
		attempt.Err = failed.err
	}
	ended(attempt)
	return answer, failed
}

// answer takes the answer of r from the cache, or makes an attempt.
func (c *Client) answer(ctx context.Context, r *request) (Answer, *setback) {
	if c.cache == nil {
		return c.attempt(ctx, r)
	}
	return c.cache.answerFor(ctx, c, r)
}

// attempt makes an attempt of r, or two, of which one counts.
func (c *Client) attempt(ctx context.Context, r *request) (Answer, *setback) {
	if c.hedge != nil {
		return c.hedge.attempt(ctx, c, r)
	}
	return c.pass(ctx, r)
}

// exchange sends r once, through redirects, and reads the answer.
func (c *Client) exchange(ctx context.Context, r *request) (Answer, *setback) {
	attempt, cancel := context.WithTimeoutCause(ctx, r.timeout, errAttempt)
	defer cancel()
	response, redirected, err := c.roundTrip(attempt, r)
	if err != nil {
		return Answer{}, broken(ctx, attempt, r, err)
	}
	defer response.Body.Close()
	answer := newAnswer(int64(response.StatusCode), response.Header)
	answer.redirected = redirected
	switch {
	case !r.share.take(headerMemory(response.Header)):
		return answer, r.exhausted()
	case response.StatusCode/100 != 2:
		var problem error
		if r.keepProblem != nil {
			problem = r.keepProblem(response)
		}
		drain(response.Body)
		return answer, refused(r, response, redirected, problem)
	case r.reader == nil, r.pending && response.StatusCode == http.StatusAccepted:
		drain(response.Body)
		return answer, nil
	}
	if failed := r.readable(response.Header); failed != nil && !r.mayLackBody {
		return answer, failed
	}
	return answer, c.receive(ctx, attempt, r, response)
}

// receive reads the body of response and gives it to r.
func (c *Client) receive(ctx, attempt context.Context, r *request, response *http.Response) *setback {
	body, _ := c.bodies.Get().(*received)
	if body == nil {
		body = new(received)
	}
	defer c.release(body)
	if response.ContentLength > c.maxResponse {
		return c.tooLarge(r)
	}
	body.source = countedReader{LimitedReader: io.LimitedReader{R: response.Body, N: c.maxResponse + 1}, share: &r.share}
	length := int(min(max(response.ContentLength, 0), keptBuffer)) // a mere claim
	if !body.source.take(length) {
		return r.exhausted()
	}
	body.Grow(length + bytes.MinRead)
	n, err := body.ReadFrom(&body.source)
	if r.keep != nil && err == nil && n <= c.maxResponse {
		r.keep(body.Bytes())
		return nil
	}
	defer r.share.give(body.source.taken)
	switch {
	case errors.Is(err, errNoMemory):
		return r.exhausted()
	case err != nil:
		return broken(ctx, attempt, r, err)
	case n > c.maxResponse:
		return c.tooLarge(r)
	}
	return r.read(response.Header, body.Bytes())
}

func (c *Client) tooLarge(r *request) *setback {
	return &setback{err: &nact.Fault{
		Kind: nact.BadAnswer, Operation: r.operation, Breakdown: nact.TooLarge, Detail: fmt.Sprintf("the answer is larger than %d bytes", c.maxResponse),
	}}
}

// read has the body of an answer with that header read.
func (r *request) read(header http.Header, body []byte) *setback {
	if r.reader == nil || r.mayLackBody && len(body) == 0 {
		return nil
	}
	if failed := r.readable(header); failed != nil {
		return failed
	}
	defer r.share.held.Turn(r.share.ctx, len(body))()
	before := r.share.taken
	if err := r.reader.read(header, body, &r.share); err != nil {
		r.share.give(r.share.taken - before)
		if failed := r.exhausted(); failed != nil {
			return failed
		}
		return unfit(r, "the answer does not fit: "+err.Public(), err)
	}
	return nil
}

// readable returns the setback of an answer that r cannot read because of its header, or nil.
func (r *request) readable(header http.Header) *setback {
	if why := r.reader.unfit(header); why != "" {
		return unfit(r, why, nil)
	}
	return nil
}

// received is the body of an answer while it is read, and what it is read from.
type received struct {
	bytes.Buffer
	source countedReader
}

// keptBuffer is how much memory an answer gets at most before its body arrives, and about how much is kept for the next one.
const keptBuffer = 1 << 20

// release keeps the memory of a body for others, unless it is so large that it would only take up memory.
func (c *Client) release(body *received) {
	if body.Cap() <= 2*keptBuffer {
		body.Reset()
		body.source = countedReader{}
		c.bodies.Put(body)
	}
}

// roundTrip sends r and follows redirects. The caller closes the answer's body.
func (c *Client) roundTrip(ctx context.Context, r *request) (response *http.Response, redirected bool, err error) {
	at := hop{url: r.url, header: r.header, keys: r.keys, trusted: true}
	if c.handOn != nil {
		at.header = c.handOn(ctx, r.header)
	}
	for n := range maxRedirects + 1 {
		sent := at
		if r.sign != nil && at.trusted {
			if sent, err = r.sign(ctx, r, at); err != nil {
				return nil, n > 0, err
			}
		}
		response, err = c.transport.RoundTrip(sent.request(ctx, r))
		if err != nil || !isRedirect(r.method, response.StatusCode) || slices.Contains(r.unfollowed, response.StatusCode) {
			return response, n > 0, err
		}
		drain(response.Body)
		response.Body.Close()
		at.added = sent.added
		if at, err = c.follow(r, at, response.Header.Get("Location")); err != nil {
			return nil, false, err
		}
	}
	return nil, false, errRedirects
}

// request returns the request of one hop. One that reads, or has a key, has an Idempotency-Key without a value, which is not sent: it tells net/http that the
// request can be repeated, as a GET is, if a connection that was kept turns out to be closed.
func (h hop) request(ctx context.Context, r *request) *http.Request {
	if !h.trusted {
		ctx = away(ctx, r.target.Hostname())
	}
	request := (&http.Request{Method: r.method, URL: h.url, Host: h.url.Host, Header: h.header}).WithContext(ctx)
	if len(r.body) > 0 && h.trusted {
		request.ContentLength = int64(len(r.body))
		request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.body)), nil }
		request.Body, _ = request.GetBody()
	}
	if _, has := h.header["Idempotency-Key"]; !has && (r.reads && r.method != http.MethodGet || r.keyed) {
		request.Header = maps.Clone(h.header)
		request.Header["Idempotency-Key"] = nil
	}
	return request
}

// drain reads a body that nobody wants, so that its connection can be used
// again; a long one is not worth it.
func drain(body io.Reader) {
	// What goes wrong here costs the connection and nothing else.
	_, _ = io.CopyN(io.Discard, body, 64<<10)
}
