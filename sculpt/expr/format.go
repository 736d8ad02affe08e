package expr

import (
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// format lowers string.format: its arguments become those of the Go function.
func (l *lowerer) format(nodes []ir.Node, args []ast.Expr) ir.Node {
	format := l.convert(nodes[0], ir.StringType, args[0])
	lit, ok := nodes[1].(*ir.ListLit)
	for _, optional := range optionalAt(lit) {
		ok = ok && !optional
	}
	if !ok {
		return ir.FnFormatList.Call(format, l.elements(nodes[1]))
	}
	if n, ok := sprintf(format, lit.Elems); ok {
		return n
	}
	call := []ir.Node{format}
	for _, elem := range lit.Elems {
		call = append(call, l.dyn(elem))
	}
	return ir.FnFormat.Call(call...)
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
	args   []ir.Node // that no clause has taken yet
	format strings.Builder
	taken  []ir.Node
	parts  []ir.Node // texts and arguments in their order
	mixed  bool      // an argument is no text
}

func (f *goFormat) text(s string) {
	f.format.WriteString(strings.ReplaceAll(s, "%", "%%"))
	last := len(f.parts) - 1
	if last >= 0 && isConst(f.parts[last]) {
		s = f.parts[last].(*ir.Const).Value.(string) + s
		f.parts = f.parts[:last]
	}
	if s != "" {
		f.parts = append(f.parts, &ir.Const{T: ir.StringType, Value: s})
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
	verb, precision, rest, err := cel.ParseClause(s)
	t := arg.Type()
	switch number := t.Kind == ir.Int || t.Kind == ir.Uint; {
	case err != nil || t.Nullable || t.Kind != ir.String && isConst(arg):
		return "", false
	case verb == 'f' && t.Kind == ir.Double:
		f.take("%s", ir.FnFixed.Call(arg, &ir.Const{T: ir.IntType, Value: int64(precision)}))
	case verb == 's' && t.Kind == ir.String:
		f.take("%s", plainString(arg))
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
	f.taken = append(f.taken, arg)
	f.parts = append(f.parts, arg)
}

// node is the call, or what needs none.
func (f *goFormat) node() ir.Node {
	switch {
	case len(f.parts) == 0:
		return &ir.Const{T: ir.StringType, Value: ""}
	case len(f.parts) == 1 && !f.mixed:
		return f.parts[0]
	case !f.mixed:
		return &ir.Concat{Parts: f.parts}
	}
	args := append([]ir.Node{&ir.Const{T: ir.StringType, Value: f.format.String()}}, f.taken...)
	return ir.FnFmtSprintf.Call(args...)
}
