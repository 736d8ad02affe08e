// Package upstream emulates the two APIs that the tools of examples/clinic call, scheduling and messages, as the documents in
// examples/clinic/openapi describe them. It keeps what it is told in memory, and fails where it is asked to, by the operation and
// the number of the request: Fail from Go, or with curl while it runs:
//
//	curl -d operation=sendMessage -d failure=server-error -d nth=1 URL/control/faults
//	curl URL/control/faults             # what is to fail, and what can
//	curl -X DELETE URL/control/faults   # nothing fails any more
//	curl URL/control/state              # bookings, messages, and the requests that came
package upstream

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// Emulator is both upstreams, as one handler: what Upstreams names, and /control. Its data are always the same, and so are its
// answers to the same requests in the same order. It may be used by several goroutines at the same time.
type Emulator struct {
	now func() time.Time
	mux *http.ServeMux

	mu       sync.Mutex
	watch    func(operation string, done bool) // nil: nobody does
	slots    []*Slot
	bookings []*booking
	messages []Message
	answers  map[keyed]kept
	faults   []*Fault
	requests []*Request
}

// New returns an emulator as it is at first: nobody has booked, and nothing fails. now is its clock.
func New(now func() time.Time) *Emulator {
	e := &Emulator{now: now, mux: http.NewServeMux(), slots: newSlots(), answers: make(map[keyed]kept)}
	for i := range operations {
		op := &operations[i]
		e.mux.HandleFunc(op.pattern, func(w http.ResponseWriter, r *http.Request) { e.serve(w, r, op) })
	}
	e.control()
	return e
}

// Upstreams returns the base URLs of the two upstreams, by their names in the manifest, of an emulator that is served at url.
func Upstreams(url string) map[string]string {
	return map[string]string{"scheduling": url + "/scheduling", "messages": url + "/messages"}
}

// ServeHTTP answers a request.
func (e *Emulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// A connection is for one request: on one that has been used before, a client may send a request again unasked.
	w.Header().Set("Connection", "close")
	e.mux.ServeHTTP(w, r)
}

// Watch has watch called when a request of an operation has come, and again when it is done and about to be answered. The request
// waits until watch returns; if that panics with http.ErrAbortHandler, its connection is closed.
func (e *Emulator) Watch(watch func(operation string, done bool)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.watch = watch
}

// watched tells whoever watches of a request.
func (e *Emulator) watched(op *operation, done bool) {
	e.mu.Lock()
	watch := e.watch
	e.mu.Unlock()
	if watch != nil {
		watch(op.name, done)
	}
}

// largestBody is how many bytes a request may have.
const largestBody = 64 << 10

// serve answers a request of an operation, or fails if [Emulator.Fail] says so.
func (e *Emulator) serve(w http.ResponseWriter, r *http.Request, op *operation) {
	request, fault := e.arrived(op, r)
	if fault.Failure == Refuse {
		panic(http.ErrAbortHandler)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestBody))
	if err != nil {
		invalid("The body cannot be read.").send(w)
		return
	}
	e.watched(op, false)
	if !fault.Failure.Acts() {
		fault.play(w, r, answer{})
		return
	}
	a := e.act(op, request, &call{Request: r, body: body})
	e.watched(op, true)
	fault.play(w, r, a)
}

// arrived counts a request, and returns what it fails by: the zero Fault if it does not.
func (e *Emulator) arrived(op *operation, r *http.Request) (*Request, Fault) {
	e.mu.Lock()
	defer e.mu.Unlock()
	fault := e.nextFault(op.name)
	request := &Request{Operation: op.name, Key: r.Header.Get(keyHeader), Failure: fault.Failure}
	e.requests = append(e.requests, request)
	return request, fault
}

// act carries an operation out, or answers what it came to under the same key.
func (e *Emulator) act(op *operation, request *Request, c *call) answer {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !op.keyed || request.Key == "" {
		return op.run(e, c)
	}
	return e.once(op, request, c)
}

// keyHeader has the key under which an operation is carried out once.
const keyHeader = "Idempotency-Key"

// keyed is a key as it counts: each operation has keys of its own.
type keyed struct{ operation, key string }

// kept is what an operation came to under a key, and the body of the request.
type kept struct {
	body   string
	answer answer
}

// once carries an operation out unless it was under the request's key: then it answers the same again, whatever has happened since.
func (e *Emulator) once(op *operation, request *Request, c *call) answer {
	key := keyed{op.name, request.Key}
	first, ok := e.answers[key]
	switch {
	case !ok:
		first = kept{string(c.body), op.run(e, c)}
		e.answers[key] = first
	case first.body != string(c.body):
		return refused(http.StatusUnprocessableEntity, "KEY_REUSED", "The key was used for another request.")
	default:
		request.Replayed = true
	}
	return first.answer
}
