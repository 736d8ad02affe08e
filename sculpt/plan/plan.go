// Package plan holds what the checker decided about a manifest, as plain data: the border between checking and emission.
package plan

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/program"
)

// Plan is a checked manifest with everything decided: order, types, what is read of each answer. It is all that the
// emitter sees. Slices stand in the order in which their Go is written.
type Plan struct {
	Manifest string // base name of the manifest, for comments: nact.yaml
	Folder   string // folder of the manifest
	Service  Service
	Access   *Access // nil: nobody is asked who calls
	Go       Target

	Config    []*ConfigValue
	Upstreams []*Upstream // those that a tool uses, by name
	Tables    []*Table    // those that an expression reads, by name
	Functions []*Function // those of the vendor that a step calls, in the manifest's order
	Parts     []*Function // those parts that a step uses, each before those that use it
	Tools     []*Tool     // in the manifest's order
	Accepted  []Accepted  // in the manifest's order
}

// Accepted says that a warning was considered and may stay. No tool does anything differently for it.
type Accepted struct {
	Tool     string // empty: it is about what is of no tool
	Place    string // in the manifest, below the tool if there is one: steps.points; empty: the tool itself
	Rule     string
	Because  string
	Security bool // who can do what, who learns what, or what is left of a write that fails depends on it
}

// Analyzed is a plan whose expressions are ready for emission: package analysis makes it, and the emitter takes no other.
type Analyzed struct {
	*Plan

	// Marked are the expressions of each of [Plan.Sequences], in the order in which they run: with their marks, before any of it was moved into a function.
	Marked [][]Expression
}

// Sequences returns all that consists of actions: what the parts do, each before what uses it, and then the tools.
func (p *Plan) Sequences() []*Tool {
	return append(lists.Map(p.Parts, func(f *Function) *Tool { return f.Part }), p.Tools...)
}

// Service names the service, and says what all its tools have in common.
type Service struct {
	Name, Title, Description string
	Idempotency              *Idempotency // nil: no tool writes
	Observe                  Observe
	Inbound                  Inbound
}

// Extensions returns the packages that the service needs beside the run-time library, in the order of [extension.All].
func (p *Plan) Extensions() []*extension.Extension {
	var list []*extension.Extension
	if p.Access != nil && slices.Contains(p.Access.By, "oidc") {
		list = append(list, extension.OIDC)
	}
	if p.Service.Observe.Traces {
		list = append(list, extension.OTel)
	}
	if i := p.Service.Idempotency; i != nil && i.Redis {
		list = append(list, extension.Redis)
	}
	return list
}

// Inbound is what the service has towards its callers, if its operator makes use of it.
type Inbound struct {
	TLS          bool // its program has a certificate
	CallerLimits bool // each caller has limits
}

// Observe is what the service tells its operator beside its log.
type Observe struct {
	Metrics bool   // it counts what it does
	OTLP    bool   // and its program sends that to a collector
	Traces  bool   // it makes spans of it
	Audit   *Audit // nil: it records nothing
}

// Audit says that a service records what calls change.
type Audit struct {
	Inputs []string // ids of those whose values are in the record, of whichever tool
}

// Any reports whether it tells anything.
func (o Observe) Any() bool { return o != (Observe{}) }

// Idempotency says how answers to invocations with an Idempotency-Key are kept.
type Idempotency struct {
	Keep  time.Duration // 0 is the run-time library's default
	Redis bool          // in Redis; otherwise in memory
}

// Access says how callers prove who they are, and what they can be granted.
type Access struct {
	By     []string // as the manifest has it, in its order
	Scopes []Scope  // in the manifest's order
}

// Scope is something that a caller may be granted.
type Scope struct{ Name, Description string }

// LeastGo is the least version of Go that generated code and the run-time library build with. Extensions may need a later one.
const LeastGo = "1.24"

// Target says where the generated package goes.
type Target struct {
	Dir         string // as the manifest gives it, relative to Folder
	OutDir      string // the same, or what replaces it, seen from the working directory
	Package     string // package name
	Module      string // module path of a stand-alone service, or empty
	ImportPath  string // import path of the generated package
	RuntimePath string // import path of the run-time library
	CopyRuntime bool   // the run-time library is written into the output
	Faces       face.Set
	Program     []*program.Part // of a stand-alone service: what its program can do beside what all can
}

// ConfigValue is a value that the operator supplies.
type ConfigValue struct {
	Name, Env, Default, Description string
	HasDefault                      bool // otherwise the service does not start without it
	Secret                          bool
}

