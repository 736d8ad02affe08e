package upstream

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"sync"
)

// dispatch notes one attempt of a write in the journal of its invocation. The methods of a nil one do nothing.
type dispatch struct {
	write *writing
	once  sync.Once
}

func (w *writing) dispatch() *dispatch {
	if w == nil {
		return nil
	}
	return &dispatch{write: w}
}

// watch returns a context whose request is noted as soon as it has a connection: from then on it may be on its way,
// whatever becomes of ctx.
func (d *dispatch) watch(ctx context.Context) context.Context {
	if d == nil {
		return ctx
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { d.sent() }})
}

func (d *dispatch) sent() { d.once.Do(func() { d.write.entry.Sent(d.write.operation) }) }

// answered notes the status of the answer; 0 means that there was none. An upstream that finds fault with a request, or
// is too busy for it, did not carry it out.
func (d *dispatch) answered(status int64) {
	if d == nil || status == 0 {
		return
	}
	d.sent() // by a transport that reports nothing
	switch {
	case status/100 == 2:
		d.write.entry.Done()
	case status/100 == 4 || status == http.StatusServiceUnavailable:
		d.write.entry.Refused()
	}
}

// safe reports whether a request of this method changes nothing.
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
