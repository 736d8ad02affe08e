package mcp

import (
	"context"
	"encoding/json"
	"net/http"
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
	r := h.call(ctx, x, contract)
	r.signature = contract.Signature()
	if invocation.Gone(ctx) { // nobody waits for it any more
		return &reply{status: http.StatusAccepted, call: r}
	}
	return &reply{status: http.StatusOK, call: r, pieces: [][]byte{append(h.appendCall(x, r), '}')}}
}

// call runs the tool, if the call fits its signature and may run.
func (h *Handler) call(ctx context.Context, x *exchange, contract *nact.Contract) *callResult {
	args, violations := contract.Check(x.params.arguments)
	if violations != nil {
		return violated(violations)
	}
	if !h.config.Runner.Enter() {
		return &callResult{wrong: true, text: "The service runs as many calls as it may. This one was not begun: call again in a few seconds."}
	}
	defer h.config.Runner.Leave()
	if x.notify != nil && x.params.meta.progressToken != "" {
		r := newReporter(x.params.meta.progressToken, x.notify)
		defer r.end()
		ctx = nact.WatchProgress(ctx, r.report)
	}
	return came(h.config.Runner.Run(ctx, contract, args))
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

// shown is a name that a client made up, in quotes.
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
