package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// budget is the variable of a function that counts what an expression does again. Functions inside the function share it.
type budget struct {
	name string
	used bool
}

// declareBudget emits
//
//	budget := cel.Budget(10_000_000)
func (b *block) declareBudget(u *budget, units int64) {
	b.add(jen.Id(u.name).Op(":=").Add(b.fn.g.runtime.Cel("Budget")).Call(jen.Op(grouped(units))))
}

// grouped returns a number with an underscore between thousands.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "_" + digits[i:]
	}
	return digits
}

// budget returns the variable. What uses it stands in a function of the expression's own.
func (b *block) budget() *jen.Statement {
	b.fn.loops = true
	b.fn.budget.used = true
	return jen.Id(b.fn.budget.name)
}

// spend emits
//
//	if err := budget.Spend(len(zones)); err != nil {
//		return ..., err
//	}
//
// It does not make the function one that can fail, as far as && and || are concerned: they do not absorb this error.
func (b *block) spend(method string, amount jen.Code) {
	spent := jen.Err().Op(":=").Add(b.budget()).Dot(method).Call(amount)
	b.add(jen.If(spent, jen.Err().Op("!=").Nil()).Block(b.fn.aborts()(jen.Err())))
}

// pay emits what an operand of a node costs, and returns the operand as something that can be read again. v is its value.
func (b *block) pay(costs []ir.Cost, place int, n ir.Node, v value) value {
	return b.payAll(costs, place, []ir.Node{n}, []value{v})[0]
}

// paid is the value of an operand of a node, after what it costs was counted.
func (b *block) paid(costs []ir.Cost, place int, n ir.Node) value {
	return b.pay(costs, place, n, b.expr(n))
}

// payAll is pay for several operands, the first of which stands at a place. What is counted in one way is counted at once.
func (b *block) payAll(costs []ir.Cost, place int, nodes []ir.Node, values []value) []value {
	sums := map[string]*jen.Statement{}
	for _, cost := range costs {
		i := cost.Operand - place
		if i < 0 || i >= len(nodes) {
			continue
		}
		values[i] = b.placed(nodes[i], values[i])
		method, amount := b.amount(cost.Measure, values[i], nodes[i].Type())
		switch {
		case method == "SpendAll":
			b.spend(method, amount)
		case sums[method] == nil:
			sums[method] = amount
		default:
			sums[method].Op("+").Add(amount)
		}
	}
	for _, method := range []string{"Spend", "SpendBytes"} {
		if sums[method] != nil {
			b.spend(method, sums[method])
		}
	}
	return values
}

// amount returns how a value that is gone over is counted: the method of the budget, and its argument.
func (b *block) amount(measure ir.Measure, v value, t *ir.Type) (method string, amount *jen.Statement) {
	text := t.Kind == ir.String || t.Kind == ir.Bytes
	sized := text || t.Kind == ir.List || t.Kind == ir.Map
	switch {
	case measure == ir.CountZone:
		return "Spend", b.fn.g.runtime.Cel("ZoneWork")
	case measure == ir.CountBytes && text && !t.Nullable:
		return "SpendBytes", jen.Len(v.clone())
	case measure == ir.CountElements && sized && !t.Nullable:
		return "Spend", jen.Len(v.clone())
	case measure == ir.CountElements && t.Kind == ir.Dyn:
		return "Spend", b.fn.g.function(ir.FnLength).Call(v.clone())
	}
	return "SpendAll", v.pointer()
}

// counted returns a value after it was counted.
func (b *block) counted(n *ir.Counted) value {
	measure := ir.CountAll
	if n.Type().Kind == ir.String || n.Type().Kind == ir.Bytes {
		measure = ir.CountBytes
	}
	return b.pay([]ir.Cost{{Measure: measure}}, 0, n.X, b.expr(n.X))
}

// spends reports whether something in n is counted.
func spends(n ir.Node) bool {
	found := false
	ir.Walk(n, func(n ir.Node) { found = found || ir.Counts(n) })
	return found
}
