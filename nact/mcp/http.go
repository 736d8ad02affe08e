package mcp

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/gather"
	"github.com/nactgen/nactgen/nact/invocation"
)

// Names of header fields, as net/http spells them.
const (
	fieldVersion = "Mcp-Protocol-Version"
	fieldMethod  = "Mcp-Method"
	fieldName    = "Mcp-Name"
	fieldSession = "Mcp-Session-Id"
)

// serveMessage answers a message. There are no streams beside those of calls, so that GET and DELETE, which older revisions know, are refused, as they provide.
func (h *Handler) serveMessage(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	if h.identifies {
		request := invocation.Identify(r.Context(), r.Header)
		w.Header()[invocation.FieldRequestID] = request.Field()
		r = r.WithContext(request)
	}
	x := &exchange{revision: r.Header.Get(fieldVersion), session: sessionOf(r), named: r.Header.Get(fieldSession), route: h.path, remote: r.RemoteAddr}
	out := &httpAnswer{w: w, r: r}
	reply := h.refusal(x, w, r)
	if reply == nil {
		reply = h.receive(x, out)
	}
	status, err := out.end(reply)
	h.log(r.Context(), entry{transport: r.URL.Path, method: x.method, status: status, bytes: out.bytes, took: time.Since(start), call: reply.call, lost: err})
}

// sessionOf returns what tells the calls of a client from those of others: its session, which is the caller's alone where that is known.
func sessionOf(r *http.Request) string {
	session := r.Header.Get(fieldSession)
	if caller := nact.CallerOf(r.Context()); session != "" && caller != nil {
		return session + "\x00" + caller.ID
	}
	return session
}

// refusal returns the answer to a request that is refused before its message is read, or nil.
func (h *Handler) refusal(x *exchange, w http.ResponseWriter, r *http.Request) *reply {
	if !access.Checked(r.Context()) {
		addr, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if status, detail := h.access.Refusal(r, addr); status != 0 {
			return x.refuse(status, detail)
		}
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return x.refuse(http.StatusMethodNotAllowed, "This address takes POST.")
	}
	if !isJSON(r.Header.Get("Content-Type")) {
		return x.refuse(http.StatusUnsupportedMediaType, "A message must be application/json, and its Content-Type must say so.")
	}
	return nil
}

func isJSON(contentType string) bool {
	if contentType == mediaJSON {
		return true
	}
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == mediaJSON
}

// refuse is the answer to a request whose message is not served.
func (x *exchange) refuse(status int, detail string) *reply {
	r := x.fail(&rpcError{code: codeInvalidRequest, text: detail})
	r.status = status
	return r
}

// receive reads a message and answers it.
func (h *Handler) receive(x *exchange, out *httpAnswer) *reply {
	body, err := h.readBody(out.w, out.r)
	var limit *http.MaxBytesError
	switch {
	case errors.As(err, &limit):
		return x.refuse(http.StatusRequestEntityTooLarge, "The message is larger than this service accepts.")
	case err != nil:
		return x.refuse(http.StatusBadRequest, "The message could not be read to its end.")
	}
	header := out.r.Header
	var wrong *rpcError
	if x.message, wrong = decode(string(body)); wrong == nil {
		wrong = x.checkHeader(header)
	} else if x.revision == "" {
		x.revision = x.params.meta.version
	}
	if wrong != nil {
		return x.fail(wrong)
	}
	if x.method == "initialize" && x.handshake() {
		out.w.Header().Set(fieldSession, rand.Text()) // nothing is kept of it: it only tells apart whose calls a client ends
	}
	ctx := out.r.Context()
	if request := nact.RequestOf(ctx); request != nil {
		x.trace(request)
	}
	if x.method == "tools/call" {
		var end func()
		ctx, end = h.running.begin(ctx, x.session, x.id)
		defer end()
		if x.params.meta.progressToken != "" && accepts(header, mediaEvents) {
			x.notify = out.notify
		}
	}
	return h.serve(ctx, x)
}

// smallBody is how long a message may say that it is to get memory for all of it at once. A longer one gets memory as it comes, so that one that
// never comes holds none.
const smallBody = 4 << 10

func (h *Handler) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if size := r.ContentLength; size >= 0 && size <= min(smallBody, h.config.MaxBody) {
		body := make([]byte, size)
		_, err := io.ReadFull(r.Body, body)
		return body, err
	}
	return io.ReadAll(http.MaxBytesReader(w, r.Body, h.config.MaxBody))
}

