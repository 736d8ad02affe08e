package describe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// Detail is an operation with everything that its document says about calling it. Its JSON is stable.
type Detail struct {
	*catalog.Operation
	Servers    []string     `json:"servers"`
	Security   [][]Scheme   `json:"security"` // alternatives; an empty one means that no credentials are needed
	Parameters []*Parameter `json:"parameters"`
	Body       *Body        `json:"body,omitempty"`
	Answers    []*Answer    `json:"answers"`
	Faults     []Fault      `json:"faults,omitempty"` // of other parts of the operation

	security string // Security in words
}

// Scheme is a security scheme that an operation asks for.
type Scheme struct {
	Name   string   `json:"name"`
	Type   string   `json:"type,omitempty"`
	Scopes []string `json:"scopes,omitempty"`
}

// Parameter is a parameter of an operation.
type Parameter struct {
	Key         string `json:"key"` // under with, in a step
	Name        string `json:"name"`
	In          string `json:"in"`
	Type        string `json:"type"`
	Required    bool   `json:"required"`
	Deprecated  bool   `json:"deprecated,omitempty"`
	Description string `json:"description,omitempty"`
	Limits
	Items  *Limits       `json:"items,omitempty"` // of the elements, if it is a list
	At     catalog.Place `json:"at"`
	Faults []Fault       `json:"faults,omitempty"`
}

// Body is the request body of an operation.
type Body struct {
	Required    bool          `json:"required"`
	Description string        `json:"description,omitempty"`
	At          catalog.Place `json:"at"`
	Content     []*Content    `json:"content"`
}

// Answer is an answer that a document declares.
type Answer struct {
	Status      string        `json:"status"` // 200, 2XX or default
	Description string        `json:"description,omitempty"`
	Headers     []string      `json:"headers,omitempty"`
	At          catalog.Place `json:"at"`
	Content     []*Content    `json:"content"`
}

// Content is a body or an answer in a media type.
type Content struct {
	Type   string `json:"type"`
	Chosen bool   `json:"chosen"`          // a step sends or reads this one unless it states another
	Value  *Value `json:"value,omitempty"` // nil if expressions cannot read it
}

// Describe returns the detail of an operation, with values that are at most depth fields deep. It returns an error if the operation cannot be resolved;
// faults of its parts are in the detail.
func Describe(op *catalog.Operation, depth int) (*Detail, error) {
	s, err := op.Resolve()
	if err != nil {
		return nil, err
	}
	d := &Detail{Operation: op, Servers: []string{}, Security: [][]Scheme{}, Parameters: []*Parameter{}, Answers: []*Answer{}}
	d.Faults = faults(s.Faults)
	for _, server := range s.Servers {
		d.Servers = append(d.Servers, server.URL)
	}
	d.secure(s.Security)
	for _, p := range s.Parameters {
		d.Parameters = append(d.Parameters, newParameter(p, s.ParameterKey(p)))
	}
	if s.Body != nil {
		d.Body = newBody(s, depth)
	}
	d.answer(s, depth)
	return d, nil
}

// newParameter describes a parameter.
func newParameter(p *spec.Parameter, key string) *Parameter {
	described := &Parameter{
		Key: key, Name: p.Name, In: string(p.In), Type: parameterType(p), Required: p.Required, Deprecated: p.Deprecated || p.Schema.Deprecated,
		Description: cmp.Or(p.Description, p.Schema.Description), Limits: limitsOf(p.Schema), At: catalog.Place(p.Pos), Faults: faults(p.Faults, p.Schema.Faults),
	}
	if p.Example != "" {
		described.Example = []byte(p.Example)
	}
	if p.Schema.Items != nil {
		items := limitsOf(p.Schema.Items)
		described.Items = &items
	}
	return described
}

func parameterType(p *spec.Parameter) string {
	t := operation.ParamType(p)
	if operation.Styled(p) {
		return shape.Describe(p.Schema)
	}
	if t == ir.PairsType {
		return ir.Object.String()
	}
	return typeName(t)
}

func newBody(op *spec.Operation, depth int) *Body {
	b := &Body{Required: op.Body.Required, Description: op.Body.Description, At: catalog.Place(op.Body.Pos), Content: []*Content{}}
	chosen, _ := operation.BodyMedia(op, "")
	for _, media := range op.Body.Content {
		shapes := shape.New("body")
		t := bodyType(shapes, media)
		grown := &tree{shapes: shapes, sent: true, depth: depth}
		b.Content = append(b.Content, &Content{Type: media.Type, Chosen: media == chosen, Value: grown.grow("body", t, media.Schema)})
	}
	return b
}

