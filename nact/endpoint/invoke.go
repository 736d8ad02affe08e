package endpoint

import (
	"bytes"
	"context"
	"errors"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

const titleCall = "The call does not fit the tool's signature"

// serveInvoke answers an invocation. A call that the signature does not permit never reaches the tool.
func (h *Handler) serveInvoke(w http.ResponseWriter, r *http.Request, to target) *answer {
	wait, refused := requestTimeout(r.Header)
	if refused != nil {
		return refused
	}
	dry, refused := prefersDryRun(r.Header)
	if refused != nil {
		return refused
	}
	contract := to.version.contract
	if dry && !contract.Tool().RunsDry() {
		return cannotRunDry()
	}
	body, refused := h.readBody(w, r)
	if refused != nil {
		return refused
	}
	if !h.enter() {
		return overloaded()
	}
	defer h.leave()
	call, err := decodeCall(body)
	if err != nil {
		malformed := nact.Violation{Rule: ruleJSON, Message: "The body is not the JSON of an invocation: " + err.Error() + "."}
		return refusal(problemCall, titleCall, []nact.Violation{malformed})
	}
	args, violations := call.check(contract)
	if violations != nil {
		return refusal(problemCall, titleCall, violations)
	}
	checked := invocation{contract: contract, args: args}
	if wait > 0 {
		checked.deadline = time.Now().Add(wait)
	}
	if dry {
		return h.runDry(r.Context(), checked)
	}
	if h.config.Idempotency != nil && contract.Tool().Writes && r.Header[keyField] != nil {
		return h.config.Idempotency.invoke(h, r, checked)
	}
	return h.run(r.Context(), checked)
}

// The fields of keys under which callers may repeat invocations. The second is the one that Stripe sends.
const (
	keyField      = "Idempotency-Key"     // of a request: its key
	replayedField = "Idempotent-Replayed" // of an answer: an earlier invocation with the key came to it
)

// invocation is a call that the signature permits.
type invocation struct {
	contract *nact.Contract
	args     nact.Arguments
	deadline time.Time // of the caller; zero: none
}

// limit returns a context that ends when the caller no longer waits.
func (c invocation) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.deadline.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, c.deadline)
}

// run runs a tool and returns what it came to.
func (h *Handler) run(ctx context.Context, c invocation) *answer {
	ctx, cancel := c.limit(ctx)
	defer cancel()
	var journal *nact.Journal
	if c.contract.Tool().Writes {
		journal = new(nact.Journal)
		ctx = journal.Watch(ctx)
	}
	outcome, err := c.contract.Invoke(ctx, c.args)
	made := journal.Writes()
	if err != nil {
		if !gone(ctx) {
			h.logFault(ctx, c.contract.Signature(), err, made)
		}
		return faultAnswer(err, made, nil)
	}
	return outcomeAnswer(outcome, made, nil)
}

// outcomeAnswer is the answer to an invocation that did not go wrong. run is nil unless nothing was to be written.
func outcomeAnswer(outcome nact.Answer, made []nact.Write, run nact.DryRun) *answer {
	a := &answer{status: http.StatusOK, media: typeJSON, body: appendAnswer(make([]byte, 0, 512), outcome.Values, run), writes: made}
	if outcome.Failure != nil {
		a.failure = outcome.Failure.Name
	}
	return a
}

// readBody returns the body of a request, or the answer that refuses it.
func (h *Handler) readBody(w http.ResponseWriter, r *http.Request) ([]byte, *answer) {
	if refused := checkContent(r.Header); refused != nil {
		return nil, refused
	}
	tooLarge := func() *answer {
		return problem(http.StatusRequestEntityTooLarge, "The body is larger than this service accepts.")
	}
	if r.ContentLength > h.config.MaxBody {
		return nil, tooLarge()
	}
	var body bytes.Buffer
	body.Grow(int(min(max(r.ContentLength, 0), 64<<10)) + bytes.MinRead) // a claim of more must be made good first
	_, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, h.config.MaxBody))
	var limit *http.MaxBytesError
	if errors.As(err, &limit) {
		return nil, tooLarge()
	}
	if err != nil {
		return nil, problem(http.StatusBadRequest, "The body could not be read to its end.")
	}
	return body.Bytes(), nil
}

// checkContent returns the answer that refuses a body that is not plain JSON in UTF-8, or nil.
func checkContent(header http.Header) *answer {
	detail := ""
	if coding := header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		detail = "The body must have no content coding."
	} else if !isJSON(header.Get("Content-Type")) {
		detail = "The body must be application/json in UTF-8, and its Content-Type must say so."
	}
	if detail == "" {
		return nil
	}
	a := problem(http.StatusUnsupportedMediaType, detail)
	a.header = http.Header{"Accept": {typeJSON}, "Accept-Encoding": {"identity"}}
	return a
}

func isJSON(contentType string) bool {
	if contentType == typeJSON {
		return true
	}
	media, parameters, err := mime.ParseMediaType(contentType)
	charset, given := parameters["charset"]
	return err == nil && media == typeJSON && (!given || strings.EqualFold(charset, "utf-8"))
}

// appendAnswer appends the body that answers an invocation.
func appendAnswer(b []byte, values []nact.Value, run nact.DryRun) []byte {
	o := jsontext.NewObject(b)
	o.List("output_parameters", len(values), func(b []byte, i int) []byte {
		output := jsontext.NewObject(b)
		output.Text("name", values[i].Output.Name)
		output.Value("value", values[i].Value)
		return output.End()
	})
	addDryRun(o, run)
	return o.End()
}
