package lower

import (
	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// manifestFunction lowers a call of a function that CEL has not and manifests have. Its row says what its arguments are, and what they
// have to be where they are literals.
func manifestFunction(cx context, c call, f *ir.Function) ir.Node {
	for i, t := range f.Params {
		switch t {
		case ir.ZoneType:
			c.args[i] = zoneArgument(cx, c.args[i], c.at[i])
			continue
		case ir.PatternType:
			c.args[i] = patternArgument(cx, c.args[i], c.at[i])
			continue
		}
		c.args[i] = convertTo(cx, c.args[i], t, c.at[i])
		if err := checkLiteral(c.args[i], f.Literal(i)); err != nil {
			c.args[i] = cx.fail(c.at[i], "%s", err)
		}
	}
	if lower := knownArguments[f]; lower != nil {
		if n := lower(cx, c); n != nil {
			return n
		}
	}
	return f.Call(c.args...)
}

// knownArguments lower functions that have better Go where some arguments are literals. They return nil where those are not.
var knownArguments = map[*ir.Function]func(context, call) ir.Node{
	ir.FnConvert: convertUnit, ir.FnMoneyDecimal: decimalOfMoney, ir.FnFormatTime: formatTime,
	ir.FnPointer: pointerGet, ir.FnExtract: extract, ir.FnReplaceRegex: replaceRegex,
}

// convertUnit lowers unit.convert. Between two units that are known it is plain arithmetic.
func convertUnit(cx context, c call) ir.Node {
	from, known := constantText(c.args[1])
	to, alsoKnown := constantText(c.args[2])
	if !known || !alsoKnown {
		return nil
	}
	conversion, err := runtime.UnitConversion(from, to)
	if err != nil {
		return cx.fail(c.at[2], "%s", err)
	}
	x := c.args[0]
	steps := []struct {
		op           string
		by, noEffect float64
	}{{"-", conversion.Before, 0}, {"*", conversion.Mul, 1}, {"/", conversion.Div, 1}, {"+", conversion.After, 0}}
	for _, s := range steps {
		if s.by != s.noEffect {
			x = binary(s.op, x, &ir.Const{T: ir.DoubleType, Value: s.by})
		}
	}
	return x
}

// decimalOfMoney lowers money.decimal. A currency that is known is its number of decimals.
func decimalOfMoney(_ context, c call) ir.Node {
	code, known := constantText(c.args[1])
	if !known {
		return nil
	}
	decimals, _ := runtime.CurrencyDecimals(code)
	return ir.FnDecimal.Call(c.args[0], ir.Int64(int64(decimals)))
}

// formatTime lowers date.format of a timestamp. A layout that is known becomes one of Go's, if Go has it.
func formatTime(_ context, c call) ir.Node {
	layout, known := constantText(c.args[2])
	parts, err := runtime.LayoutParts(layout, false)
	goLayout, ok := runtime.GoLayout(parts)
	if !known || err != nil || !ok {
		return nil
	}
	return ir.FnFormatIn.Call(c.args[0], c.args[1], ir.Text(goLayout))
}

// pointerGet has no better Go: where the pointer is known, so is what it leads to.
func pointerGet(cx context, c call) ir.Node {
	if pointer, known := constantText(c.args[1]); known {
		tokens, _ := runtime.PointerTokens(pointer) // a literal that is none has been reported
		cx.doubts.Undeclared(c.expr, c.args[0], tokens...)
	}
	return nil
}
