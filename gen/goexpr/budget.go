package goexpr

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// budget is the variable of a function that counts the work which it repeats for every element of a list. Functions inside the function share it.
type budget struct {
	name string
	used bool
}

func (u *budget) variable() *jen.Statement {
	u.used = true
	return jen.Id(u.name)
}

// grouped returns a number with an underscore between thousands.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "_" + digits[i:]
	}
	return digits
}

// spend adds
//
//	if err := budget.Spend(len(zones)); err != nil {
//		return ..., err
//	}
//
// This error ends the expression also inside && and ||, where others may not count.
func spend(b *block, method string, amount jen.Code) {
	spent := jen.Err().Op(":=").Add(b.fn.budget.variable()).Dot(method).Call(amount)
	b.add(jen.If(spent, jen.Err().Op("!=").Nil()).Block(b.fn.aborts()(jen.Err())))
}

// pay adds the statement that counts what an operand of a node costs, if costs have it, and returns v, its value, as something that can be read again.
func pay(b *block, costs []ir.Cost, operand int, n ir.Node, v value) value {
	return payAll(b, costs, operand, []ir.Node{n}, []value{v})[0]
}

// paid is pay for an operand that was not printed yet.
func paid(b *block, costs []ir.Cost, operand int, n ir.Node) value {
	return pay(b, costs, operand, n, expr(b, n))
}

// payAll is pay for several operands of a node. first is the index of the first of them.
// Costs that are counted in the same way are counted by one statement.
func payAll(b *block, costs []ir.Cost, first int, nodes []ir.Node, values []value) []value {
	sums := map[string]*jen.Statement{}
	for _, cost := range costs {
		i := cost.Operand - first
		if i < 0 || i >= len(nodes) {
			continue
		}
		values[i] = makeReusable(b, nodes[i], values[i])
		method, amount := price(b.fn.file, cost.Measure, values[i], nodes[i].Type())
		switch {
		case method == "SpendAll":
			spend(b, method, amount)
		case sums[method] == nil:
			sums[method] = amount
		default:
			sums[method].Op("+").Add(amount)
		}
	}
	for _, method := range []string{"Spend", "SpendBytes"} {
		if sums[method] != nil {
			spend(b, method, sums[method])
		}
	}
	return values
}

// price returns the method of the budget that counts a value, and its argument.
func price(f *File, measure ir.Measure, v value, t *ir.Type) (method string, amount *jen.Statement) {
	text := t.Kind == ir.String || t.Kind == ir.Bytes
	sized := text || t.Kind == ir.List || t.Kind == ir.Map
	switch {
	case measure == ir.CountZone:
		return "Spend", f.Runtime.Cel("ZoneWork")
	case measure == ir.CountBytes && text && !t.Nullable:
		return "SpendBytes", jen.Len(v.clone())
	case measure == ir.CountElements && sized && !t.Nullable:
		return "Spend", jen.Len(v.clone())
	case measure == ir.CountElements && t.Kind == ir.Dyn:
		return "Spend", f.function(ir.FnLength).Call(v.clone())
	}
	return "SpendAll", v.pointer()
}

// counted returns a value after it was counted.
func counted(b *block, n *ir.Counted) value {
	measure := ir.CountAll
	if n.Type().Kind == ir.String || n.Type().Kind == ir.Bytes {
		measure = ir.CountBytes
	}
	return pay(b, []ir.Cost{{Measure: measure}}, 0, n.X, expr(b, n.X))
}