// Upstream is an API that tools call.
type Upstream struct {
	Name        string
	Document    string   // the document's path, seen from the manifest's folder
	Overlays    []string // the paths of what changes the document, in order, as the manifest has them
	SHA256      string   // what pins the document: its fingerprint after all tools were checked
	Spread      bool     // the document has several files, or overlays, and that is of all of them; otherwise it is of the file
	Title       string   // the document's title
	Server      string   // default base URL, absolute
	Headers     []Header
	Query       []Constant
	Timeout     time.Duration // of one attempt
	Retry       Retry
	Protection  Protection
	Redirects   []string // origins beside the server's own to which redirects are followed
	MaxResponse int64    // bytes; 0 is the run-time library's default
	Caching     Caching  // of the answers of operations that read, where a step has none of its own
	CacheSize   int64    // bytes that are kept at most
	Auth        []Credential
	Forward     []string     // headers of callers that are handed on, by their canonical names
	HandOnTrace bool         // the upstream is told of the trace
	Operations  []*Operation // those that a step calls, in the document's order
	Shapes      *Shapes      // of what answers hold as it is; nil: nothing

	Functions []*ir.Outlined // what the analysis moved out of the expressions of headers and credentials
}

// Origin is the scheme and the host of the upstream's server: https://api.example.com.
func (u *Upstream) Origin() string {
	server, err := url.Parse(u.Server)
	if err != nil {
		return u.Server
	}
	return strings.ToLower(server.Scheme + "://" + server.Host)
}

// Queries reports whether a parameter of that name is sent in the query of every call.
func (u *Upstream) Queries(name string) bool {
	return slices.ContainsFunc(u.Query, func(q Constant) bool { return q.Name == name })
}

// KeepsAnswers reports whether the answers of some call are kept.
func (u *Upstream) KeepsAnswers() bool {
	return u.Caching != (Caching{}) || slices.ContainsFunc(u.Operations, func(o *Operation) bool { return o.Cached })
}

// Retry is a retry policy: Attempts counts the first try, Backoff doubles up to MaxWait. The zero Retry is the run-time library's default.
type Retry struct {
	Attempts         int64
	Backoff, MaxWait time.Duration
	On               []Cause // after what a call is tried again; nil: see [DefaultRetried]
}

// IsZero reports whether it is the zero Retry.
func (r Retry) IsZero() bool {
	return r.Attempts == 0 && r.Backoff == 0 && r.MaxWait == 0 && r.On == nil
}

// Caching is for how long answers are kept: TTL, or as the rules of HTTP have it (RFC 9111). The zero Caching keeps none.
type Caching struct {
	TTL  time.Duration
	HTTP bool
}

// Header is a header that is sent with every call. Value reads only the configuration.
type Header struct {
	Name  string
	Value ir.Node // string
}

// Constant is a parameter of the query that is sent with every call. Value reads only the configuration, and no secret.
type Constant struct {
	Name  string
	Value ir.Node // string
}

// Operation is an operation of an upstream as the tools use it. Two steps that call the same one and accept the same
// media type share it.
type Operation struct {
	Upstream *Upstream
	Name     string // what its Go names are made of: the operationId, or method and path
	ID       string // how messages name it: weather.point
	Method   string
	Reads    bool     // it changes nothing, although its method could: so the manifest says, or the document
	Path     string   // template, as the document has it
	Route    string   // template of what is sent: Path without a query and a fragment
	Fixed    []Pair   // the query of Path
	Auth     []string // the schemes of those credentials of the upstream that are sent beside those without one; nil: all
	Summary  string   // one line, or empty
	Accept   string   // media type to ask for; empty: none is read
	Params   []*Param
	HasBody  bool      // some step sends a body
	BodyType string    // media type of that body
	BodyForm BodyForm  // what the body is written as
	Fields   []*Field  // those of the body's members that steps send and that are not written by their type alone, in the document's order
	Notation Notation  // of the answer
	Answer   *Answer   // nil: nothing is read of the body
	Bodiless bool      // the answer may have no body: an optional stands for it
	Lenient  bool      // an answer whose body cannot be read is one without members, where its status says that something was changed
	Problems []*Answer // those to errors of which rules of on_error read the body, by Status
	Meta     bool      // an expression reads status or headers
	Options  bool      // some step calls otherwise than the upstream has it: see [Step.HasOptions]
	Cached   bool      // some step has its answers kept, whatever the upstream says
}

// Pair is a parameter of a query with its value.
type Pair struct{ Name, Value string }

// BodyForm is what a request's body is made of, and written as.
type BodyForm int

// The forms, and what the body of a [Step] is.
const (
	JSONBody  BodyForm = iota // any value
	FormBody                  // an object, as application/x-www-form-urlencoded
	PartsBody                 // a list of ir.PartType, as multipart/form-data
	RawBody                   // bytes, as they are
)

