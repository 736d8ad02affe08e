package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// generator is what the expressions of a service share.
type generator struct {
	*pkg
	zones bool // the code emitted so far names a time zone of the tz database
}

// function is a Go function that is being written for a tool: that of the tool itself, or one for a longer expression.
type function struct {
	g        *generator
	file     *toolFile
	fail     func(err jen.Code) *jen.Statement // returns from the function because an expression failed with err
	fallible bool                              // something in it can fail
	loops    bool                              // it has more than straight-line code
	config   *jen.Statement                    // the configuration
	roots    map[rootKey]string                // its variables or parameters for answers and vars
	answers  map[question]bool                 // to what was asked about the nodes of the expression
	budget   *budget                           // what it may do again
	abort    func(err jen.Code) *jen.Statement // returns because of an error that nothing absorbs; nil: fail does
}

// newFunction returns a function in which nothing is written yet.
func newFunction(tf *toolFile, config *jen.Statement) *function {
	return &function{g: tf.g, file: tf, config: config, roots: tf.locals, answers: map[question]bool{}, budget: &budget{name: "budget"}}
}

// inside returns a function inside fn, which returns because of an error as fail says.
func (fn *function) inside(fail func(err jen.Code) *jen.Statement) *function {
	inner := *fn
	inner.fail, inner.abort = fail, nil
	return &inner
}

// aborts returns what returns from the function because of an error that nothing absorbs.
func (fn *function) aborts() func(err jen.Code) *jen.Statement {
	if fn.abort != nil {
		return fn.abort
	}
	return fn.fail
}

// returnsError reports whether the function returns an error beside its value.
func (fn *function) returnsError() bool { return fn.fallible || fn.budget.used }

// block is a sequence of statements of a function.
type block struct {
	fn     *function
	scope  *naming.Scope
	outer  *block
	stmts  []jen.Code
	locals map[*ir.Local]value
	known  map[string]value // values that were read already, by their path
	target *target          // or nil
}

func newBlock(fn *function, scope *naming.Scope) *block {
	return &block{fn: fn, scope: scope, locals: map[*ir.Local]value{}, known: map[string]value{}}
}

// child returns a block inside b: a branch or the body of a loop.
func (b *block) child() *block {
	c := newBlock(b.fn, b.scope.Child())
	c.outer = b
	return c
}

func (b *block) add(stmts ...jen.Code) { b.stmts = append(b.stmts, stmts...) }

// name returns a fresh name in the block: the first of the hints that is free.
func (b *block) name(hints ...string) string { return b.scope.Name(hints...) }

// bound returns what a local stands for.
func (b *block) bound(l *ir.Local) value {
	v, ok := b.lookup(l)
	if !ok {
		panic("gen: an expression refers to a local that nothing binds: " + l.Name)
	}
	return v
}

func (b *block) lookup(l *ir.Local) (value, bool) {
	for at := b; at != nil; at = at.outer {
		if v, ok := at.locals[l]; ok {
			return v, true
		}
	}
	return value{}, false
}

// recall returns the value that was read for a path.
func (b *block) recall(path string) (value, bool) {
	for at := b; at != nil; at = at.outer {
		if v, ok := at.known[path]; ok {
			return v, true
		}
	}
	return value{}, false
}

// check emits
//
//	if err != nil {
//		return ..., err
//	}
func (b *block) check(err jen.Code) {
	b.fn.fallible = true
	b.add(jen.If(jen.Add(err).Op("!=").Nil()).Block(b.fn.fail(err)))
}

// target is where the value of a node goes, if the last thing that its code does is a call that can fail.
type target struct {
	node   ir.Node
	name   string         // a new variable
	lvalue *jen.Statement // or something that can be assigned to
	back   bool           // or it is returned from the function
	used   bool
}

