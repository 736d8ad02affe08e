package celtext

import (
	"regexp"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// call prints a call of a function, by the name that expressions have for it if that is known.
func (p *printer) call(n *ir.Call) string {
	switch n.Func {
	case ir.FnKey, ir.FnDynSelect, ir.FnDynIndex, ir.FnKeyDyn, ir.FnAtDyn:
		return p.operand(n.Args[0]) + "[" + p.text(n.Args[1]) + "]"
	case ir.FnOptKey, ir.FnDynOptSelect, ir.FnDynOptIndex, ir.FnOptKeyDyn, ir.FnOptAtDyn, ir.FnOptAt, ir.FnOptElem:
		return p.operand(n.Args[0]) + "[?" + p.text(n.Args[1]) + "]"
	case ir.FnDynHas:
		return "has(" + p.operand(n.Args[0]) + "[" + p.text(n.Args[1]) + "])"
	}
	if op, ok := operator(n); ok {
		return p.operand(n.Args[0]) + " " + op + " " + p.operand(n.Args[1])
	}
	return functionName(n.Func) + "(" + p.list(n.Args) + ")"
}

// operator returns the operator that a call of two arguments is.
func operator(n *ir.Call) (op string, ok bool) {
	if len(n.Args) != 2 {
		return "", false
	}
	if n.Func == ir.FnEqual {
		return "==", true
	}
	if infix := infixName.FindStringSubmatch(n.Func.Dynamic); infix != nil {
		return infix[1], true
	}
	for _, id := range n.Func.Overloads {
		kind, _, _ := strings.Cut(id, "_")
		if op, ok := operators[kind]; ok {
			return op, true
		}
	}
	return "", false
}

// operators are the operators by what the ids of their overloads begin with.
var operators = map[string]string{"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "modulo": "%"}

// functionName is a function's name in expressions, or else its name in the library with a small letter at the start.
func functionName(f *ir.Function) string {
	switch {
	case f == ir.FnLen:
		return "size"
	case f.Declares != "":
		return f.Declares
	case calledName.MatchString(f.Dynamic):
		return f.Dynamic
	}
	for _, id := range f.Overloads {
		if to := conversion.FindStringSubmatch(id); to != nil {
			return strings.TrimSuffix(to[1], "64")
		}
	}
	return strings.ToLower(f.Name[:1]) + f.Name[1:]
}

var (
	plain      = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)                                           // a member that is read without quotes
	calledName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`)                                          // a function that is called by its name
	infixName  = regexp.MustCompile(`^_([^_]+)_$`)                                                        // an operator between its operands
	conversion = regexp.MustCompile(`_to_(int64|uint64|double|string|bool|bytes|timestamp|duration|ip)$`) // the overload of a conversion
)