// Field says how a member of a form or a multipart body is written.
type Field struct {
	Name     string
	Styled   bool // Style, Explode and Reserved count
	Style    string
	Explode  bool
	Reserved bool
	Type     string // media type of a part, or JSON for a field of a form; empty: by the value
	Headers  []PartHeader
}

// PartHeader is a header that a part has for every value.
type PartHeader struct{ Name, Value string }

// Param is a parameter that some step passes.
type Param struct {
	Name          string
	In            string // path, query, header or cookie
	Style         string
	Explode       bool
	AllowReserved bool
	Doc           string
	Type          *ir.Type // String, Int, Double, Bool, a List of those, or ir.PairsType
	Styled        bool     // of a query: Type is String, which is JSON of any kind, and is written in the style
	Optional      bool     // some step leaves it out or passes an optional
}

// Answer is what is read of an operation's answer.
type Answer struct {
	Status  string // of one to errors: 409, 4XX or default, as the document has the first of those that it is for; empty: of a success
	Type    *ir.Type
	Structs []*Struct // of all objects in Type that are read, the outermost first
}

// Struct is the Go type of objects of answers: it has the fields that are read. Object types that stand at one place of the
// document and are read alike are one Struct, also in the answers of several operations of an upstream.
type Struct struct {
	Place   ir.Place
	Objects []*ir.ObjectType // those that it is the type of
	Fields  []*StructField   // in the document's order
	Encode  bool             // a value of it is written as JSON again
	Dyn     bool             // a value of it becomes a dyn
	CopyOf  string           // it has no fields, and is handed on as it is: the name of its shape; empty: it is not
}

// Shapes are objects of a document that are handed on as they are, and those that are in them.
type Shapes struct {
	Objects []*ir.ObjectType          // one of each kind, by name
	Names   map[*ir.ObjectType]string // of all of them: those that are alike have one
}

// StructField is a field of a Struct.
type StructField struct {
	Fields []*ir.Field // what it holds: one field of each of the struct's object types, all of one name and of like types
	Always bool        // the document requires it, and somebody insists on it: the decoder refuses an answer without it
	Head   int64       // of a list: the number of elements that are read, from the first on; 0: all
}

// Table is a static look-up.
type Table struct {
	Name string
	Type *ir.Type // Map from string to a scalar or an Object of scalars
	Rows []Row
}

// Row is one row of a table. Cells stand in the order of the object's fields; a scalar table has one.
type Row struct {
	Key   string
	Cells []any // string, int64, float64 or bool
}

// Tool is one tool; or what a part does, of which nobody knows but the steps that use it: of its Signature there are the name, the
// description and, by their names, the failures that it can end in.
type Tool struct {
	Signature  nact.Signature   // of the current version: as it was checked, is served and is published
	Access     *nact.Access     // who may call the tool; nil: anybody
	DerivedID  bool             // the ID is derived from the names of service and tool, and not published yet
	Older      []nact.Signature // the published versions before this one, oldest first
	Withdrawn  *Withdrawal      // nil: agents find it
	Writes     bool
	Additive   bool // it writes, and all it does is add: nothing that is there is changed or removed
	Idempotent bool // it writes, and a second call with the same arguments changes nothing further
	Timeout    time.Duration
	MaxWork    int64     // what each expression may do again: see package cost
	MaxRetries int64     // how often its calls are tried again at most, all of them together; 0: as often as each of them is
	Inputs     []*Input  // those of the signature, in the same order
	Actions    []Action  // what the tool does, in order
	Outputs    []*Output // those of the signature, in the same order
	Examples   []*Example
	DryRun     []DryStep // the steps that write, in the order of the code

	Functions []*ir.Outlined // what the analysis moved out of the expressions
	Locals    *Locals        // what the analysis decided about the variables of the tool's method
}

// DefaultMaxWork is what each expression of a tool may do again whose manifest says nothing about it. Elements and 16
// bytes of text count 1, which takes from a nanosecond to a tenth of a microsecond: all of it takes a second at worst.
const DefaultMaxWork = 10_000_000

// Withdrawal says that agents shall no longer find a tool. The zero Time is one that the manifest does not give.
type Withdrawal struct{ Since, Sunset time.Time }

// Input is an input of a tool as expressions read it.
type Input struct {
	ID   string
	Type *ir.Type // an Optional if it is absent where a call leaves it out
}

// Output is an output of a tool as it is computed.
type Output struct {
	ID     string
	Value  ir.Node // its type is that of the output, or an Optional of it
	Schema string  // of a JSON output: the JSON Schema of its values
	Where  Where
}

// Where says which expression of the manifest something is, for comments and faults.
type Where struct {
	Place   Place    // outputs.temperature_f: unique within the tool, and the same wherever in the manifest it stands
	Answers bool     // it reads what an upstream answered: its errors are the upstream's fault
	Inputs  []string // the ids of the inputs that it reads, if it reads no answer: its errors are the caller's fault, and the service's if there are none
}

