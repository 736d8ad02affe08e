package lower

import (
	"maps"
	"slices"
	"strings"

	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// formatted lowers string.format: its arguments become those of the Go function.
func formatted(cx context, c call) (ir.Node, bool) {
	format := convertTo(cx, c.args[0], ir.StringType, c.at[0])
	lit, ok := c.args[1].(*ir.ListLit)
	if !ok || slices.Contains(slices.Collect(maps.Values(lit.OptionalAt)), true) {
		return ir.FnFormatList.Call(format, untypedElements(cx, c.args[1])), true
	}
	if n, ok := sprintf(format, lit.Elems); ok {
		return n, true
	}
	return ir.FnFormat.Call(append([]ir.Node{format}, dyns(cx, lit.Elems)...)...), true
}

// sprintf is a literal format whose clauses its arguments are known to fit, as a call of fmt.Sprintf, which cannot fail. Of
// texts alone it is a concatenation.
func sprintf(format ir.Node, args []ir.Node) (n ir.Node, ok bool) {
	c, literal := format.(*ir.Const)
	if !literal {
		return nil, false
	}
	f := goFormat{args: args}
	for rest, ok := c.Value.(string), true; ok; {
		var text string
		text, rest, ok = strings.Cut(rest, "%")
		f.text(text)
		if ok {
			if rest, ok = f.clause(rest); !ok {
				return nil, false
			}
		}
	}
	return f.node(), len(f.args) == 0 // what no clause takes is computed all the same
}

// goFormat is a format on its way from CEL's to Go's.
type goFormat struct {
	args   []ir.Node // the arguments that no clause has used yet
	format strings.Builder
	used   []ir.Node // those that clauses have used, as Go needs them
	parts  []ir.Node // texts and used arguments, in their order
	mixed  bool      // a used argument is no text
}

func (f *goFormat) text(s string) {
	f.format.WriteString(strings.ReplaceAll(s, "%", "%%"))
	last := len(f.parts) - 1
	if last >= 0 && ir.IsConst(f.parts[last]) {
		s = f.parts[last].(*ir.Const).Value.(string) + s
		f.parts = f.parts[:last]
	}
	if s != "" {
		f.parts = append(f.parts, ir.Text(s))
	}
}

// clause takes what follows a percent sign. ok is false if that may fail as the service runs, or reads otherwise in Go.
func (f *goFormat) clause(s string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(s, "%"); ok {
		f.text("%")
		return rest, true
	}
	if len(f.args) == 0 {
		return "", false
	}
	arg := f.args[0]
	f.args = f.args[1:]
	if dyn, ok := arg.(*ir.ToDyn); ok {
		arg = dyn.X
	}
	verb, precision, rest, err := runtime.ParseClause(s)
	t := arg.Type()
	switch number := t.Kind == ir.Int || t.Kind == ir.Uint; {
	case err != nil || t.Nullable || t.Kind != ir.String && ir.IsConst(arg):
		return "", false
	case verb == 'f' && t.Kind == ir.Double:
		f.take("%s", ir.FnFixed.Call(arg, ir.Int64(int64(precision))))
	case verb == 's' && t.Kind == ir.String:
		f.take("%s", convert.PlainString(arg))
	case verb == 's' && t.Kind == ir.Bool:
		f.mixed = true
		f.take("%t", arg)
	case number && (verb == 's' || verb == 'd'):
		f.mixed = true
		f.take("%d", arg)
	default:
		return "", false
	}
	return rest, true
}

func (f *goFormat) take(clause string, arg ir.Node) {
	f.format.WriteString(clause)
	f.used = append(f.used, arg)
	f.parts = append(f.parts, arg)
}

// node is the call, or what needs none.
func (f *goFormat) node() ir.Node {
	switch {
	case len(f.parts) == 0:
		return ir.Text("")
	case len(f.parts) == 1 && !f.mixed:
		return f.parts[0]
	case !f.mixed:
		return &ir.Concat{Parts: f.parts}
	}
	args := append([]ir.Node{&ir.Const{T: ir.StringType, Value: f.format.String()}}, f.used...)
	return ir.FnFmtSprintf.Call(args...)
}
