package manifest

import (
	"regexp"
	"slices"
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
	When     *Expr           // nil if not written; of Undo, read of the failure that the tool ends in
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
	r.mapping(n, what, name.place(), s.fields(loop)...)
	s.Accepted.reach(r, name.place(), n)
	checkStepKeys(r, what, n)
	if s.Accept.Set {
		checkMediaType(r, what, n)
	}
	if completeEach(loop, r) {
		s.Each = loop
	}
	return s
}

func stepForm(b *book) *Form {
	rules := slices.Concat(useRules, useEachRules, notUsed, callRules, []rule{contentType, {FormRule: FormRule{Key: "for_each", Needs: []string{"as"}}}})
	for _, key := range []string{"as", "concurrency", "limit"} {
		rules = append(rules, rule{FormRule: FormRule{Key: key, Needs: []string{"for_each"}}})
	}
	return b.keys("steps", new(Step).fields(new(Each)), rules...)
}

// fields are the keys of a step. Those of the list for whose elements it runs belong to loop.
func (s *Step) fields(loop *Each) []field {
	return []field{
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
		optional("expect", expectations(&s.Expect)),
		optional("on_error", onErrors(&s.OnError)),
		optional("accept", acceptedByStep(s)),
	}
}

// returnsInStep is the target of a result that is declared where a function is called.
var returnsInStep = target{form: leaf(Form{Kind: Refused}), read: func(r *reader, _ string, n *yaml.Node) {
	r.errorf(r.place(n), "misplaced-key", "what a function returns is declared once, for all steps that call it: %s", forms[`"functions"`])
}}

// callKeys are the keys of a step that say how an upstream is called.
var callKeys = []string{"call", "with", "body", "content_type", "reads", "retry", "cache", "for_each", "paginate", "poll", "undo", "idempotency"}

// checkStepKeys checks that a step calls an operation or a function, and not something of both, and does once what cannot be done again.
func checkStepKeys(r *reader, what string, n *yaml.Node) {
	keys := r.keysOf(n)
	if keys.has("use") {
		keys.check(what, useRules)
		keys.refuse("expect", keys.has("for_each"), "%s uses a part for each element, and \"expect\" reads one answer; expect it in a step of the part", what)
		keys.check(what, useEachRules)
		return
	}
	keys.check(what, notUsed)
	keys.check(what, callRules)
	if !keys.has("go") { // which has no such key whether or not there is a body
		keys.check(what, []rule{contentType})
	}
}

// checkMediaType refuses the media type that is asked for where nothing is asked: accept can also be there for warnings.
func checkMediaType(r *reader, what string, n *yaml.Node) {
	keys := r.keysOf(n)
	keys.refuse("accept", keys.has("use"), "%s uses a part; only a call has \"accept\"%s", what, insteadOfKey("accept"))
	keys.refuse("accept", keys.has("go"), "%s calls a function; only a call of an upstream has \"accept\"", what)
}

// notUsed are the rules of keys that need a part or a function.
var notUsed = []rule{
	beside("conflicting-keys", "leave_out", "%[1]s has \"leave_out\", the failures with which an element is left out, and uses no part: only a part fails for one element; make one of the step, and use it", "use"),
	beside("conflicting-keys", "args", "%[1]s has \"args\" and calls no function; what an operation is called with stands under \"with\" and \"body\"", "go"),
}

// callRules are those of the keys by which an upstream is called, beside others that say what is called and how often.
var callRules = func() []rule {
	var rules []rule
	for _, key := range callKeys {
		instead := ""
		if key == "with" || key == "body" {
			instead = "; what a function is called with stands under \"args\""
		}
		rules = append(rules, apart(key, "%[1]s calls a function; only a call of an upstream has %[2]q"+instead, "go"))
	}
	rules = append(rules,
		apart("paginate", "%[1]s has poll and paginate; wait in a step with poll, and collect the pages in another one after it", "poll"),
		apart("cache", "%[1]s has poll, of which every answer is a new one, and cache; leave out cache", "poll"))
	for _, again := range []string{"paginate", "poll"} {
		rules = append(rules, apart("undo", "%[1]s has \"undo\" and \""+again+"\"; only a call that is made once can be taken back: put what follows it into a step of its own", again))
	}
	return append(rules, apart("idempotency", "%[1]s has \"idempotency\" and \"paginate\"; pages are read, and a key is for a call that changes something", "paginate"))
}()

// contentType is the rule of the media type of a body.
var contentType = beside("conflicting-keys", "content_type", "%[1]s has \"content_type\", the media type of what it sends, and no \"body\"", "body")

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
	return record("undo", &s.Undo, func(u *Step, pos diag.Position) []field {
		u.Name, u.Undoes = Value[string]{V: s.Name.V + UndoSuffix, Pos: pos, Set: true}, s.Name.V
		return []field{
			required("call", value(&u.Call, text(call))),
			optional("with", entries(&u.With)),
			optional("body", tree(&u.Body)),
			optional("content_type", value(&u.Type, text(mediaType))),
			optional("timeout", value(&u.Timeout, duration)),
			optional("idempotency", key(&u.Key)),
			optional("when", expression(&u.When)),
		}
	}, contentType)
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
var mediaType = check{Form{Is: "media type", Patterns: []string{`[^\n]*/[^\n]*`}}, func(s string) *problem {
	kind, sub, ok := strings.Cut(strings.TrimSpace(strings.SplitN(s, ";", 2)[0]), "/")
	if !ok || !IsToken(kind) || !IsToken(sub) || strings.Contains(s, "\n") {
		return problemf("bad-value", "must be a media type such as application/json, not %s", diag.Quote(s))
	}
	return nil
}}

// Condition is one entry of require or expect.
type Condition struct {
	Pos    diag.Position
	That   *Expr
	Fail   Value[string]
	Detail *Template   // nil if not written
	Again  Value[bool] // of expect: an answer for which That does not hold is an attempt that has failed
}

// conditions is the target of require.
func conditions(dst *[]*Condition) target {
	return records("conditions", dst, (*Condition).fields)
}

// expectations is the target of expect, whose conditions are also on when to call again.
func expectations(dst *[]*Condition) target {
	return records("conditions.expect", dst, func(c *Condition, pos diag.Position) []field {
		return append(c.fields(pos), optional("again", value(&c.Again, boolean)))
	})
}

func (c *Condition) fields(pos diag.Position) []field {
	c.Pos = pos
	return []field{
		required("that", expression(&c.That)),
		required("fail", value(&c.Fail, text(capitals))),
		optional("detail", template(&c.Detail)),
	}
}

// OnError is one entry of on_error.
type OnError struct {
	Pos    diag.Position
	Status []Value[string] // causes: "404", "4xx", "unreachable"
	That   *Expr           // nil if not written
	Fail   Value[string]
	Detail *Template // nil if not written
	Use    *Node     // nil if not written
}

func onErrors(dst *[]*OnError) target {
	return records("on_error", dst, func(e *OnError, pos diag.Position) []field {
		e.Pos = pos
		return []field{
			required("status", oneOrMore("list at least one status", appendText(&e.Status, cause))),
			optional("that", expression(&e.That)),
			required("fail", value(&e.Fail, text(capitals))).except("use"),
			optional("detail", template(&e.Detail)),
			optional("use", tree(&e.Use)),
		}
	}, onErrorRules...)
}

var onErrorRules = []rule{
	apart("use", "%[1]s has fail and use; it either fails or goes on with a stand-in", "fail"),
	apart("detail", "%[1]s has use and detail, which is the text of a failure; leave it out", "use"),
}