// bodyType returns the type of what a step sends.
func bodyType(shapes *shape.Shapes, media *spec.Media) *ir.Type {
	_, form := operation.BodyForm(media.Type, media.Schema)
	switch {
	case form != plan.RawBody:
		return shapes.Type(media.Schema)
	case operation.IsText(media.Type), media.Schema.Kind == spec.String && media.Schema.Format != "binary":
		return ir.StringType
	}
	return ir.BytesType
}

// answer describes the answers.
func (d *Detail) answer(op *spec.Operation, depth int) {
	chosen, _ := operation.AnswerMedia(op, "")
	lacks := len(operation.BodilessStatuses(op)) > 0
	for _, r := range op.Responses {
		a := &Answer{Status: r.Status, Description: r.Description, Headers: r.Headers, At: catalog.Place(r.Pos), Content: []*Content{}}
		problem := operation.JSONMedia(r.Content)
		for _, media := range r.Content {
			c := &Content{Type: media.Type, Chosen: media == chosen}
			shapes := shape.New(d.Call)
			var t *ir.Type
			schema := media.Schema
			path := "this.body"
			switch {
			case op.Method == "HEAD":
			case r.Status[0] == '2' || c.Chosen:
				t, _ = operation.AnswerType(shapes, media)
				_, schema = operation.Answer(media)
				if lacks {
					path = "this.?body"
				}
			case media == problem:
				t, c.Chosen = operation.ProblemType(shapes, media.Schema), true
			}
			if t != nil {
				c.Value = (&tree{shapes: shapes, depth: depth}).grow(path, t, schema)
				c.Value.Required = path == "this.body"
			}
			a.Content = append(a.Content, c)
		}
		d.Answers = append(d.Answers, a)
	}
}

// Answer returns the answer with a status or, if that is empty, the answer to a success. If there is none, the message says why.
func (d *Detail) Answer(status string) (a *Answer, message string) {
	var statuses []string
	for _, a := range d.Answers {
		if strings.EqualFold(a.Status, status) {
			return a, ""
		}
		statuses = append(statuses, a.Status)
	}
	if status != "" && len(statuses) > 0 {
		return nil, fmt.Sprintf("%s declares no answer %s, only %s", d.Call, status, strings.Join(statuses, ", "))
	}
	if a := d.success(); a != nil {
		return a, ""
	}
	return nil, d.Call + " declares no such answer"
}

// success returns the answer that a step reads when the operation succeeds; else the first success, which has no body to read; else default; else nil.
func (d *Detail) success() *Answer {
	for _, is := range []func(a *Answer) bool{
		func(a *Answer) bool { return a.Status[0] == '2' && a.chosen() != nil },
		func(a *Answer) bool { return a.Status[0] == '2' },
		func(a *Answer) bool { return a.Status == "default" },
	} {
		if i := slices.IndexFunc(d.Answers, is); i >= 0 {
			return d.Answers[i]
		}
	}
	return nil
}

// chosen returns the content that expressions read, or nil.
func (a *Answer) chosen() *Content { return chosen(a.Content) }

func chosen(content []*Content) *Content {
	if i := slices.IndexFunc(content, func(c *Content) bool { return c.Chosen }); i >= 0 {
		return content[i]
	}
	return nil
}

// secure describes the security requirements of an operation. Schemes that cannot be read have a name only.
func (d *Detail) secure(alternatives []spec.Requirement) {
	var schemes []*spec.SecurityScheme
	if len(alternatives) > 0 {
		schemes, _ = d.Document().SecuritySchemes()
	}
	for _, r := range alternatives {
		alternative := []Scheme{}
		for _, use := range r {
			alternative = append(alternative, Scheme{Name: use.Scheme, Type: schemeType(schemes, use.Scheme), Scopes: use.Scopes})
		}
		d.Security = append(d.Security, alternative)
	}
	asked := slices.DeleteFunc(slices.Clone(alternatives), func(r spec.Requirement) bool { return len(r) == 0 })
	d.security = security.Describe(asked, schemes)
	if len(asked) > 0 && security.Free(alternatives) {
		d.security += ", or none"
	}
}

func schemeType(schemes []*spec.SecurityScheme, name string) string {
	i := slices.IndexFunc(schemes, func(s *spec.SecurityScheme) bool { return s.Name == name })
	if i < 0 {
		return ""
	}
	return schemes[i].Type
}
