package analysis

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// outliner moves expressions out into functions of their own, and remembers them: expressions that differ in nothing but
// what they read share a function.
type outliner struct {
	answers   answers
	functions []*ir.Outlined
	texts     []string // what tells them apart
}

// outline returns a call of a function that computes n, which has been marked as the body of one.
func (o *outliner) outline(n ir.Node, place string) ir.Node {
	f := &ir.Outlined{Places: []string{place}, Body: n, Counts: ir.Contains(n, ir.Counts)}
	ir.Walk(n, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Call:
			f.Context = f.Context || n.Func.Context
		case *ir.Root:
			readsRoot(f, n)
		}
	})
	args := parametrize(f)
	call := &ir.Invoke{Of: o.shared(f), Args: args}
	call.Fails = call.Of.Fails()
	if call.Fails {
		call.Form = ir.Lines
	}
	for _, arg := range args {
		call.Form = max(call.Form, arg.Marked().Form)
	}
	return call
}

// readsRoot has a function read what stands for itself in its parameters.
func readsRoot(f *ir.Outlined, root *ir.Root) {
	switch root.Kind {
	case ir.InputRoot:
		f.Inputs = true
	case ir.ConfigRoot:
		f.Config = true
	case ir.StatusRoot, ir.HeadersRoot, ir.LinkRoot:
		if !slices.Contains(f.Metas, root.Name) {
			f.Metas = append(f.Metas, root.Name)
		}
	}
}

// shared returns the function that does the same as f, which is f itself if there is none before it.
func (o *outliner) shared(f *ir.Outlined) *ir.Outlined {
	text := describe(f, o.answers)
	i := slices.Index(o.texts, text)
	if i < 0 {
		o.functions, o.texts = append(o.functions, f), append(o.texts, text)
		return f
	}
	same := o.functions[i]
	same.Places = append(same.Places, f.Places...)
	for i, p := range same.Params {
		if p.Name != f.Params[i].Name {
			p.Name = neutralName(p.T)
		}
	}
	return same
}

// neutralName names a parameter after what it is, not after where one of its values was read.
func neutralName(t *ir.Type) string {
	for t.Kind == ir.Optional {
		t = t.Elem
	}
	if t.Kind == ir.Object {
		return t.Object.Noun()
	}
	return "value"
}

// parametrize gives the function a parameter for each answer and each var that it reads, and returns the arguments of its call. If all reads of an
// answer begin with the same fields, the parameter is the last of those: a function that reads only place.results gets the results.
func parametrize(f *ir.Outlined) []ir.Node {
	var order []string
	chains := map[string][]ir.Node{} // by root: what is read of it, from the root on
	collect(f.Body, func(root *ir.Root, chain []ir.Node) {
		path := ir.Path(root)
		if common, seen := chains[path]; seen {
			chains[path] = common[:commonLength(common, chain)]
			return
		}
		chains[path] = chain
		order = append(order, path)
	})
	replaced := map[string]*ir.Local{}
	var args []ir.Node
	for _, root := range order {
		chain := chains[root]
		arg := chain[len(chain)-1]
		param := &ir.Local{T: arg.Type(), Name: readName(arg)}
		if maybe, ok := arg.(*ir.Maybe); ok {
			param.Field = maybe.Field
		}
		f.Params = append(f.Params, param)
		replaced[ir.Path(arg)+kindOf(arg)] = param
		args = append(args, clone(arg))
	}
	for i, arg := range args {
		args[i] = markRead(arg)
	}
	r := &replacer{params: replaced, copies: map[ir.Node]ir.Node{}}
	f.Body = r.body(f.Body)
	return args
}

// collect calls visit for every variable that n reads, with what is read of it: the variable itself, the field of it, and
// so on, as far as nothing of that can fail.
func collect(n ir.Node, visit func(root *ir.Root, chain []ir.Node)) {
	if root, chain := readChain(n); root != nil {
		switch root.Kind {
		case ir.BodyRoot, ir.ResultRoot, ir.StepRoot, ir.ProblemRoot, ir.PagesRoot, ir.NextRoot, ir.ElementRoot, ir.VarRoot, ir.PartRoot:
			visit(root, chain)
		}
		return
	}
	for _, below := range ir.Children(n) {
		collect(below, visit)
	}
}

// readChain returns the root that n is read from, and the nodes from it to n, or nil if n is anything else than a read
// that cannot fail.
func readChain(n ir.Node) (*ir.Root, []ir.Node) {
	switch n := n.(type) {
	case *ir.Root:
		return n, []ir.Node{n}
	case *ir.Member:
		if root, chain := readChain(n.X); root != nil && n.Proven && isField(chain) {
			return root, append(chain, n)
		}
	case *ir.Maybe:
		if root, chain := readChain(n.X); root != nil && isField(chain) {
			return root, append(chain, n)
		}
	}
	return nil, nil
}

// isField reports whether the end of a chain is something that fields can be read of, which an optional is not.
func isField(chain []ir.Node) bool {
	_, optional := chain[len(chain)-1].(*ir.Maybe)
	return !optional
}

// commonLength returns how long two chains from one root are the same.
func commonLength(a, b []ir.Node) int {
	n := 0
	for n < len(a) && n < len(b) && ir.Path(a[n])+kindOf(a[n]) == ir.Path(b[n])+kindOf(b[n]) {
		n++
	}
	return n
}

// kindOf returns a suffix for the path of a node, by which a field that is read as an optional differs from the same field where it must be there.
func kindOf(n ir.Node) string {
	if _, ok := n.(*ir.Maybe); ok {
		return "?"
	}
	return ""
}

// readName names a parameter after the field that it is, with the name of what has the field in front if that of the field says little.
func readName(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Root:
		return n.Title()
	case *ir.Member:
		return fieldName(n.X, n.Field)
	case *ir.Maybe:
		return fieldName(n.X, n.Field)
	}
	return "value"
}

func fieldName(x ir.Node, f *ir.Field) string {
	if len(f.Name) > 2 && !vague[f.Name] {
		return f.Name
	}
	return readName(x) + "_" + f.Name
}

// vague are names of fields that say little without what they belong to.
var vague = map[string]bool{"data": true, "items": true, "list": true, "name": true, "text": true, "type": true, "value": true, "values": true}

// replacer copies a marked expression with parameters in the places of what they stand for.
type replacer struct {
	params map[string]*ir.Local // by path and kind
	copies map[ir.Node]ir.Node
}

// body returns the copy of a function's body.
func (r *replacer) body(n ir.Node) ir.Node {
	replaced := r.node(n)
	for _, c := range r.copies {
		if marks := c.Marked(); marks.Same != nil {
			marks.Same = r.copies[marks.Same]
		}
	}
	return replaced
}

func (r *replacer) node(n ir.Node) ir.Node {
	if _, chain := readChain(n); chain != nil {
		if param := r.params[ir.Path(n)+kindOf(n)]; param != nil {
			return &ir.Ref{To: param}
		}
	}
	c := ir.Copy(n, r.node)
	r.copies[n] = c
	return c
}

// markRead marks n, a read of which nothing can fail, and returns it.
func markRead(n ir.Node) ir.Node {
	ir.Walk(n, func(n ir.Node) {
		*n.Marked() = ir.Marks{}
		if m, ok := n.(*ir.Member); ok {
			m.Proven = true
		}
	})
	return n
}