// try emits a call that can fail, and returns the variable that holds its result:
//
//	period, err := cel.Elem(periods, 0)
//	if err != nil {
//		return ..., err
//	}
func (b *block) try(n ir.Node, call jen.Code) value {
	name := ""
	if t := b.target; t != nil && t.node == n && !t.used {
		t.used = true
		switch {
		case t.back:
			b.fn.fallible = true
			b.add(jen.Return(call))
			return value{}
		case t.lvalue != nil:
			b.fn.fallible = true
			assign := jen.List(t.lvalue.Clone(), jen.Err()).Op("=").Add(call)
			b.add(jen.If(assign, jen.Err().Op("!=").Nil()).Block(b.fn.fail(jen.Err())))
			return operand(t.lvalue)
		}
		name = t.name
	}
	if name == "" {
		name = b.name(hints(n)...)
	}
	b.add(jen.List(jen.Id(name), jen.Err()).Op(":=").Add(call))
	b.check(jen.Err())
	return variable(name)
}

// refuse emits a return with an error if cond holds:
//
//	if x.Results == nil {
//		return ..., cel.NoMember("results")
//	}
func (b *block) refuse(cond, err jen.Code) {
	b.fn.fallible = true
	b.add(jen.If(cond).Block(b.fn.fail(err)))
}

// hold emits a variable for v, unless v is a variable or a selection already, and returns it.
func (b *block) hold(hints []string, v value, t *ir.Type) value {
	if v.named {
		return v
	}
	name := b.name(hints...)
	b.add(jen.Id(name).Op(":=").Add(v.typed(t)))
	return variable(name)
}

// discard uses a value that is of no use: Go wants every variable to be used.
func (b *block) discard(v value) {
	if code := v.pointer(); code.GoString() != "nil" {
		b.add(jen.Id("_").Op("=").Add(code))
	}
}

// drop leaves out a part of an expression that is never computed, and uses the variables that nothing else may use.
func (b *block) drop(n ir.Node) {
	dropped := map[*ir.Local]bool{}
	ir.Walk(n, func(n ir.Node) {
		ref, ok := n.(*ir.Ref)
		if !ok || dropped[ref.To] {
			return
		}
		dropped[ref.To] = true
		if v, bound := b.lookup(ref.To); bound {
			b.discard(v)
		}
	})
}

// within compiles f in a block inside b and returns that block.
func (b *block) within(f func(c *block)) *block {
	c := b.child()
	f(c)
	return c
}

// root returns what a root stands for.
func (b *block) root(n *ir.Root) value {
	g := b.fn.g
	switch n.Kind {
	case ir.InputRoot:
		return operand(jen.Id("in").Dot(g.names.Tool(b.fn.file.tool).Inputs[n.Name]))
	case ir.ConfigRoot:
		return operand(b.fn.config.Clone().Dot(g.names.Config(n.Name)))
	case ir.TableRoot:
		return operand(jen.Id(g.names.Table(n.Name)))
	case ir.StatusRoot:
		return operand(jen.Id(b.fn.roots[rootKey{ir.StatusRoot, n.Name}]).Dot("Status"))
	case ir.HeadersRoot:
		return operand(jen.Id(b.fn.roots[rootKey{ir.StatusRoot, n.Name}]).Dot("Headers").Call())
	}
	return operand(jen.Id(b.fn.roots[rootKey{n.Kind, n.Name}]))
}

// rootKey names a variable of a tool's function: of the body of a step's answer, of the rest of it (StatusRoot), of a var.
type rootKey struct {
	kind ir.RootKind
	name string
}

// hint is the name that the variable should have.
func (k rootKey) hint() string {
	if k.kind == ir.StatusRoot {
		return k.name + "_meta"
	}
	return k.name
}

// key returns the variable that a root is read from, and whether there is one.
func key(r *ir.Root) (rootKey, bool) {
	switch r.Kind {
	case ir.BodyRoot, ir.VarRoot, ir.StatusRoot:
		return rootKey{r.Kind, r.Name}, true
	case ir.HeadersRoot:
		return rootKey{ir.StatusRoot, r.Name}, true
	}
	return rootKey{}, false
}
