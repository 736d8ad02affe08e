package manifest

import (
	"math"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Tool is one tool.
type Tool struct {
	Name        Value[string]
	ID          Value[string]    // a UUID in lower case
	Was         Value[string]    // its former name
	Version     Value[int64]     // default: 1
	Withdrawn   Value[bool]      // default: false
	Disabled    Value[bool]      // default: false
	Since       Value[time.Time] // when the tool was withdrawn: midnight in UTC
	Sunset      Value[time.Time] // when a withdrawn tool ends: midnight in UTC, after Since
	Description Value[string]
	Img         Value[string]
	Tags        []Value[string]
	Access      ToolAccess
	Writes      Value[bool] // default: false
	Destructive Value[bool] // a tool that writes may change or remove what is there; default: true
	Timeout     Value[time.Duration]
	MaxWork     Value[int64]
	MaxRetries  Value[int64] // how often the calls of a call of the tool are tried again at most; not set: as often as each of them is
	Inputs      []*Input
	Failures    []*Named
	Require     []*Condition
	Steps       []*Step
	Vars        []*Var
	Outputs     []*Output
	Examples    []*Example
	Accepted    Accepts
}

// maxWork is the most that max_work can be: minutes.
const maxWork = 10_000_000_000

func newTool(r *reader, name Value[string], what string, n *yaml.Node) *Tool {
	t := &Tool{Name: name, Version: Value[int64]{V: 1}, Destructive: Value[bool]{V: true}}
	r.mapping(n, what, name.place(), t.fields()...)
	t.Accepted.reach(r, name.place(), n)
	return t
}

func toolForm(b *book) *Form { return b.keys("tools", new(Tool).fields()) }

func (t *Tool) fields() []field {
	return []field{
		optional("id", value(&t.ID, uuid)),
		optional("version", value(&t.Version, integer(1, math.MaxInt32))),
		required("description", value(&t.Description, description)),
		optional("img", value(&t.Img, text(imageURL))),
		optional("tags", texts(&t.Tags, text(oneLine, atMost(maxName)))),
		optional("access", toolAccess(&t.Access)),
		optional("writes", value(&t.Writes, boolean)),
		optional("destructive", value(&t.Destructive, boolean)),
		optional("timeout", value(&t.Timeout, duration)),
		optional("max_work", value(&t.MaxWork, integer(1, maxWork))),
		optional("max_retries", value(&t.MaxRetries, integer(1, 1000))),
		optional("inputs", named("input", identifier, each(&t.Inputs, inputForm, newInput))),
		optional("failures", failures(&t.Failures)),
		optional("require", conditions(&t.Require)),
		optional("steps", named("step", identifier, each(&t.Steps, stepForm, newStep))),
		optional("vars", named("var", identifier, each(&t.Vars, varForm, newVar))),
		optional("outputs", named("output", outputIdentifier, each(&t.Outputs, outputForm, newOutput))),
		optional("examples", examples(&t.Examples)),
		optional("was", value(&t.Was, text(snake))),
		optional("withdrawn", withdrawn(t)),
		optional("disabled", value(&t.Disabled, boolean)),
		optional("accept", t.Accepted.target()),
	}
}

// StepNames returns the names of the steps, in the author's order.
func (t *Tool) StepNames() []string {
	return lists.Map(t.Steps, func(s *Step) string { return s.Name.V })
}

// Calls returns the steps that call operations, in the author's order, each before what takes it back. The others call functions, or use parts.
func (t *Tool) Calls() []*Step {
	var list []*Step
	for _, s := range t.Steps {
		if !s.Go.Set && !s.Use.Set {
			list = append(list, s)
		}
		if s.Undo != nil {
			list = append(list, s.Undo)
		}
	}
	return list
}

var uuidForm = regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`)

// uuid is a UUID in its usual form. Case does not count.
var uuid = parser[string]{shaped("UUID", uuidForm), func(n *yaml.Node) (string, *problem) {
	s, p := text().parse(n)
	if p == nil && !uuidForm.MatchString(s) {
		p = problemf("bad-uuid", "must be a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4, not %s", diag.Quote(s))
	}
	return strings.ToLower(s), p
}}

// Var is one entry of vars.
type Var struct {
	Name  Value[string]
	Value *Template
}

// varForm is that of a text or an expression. A number alone could be meant as either.
func varForm(*book) *Form { return &Form{Kind: Text, Is: "template", Patterns: []string{`[\s\S]*`}} }

func newVar(r *reader, name Value[string], what string, n *yaml.Node) *Var {
	v := &Var{Name: name}
	if n.Kind == yaml.ScalarNode && (n.Tag == "!!int" || n.Tag == "!!float" || n.Tag == "!!bool") {
		r.errorf(r.place(n), "wrong-kind", "%s must be text or an expression, not %s; write \"${%s}\" for the value, or quote it for the text",
			what, kindOf(n), diag.Clip(n.Value))
		return v
	}
	if n.Kind != yaml.ScalarNode && r.tooFarRight(what) {
		return v
	}
	v.Value = newTemplate(r, what, n)
	return v
}

// Output is one output of a tool.
type Output struct {
	ID          Value[string] // its key
	Name        Value[string] // default: derived from ID
	Type        Value[string] // string (default), int, number, boolean, enum, json; empty if it was written wrongly, then without Value
	Description Value[string]
	Values      []*Named // enum
	Value       *Node    // a scalar or a tree, whatever the type
	Accepted    Accepts
}

func newOutput(r *reader, id Value[string], what string, n *yaml.Node) *Output {
	out := &Output{ID: id, Type: Value[string]{V: "string"}}
	r.mapping(n, what, id.place(), out.fields()...)
	out.Accepted.reach(r, id.place(), n)
	if n.Kind == yaml.MappingNode {
		checkType(r, what, id.place(), out.Type.V, n, outputTypeKeys)
	}
	if out.Type.V == "" {
		out.Value = nil
	}
	return out
}

var outputTypeKeys = []typeKey{{"values", []string{"enum"}}}

func outputForm(b *book) *Form {
	return b.keys("outputs", new(Output).fields(), append(onlyOf(outputTypeKeys, "string"), needed("enum", "values"))...)
}

func (out *Output) fields() []field {
	return []field{
		optional("name", value(&out.Name, text(oneLine, atMost(maxName)))),
		optional("type", kind(&out.Type, "string", "int", "number", "boolean", "enum", "json")),
		required("description", value(&out.Description, description)),
		optional("values", enumValues(&out.Values)),
		required("value", tree(&out.Value)),
		optional("accept", out.Accepted.target()),
	}
}

// recordedStep is the name of a step, or of the call that takes it back; of one in a part, behind those of the steps that use the part: site.lookup.
var recordedStep = check{Form{Patterns: []string{unanchored(snakeName) + `(\.` + unanchored(snakeName) + `)*`}}, func(s string) *problem {
	for _, name := range strings.Split(strings.TrimSuffix(s, UndoSuffix), ".") {
		if p := identifier.refuse(name); p != nil {
			return p
		}
	}
	return nil
}}

// withdrawn is the target of the key withdrawn of a tool: a boolean, or a mapping with dates, which means true.
func withdrawn(t *Tool) target {
	plain := value(&t.Withdrawn, boolean)
	dates := mappingTarget("tools.withdrawn",
		required("since", value(&t.Since, date)),
		optional("sunset", value(&t.Sunset, date)),
	)
	return orKeys(plain, target{form: dates.form, read: func(r *reader, what string, n *yaml.Node) {
		at, before := r.place(n), r.all
		dates.read(r, what, n)
		if t.Since.Set && t.Sunset.Set && !t.Sunset.V.After(t.Since.V) {
			r.errorf(t.Sunset.place(), "bad-date", "\"sunset\" must be after \"since\": agents need time to turn to another tool")
		}
		if r.all == before {
			t.Withdrawn = Value[bool]{V: true, Pos: at.pos, Length: at.length, Set: true}
		}
	}})
}

// dateForm matches dates, whether or not there is such a day.
var dateForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// date is a day, as midnight in UTC.
var date = parser[time.Time]{shaped("date", dateForm), func(n *yaml.Node) (time.Time, *problem) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return time.Time{}, problemf("bad-date", "must be a date such as 2026-11-20, not %s", kindOf(n))
	}
	day, err := time.Parse(time.DateOnly, n.Value)
	if err != nil {
		return time.Time{}, problemf("bad-date", "must be a date such as 2026-11-20, not %s", diag.Quote(n.Value))
	}
	return day, nil
}}
