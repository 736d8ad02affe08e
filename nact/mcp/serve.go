package mcp

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// reply is what comes of a message.
type reply struct {
	pieces [][]byte     // of the JSON-RPC answer; nil: there is none
	status int          // of HTTP
	call   *callResult  // the call of a tool that the message was, for the log; nil: it was none
	denied *nact.Denial // the caller may not call the tool; nil: no tool was called, or it may
}

// exchange is a message, with what its transport knows of it.
type exchange struct {
	message
	revision string               // of the request, as far as it is known
	session  string               // tells the requests of this client from those of others that have the same ids; empty: nothing does
	remote   string               // from where the request comes: HOST:PORT; empty: it came over no network
	named    string               // what the client calls its session; empty: it has none
	route    string               // the address that it came to; empty: it came over a stream of lines
	notify   func(message []byte) // sends a notification that belongs to the request; nil: the client takes none
}

// trace has the request of the message be in the trace that the message names, if it does: it is closer to the call than one that a header names, which
// may be that of a proxy.
func (x *exchange) trace(r *nact.Request) {
	if trace := nact.NewTrace(x.params.meta.trace.Parent, x.params.meta.trace.State); trace.Parent != "" {
		r.SetTrace(trace)
	}
}

// handshake reports whether the client is one of those that begin with initialize.
func (x *exchange) handshake() bool { return x.revision == "" || hasHandshake(x.revision) }

// serve answers a message.
func (h *Handler) serve(ctx context.Context, x *exchange) *reply {
	switch {
	case x.method == "": // an answer to a request that was never made
		return &reply{status: http.StatusAccepted}
	case x.id == "":
		if x.method == "notifications/cancelled" {
			h.running.cancel(x.session, x.params.requestID)
		}
		return &reply{status: http.StatusAccepted}
	}
	if wrong := x.complete(); wrong != nil {
		return x.fail(wrong)
	}
	switch x.method {
	case "tools/call":
		return h.callTool(ctx, x)
	case "tools/list":
		return h.listTools(x)
	}
	if x.handshake() {
		switch x.method {
		case "initialize":
			return x.result(h.initialize(x))
		case "ping":
			return x.result([]byte("{}"))
		}
	} else if x.method == "server/discover" {
		return x.result(h.discover())
	}
	return x.fail(&rpcError{code: codeMethodNotFound, status: http.StatusNotFound, text: "the service has no method " + shown(x.method)})
}

// complete checks that a request says all that it has to say about itself.
func (x *exchange) complete() *rpcError {
	if x.handshake() {
		return nil
	}
	var missing []string
	if x.params.meta.version == "" {
		missing = append(missing, keyVersion)
	}
	if !x.params.meta.capabilities {
		missing = append(missing, keyCapabilities)
	}
	if missing != nil {
		return &rpcError{code: codeInvalidParams, text: "params._meta lacks " + strings.Join(missing, " and ")}
	}
	return nil
}

// initialize is the result of a handshake. Nothing is kept of it.
func (h *Handler) initialize(x *exchange) []byte {
	o := jsontext.NewObject(nil)
	o.Text("protocolVersion", agreed(x.params.protocolVersion))
	h.addCapabilities(o)
	o.Value("serverInfo", h.server)
	return o.End()
}

// discover is what the service tells of itself in place of a handshake.
func (h *Handler) discover() []byte {
	o := h.newResult(nil, false, nil)
	o.List("supportedVersions", len(revisions), func(b []byte, i int) []byte { return jsontext.AppendString(b, revisions[i]) })
	h.addCapabilities(o)
	addCaching(o, listScope)
	return o.End()
}

// addCapabilities says what the service has: tools, of which it never sends word when they change, since they do not while it runs.
func (h *Handler) addCapabilities(o *jsontext.Object) {
	o.Object("capabilities", func(o *jsontext.Object) { o.Object("tools", func(*jsontext.Object) {}) })
	if h.config.Description != "" {
		o.Text("instructions", h.config.Description)
	}
}

// newResult begins a result at the end of b. In revisions without a handshake it says that it is whole, and who gives it. about adds what else there
// is to say about it; nil: nothing.
func (h *Handler) newResult(b []byte, handshake bool, about func(*jsontext.Object)) *jsontext.Object {
	o := jsontext.NewObject(b)
	if !handshake {
		o.Text("resultType", "complete")
	}
	if !handshake || about != nil {
		o.Object("_meta", func(o *jsontext.Object) {
			if !handshake {
				o.Value(keyServer, h.server)
			}
			if about != nil {
				about(o)
			}
		})
	}
	return o
}

// listTools answers a page of the tools. They come last, so that only what stands before them is made for each answer.
func (h *Handler) listTools(x *exchange) *reply {
	catalog := h.catalog()
	tools, next, wrong := catalog.page(x.params.cursor)
	if wrong != nil {
		return x.fail(wrong)
	}
	o := h.newResult(x.beginResult(), x.handshake(), nil)
	if next != "" {
		o.Text("nextCursor", next)
	}
	if !x.handshake() {
		addCaching(o, catalog.scope)
	}
	return &reply{status: http.StatusOK, pieces: [][]byte{o.OpenList("tools"), tools}}
}

// beginResult begins the answer to the request, up to where the result stands.
func (x *exchange) beginResult() []byte {
	b := append(make([]byte, 0, 1<<10), `{"jsonrpc":"2.0","id":`...)
	b = append(b, x.id...)
	return append(b, `,"result":`...)
}

// result is the answer with a result.
func (x *exchange) result(result []byte) *reply {
	return &reply{status: http.StatusOK, pieces: [][]byte{append(append(x.beginResult(), result...), '}')}}
}

// fail is the answer to a request that cannot be served. Where it could not be read so far, it has no id. A notification gets none.
func (x *exchange) fail(wrong *rpcError) *reply {
	if x.silent {
		return &reply{status: wrong.httpStatus(false)}
	}
	b := []byte(`{"jsonrpc":"2.0"`)
	switch {
	case x.id != "":
		b = append(append(b, `,"id":`...), x.id...)
	case x.handshake():
		b = append(b, `,"id":null`...)
	}
	b = append(wrong.append(append(b, `,"error":`...)), '}')
	return &reply{status: wrong.httpStatus(x.handshake()), pieces: [][]byte{b}}
}

// running is the calls that clients can end by a message: those of clients that name themselves, or that have the connection for themselves.
type running struct {
	mu    sync.Mutex
	calls map[runningCall]*context.CancelFunc
}

// runningCall names a call: request ids are those of one client.
type runningCall struct{ session, id string }

// begin returns a context for a call, which ends when the client ends the call, and a function to be called when the call has ended. A call without a
// session ends with its connection alone. Of two calls of one id, which the protocol excludes, the later one can be ended.
func (r *running) begin(ctx context.Context, session, id string) (context.Context, func()) {
	if session == "" {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	name := runningCall{session, id}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls == nil {
		r.calls = make(map[runningCall]*context.CancelFunc)
	}
	r.calls[name] = &cancel
	return ctx, func() {
		cancel()
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.calls[name] == &cancel {
			delete(r.calls, name)
		}
	}
}

// cancel ends a call, if it is running.
func (r *running) cancel(session, id string) {
	r.mu.Lock()
	cancel := r.calls[runningCall{session, id}]
	r.mu.Unlock()
	if session != "" && cancel != nil {
		(*cancel)()
	}
}
