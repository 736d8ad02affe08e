package nact

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Answer is what a tool answers to a call: its outputs, or a declared failure.
type Answer struct {
	// Values are the outputs that have a value, in the order of the signature.
	Values []Value

	// Failure is the declared failure with which the tool ended, or nil. Values
	// are then the two outputs that say so.
	Failure *Failure
}

// remark adds a remark to the explanation of a declared failure, whose last sentence it ends.
func (a Answer) remark(remark string) {
	why := &a.Values[len(a.Values)-1]
	if text := why.Value.(string); remark != "" && text != "" && strings.TrimRight(text, ".!?…。") == text {
		remark = "." + remark
	}
	why.Value = strings.TrimSpace(why.Value.(string) + remark)
}

// Value is one output with its value: a string, an int64, a float64, a bool, or for a JSON
// output a [json.RawMessage] that is valid and compact.
type Value struct {
	Output *Output
	Value  any
}

// AppendText appends the value as it stands on the wire of N-ACT.
func (v Value) AppendText(b []byte) []byte { return appendText(b, v.Output.Type, v.Value) }

// Run is [Contract.Invoke], and also returns what the tool changed upstream or may have changed, beside an error too; nil: nothing. The
// explanation of a declared failure mentions it. Of a tool that can change anything, begun gets the record before the tool runs.
func (c *Contract) Run(ctx context.Context, args Arguments, begun func(Record)) (answer Answer, changes Changes, err error) {
	if c.tool.Journal == nil {
		answer, err = c.Invoke(ctx, args)
		return answer, nil, err
	}
	ctx, record := c.tool.Journal(ctx)
	begun(record)
	answer, err = c.Invoke(ctx, args)
	if answer.Failure != nil {
		answer.remark(record.Remark())
	}
	return answer, record.Changes(), err
}

// Invoke runs the tool with arguments that [Contract.Check] returned. The error,
// if there is one, is a *[Fault]; a panic of the tool becomes one too.
func (c *Contract) Invoke(ctx context.Context, args Arguments) (answer Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			answer = Answer{}
			err = &Fault{Detail: "the tool could not be run", Err: Recovered(p)}
		}
	}()
	results, err := c.tool.Invoke(ctx, args)
	if err != nil {
		return c.failed(err)
	}
	values, err := c.values(results)
	return Answer{Values: values}, err
}

// failed turns the error of a tool into the answer of a declared failure, or into a fault.
func (c *Contract) failed(err error) (Answer, error) {
	var fault *Fault
	if errors.As(err, &fault) {
		return Answer{}, c.blame(fault)
	}
	var failure *Failure
	switch {
	case errors.As(err, &failure) && allows(c.signature.Failures, failure.Name):
		published := c.signature.Published()
		which, why := &published[len(published)-2], &published[len(published)-1]
		return Answer{Failure: failure, Values: []Value{{which, failure.Name}, {why, strings.TrimSpace(failure.Detail)}}}, nil
	case failure != nil:
		detail := fmt.Sprintf("the tool failed in a way that its version %d does not declare", c.signature.Version)
		return Answer{}, &Fault{Detail: detail, Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return Answer{}, &Fault{Kind: Timeout, Detail: "the tool ran out of time", Err: err}
	}
	return Answer{}, &Fault{Detail: "the tool could not be run", Err: err}
}

// blame returns a [BadInput] fault with a violation that names the inputs of this version to be changed. Where none of them is an input
// of this version, the caller can do nothing about it: the fault becomes [Internal]. Other faults stay.
func (c *Contract) blame(fault *Fault) *Fault {
	if fault.Kind != BadInput {
		return fault
	}
	var names []string
	for i := range c.signature.Inputs {
		if slices.Contains(fault.Inputs, c.signature.Inputs[i].ID) {
			names = append(names, c.signature.Inputs[i].Name)
		}
	}
	blamed := *fault
	if len(names) == 0 {
		blamed.Kind = Internal
		return &blamed
	}
	violation := Violation{Rule: RuleValue, Message: list(names) + " cannot be used as given: " + publicText(fault.Err) + "."}
	if len(names) == 1 {
		violation.Parameter = names[0]
	}
	blamed.Violations = []Violation{violation}
	return &blamed
}

// values checks results against the signature and leaves out what has no value or is not part of this version.
func (c *Contract) values(results Results) ([]Value, error) {
	if want := len(c.tool.Current().Outputs); len(results) != want {
		return nil, &Fault{Detail: fmt.Sprintf("the tool answered %d outputs instead of %d", len(results), want)}
	}
	values := make([]Value, 0, len(c.outputs))
	for i, slot := range c.outputs {
		out := &c.signature.Outputs[i]
		value, err := out.present(results[slot])
		if err != nil {
			return nil, err
		}
		if value != nil {
			values = append(values, Value{out, value})
		}
	}
	return values, nil
}

// present returns a result as the value of the output, or nil if it has none.
func (o *Output) present(result any) (any, error) {
	if opt, ok := result.(interface{ content() any }); ok {
		result = opt.content()
	}
	if result == nil {
		return nil, nil
	}
	fits := false
	switch o.Type {
	case JSON:
		return o.encode(result)
	case Int:
		_, fits = result.(int64)
	case Number:
		return o.number(result)
	case Boolean:
		_, fits = result.(bool)
	default:
		_, fits = result.(string)
	}
	if !fits {
		return nil, o.unfit(result)
	}
	if s, _ := result.(string); o.Type == Enum && !allows(o.AllowedValues, s) {
		return nil, &Fault{Kind: BadAnswer, Detail: fmt.Sprintf("output %q got none of its allowed values", o.Name), Err: fmt.Errorf("it got %q", s)}
	}
	return result, nil
}

// number returns a result as a number that JSON has.
func (o *Output) number(result any) (any, error) {
	n, fits := result.(float64)
	switch {
	case !fits:
		return nil, o.unfit(result)
	case math.IsNaN(n) || math.IsInf(n, 0):
		return nil, &Fault{Kind: BadAnswer, Detail: fmt.Sprintf("output %q is no number that can be written", o.Name), Err: fmt.Errorf("it is %v", n)}
	case n == 0:
		return 0.0, nil // and not minus zero
	}
	return n, nil
}

// unfit is the fault of a tool that answers a Go type which is not that of the output.
func (o *Output) unfit(result any) *Fault {
	return &Fault{Detail: fmt.Sprintf("output %q is of type %s, and the tool answered Go type %T", o.Name, o.Type, result)}
}

// encode returns a result as compact JSON. It leaves < > & as they are: answers are for models, not for HTML.
func (o *Output) encode(result any) (any, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(result); err != nil {
		return nil, &Fault{Kind: BadAnswer, Detail: fmt.Sprintf("output %q could not be encoded as JSON", o.Name), Err: err}
	}
	return json.RawMessage(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}
