package upstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptrace"
	"sync"

	"github.com/nactgen/nactgen/nact"
)

// NewJournal returns the Journal of a client whose tools write: it notes their calls in the [nact.Journal] of each invocation, and gives
// those of a dry run to [nact.Plan].
func NewJournal() Journal { return journaling{} }

type journaling struct{}

func (journaling) do(ctx context.Context, c *Client, call *Call, r *request) (Answer, error) {
	if r.reads {
		return readAsBefore(ctx, c, call, r)
	}
	entry, dry := nact.EntryOf(ctx), nact.InDryRun(ctx) // a nil entry: nobody keeps a journal
	if call.Key != nil {
		key := nact.Hidden // in a dry run it would be another one
		if !dry {
			key = entry.Key()
		}
		if err := call.Key.put(r, key); err != nil {
			return Answer{}, unsent(call, err)
		}
		r.keyed = true
	}
	if dry {
		return Answer{}, c.plan(ctx, r)
	}
	if entry == nil {
		return c.attempts(ctx, r)
	}
	if entry.Noted() {
		if err := entry.Ahead(ctx, r.operation, call.digest(r), r.repeatable); err != nil {
			return Answer{}, err
		}
	}
	r.watch = func(ctx context.Context) (context.Context, func(int64)) { return watchAttempt(ctx, entry, r.operation) }
	answer, err := c.attempts(ctx, r)
	if err != nil {
		entry.Ended()
	}
	return answer, err
}

// watchAttempt returns a context whose request is noted as sent as soon as it has a connection: from then on it may reach the upstream,
// whatever becomes of ctx. answered notes the status of the answer; 0 means that there was none. An upstream that answers with a 4xx or
// 503 did not carry the request out.
func watchAttempt(ctx context.Context, entry *nact.Entry, operation string) (watched context.Context, answered func(status int64)) {
	sent := sync.OnceFunc(func() { entry.Sent(operation) })
	watched = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { sent() }})
	return watched, func(status int64) {
		if status == 0 {
			return
		}
		sent() // by a transport that reports nothing
		switch {
		case status/100 == 2:
			entry.Done()
		case status/100 == 4 || status == http.StatusServiceUnavailable:
			entry.Refused()
		}
	}
}

// digest returns a hash of all that a request asks for, credentials and its key left out: equal requests have equal digests in every run.
func (c *Call) digest(r *request) string {
	path, _ := c.Path.finish() // it has no error: r was made of it
	body := c.Body
	if _, params, err := mime.ParseMediaType(c.ContentType); err == nil && params["boundary"] != "" {
		body = bytes.ReplaceAll(body, []byte(params["boundary"]), nil) // it is another one each time
	}
	sum := sha256.New()
	add := func(part string) { fmt.Fprintf(sum, "%d %s ", len(part), part) }
	for _, part := range []string{r.operation, r.method, c.Accept, path, c.Query.String(), string(c.Cookie.encoded), c.Link, c.Location} {
		add(part)
	}
	for _, field := range c.Header.fields {
		add(field.Name)
		add(field.Value)
	}
	sum.Write(body)
	return hex.EncodeToString(sum.Sum(nil))
}

// readAsBefore answers r, a call that changes nothing, with the answer that an earlier run of the invocation had, or else asks the upstream,
// and notes the answer for later runs.
func readAsBefore(ctx context.Context, c *Client, call *Call, r *request) (Answer, error) {
	reads := nact.ReadsOf(ctx)
	if reads == nil {
		return c.attempts(ctx, r)
	}
	read := &reading{bodyReader: r.reader, reads: reads, request: call.digest(r)}
	if r.reader != nil {
		r.reader = read
	}
	if answer, ok := read.recall(r); ok {
		return answer, nil
	}
	answer, err := c.attempts(ctx, r)
	if err == nil {
		read.remember(answer)
	}
	return answer, err
}

// reading is a call that changes nothing, of an invocation that may be repeated under a key.
type reading struct {
	bodyReader
	reads   nact.Reads
	request string
	body    []byte // as it was read
}

// recall answers r as an earlier run of the invocation was answered.
func (read *reading) recall(r *request) (Answer, bool) {
	was, ok := read.reads.Recall(read.request)
	if !ok {
		return Answer{}, false
	}
	answer := newAnswer(was.Status, was.Header)
	answer.asked = r.url
	if was.Body != nil && r.read(answer.Header, was.Body) != nil {
		return Answer{}, false
	}
	return answer, true
}

// read keeps what it reads.
func (read *reading) read(header http.Header, body []byte, memory *share) publicError {
	if err := read.bodyReader.read(header, body, memory); err != nil {
		return err
	}
	if !memory.take(len(body)) {
		return unreadable(errNoMemory.Error())
	}
	memory.taken -= len(body) // it is kept, whatever becomes of the answer
	read.body = bytes.Clone(body)
	return nil
}

// remember notes an answer for later runs of the invocation. One that came by way of a redirect is not noted, since links in it are relative
// to another URL.
func (read *reading) remember(a Answer) {
	if a.redirected {
		return
	}
	header := a.Header.Clone()
	header.Del("Set-Cookie")
	read.reads.Remember(read.request, nact.Read{Status: a.Status, Header: header, Body: read.body})
}

// plan gives r to the dry run of ctx instead of sending it. The error is [nact.ErrDryRun] if the run ends here, or
// that of a context that has ended.
func (c *Client) plan(ctx context.Context, r *request) error {
	if ctx.Err() != nil {
		return interrupted(ctx, r.operation, nil).err
	}
	header := r.header.Clone()
	shown := *r.url
	if r.credentials != nil {
		shown.RawQuery = r.credentials.hide(header, shown.RawQuery)
	}
	return nact.Plan(ctx, nact.PlannedWrite{Request: &nact.DryRequest{
		Operation: r.operation, Method: r.method, URL: shown.String(), Header: header, Body: r.body,
	}})
}
