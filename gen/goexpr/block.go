package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Roots are the Go expressions that what a tool holds is read from.
type Roots struct {
	Context  *jen.Statement            // the context of the call; nil: there is none, and nothing needs it
	Inputs   *jen.Statement            // the struct of the inputs
	Config   *jen.Statement            // the configuration
	Bodies   map[string]string         // variables, by step
	Metas    map[string]string         // of what answers say beside their bodies, by step
	Pages    map[string]string         // variables of what is collected of pages, by step
	Vars     map[string]string         // by var
	Steps    map[string]*jen.Statement // the outcome of steps that do not call once, by the step's name and the part: notice.body
	Elements map[string]string         // variables of the elements that steps run for, by step
	Problem  map[string]*jen.Statement // the error answer that a rule of on_error is about, by part
}

// function is a Go function in which expressions are printed.
type function struct {
	file     *File
	roots    Roots
	fail     func(err jen.Code) *jen.Statement // returns from the function because an expression failed with err
	abort    func(err jen.Code) *jen.Statement // returns because the budget is spent, which no && or || absorbs; nil: fail is used
	fallible bool                              // it returns an error beside its value
	result   []string                          // the places of the expressions that it computes, after which lists and maps that it returns are named
	budget   *budget                           // counts the work that is repeated; nil: nothing is counted
	done     map[ir.Node]value                 // the values of nodes that can fail and were computed: the Same of other nodes refers to them
}

// inside returns a function inside fn, which returns because of an error as fail says.
func (fn *function) inside(fail func(err jen.Code) *jen.Statement) *function {
	inner := *fn
	inner.fail, inner.abort, inner.fallible, inner.result = fail, nil, true, nil
	return &inner
}

// aborts returns abort, or fail in its place.
func (fn *function) aborts() func(err jen.Code) *jen.Statement {
	if fn.abort != nil {
		return fn.abort
	}
	return fn.fail
}

// block is a sequence of statements of a function.
type block struct {
	fn     *function
	scope  *naming.Scope
	outer  *block
	stmts  []jen.Code
	locals map[*ir.Local]value
}

func newBlock(fn *function, scope *naming.Scope) *block {
	return &block{fn: fn, scope: scope, locals: map[*ir.Local]value{}}
}

// child returns a block inside b: a branch or the body of a loop.
func (b *block) child() *block {
	c := newBlock(b.fn, b.scope.Child())
	c.outer = b
	return c
}

// within prints f in a block inside b and returns its statements.
func (b *block) within(f func(c *block)) []jen.Code {
	c := b.child()
	f(c)
	return c.stmts
}

func (b *block) add(stmts ...jen.Code) { b.stmts = append(b.stmts, stmts...) }

// name returns a fresh name in the block: the first of the hints that is free.
func (b *block) name(hints ...string) string { return b.scope.Name(hints...) }

// bound returns what a local stands for.
func (b *block) bound(l *ir.Local) value {
	for at := b; at != nil; at = at.outer {
		if v, ok := at.locals[l]; ok {
			return v
		}
	}
	panic("goexpr: an expression refers to a local that nothing binds: " + l.Name)
}

// check adds
//
//	if err != nil {
//		return ..., err
//	}
func (b *block) check(err jen.Code) {
	b.add(jen.If(jen.Add(err).Op("!=").Nil()).Block(b.fn.fail(err)))
}

// checked adds a call that can fail, and returns the variable that holds its result:
//
//	period, err := cel.Elem(periods, 0)
//	if err != nil {
//		return ..., err
//	}
func (b *block) checked(call jen.Code, hints ...string) value {
	name := b.name(hints...)
	b.add(jen.List(jen.Id(name), jen.Err()).Op(":=").Add(call))
	b.check(jen.Err())
	return variable(name)
}

// change adds a call that returns nothing but an error:
//
//	if err := cel.DynSet(entries, key, value); err != nil {
//		return ..., err
//	}
func (b *block) change(call *jen.Statement) {
	b.add(jen.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fn.fail(jen.Err())))
}

// refuse adds a return with an error if cond holds:
//
//	if x.Results == nil {
//		return ..., cel.NoMember("results")
//	}
func (b *block) refuse(cond value, err jen.Code) { b.add(jen.If(cond.clone()).Block(b.fn.fail(err))) }

// hold adds a variable for v, unless v is one already, and returns it.
func (b *block) hold(hints []string, v value, t *ir.Type) value {
	if v.variable != "" {
		return v
	}
	name := b.name(hints...)
	b.add(jen.Id(name).Op(":=").Add(v.typed(t)))
	return value{code: jen.Id(name), prec: operandPrec, variable: name, pointers: v.pointers}
}

// giveBack adds the return of a value.
func (b *block) giveBack(v *jen.Statement) {
	if b.fn.fallible {
		b.add(jen.Return(v, jen.Nil()))
		return
	}
	b.add(jen.Return(v))
}

// returning returns the statements of a branch that returns a value.
func (b *block) returning(v *jen.Statement) []jen.Code {
	return b.within(func(c *block) { c.giveBack(v) })
}
