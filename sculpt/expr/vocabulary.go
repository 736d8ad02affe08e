package expr

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/functions"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// word is an overload of a function that CEL has not and manifests have: see docs/functions.md.
type word struct {
	name   string
	id     string // of the overload
	params []param
	result *cel.Type
	fn     *ir.Function
	lower  func(l *lowerer, c wordCall) ir.Node // in place of a call of fn; nil: a call of fn
}

// param is a parameter of a word. check looks at an argument of the right type, and may replace it; nil: anything will do.
type param struct {
	celType *cel.Type
	check   func(l *lowerer, n ir.Node, at ast.Expr) ir.Node
}

// wordCall is a call of a word, with arguments that were checked.
type wordCall struct {
	word *word
	args []ir.Node
	at   []ast.Expr // where the arguments stand
}

// plain is the call as a call of the word's function.
func (c wordCall) plain() ir.Node { return c.word.fn.Call(c.args...) }

// The parameters of words. Literals that are wrong are found at generation.
var (
	anyParam      = param{cel.DynType, nil}
	stringParam   = param{cel.StringType, nil}
	intParam      = param{cel.IntType, nil}
	doubleParam   = param{cel.DoubleType, nil}
	timeParam     = param{cel.TimestampType, nil}
	dateParam     = param{cel.StringType, checkDate}
	localParam    = param{cel.StringType, checkLocalTime}
	zoneParam     = param{cel.StringType, checkZone}
	dateLayout    = param{cel.StringType, checkDateLayout}
	timeLayout    = param{cel.StringType, checkTimeLayout}
	pointerParam  = param{cel.StringType, checkPointer}
	decimalsParam = param{cel.IntType, checkDecimals}
	unitParam     = param{cel.StringType, checkUnit}
	currencyParam = param{cel.StringType, checkCurrency}
)

// words are all of them, in the order of their documentation.
var words = []word{
	{name: "now", id: "now", result: cel.TimestampType, fn: ir.FnNow},
	{name: "uuid", id: "uuid", result: cel.StringType, fn: ir.FnUUID},

	{
		name: "url.query", id: "url_query", params: []param{stringParam, stringParam},
		result: cel.OptionalType(cel.StringType), fn: ir.FnURLQuery,
	},
	{
		name: "url.segment", id: "url_segment", params: []param{stringParam, intParam},
		result: cel.OptionalType(cel.StringType), fn: ir.FnURLSegment,
	},
	{
		name: "pointer.get", id: "pointer_get", params: []param{anyParam, pointerParam},
		result: cel.OptionalType(cel.DynType), fn: ir.FnPointer,
	},

	{
		name: "date.of", id: "date_of", params: []param{timeParam, zoneParam},
		result: cel.StringType, fn: ir.FnDateOf,
	},
	{
		name: "date.at", id: "date_at", params: []param{localParam, zoneParam},
		result: cel.TimestampType, fn: ir.FnDateAt,
	},
	{
		name: "date.addDays", id: "date_addDays", params: []param{dateParam, intParam},
		result: cel.StringType, fn: ir.FnAddDays,
	},
	{
		name: "date.addDays", id: "date_addDays_timestamp", params: []param{timeParam, intParam, zoneParam},
		result: cel.TimestampType, fn: ir.FnAddDaysIn,
	},
	{
		name: "date.addMonths", id: "date_addMonths", params: []param{dateParam, intParam},
		result: cel.StringType, fn: ir.FnAddMonths,
	},
	{
		name: "date.addMonths", id: "date_addMonths_timestamp", params: []param{timeParam, intParam, zoneParam},
		result: cel.TimestampType, fn: ir.FnAddMonthsIn,
	},
	{name: "date.weekday", id: "date_weekday", params: []param{dateParam}, result: cel.IntType, fn: ir.FnWeekday},
	{
		name: "date.format", id: "date_format", params: []param{dateParam, dateLayout},
		result: cel.StringType, fn: ir.FnFormatDate,
	},
	{
		name: "date.format", id: "date_format_timestamp", params: []param{timeParam, zoneParam, timeLayout},
		result: cel.StringType, fn: ir.FnFormatTime, lower: lowerFormatTime,
	},

	{
		name: "number.round", id: "number_round", params: []param{doubleParam, decimalsParam},
		result: cel.DoubleType, fn: ir.FnRound,
	},
	{
		name: "number.format", id: "number_format_int", params: []param{intParam},
		result: cel.StringType, fn: ir.FnGroupInt,
	},
	{
		name: "number.format", id: "number_format_double", params: []param{doubleParam, decimalsParam},
		result: cel.StringType, fn: ir.FnGroupFloat,
	},
	{
		name: "number.sum", id: "number_sum_int", params: []param{{cel.ListType(cel.IntType), nil}},
		result: cel.IntType, fn: ir.FnSumInts,
	},
	{
		name: "number.sum", id: "number_sum_double", params: []param{{cel.ListType(cel.DoubleType), nil}},
		result: cel.DoubleType, fn: ir.FnSumFloats,
	},
	{
		name: "unit.convert", id: "unit_convert", params: []param{doubleParam, unitParam, unitParam},
		result: cel.DoubleType, fn: ir.FnConvert, lower: lowerConvert,
	},
	{
		name: "money.decimal", id: "money_decimal", params: []param{intParam, currencyParam},
		result: cel.StringType, fn: ir.FnMoneyDecimal, lower: lowerMoney,
	},
}

// vocabulary declares the words to CEL.
func vocabulary() []cel.EnvOption { return declare(nil) }

// declare declares the words, and binds those that implementations has, by the id of the overload.
func declare(implementations map[string]functions.FunctionOp) []cel.EnvOption {
	var options []cel.EnvOption
	for _, w := range words {
		args := make([]*cel.Type, len(w.params))
		for i, p := range w.params {
			args[i] = p.celType
		}
		var binding []cel.OverloadOpt
		if f := implementations[w.id]; f != nil {
			binding = append(binding, cel.FunctionBinding(f))
		}
		options = append(options, cel.Function(w.name, cel.Overload(w.id, args, w.result, binding...)))
	}
	return options
}

// Bind gives the functions of the manifest implementations, by the ids of their overloads, so that programs of
// [Env.Program] can call them. Generation needs none.
func (e *Env) Bind(implementations map[string]functions.FunctionOp) error {
	for _, option := range declare(implementations) {
		if err := e.extend(option, func() {}); err != nil {
			return err
		}
	}
	return nil
}

// word lowers a call of a word; ok is false if the overload is none.
func (l *lowerer) word(e ast.Expr, id string, nodes []ir.Node, args []ast.Expr) (n ir.Node, ok bool) {
	w := wordOf(id)
	if w == nil {
		return nil, false
	}
	for i, p := range w.params {
		nodes[i] = l.argument(nodes[i], p.celType, args[i])
		if p.check != nil {
			nodes[i] = p.check(l, nodes[i], args[i])
		}
	}
	c := wordCall{word: w, args: nodes, at: args}
	if w.lower != nil {
		return w.lower(l, c), true
	}
	return c.plain(), true
}

func wordOf(id string) *word {
	for i := range words {
		if words[i].id == id {
			return &words[i]
		}
	}
	return nil
}
