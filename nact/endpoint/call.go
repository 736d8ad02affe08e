package endpoint

import (
	"fmt"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// Rules of the wire, beside those of package nact.
const (
	ruleJSON  = "json"  // the body is not one well-formed JSON text
	ruleShape = "shape" // the body is JSON, but no invocation
	ruleName  = "name"  // it does not name the tool
	ruleQuery = "query" // a query parameter is wrong
	ruleKey   = "idempotency-key"
)

// call is a decoded invocation.
type call struct {
	name       string
	named      bool // name is there, and a string
	arguments  []nact.Argument
	violations []nact.Violation // of the shape of an invocation

	hasInputs bool   // input_parameters is there
	unknown   string // the last member that an invocation does not have, perhaps a misspelling of input_parameters; empty: none
}

// decodeCall decodes the body of an invocation. Members that the draft does not
// define are ignored, so that a client of a later draft is served; only where
// input_parameters is missing is such a member taken for a misspelling of it,
// and one that speaks of a dry run is refused.
// The error means that the body is not JSON.
func decodeCall(body string) (call, error) {
	c := call{arguments: make([]nact.Argument, 0, 4)}
	s := jsontext.NewScanner(body)
	if s.Peek() != '{' {
		s.Value()
		c.violate("The body must be a JSON object with name and input_parameters.")
		return c, s.End()
	}
	s.Object(func(name string) { c.member(&s, name) })
	if !c.hasInputs && c.unknown != "" {
		c.violate("input_parameters is missing, and %.60q is not a member of an invocation.", c.unknown)
	}
	return c, s.End()
}

func (c *call) member(s *jsontext.Scanner, name string) {
	switch name {
	case "name":
		c.name, c.named = s.StringValue()
	case "input_parameters":
		c.hasInputs = true
		if s.Peek() != '[' {
			s.Value()
			c.violate("input_parameters must be an array of objects, each with name and value.")
			return
		}
		s.Array(func(i int) { c.parameter(s, i) })
	default:
		s.Value()
		c.unknown = name
		if invocation.SpeaksOfDryRun(name) {
			c.violate("%.60q is not a member of an invocation: a dry run is asked for by the header field Prefer: dry-run.", name)
		}
	}
}

// parameter decodes one element of input_parameters. One without a value counts as null.
func (c *call) parameter(s *jsontext.Scanner, index int) {
	if s.Peek() != '{' {
		s.Value()
		c.violate("input_parameters[%d] must be an object with name and value.", index)
		return
	}
	var name string
	var named bool
	var value any
	s.Object(func(member string) {
		switch member {
		case "name":
			name, named = s.StringValue()
		case "value":
			value = s.Value()
		default:
			s.Value()
		}
	})
	if named {
		c.arguments = append(c.arguments, nact.Argument{Name: name, Value: value})
	} else {
		c.violate("input_parameters[%d] must have the name of a parameter as its name.", index)
	}
}

// maxShape bounds how many misshapen elements are reported, so that the answer to a hostile call stays small.
const maxShape = 100

func (c *call) violate(format string, args ...any) {
	if len(c.violations) < maxShape {
		c.violations = append(c.violations, nact.Violation{Rule: ruleShape, Message: fmt.Sprintf(format, args...)})
	}
}

// check returns the arguments of the call, or every way in which it violates the contract.
func (c *call) check(contract *nact.Contract) (nact.Arguments, []nact.Violation) {
	violations := c.violations
	want := contract.Signature().Name
	if !c.named || c.name != want {
		violations = append(violations, nact.Violation{
			Rule: ruleName, Message: fmt.Sprintf("name must be %q, the tool at this address.", want),
		})
	}
	args, more := contract.CheckTexts(c.arguments)
	return args, append(violations, more...)
}
