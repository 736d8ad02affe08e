package nact

import (
	"fmt"
	"slices"
)

// Contract is one version of a tool, ready to be called: it checks calls
// against that version's signature, runs the tool, and checks and orders what
// it answers. A Contract never changes and is safe for concurrent use.
type Contract struct {
	signature *Signature
	tool      *Tool
	names     []string  // of this version's inputs
	slots     []int     // where each of this version's inputs stands among the current ones
	defaults  Arguments // of the current inputs: the arguments of a call that gives none
	outputs   []int     // where each of this version's outputs stands among the current ones
}

// Contracts returns a contract for every version of tools in which [Verify] finds nothing wrong: contracts[i][j] is the one of
// tools[i].Versions[j]. It fails only for tools whose calls would panic; Verify finds more. The tools must not be changed afterwards.
func Contracts(tools []Tool) ([][]*Contract, error) {
	contracts := make([][]*Contract, len(tools))
	for i := range tools {
		tool := &tools[i]
		if len(tool.Versions) == 0 || tool.Invoke == nil {
			return nil, fmt.Errorf("nact: tool %d: it needs a version and an Invoke function", i+1)
		}
		for j := range tool.Versions {
			c, err := newContract(tool, j)
			if err != nil {
				return nil, fmt.Errorf("nact: tool %s, version %d: %w", tool.Current().Name, tool.Versions[j].Version, err)
			}
			contracts[i] = append(contracts[i], c)
		}
	}
	return contracts, nil
}

// newContract returns the contract of the version at an index. It relies on [Verify] for this: an input that calls may leave out has the same
// default in this version and the current one.
func newContract(tool *Tool, version int) (*Contract, error) {
	signature, current := &tool.Versions[version], tool.Current()
	c := &Contract{
		signature: signature,
		tool:      tool,
		defaults:  make(Arguments, len(current.Inputs)),
	}
	for i := range current.Inputs {
		c.defaults[i] = current.Inputs[i].Default
	}
	c.names, c.slots = make([]string, len(signature.Inputs)), make([]int, len(signature.Inputs))
	for i := range signature.Inputs {
		in := &signature.Inputs[i]
		c.names[i], c.slots[i] = in.Name, indexOfInput(current.Inputs, in.ID)
		if c.slots[i] < 0 {
			return nil, fmt.Errorf("the current version lacks the input %q", in.ID)
		}
		if lacking := tool.lacks(in); lacking != "" {
			return nil, fmt.Errorf("the input %q %s", in.ID, lacking)
		}
	}
	c.outputs = make([]int, len(signature.Outputs))
	for i := range signature.Outputs {
		c.outputs[i] = indexOfOutput(current.Outputs, signature.Outputs[i].ID)
		if c.outputs[i] < 0 {
			return nil, fmt.Errorf("the current version lacks the output %q", signature.Outputs[i].ID)
		}
	}
	return c, nil
}

// lacks says which function of the tool an input needs that it has not, or returns "".
func (t *Tool) lacks(in *Input) string {
	switch {
	case in.Format != "" && t.Formats == nil:
		return "has a format, and the tool has no Formats"
	case in.Pattern != "" && t.Patterns == nil:
		return "has a pattern, and the tool has no Patterns"
	case in.Type == Number && t.Numbers == nil:
		return "is a number, and the tool has no Numbers"
	case in.Type == List && t.Lists == nil:
		return "is a list, and the tool has no Lists"
	case in.Type == List && in.Items == nil:
		return "is a list, and says nothing of its elements"
	case in.Type == List:
		return t.lacks(in.Items)
	}
	return ""
}

// Signature returns the signature of the contract's version. It must not be changed.
func (c *Contract) Signature() *Signature { return c.signature }

// Tool returns the tool that the contract is of. It must not be changed.
func (c *Contract) Tool() *Tool { return c.tool }

// maxUnknown bounds how many unknown parameters a check reports one by one, so that a hostile call does not make the answer many
// times its own size.
const maxUnknown = 100

// Check checks a call and returns its arguments, defaults filled in, or every
// way in which it violates the signature.
func (c *Contract) Check(call []Argument) (Arguments, []Violation) { return c.check(call, false) }

// CheckTexts is Check for a face on which values of types that the draft of N-ACT has not are their JSON text in a string.
func (c *Contract) CheckTexts(call []Argument) (Arguments, []Violation) { return c.check(call, true) }

func (c *Contract) check(call []Argument, asText bool) (Arguments, []Violation) {
	args := make(Arguments, len(c.defaults))
	copy(args, c.defaults)
	given := make([]int, len(c.names)) // how often the call gives each input
	var violations []Violation
	unknown := 0
	for i := range call {
		position := slices.Index(c.names, call[i].Name)
		known := position >= 0
		if known {
			given[position]++
		}
		switch {
		case !known:
			if unknown++; unknown <= maxUnknown {
				violations = append(violations, c.unknown(call[i].Name))
			}
		case given[position] > 2: // reported already
		case given[position] == 2:
			violations = append(violations, Violation{call[i].Name, RuleDuplicate, fmt.Sprintf("%q is given more than once.", call[i].Name)})
		default:
			value, wrong := c.tool.accept(&c.signature.Inputs[position], call[i].Value, asText)
			violations = append(violations, wrong...)
			args[c.slots[position]] = value
		}
	}
	if unknown > maxUnknown {
		violations = append(violations, Violation{"", RuleUnknown, fmt.Sprintf("%d more parameters are unknown.", unknown-maxUnknown)})
	}
	for i, times := range given {
		if in := &c.signature.Inputs[i]; times == 0 && in.Required() {
			violations = append(violations, Violation{in.Name, RuleRequired, fmt.Sprintf("%q is required and missing.", in.Name)})
		}
	}
	if violations != nil {
		return nil, violations
	}
	return args, nil
}

// unknown is the violation of giving a parameter that the tool does not have.
func (c *Contract) unknown(name string) Violation {
	v := Violation{Parameter: shorten(name), Rule: RuleUnknown}
	if len(c.names) == 0 {
		v.Message = fmt.Sprintf("%s is not a parameter of %s, which takes none.", quote(name), c.signature.Name)
		return v
	}
	v.Message = fmt.Sprintf("%s is not a parameter of %s, which takes %s.%s",
		quote(name), c.signature.Name, list(c.names), suggestion(name, c.names))
	return v
}

func indexOfInput(inputs []Input, id string) int {
	return slices.IndexFunc(inputs, func(in Input) bool { return in.ID == id })
}

func indexOfOutput(outputs []Output, id string) int {
	return slices.IndexFunc(outputs, func(out Output) bool { return out.ID == id })
}
