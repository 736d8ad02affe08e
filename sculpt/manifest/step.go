package manifest

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Step is one step of a tool.
type Step struct {
	Name     Value[string]
	Call     Value[string] // "upstream.operationId" or "upstream METHOD /path"
	Go       Value[string] // instead of Call: the name of a function
	Use      Value[string] // instead of Call: the name of a part
	Args     []*Entry      // of Go
	With     []*Entry
	Body     *Node
	Type     Value[string] // content_type: the media type of Body
	Accept   Value[string]
	Reads    Value[bool] // the call changes nothing, whatever its method is
	Timeout  Value[time.Duration]
	Retry    *Retry // nil if not written
	Cache    Value[Caching]
	When     *Expr           // nil if not written
	Each     *Each           // nil if for_each is not written
	LeaveOut []Value[string] // the failures of the part with which an element of Each is left out
	Require  []*Condition
	Expect   []*Condition
	OnError  []*OnError
	After    []Value[string] // the names of steps
	Ordered  bool            // After is written
	Paginate *Paginate       // nil if not written
	Poll     *Poll           // nil if not written
	Key      Key             // idempotency: where the upstream takes a key
	Undo     *Step           // the call that takes this one back; nil if not written
	Undoes   string          // the step that this call takes back; empty: this is a step of its own
	Accepted Accepts
}

func newStep(r *reader, name Value[string], what string, n *yaml.Node) *Step {
	s := &Step{Name: name}
	loop := &Each{}
	fields := []field{
		required("call", value(&s.Call, text(call))).except("go", "use"),
		optional("go", value(&s.Go, text())),
		optional("use", value(&s.Use, text())),
		optional("args", entries(&s.Args)),
		optional("returns", returnsInStep),
		optional("with", entries(&s.With)),
		optional("body", tree(&s.Body)),
		optional("content_type", value(&s.Type, text(mediaType))),
		optional("reads", value(&s.Reads, boolean)),
		optional("timeout", value(&s.Timeout, duration)),
		optional("retry", retry(&s.Retry)),
		optional("cache", value(&s.Cache, stepCaching)),
		optional("after", after(s)),
		optional("when", expression(&s.When)),
		optional("for_each", expression(&loop.List)),
		optional("as", value(&loop.As, text(identifier))),
		optional("concurrency", value(&loop.Concurrency, integer(1, 100))),
		optional("limit", value(&loop.Limit, integer(1, 1_000_000))),
		optional("leave_out", texts(&s.LeaveOut, text(capitals))),
		optional("paginate", paginate(&s.Paginate)),
		optional("poll", poll(&s.Poll)),
		optional("undo", undo(s)),
		optional("idempotency", key(&s.Key)),
		optional("require", conditions(&s.Require)),
		optional("expect", conditions(&s.Expect)),
		optional("on_error", list(func(r *reader, what string, n *yaml.Node) { s.OnError = append(s.OnError, newOnError(r, what, n)) })),
		acceptedByStep(s, r.accepting(&s.Accepted, name.place(), n)),
	}
	r.mapping(n, what, name.place(), fields...)
	checkStepKeys(r, what, n)
	if completeEach(loop, r) {
		s.Each = loop
	}
	return s
}

// returnsInStep is the target of a result that is declared where a function is called.
var returnsInStep = target{read: func(r *reader, _ string, n *yaml.Node) {
	r.errorf(r.place(n), "misplaced-key", "what a function returns is declared once, for all steps that call it: %s", forms[`"functions"`])
}}

// callKeys are the keys of a step that say how an upstream is called.
var callKeys = []string{"call", "with", "body", "content_type", "accept", "reads", "retry", "cache", "for_each", "paginate", "poll", "undo", "idempotency"}

// checkStepKeys checks that a step calls an operation or a function, and not something of both, and does once what cannot be done again.
func checkStepKeys(r *reader, what string, n *yaml.Node) {
	keys := r.keysOf(n)
	checkUse(keys, what)
	if keys.has("use") {
		return
	}
	keys.refuse("args", !keys.has("go"), "%s has \"args\" and calls no function; what an operation is called with stands under \"with\" and \"body\"", what)
	for _, key := range callKeys {
		instead := ""
		if key == "with" || key == "body" {
			instead = "; what a function is called with stands under \"args\""
		}
		keys.refuse(key, keys.has("go"), "%s calls a function; only a call of an upstream has %q%s", what, key, instead)
	}
	keys.refuse("paginate", keys.has("poll"), "%s has poll and paginate; wait in a step with poll, and collect the pages in another one after it", what)
	keys.refuse("cache", keys.has("poll"), "%s has poll, of which every answer is a new one, and cache; leave out cache", what)
	for _, again := range []string{"paginate", "poll"} {
		keys.refuse("undo", keys.has(again), "%s has \"undo\" and %q; only a call that is made once can be taken back: put what follows it into a step of its own", what, again)
	}
	keys.refuse("idempotency", keys.has("paginate"), "%s has \"idempotency\" and \"paginate\"; pages are read, and a key is for a call that changes something", what)
	checkContentType(keys, what)
}

