package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// function is a Go function that is being written for a tool: that of the tool itself, or one for a longer expression.
type function struct {
	g        *generator
	file     *toolFile
	fail     func(err jen.Code) *jen.Statement // returns from the function because an expression failed with err
	fallible bool                              // something in it can fail
	loops    bool                              // it has more than straight-line code
	config   *jen.Statement                    // the configuration
	fails    map[ir.Node]bool                  // which conditions can fail, as far as that was asked
	budget   *budget                           // what it may do again
}

// newFunction returns a function in which nothing is written yet.
func newFunction(tf *toolFile, config *jen.Statement) *function {
	return &function{g: tf.g, file: tf, config: config, fails: map[ir.Node]bool{}, budget: &budget{name: "budget"}}
}

// trial returns the function to write something that is not kept.
func (fn *function) trial() *function {
	trial := *fn
	trial.budget = &budget{name: fn.budget.name}
	return &trial
}

// returnsError reports whether the function returns an error beside its value.
func (fn *function) returnsError() bool { return fn.fallible || fn.budget.used }

// block is a sequence of statements of a function.
type block struct {
	fn     *function
	scope  *scope
	outer  *block
	stmts  []jen.Code
	locals map[*ir.Local]value
	known  map[string]value // values that were read already, by their path
	target *target          // or nil
}

func newBlock(fn *function, scope *scope) *block {
	return &block{fn: fn, scope: scope, locals: map[*ir.Local]value{}, known: map[string]value{}}
}

// child returns a block inside b: a branch or the body of a loop.
func (b *block) child() *block {
	c := newBlock(b.fn, b.scope.child())
	c.outer = b
	return c
}

func (b *block) add(stmts ...jen.Code) { b.stmts = append(b.stmts, stmts...) }

// name returns a fresh name in the block.
func (b *block) name(hint string) string { return b.scope.name(hint) }

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
		name = b.name(hint(n))
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
func (b *block) hold(hint string, v value, t *ir.Type) value {
	if v.named {
		return v
	}
	name := b.name(hint)
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
		return operand(jen.Id("in").Dot(g.names.input(b.fn.file.tool, b.fn.file.input(n.Name))))
	case ir.ConfigRoot:
		return operand(b.fn.config.Clone().Dot(g.names.configField(n.Name)))
	case ir.TableRoot:
		return operand(jen.Id(g.names.table(n.Name)))
	case ir.StatusRoot:
		return operand(jen.Id(b.fn.file.locals[rootKey{ir.StatusRoot, n.Name}]).Dot("Status"))
	case ir.HeadersRoot:
		return operand(jen.Id(b.fn.file.locals[rootKey{ir.StatusRoot, n.Name}]).Dot("Headers").Call())
	}
	return operand(jen.Id(b.fn.file.locals[rootKey{n.Kind, n.Name}]))
}

// rootKey names a variable of a tool's function: of the body of a step's answer, of the rest of it (StatusRoot), of a var.
type rootKey struct {
	kind ir.RootKind
	name string
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

// hint returns a name for a variable that holds the value of n.
func hint(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Root:
		return n.Name
	case *ir.Ref:
		return n.To.Name
	case *ir.Member:
		return n.Field.Name
	case *ir.Maybe:
		return n.Field.Name
	case *ir.Element:
		return singular(hint(n.List))
	case *ir.Record:
		return singular(n.Name)
	case *ir.Then:
		return hint(n.Body)
	case *ir.Row:
		return singular(n.Table.Name)
	case *ir.Logic:
		return "ok"
	case *ir.NotNull:
		return hint(n.X)
	case *ir.OrValue:
		return hint(n.X)
	case *ir.ToDyn:
		return hint(n.X)
	case *ir.Counted:
		return hint(n.X)
	case *ir.Loop:
		return loopHint(n)
	case *ir.Call:
		return callHint(n)
	case *ir.Let:
		return hint(n.Body)
	case *ir.Concat:
		return "text"
	}
	return "value"
}

func loopHint(n *ir.Loop) string {
	switch n.Kind {
	case ir.All, ir.Any, ir.One, ir.Count:
		return map[ir.LoopKind]string{ir.All: "all", ir.Any: "found", ir.One: "one", ir.Count: "count"}[n.Kind]
	case ir.First, ir.FirstMay:
		return singular(hint(n.Over))
	}
	if n.Elem != nil && !standsFor(n.Elem, n.Var) {
		if h := hint(n.Elem); h != "value" {
			return h + "s"
		}
	}
	return hint(n.Over)
}

// standsFor reports whether n is a local itself, be it as a narrower type.
func standsFor(n ir.Node, local *ir.Local) bool {
	switch x := n.(type) {
	case *ir.NotNull:
		n = x.X
	case *ir.Call:
		if len(x.Args) == 1 && strings.HasPrefix(x.Func.Name, "As") {
			n = x.Args[0]
		}
	}
	ref, ok := n.(*ir.Ref)
	return ok && ref.To == local
}

// callHint names the result of a function after its argument if it is the same thing in another form.
func callHint(n *ir.Call) string {
	switch {
	case wordResults[n.Func.Name] != "":
		return wordResults[n.Func.Name]
	case strings.Contains(n.Func.Name, "From") || strings.HasPrefix(n.Func.Name, "As") || strings.HasPrefix(n.Func.Name, "Opt"):
		if len(n.Args) > 0 {
			return hint(n.Args[0])
		}
	case n.Func.Name == "Key" || n.Func.Name == "DynSelect":
		if c, ok := n.Args[1].(*ir.Const); ok {
			if s, isText := c.Value.(string); isText {
				return s
			}
		}
	case strings.HasPrefix(n.Func.Name, "Add"):
		return "sum"
	case strings.HasPrefix(n.Func.Name, "Sub"):
		return "difference"
	case strings.HasPrefix(n.Func.Name, "Mul"):
		return "product"
	case strings.HasPrefix(n.Func.Name, "Div"):
		return "quotient"
	case n.Func.Name == "Location":
		return "zone"
	}
	return "value"
}
