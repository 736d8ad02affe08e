package naming

import (
	"strconv"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Tool are the names of what is generated for a tool, or, without those by which callers know it, for a part.
type Tool struct {
	Method     string            // the method of Service that runs the tool; its exported types begin with it
	Descriptor string            // the method of Service that describes the tool to the run-time library
	Signature  string            // the variable that has the tool's signature
	Older      []string          // the variables that have those of its older versions, oldest first
	Input      string            // the struct of its inputs; empty for a part that has none
	Output     string            // the struct of its outputs
	Inputs     map[string]string // the fields of Input, by the inputs' IDs
	Outputs    map[string]string // the fields of Output, by the outputs' IDs
	Types      []*ir.ObjectType  // of a part: the objects in its inputs, one inside another after it
	Records    []*ir.ObjectType  // the objects that its expressions spell out, each once, one inside another after it
	Test       string            // the function that tests it
	File       string            // the tool's file, without .go
	OlderFile  string            // the file of its older versions, without .go; empty if there are none
}

func (n *Names) assignTool(t *plan.Tool, service *space) {
	method := service.claim(Exported(t.Signature.Name), Exported(t.Signature.Name)+"Tool")
	small := Unexported(method)
	names := &Tool{
		Method:     method,
		Descriptor: service.claim(small + "Tool"),
		Signature:  n.pkg.claim(small + "Signature"),
		Input:      n.pkg.claim(method + "Input"),
		Output:     n.pkg.claim(method + "Output"),
		Inputs:     map[string]string{},
		Outputs:    map[string]string{},
		Test:       n.pkg.claim("Test" + method),
		File:       n.files.claimFile("tool", snake(t.Signature.Name)),
	}
	n.tools[t] = names
	inputs, outputs := newSpace(nil), newSpace(nil)
	for _, in := range t.Inputs {
		names.Inputs[in.ID] = inputs.claim(Exported(in.ID), "Input")
		if enum := in.Enum(); enum != nil {
			n.assignEnum(enum, method, names.Inputs[in.ID])
		}
	}
	for i, out := range t.Outputs {
		names.Outputs[out.ID] = outputs.claim(Exported(out.ID), "Output")
		if enum := t.OutputEnum(i); enum != nil {
			n.assignEnum(enum, method, names.Outputs[out.ID])
		}
	}
}

func (n *Names) assignEnum(enum *ir.Enum, method, field string) {
	n.enums[enum] = n.pkg.claim(method+field, method+field+"Value")
}

// assignOlder names the published versions of a tool. They come last: what is published takes no name from what is current.
func (n *Names) assignOlder(t *plan.Tool) {
	if len(t.Older) == 0 {
		return
	}
	names := n.tools[t]
	names.OlderFile = n.files.claimFile("tool", names.File, "versions")
	for _, s := range t.Older {
		names.Older = append(names.Older, n.pkg.claim(names.Signature+"V"+strconv.Itoa(s.Version)))
	}
}
