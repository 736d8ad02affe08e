package value

import "github.com/nactgen/nactgen/sculpt/ir"

// Reads is what expressions read: inputs, answers of steps, vars, config values, tables.
type Reads map[Read]bool

// Read is one thing that expressions can read.
type Read struct {
	Kind ir.RootKind
	Name string
}

// Add adds what expressions read. nil is no expression.
func (r Reads) Add(nodes ...ir.Node) {
	for _, n := range nodes {
		if n == nil {
			continue
		}
		ir.Walk(n, func(n ir.Node) {
			if root, ok := n.(*ir.Root); ok {
				r[Read{root.Kind, root.Name}] = true
			}
		})
	}
}
