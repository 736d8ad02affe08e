package golden

import (
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/internal/wholetest"
	"github.com/nactgen/nactgen/sculpt/operation/paging"
	"github.com/nactgen/nactgen/spec"
)

// listTools returns a tool for every list that is answered in pages, which collects it as lint proposes, and how many there are.
func listTools(operations []*spec.Operation) (text string, n int) {
	var b strings.Builder
	for _, op := range operations {
		scheme := paging.Of(op)
		if op.Method != "GET" || scheme == nil {
			continue
		}
		n++
		var with []string
		for _, p := range op.Parameters {
			if p.Required {
				with = append(with, wholetest.Quoted(string(p.In)+"."+p.Name)+": "+wholetest.Sample(p.Schema, 0))
			}
		}
		fmt.Fprintf(&b, "  list_%d:\n    description: Collect a list of the document.\n    inputs: %s\n    steps: {only: {call: %s, with: {%s}, paginate: %s}}\n", n, wholetest.Inputs,
			wholetest.Quoted("api GET "+op.Path), strings.Join(with, ", "), scheme)
		b.WriteString("    outputs: {count: {type: int, description: How many there are., value: \"${steps.only.items.size()}\"}}\n")
	}
	return b.String(), n
}