// checkHeader compares what the header says of a message with what the message says, and sets which revision it is of.
func (x *exchange) checkHeader(header http.Header) *rpcError {
	inMessage, inHeader := x.params.meta.version, x.revision
	if x.id == "" { // which fields a notification has is not defined
		return nil
	}
	for _, name := range []string{fieldVersion, fieldMethod, fieldName} {
		if values := header[name]; len(values) > 1 && slices.ContainsFunc(values, func(v string) bool { return v != values[0] }) {
			return &rpcError{code: codeHeaderMismatch, text: "the field " + name + " stands several times, with different values"}
		}
	}
	if x.method == "tools/call" && asksForDryRun(header) {
		return &rpcError{code: codeInvalidRequest, text: noDryRun}
	}
	if inMessage == "" && inHeader == "" { // a handshake
		return nil
	}
	if inMessage != "" && inMessage != inHeader {
		x.revision = inMessage
		return mismatch("the field MCP-Protocol-Version", inHeader, inMessage)
	}
	if !slices.Contains(revisions, inHeader) {
		return unsupported(inHeader)
	}
	if hasHandshake(inHeader) {
		return nil
	}
	if got := header.Get(fieldMethod); got != x.method {
		return mismatch("the field Mcp-Method", got, x.method)
	}
	if x.method != "tools/call" {
		return nil
	}
	if got, ok := decodeField(header.Get(fieldName)); !ok || got != x.params.name {
		return mismatch("the field Mcp-Name", header.Get(fieldName), x.params.name)
	}
	return nil
}

// asksForDryRun reports whether a header says anywhere that nothing is to be written.
func asksForDryRun(header http.Header) bool {
	for name, values := range header {
		if invocation.SpeaksOfDryRun(name) || name == "Prefer" && slices.ContainsFunc(values, invocation.SpeaksOfDryRun) {
			return true
		}
	}
	return false
}

func mismatch(what, got, want string) *rpcError {
	if got == "" {
		return &rpcError{code: codeHeaderMismatch, text: what + " is missing: the message has " + shown(want)}
	}
	return &rpcError{code: codeHeaderMismatch, text: what + " is " + shown(got) + ", and the message has " + shown(want)}
}

// accepts reports whether a client accepts a media type. One that says nothing accepts JSON alone.
func accepts(header http.Header, media string) bool {
	for _, field := range header["Accept"] {
		for one := range strings.SplitSeq(field, ",") {
			name, _, _ := strings.Cut(one, ";")
			if strings.EqualFold(strings.TrimSpace(name), media) {
				return true
			}
		}
	}
	return false
}

// Media types of answers.
const (
	mediaJSON   = "application/json"
	mediaEvents = "text/event-stream"
)

// Values of fields that answers have in common.
var (
	typeJSON = []string{mediaJSON}
	noStore  = []string{"no-store"}
	noSniff  = []string{"nosniff"}
)

// httpAnswer is the answer to one request: JSON, or, if there is something to tell before it, a stream of events.
type httpAnswer struct {
	w       http.ResponseWriter
	r       *http.Request
	streams bool
	bytes   int   // that were written
	err     error // of the stream
}

// notify sends a notification.
func (a *httpAnswer) notify(message []byte) {
	if !a.streams {
		a.streams = true
		header := a.w.Header()
		header.Set("Content-Type", mediaEvents)
		header.Set("Cache-Control", "no-store, no-transform")
		header.Set("X-Accel-Buffering", "no") // proxies that gather answers would keep it until the end
		header["X-Content-Type-Options"] = noSniff
		a.w.WriteHeader(http.StatusOK)
	}
	a.event(message)
}

func (a *httpAnswer) event(pieces ...[]byte) {
	if a.err != nil {
		return
	}
	event := append(append([]byte("event: message\ndata: "), slices.Concat(pieces...)...), "\n\n"...)
	a.bytes += len(event)
	if _, a.err = a.w.Write(event); a.err == nil {
		a.err = http.NewResponseController(a.w).Flush()
	}
}

// end answers with what came of the message, and returns with which status, and an error if the client has not got it.
func (a *httpAnswer) end(reply *reply) (int, error) {
	if invocation.Gone(a.r.Context()) {
		if !a.streams {
			a.w.WriteHeader(invocation.StatusGone)
		}
		return invocation.StatusGone, a.err
	}
	if a.streams {
		if reply.pieces != nil {
			a.event(reply.pieces...)
		}
		return http.StatusOK, a.err
	}
	header := a.w.Header()
	header["Cache-Control"] = noStore
	header["X-Content-Type-Options"] = noSniff
	switch {
	case reply.denied != nil:
		if challenge := reply.denied.Challenge(a.r.URL.Path); challenge != "" {
			header["Www-Authenticate"] = []string{challenge}
		}
	case reply.call != nil && reply.call.challenge != "":
		header["Www-Authenticate"] = []string{reply.call.challenge}
	}
	if reply.pieces == nil {
		a.w.WriteHeader(reply.status)
		return reply.status, nil
	}
	header["Content-Type"] = typeJSON
	size := 0
	for _, piece := range reply.pieces {
		size += len(piece)
	}
	a.bytes = size
	header["Content-Length"] = []string{strconv.Itoa(size)}
	a.w.WriteHeader(reply.status)
	return reply.status, gather.Write(a.w, a.r, reply.pieces...)
}

// What stands before and behind the Base64 of a value that a header field cannot hold as it is.
const (
	encodedPrefix = "=?base64?"
	encodedSuffix = "?="
)

// decodeField returns the value of a field that may be encoded. It is not ok if it only looks so.
func decodeField(field string) (value string, ok bool) {
	encoded, prefixed := strings.CutPrefix(field, encodedPrefix)
	encoded, suffixed := strings.CutSuffix(encoded, encodedSuffix)
	if !prefixed || !suffixed {
		return field, true
	}
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	return string(decoded), err == nil
}
