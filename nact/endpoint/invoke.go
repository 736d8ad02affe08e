package endpoint

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/jsontext"
)

const titleCall = "The call does not fit the tool's signature"

// serveInvoke answers an invocation. A call that the signature does not permit never reaches the tool.
func (h *Handler) serveInvoke(w http.ResponseWriter, r *http.Request, to target) *answer {
	end, excess := h.config.Runner.Admit(r.Context(), r.RemoteAddr)
	if excess != nil {
		return excessive(excess)
	}
	defer end()
	wait, refused := requestTimeout(r.Header)
	if refused != nil {
		return refused
	}
	dry, refused := prefersDryRun(r)
	if refused != nil {
		return refused
	}
	contract := to.version.contract
	if dry && !contract.Tool().RunsDry() {
		return cannotRunDry()
	}
	if !dry && !h.config.Runner.MayRun(contract.Tool()) {
		return unaudited()
	}
	body, refused := h.readBody(w, r)
	if refused != nil {
		return refused
	}
	checked := checkedCall{contract: contract}
	if wait > 0 {
		checked.deadline = time.Now().Add(wait)
	}
	keyed := !dry && h.config.Idempotency != nil && contract.Tool().Writes && r.Header[keyField] != nil
	waits, cancel := checked.limit(r.Context())
	defer cancel()
	a := h.admitted(waits, func() (a *answer) {
		checked.args, a = checkCall(body, contract)
		switch {
		case a != nil || keyed:
			return a
		case dry:
			return h.runDry(r.Context(), checked)
		}
		return h.run(r.Context(), checked)
	})
	if a == nil {
		return h.config.Idempotency.invoke(h, r, checked)
	}
	return a
}

// admitted returns what f answers, in a place that the limit of invocations leaves, or that there is none.
func (h *Handler) admitted(ctx context.Context, f func() *answer) *answer {
	if !h.config.Runner.Enter(ctx) {
		return overloaded()
	}
	defer h.config.Runner.Leave()
	return f()
}

// checkCall returns the arguments of a call, or the answer that refuses it.
func checkCall(body string, contract *nact.Contract) (nact.Arguments, *answer) {
	call, err := decodeCall(body)
	if err != nil {
		malformed := nact.Violation{Rule: ruleJSON, Message: "The body is not the JSON of an invocation: " + err.Error() + "."}
		return nil, violated([]nact.Violation{malformed})
	}
	args, violations := call.check(contract)
	if violations != nil {
		return nil, violated(violations)
	}
	return args, nil
}

// violated is the answer to a call that its signature does not permit.
func violated(violations []nact.Violation) *answer {
	a := refusal(problemCall, titleCall, violations)
	a.ending.Violations = violations
	return a
}

// The fields of keys under which callers may repeat invocations. The second is the one that Stripe sends.
const (
	keyField      = "Idempotency-Key"     // of a request: its key
	replayedField = "Idempotent-Replayed" // of an answer: an earlier invocation with the key came to it
)

// checkedCall is a call that the signature permits.
type checkedCall struct {
	contract *nact.Contract
	args     nact.Arguments
	deadline time.Time // of the caller; zero: none
}

// limit returns a context that ends when the caller no longer waits.
func (c checkedCall) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.deadline.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, c.deadline)
}

// run runs a tool and returns what it came to.
func (h *Handler) run(ctx context.Context, c checkedCall) *answer {
	ctx, cancel := c.limit(ctx)
	defer cancel()
	a := outcomeAnswer(h.config.Runner.Run(ctx, c.contract, c.args), nil)
	a.ending.Arguments = c.args
	return a
}

// outcomeAnswer is the answer to an invocation. run is the dry run that it was, or nil.
func outcomeAnswer(outcome invocation.Outcome, run nact.DryRun) *answer {
	if outcome.Err != nil {
		return faultAnswer(outcome.Err, outcome.Changes, run)
	}
	a := new(struct { // an answer and its body in one piece of memory, as far as it is small
		answer
		room [352]byte
	})
	a.answer = answer{status: http.StatusOK, media: typeJSON, body: appendAnswer(a.room[:0], outcome.Answer.Values, run), ending: nact.Ending{Changes: outcome.Changes}}
	if outcome.Answer.Failure != nil {
		a.ending.Failure = outcome.Answer.Failure.Name
	}
	return &a.answer
}

// bodies has buffers for the bodies of requests, which are copied out of them as strings. Larger bodies get memory of their own.
var bodies = sync.Pool{New: func() any { return new([4 << 10]byte) }}

// readBody returns the body of a request, or the answer that refuses it.
func (h *Handler) readBody(w http.ResponseWriter, r *http.Request) (string, *answer) {
	if refused := checkContent(r.Header); refused != nil {
		return "", refused
	}
	if r.ContentLength > h.config.MaxBody {
		return "", tooLarge()
	}
	source := r.Body
	if r.ContentLength < 0 { // otherwise net/http knows where it ends
		source = http.MaxBytesReader(w, source, h.config.MaxBody)
	}
	small := bodies.Get().(*[4 << 10]byte)
	defer bodies.Put(small)
	body := small[:0]
	for {
		n, err := source.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > h.config.MaxBody:
			return "", tooLarge()
		case err == io.EOF:
			return string(body), nil
		case err != nil && isTooLarge(err):
			return "", tooLarge()
		case err != nil:
			return "", plainProblem(http.StatusBadRequest, "The body could not be read to its end.")
		case len(body) == cap(body):
			body = slices.Grow(body, len(body))
		}
	}
}

func isTooLarge(err error) bool {
	var limit *http.MaxBytesError
	return errors.As(err, &limit)
}

func tooLarge() *answer {
	return plainProblem(http.StatusRequestEntityTooLarge, "The body is larger than this service accepts.")
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
	a := plainProblem(http.StatusUnsupportedMediaType, detail)
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
		output.Append("value", values[i].AppendText)
		return output.End()
	})
	addDryRun(o, run)
	return o.End()
}

// requestTimeout returns how long the caller of an invocation waits for its answer, by the field Request-Timeout: a number of
// seconds, whole or with a decimal fraction. It is 0 if the caller does not say, or the answer that refuses another value.
func requestTimeout(header http.Header) (time.Duration, *answer) {
	fields := header["Request-Timeout"]
	if len(fields) == 0 {
		return 0, nil
	}
	const most = 24 * time.Hour
	seconds, err := strconv.ParseFloat(fields[0], 64)
	decimal := strings.Trim(fields[0], "0123456789.") == ""
	if len(fields) > 1 || err != nil || !decimal || seconds < time.Millisecond.Seconds() {
		return 0, plainProblem(http.StatusBadRequest, "Request-Timeout must be a number of seconds, such as 5 or 2.5, of at least 0.001.")
	}
	return time.Duration(min(seconds, most.Seconds()) * float64(time.Second)), nil
}