// checkContentType refuses the media type of a body that is not sent.
func checkContentType(keys keys, what string) {
	keys.refuse("content_type", !keys.has("body") && !keys.has("go"), "%s has \"content_type\", the media type of what it sends, and no \"body\"", what)
}

// after is the target of the steps that a step runs after.
func after(s *Step) target {
	names := texts(&s.After, text(identifier))
	read := names.read
	names.read = func(r *reader, what string, n *yaml.Node) {
		s.Ordered = true
		read(r, what, n)
	}
	return names
}

// undo is the target of the call that takes a step back. It is a step without anything around it, named after the other.
func undo(s *Step) target {
	return target{read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		u := &Step{Name: Value[string]{V: s.Name.V + UndoSuffix, Pos: at.pos, Set: true}, Undoes: s.Name.V}
		r.mapping(n, what, at,
			required("call", value(&u.Call, text(call))),
			optional("with", entries(&u.With)),
			optional("body", tree(&u.Body)),
			optional("content_type", value(&u.Type, text(mediaType))),
			optional("timeout", value(&u.Timeout, duration)),
			optional("idempotency", key(&u.Key)),
		)
		checkContentType(r.keysOf(n), what)
		s.Undo = u
	}}
}

// UndoSuffix is what the name of the call that takes a step back has behind the name of that step.
const UndoSuffix = ".undo"

// call names an operation.
var call = matching(regexp.MustCompile(`^(?:[^\s.]+\.\S+|\S+ [A-Za-z]+ /\S*)$`), "bad-value", "upstream.operationId, or upstream METHOD /path")

// Operation splits what the step calls: the upstream's name, and the operation's id or its method and path with a blank
// between.
func (s *Step) Operation() (upstream, operation string) {
	if upstream, operation, ok := strings.Cut(s.Call.V, " "); ok {
		return upstream, strings.TrimSpace(operation)
	}
	upstream, operation, _ = strings.Cut(s.Call.V, ".")
	return upstream, operation
}

// mediaType is a media type, perhaps with parameters.
func mediaType(s string) *problem {
	kind, sub, ok := strings.Cut(strings.TrimSpace(strings.SplitN(s, ";", 2)[0]), "/")
	if !ok || !IsToken(kind) || !IsToken(sub) || strings.Contains(s, "\n") {
		return problemf("bad-value", "must be a media type such as application/json, not %s", diag.Quote(s))
	}
	return nil
}

// Condition is one entry of require or expect.
type Condition struct {
	Pos    diag.Position
	That   *Expr
	Fail   Value[string]
	Detail *Template // nil if not written
}

func conditions(dst *[]*Condition) target {
	return list(func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		c := &Condition{Pos: at.pos}
		r.mapping(n, what, at,
			required("that", expression(&c.That)),
			required("fail", value(&c.Fail, text(capitals))),
			optional("detail", template(&c.Detail)),
		)
		*dst = append(*dst, c)
	})
}

// OnError is one entry of on_error.
type OnError struct {
	Pos    diag.Position
	Status []Value[string] // "404", "4xx", "5xx", "unreachable", "timeout"
	That   *Expr           // nil if not written
	Fail   Value[string]
	Detail *Template // nil if not written
	Use    *Node     // nil if not written
}

func newOnError(r *reader, what string, n *yaml.Node) *OnError {
	at := r.place(n)
	e := &OnError{Pos: at.pos}
	r.mapping(n, what, at,
		required("status", oneOrMore("list at least one status", appendText(&e.Status, status))),
		optional("that", expression(&e.That)),
		required("fail", value(&e.Fail, text(capitals))).except("use"),
		optional("detail", template(&e.Detail)),
		optional("use", tree(&e.Use)),
	)
	keys := r.keysOf(n)
	keys.refuse("use", keys.has("fail"), "%s has fail and use; it either fails or goes on with a stand-in", what)
	keys.refuse("detail", keys.has("use") && !keys.has("fail"), "%s has use and detail, which is the text of a failure; leave it out", what)
	return e
}

// status is 300 to 599, a class of them, or a failure before any status came.
func status(n *yaml.Node) (string, *problem) {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!int" {
		return "", problemf("bad-status", "must be a status, not %s", kindOf(n))
	}
	switch s := strings.ToLower(n.Value); s {
	case "3xx", "4xx", "5xx", "unreachable", "timeout":
		return s, nil
	}
	if strings.Contains(n.Value, ",") {
		return "", problemf("bad-status", "must be a list where there are several, as in [404, 410], not %s", diag.Quote(n.Value))
	}
	code, err := strconv.Atoi(n.Value)
	if err != nil || code < 300 || code > 599 || len(n.Value) != 3 {
		return "", problemf("bad-status", "must be a status from 300 to 599, 3xx, 4xx, 5xx, unreachable or timeout, not %s%s", diag.Quote(n.Value),
			diag.DidYouMean(n.Value, []string{"unreachable", "timeout"}))
	}
	return n.Value, nil
}
