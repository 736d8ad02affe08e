package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Body is a stretch of a function, written from its beginning to its end, in which expressions are computed. They take no
// branches: what does is a function of its own.
type Body struct{ block *block }

// NewBody starts the body of a function whose names scope gives, and in which roots hold what expressions read.
func (f *File) NewBody(scope *naming.Scope, roots Roots) *Body {
	fn := &function{file: f, roots: roots, fallible: true, done: map[ir.Node]value{}}
	return &Body{newBlock(fn, scope)}
}

// FailWith says how the function returns because of an error of an expression that is computed from here on.
func (b *Body) FailWith(fail func(err jen.Code) *jen.Statement) { b.block.fn.fail = fail }

// ReadProblem says what holds the parts of the error answer that expressions read which are computed from here on.
func (b *Body) ReadProblem(parts map[string]*jen.Statement) { b.block.fn.roots.Problem = parts }

// Fail returns the statement that returns from the function because an expression failed with err.
func (b *Body) Fail(err jen.Code) *jen.Statement { return b.block.fn.fail(err) }

// Add adds statements.
func (b *Body) Add(stmts ...jen.Code) { b.block.add(stmts...) }

// Statements returns what the body consists of so far.
func (b *Body) Statements() []jen.Code { return b.block.stmts }

// Inner returns the statements of a branch at this place, which f writes.
func (b *Body) Inner(f func(inner *Body)) []jen.Code {
	return b.block.within(func(c *block) { f(&Body{c}) })
}

// Value returns the value of an expression with its Go type, an object as a pointer.
func (b *Body) Value(n ir.Node) *jen.Statement { return expr(b.block, n).pointer() }

// Structure returns what Value does, but an object as a struct instead of a pointer.
func (b *Body) Structure(n ir.Node) *jen.Statement { return expr(b.block, n).structure(n.Type()) }

// Typed returns what Value does, with its type spelled out where Go would take another one for a literal.
func (b *Body) Typed(n ir.Node) *jen.Statement { return expr(b.block, n).typed(n.Type()) }

// List returns a list that can be read more than once, and whether it holds structs, of which values are the addresses. Names are
// for the variable that it may take.
func (b *Body) List(n ir.Node, names ...string) (list *jen.Statement, structs bool) {
	v := expr(b.block, n)
	if !ir.IsRead(n) {
		v = b.block.hold(names, v, n.Type())
	}
	return v.in(operandPrec), holdsStructs(v, n.Type().Elem)
}

// Condition returns a condition, as what stands behind if.
func (b *Body) Condition(n ir.Node) *jen.Statement { return expr(b.block, n).clone() }

// Not returns the negation of a condition, as what stands behind if.
func (b *Body) Not(n ir.Node) *jen.Statement { return expr(b.block, n).not().clone() }

// Define adds a variable with the value of an expression:
//
//	period, err := lookupWeatherByCityPeriod(in, periods)
//	if err != nil {
//		return ..., err
//	}
func (b *Body) Define(name string, n ir.Node) {
	if let, ok := n.(*ir.Let); ok {
		bindLet(b.block, let)
		b.Define(name, let.Body)
		return
	}
	if call := direct(b.block, n); call != nil {
		b.Add(jen.List(jen.Id(name), jen.Err()).Op(":=").Add(call))
		b.block.check(jen.Err())
		b.block.fn.done[n] = variable(name)
		return
	}
	b.Add(jen.Id(name).Op(":=").Add(b.Typed(n)))
}

// Name returns a name that nothing in the body has: the first of the hints that is free.
func (b *Body) Name(hints ...string) string { return b.block.name(hints...) }

// IfHolds adds a branch for where a condition holds, which f writes. A condition that fails does not hold.
func (b *Body) IfHolds(n ir.Node, f func(inner *Body)) {
	call := direct(b.block, n)
	if call == nil {
		b.Add(jen.If(b.Condition(n)).Block(b.Inner(f)...))
		return
	}
	var holds, failed string
	then := b.Inner(func(inner *Body) {
		holds, failed = inner.Name("holds"), inner.Name("failed")
		f(inner)
	})
	b.Add(jen.If(
		jen.List(jen.Id(holds), jen.Id(failed)).Op(":=").Add(call), jen.Id(failed).Op("==").Nil().Op("&&").Id(holds),
	).Block(then...))
}

// Hold adds the checks of the limits that a document sets for a value. The value is not assigned to anything.
func (b *Body) Hold(n ir.Node) { expr(b.block, n) }

// Assign assigns the value of an expression to something that exists, beside a variable err:
//
//	if out.TemperatureF, err = cel.DynInt(period.Temperature); err != nil {
//		return ..., err
//	}
func (b *Body) Assign(target *jen.Statement, n ir.Node) {
	if let, ok := n.(*ir.Let); ok {
		bindLet(b.block, let)
		b.Assign(target, let.Body)
		return
	}
	if call := direct(b.block, n); call != nil {
		assigned := jen.List(target.Clone(), jen.Err()).Op("=").Add(call)
		b.Add(jen.If(assigned, jen.Err().Op("!=").Nil()).Block(b.block.fn.fail(jen.Err())))
		b.block.fn.done[n] = operand(target)
		return
	}
	value := b.Value(n)
	b.Add(target.Op("=").Add(value))
}

// AssignWith assigns the value of an expression, and nil to err, which is not nil before. An expression that can fail is the call of a function, so that
// no statement declares another err on the way:
//
//	notice, err = &messagesSend{Sent: nact.Some(false)}, nil
func (b *Body) AssignWith(target *jen.Statement, n ir.Node) {
	if direct(b.block, n) != nil {
		b.Assign(target, n)
		return
	}
	value := b.Value(n)
	b.Add(jen.List(target, jen.Err()).Op("=").List(value, jen.Nil()))
}
