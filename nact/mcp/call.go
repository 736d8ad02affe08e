package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// callTool answers a call. What goes wrong with it is a result, which models are given to read; only a tool that does not exist is an error.
func (h *Handler) callTool(ctx context.Context, x *exchange) *reply {
	contract := h.tools[x.params.name]
	if contract == nil {
		return x.fail(&rpcError{code: codeInvalidParams, status: http.StatusOK, text: "the service has no tool " + shown(x.params.name) + ": tools/list lists what there is"})
	}
	var ended func(nact.Ending)
	if observer := h.config.Runner.Observer(); observer != nil {
		ctx, ended = observer.Call(ctx, nact.Called{
			Face: "mcp", Protocol: x.revision, Session: x.named, Route: x.route, Tool: contract.Tool(), Signature: contract.Signature(),
		})
	}
	if denied := contract.Tool().Denied; denied != nil {
		r := x.refuse(denied.Status, denied.Detail)
		r.denied, r.call = denied, &callResult{signature: contract.Signature(), ending: nact.Ending{Outcome: nact.Refused, Reason: denied.Reason}}
		if ended != nil {
			ended(r.call.ending)
		}
		return r
	}
	r := h.call(ctx, x, contract)
	r.signature = contract.Signature()
	gone := invocation.Gone(ctx)
	r.ending.Conclude(!r.wrong, gone)
	status := http.StatusOK
	switch {
	case gone: // nobody waits for it any more
		status = http.StatusAccepted
	case r.challenge != "": // clients see to another token, and call again; models cannot
		status = http.StatusUnauthorized
	}
	if x.route != "" {
		r.ending.Status = status
	}
	if ended != nil {
		ended(r.ending)
	}
	if gone {
		return &reply{status: status, call: r}
	}
	return &reply{status: status, call: r, pieces: [][]byte{append(h.appendCall(x, r), '}')}}
}

// call runs the tool, if the call fits its signature and may run.
func (h *Handler) call(ctx context.Context, x *exchange, contract *nact.Contract) *callResult {
	end, excess := h.config.Runner.Admit(ctx, x.remote)
	if excess != nil {
		return excessive(excess)
	}
	defer end()
	if !h.config.Runner.MayRun(contract.Tool()) {
		return &callResult{
			wrong: true, text: "The service cannot record what calls change. This one was not begun: call again later.",
			ending: nact.Ending{Reason: invocation.NotReady},
		}
	}
	args, violations := contract.Check(x.params.arguments)
	if violations != nil {
		return violated(violations)
	}
	if h.config.Progress != nil && x.notify != nil && x.params.meta.progressToken != "" {
		watched, end := h.config.Progress(ctx, x.params.meta.progressToken, x.notify)
		defer end() // after Leave: a client that does not read takes no place of another call
		ctx = watched
	}
	if !h.config.Runner.Enter(ctx) {
		return &callResult{
			wrong: true, text: "The service runs as many calls as it may. This one was not begun: call again in a few seconds.",
			ending: nact.Ending{Reason: "overloaded"},
		}
	}
	defer h.config.Runner.Leave()
	r := resultOf(h.config.Runner.Run(ctx, contract, args))
	r.ending.Arguments = args
	return r
}

// excessive is the result of a call of a caller who has taken all that one may. It is no status of HTTP: clients take one for a broken connection, and models
// do not get to read it.
func excessive(r *invocation.Refusal) *callResult {
	seconds := r.Seconds()
	return &callResult{
		wrong: true, text: r.Detail + " This call was not begun: call again in " + strconv.FormatInt(seconds, 10) + " s or later.",
		about: func(o *jsontext.Object) {
			o.Object(keyFault, func(o *jsontext.Object) {
				o.Text("retry", retryLater)
				o.Int("retry_after", seconds)
			})
		},
		ending: nact.Ending{Reason: r.Reason},
	}
}

// appendCall returns the answer to a call, without the last brace.
func (h *Handler) appendCall(x *exchange, r *callResult) []byte {
	o := h.newResult(x.beginResult(), x.handshake(), r.about)
	o.List("content", 1, func(b []byte, _ int) []byte {
		content := jsontext.NewObject(b)
		content.Text("type", "text")
		content.Text("text", r.text)
		return content.End()
	})
	if r.structured != nil {
		o.Value("structuredContent", json.RawMessage(r.structured))
	}
	if r.wrong {
		o.Bool("isError", true)
	}
	return o.End()
}

// shownName bounds how much of what a client made up an answer repeats, in bytes.
const shownName = 100

// shown returns a name that a client made up in quotes, cut if it is long.
func shown(name string) string {
	if len(name) > shownName {
		cut := shownName
		for !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = name[:cut] + "…"
	}
	return string(jsontext.AppendString(nil, name))
}

// Keys of meta data of results that went wrong: for programs, what the text says to models.
const (
	keyViolations = "nactgen/violations" // a list of objects with parameter, rule and message
	keyFault      = "nactgen/fault"      // see addFault
)

// callResult is what a call came to.
type callResult struct {
	signature  *nact.Signature
	text       string                 // for models
	structured []byte                 // for programs, as JSON of the tool's output schema; nil: nothing
	about      func(*jsontext.Object) // adds the members of its meta data; nil: there are none
	wrong      bool                   // it is an error in the sense of the protocol, and no outputs
	challenge  string                 // the caller lacks a credential, and this says which: WWW-Authenticate; empty: it does not
	ending     nact.Ending
}

// violated is the result of a call that its signature does not permit. It has everything that is wrong, so that a model can correct it in one go.
func violated(violations []nact.Violation) *callResult {
	text := new(strings.Builder)
	text.WriteString("The call does not fit the tool, which was not run:")
	for _, v := range violations {
		text.WriteString("\n- " + v.Message)
	}
	about := func(o *jsontext.Object) {
		o.List(keyViolations, len(violations), func(b []byte, i int) []byte { return violations[i].AppendJSON(b) })
	}
	return &callResult{text: text.String(), about: about, wrong: true, ending: nact.Ending{Violations: violations}}
}

// resultOf returns the result of an invocation.
func resultOf(outcome invocation.Outcome) *callResult {
	if outcome.Err != nil {
		return faulty(outcome)
	}
	r := &callResult{structured: appendValues(make([]byte, 0, 256), outcome.Answer.Values), ending: nact.Ending{Changes: outcome.Changes}}
	switch failure := outcome.Answer.Failure; {
	case failure != nil:
		r.wrong = true
		r.ending.Failure = failure.Name
		r.text = failure.Name
		if detail, _ := outcome.Answer.Values[len(outcome.Answer.Values)-1].Value.(string); detail != "" {
			r.text += ": " + detail
		}
	case len(outcome.Answer.Values) == 0:
		r.text = "Done."
	default:
		r.text = string(r.structured)
	}
	return r
}

// appendValues appends an object with values by the ids of their outputs.
func appendValues(b []byte, values []nact.Value) []byte {
	o := jsontext.NewObject(b)
	for _, v := range values {
		o.Value(v.Output.ID, v.Value)
	}
	return o.End()
}