// Check fails with a declared failure unless That holds.
type Check struct {
	That   ir.Node // bool
	Fail   string
	Detail ir.Node // string, or nil
	Where  Where
}

// Var computes a var.
type Var struct {
	Name  string
	Value ir.Node
	Where Where
}

// Step calls an operation.
type Step struct {
	Name      string
	Call      *Operation
	Args      []Arg
	Body      ir.Node // nil: none
	BodyWhere Where
	Places    []Where // those of the parts of Body that an [ir.Placed] gives a place of their own
	Parts     []*Part // parts of Body that can fail, which the analysis has taken out: they are computed before Body, which reads them
	OnError   []ErrorRule
	Link      ir.Node       // string: the URL reference that the call goes to instead of its path and query, unless it is empty; nil: none
	Timeout   time.Duration // of one attempt; 0 is the upstream's
	Retry     *Retry        // nil is the upstream's
	Caching   *Caching      // nil is the upstream's
	Key       Key           // where the upstream takes a key, under which it carries the call out once; zero: it takes none
	Unread    bool          // the status or the headers of this step's answer are read, and not its body, which is read for other steps of the same operation
	Line      int
}

// Key is where an upstream takes the key of a call: under a name in the header, the query or the body of a request.
type Key struct {
	In   KeyPlace
	Name string
}

// KeyPlace is a part of a request that can hold a key.
type KeyPlace string

// The places, as the manifest calls them.
const (
	KeyInHeader KeyPlace = "header"
	KeyInQuery  KeyPlace = "query"
	KeyInBody   KeyPlace = "body"
)

// String is the name of a header, and of anything else with its place before it: body idempotency_key.
func (k Key) String() string {
	if k.In == KeyInHeader || k == (Key{}) {
		return k.Name
	}
	return string(k.In) + " " + k.Name
}

// Part is a part of a request that is computed before the rest of it, and whose errors are said of its own place.
type Part struct {
	Name  string // of the [ir.PartRoot] that the request has for it; empty: it is only held to its limits
	Value ir.Node
	Where Where
}

// Arg is a value for a parameter.
type Arg struct {
	Param *Param
	Value ir.Node // of the parameter's type, or an Optional of it
	Where Where
}

// ErrorRule says what it means if the call ended in one of Causes, and That holds: a declared failure, or, where there is no Fail,
// that the step goes on behind what it expects of an answer. The body of the answer is Use then, the status that of the error, or 0 if there
// was none, and there are no headers.
type ErrorRule struct {
	Causes []Cause
	That   ir.Node // bool, or nil; where it fails, it does not hold
	Answer *Answer // one of the operation's Problems, of which the rule reads the body; nil: it does not
	Fail   string
	Detail ir.Node // string, or nil
	Use    ir.Node // of the type of the operation's answer, or an optional of it; nil: there is none to read, or Fail is set
	Idle   bool    // nothing reads the body of the answer, so that Use is not computed
	Where  Where
}

// Example is a recorded run of a tool.
type Example struct {
	Name       string
	Inputs     []Given // by display name
	Config     []Given // by config name
	Now        string  // what time it is, by RFC 3339; empty: that of the machine
	Recordings []Recording
	Returns    []Return
	Outputs    []Given // by display name
	Failure    string
	Detail     string // wanted detail of the failure, or empty
	File       string // where it stands, seen from the manifest's folder: nact.yaml, or what that includes
	Line       int    // in File
}

// Given is a named literal: string, int64, uint64, float64, bool, nil, []any or []Given.
type Given struct {
	Name  string
	Value any
}

// Recording is the recorded answer of a step, and what the step must have asked.
type Recording struct {
	Name    string // the path to the step: its name, behind those of the steps that use the part which it is in
	Step    *Step
	File    string // relative to the manifest's folder
	Body    string // inline JSON instead
	Status  int
	Fault   CauseWord // what goes wrong with the answer: Interrupted, Malformed or TooLarge; empty: nothing
	Begun   bool      // with Interrupted: the status arrives, and the connection breaks off behind it
	Type    string
	Headers []Given
	With    []RecordedParam
	Request RecordedRequest
	Located bool // the step asks again where its answers say: see [Poll]
	Again   bool // the step calls again after such an end, which no answer for that needs to be recorded
	Perhaps bool // the step need not ask: the example ends in a failure, and a step that runs at the same time may fail first
}

// RecordedRequest is what a step must have sent besides parameters.
type RecordedRequest struct {
	Headers []Given
	Body    string // JSON; empty: not compared
}

// RecordedParam is a parameter that the step must have been called with: one value, or the elements of a list.
type RecordedParam struct {
	In, Name, Style string
	Explode         bool
	Values          []string
}
