package mcp

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// message is a JSON-RPC message of a client: a request if it has an id, and otherwise a notification, or an answer to a request that was never made.
type message struct {
	id     string // as it is written
	method string
	silent bool // it is a notification, which is never answered
	params params
}

// params are the parameters of a message, whatever its method is: those that some method has.
type params struct {
	meta            meta
	name            string // of tools/call
	arguments       []nact.Argument
	cursor          string // of tools/list
	protocolVersion string // of initialize
	requestID       string // of notifications/cancelled, as it is written
}

// meta is what a request says about itself.
type meta struct {
	version       string     // of the protocol; empty: it does not say
	capabilities  bool       // it says what the client is capable of
	trace         nact.Trace // as it came
	progressToken string     // under which progress is reported, as it is written; empty: none is asked for
}

// longestToken bounds the token that stands in each notification of a call, of which there may be thousands, in bytes.
const longestToken = 1 << 10

// Keys of meta data that the protocol reserves.
const (
	keyVersion      = "io.modelcontextprotocol/protocolVersion"
	keyCapabilities = "io.modelcontextprotocol/clientCapabilities"
	keyServer       = "io.modelcontextprotocol/serverInfo"
)

// decode decodes a message. Of one that cannot be served it returns what it could read, and the first thing that is wrong.
func decode(text string) (message, *rpcError) {
	var d decoder
	s := jsontext.NewScanner(text)
	switch s.Peek() {
	case '{':
		s.Object(func(name string) { d.member(&s, name) })
	case '[':
		d.refuse(codeInvalidRequest, "batches of messages are not supported: send each by itself")
		s.Value()
	default:
		d.refuse(codeInvalidRequest, "a message is a JSON object")
		s.Value()
	}
	if err := s.End(); err != nil {
		return message{}, &rpcError{code: codeParse, text: "the message is no JSON: " + err.Error()}
	}
	if d.version != "2.0" {
		d.refuse(codeInvalidRequest, `a message has "jsonrpc": "2.0"`)
	}
	d.m.silent = d.m.method != "" && !d.hasID
	if d.m.method == "" && !d.answer {
		d.refuse(codeInvalidRequest, "a message has a method")
	}
	return d.m, d.wrong
}

// decoder decodes one message, and keeps the first thing that is wrong with it.
type decoder struct {
	m       message
	version string // of JSON-RPC
	hasID   bool
	answer  bool // it is the answer to a request
	wrong   *rpcError
}

func (d *decoder) refuse(code int, text string) {
	if d.wrong == nil {
		d.wrong = &rpcError{code: code, text: text}
	}
}

func (d *decoder) member(s *jsontext.Scanner, name string) {
	switch name {
	case "jsonrpc":
		d.version, _ = s.StringValue()
	case "id":
		d.hasID = true
		var ok bool
		if d.m.id, ok = textOrNumber(s); !ok {
			d.m.id = ""
			d.refuse(codeInvalidRequest, "the id of a request is a string or a number")
		}
	case "method":
		d.m.method, _ = s.StringValue()
	case "params":
		d.object(s, "params", func(name string) { d.param(s, name) })
	case "result", "error":
		d.answer = true
		s.Value()
	default:
		s.Value()
	}
}

func (d *decoder) param(s *jsontext.Scanner, name string) {
	p := &d.m.params
	switch name {
	case "_meta":
		d.object(s, "params._meta", func(key string) { d.meta(s, key) })
	case "name":
		p.name = d.text(s, "params.name")
	case "cursor":
		p.cursor = d.text(s, "params.cursor")
	case "protocolVersion":
		p.protocolVersion = d.text(s, "params.protocolVersion")
	case "requestId":
		p.requestID = s.Raw()
	case "arguments":
		p.arguments = make([]nact.Argument, 0, 4)
		d.object(s, "params.arguments", func(name string) {
			p.arguments = append(p.arguments, nact.Argument{Name: name, Value: s.Argument()})
		})
	default:
		d.other(s, "params."+name)
	}
}

// other skips a member that has no meaning here. It must not be what a client asks for a dry run with, since the tool would write.
func (d *decoder) other(s *jsontext.Scanner, where string) {
	s.Value()
	if invocation.SpeaksOfDryRun(where) {
		d.refuse(codeInvalidRequest, noDryRun)
	}
}

// noDryRun is the answer to whoever asks for a dry run.
const noDryRun = "MCP has no dry run, and nothing was called: only N-ACT knows one, by Prefer: dry-run"

func (d *decoder) meta(s *jsontext.Scanner, key string) {
	meta := &d.m.params.meta
	switch key {
	case "progressToken":
		var ok bool
		if meta.progressToken, ok = textOrNumber(s); !ok {
			d.refuse(codeInvalidParams, "params._meta.progressToken is a string or a number")
		}
		if len(meta.progressToken) > longestToken {
			d.refuse(codeInvalidParams, "params._meta.progressToken is longer than this service repeats with each notification")
		}
	case "traceparent":
		meta.trace.Parent, _ = s.StringValue()
	case "tracestate":
		meta.trace.State, _ = s.StringValue()
	case keyVersion:
		meta.version = d.text(s, "params._meta."+key)
	case keyCapabilities:
		meta.capabilities = s.Peek() == '{'
		s.Value()
	default:
		d.other(s, "params._meta."+key)
	}
}

// textOrNumber returns the next value as it is written, and whether it is a string or a number.
func textOrNumber(s *jsontext.Scanner) (raw string, ok bool) {
	first := s.Peek()
	return s.Raw(), first == '"' || first == '-' || '0' <= first && first <= '9'
}

// object reads an object, or null, which is what some clients write for nothing; anything else is wrong.
func (d *decoder) object(s *jsontext.Scanner, where string, member func(name string)) {
	switch s.Peek() {
	case '{':
	case 'n':
		s.Value()
		return
	default:
		s.Value()
		d.refuse(codeInvalidParams, where+" is an object")
		return
	}
	s.Object(member)
}

// text reads a string; anything else is wrong.
func (d *decoder) text(s *jsontext.Scanner, where string) string {
	text, ok := s.StringValue()
	if !ok {
		d.refuse(codeInvalidParams, where+" is a string")
	}
	return text
}
