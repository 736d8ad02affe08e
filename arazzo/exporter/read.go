package exporter

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// read is a value that an expression reads: of an input, of the answer of a step, or of the element that a loop is at. One of input, local and source
// is set.
type read struct {
	input     string   // the id of the input
	local     string   // the name of the loop's variable
	step      string   // whose answer it is
	source    string   // the part of the answer: body, header or statusCode
	path      []string // leads into the value
	converted bool     // the expression converts the value, which a runtime expression cannot
}

// read returns what an expression reads, and reports false if it does more than read.
func (w *workflow) read(n ir.Node) (read, bool) { return w.readWith(n, nil) }

// readWith is read for an expression whose locals stand for what env says.
func (w *workflow) readWith(n ir.Node, env map[*ir.Local]read) (read, bool) {
	switch n := w.plain(n).(type) {
	case *ir.Root:
		return w.root(n)
	case *ir.Ref:
		r, ok := env[n.To]
		if !ok && n.To.Value != nil {
			return w.readWith(n.To.Value, env)
		}
		if r.input != "" {
			w.use(r.input, plainText)
		}
		return r, ok
	case *ir.Member:
		return w.member(n.X, n.Field.Name, env)
	case *ir.Maybe:
		return w.member(n.X, n.Field.Name, env)
	case *ir.Element:
		return w.indexed(n.List, n.Index, env)
	case *ir.Row:
		r, ok := w.readWith(n.Key, env)
		return r, ok && r.input != "" && len(r.path) == 0 && w.spelling[r.input] != nil
	case *ir.Then:
		return w.within(n.Local, n.X, n.Body, env)
	case *ir.Let:
		return w.within(n.Local, n.Value, n.Body, env)
	case *ir.Loop:
		if split, ok := w.plain(n.Over).(*ir.Call); ok && split.Func == ir.FnStringsSplit && isTrimmed(n) {
			return w.formed(split.Args[0], texts, env)
		}
	case *ir.Call:
		return w.called(n, env)
	}
	return read{}, false
}

// parts are the parts of an answer by the member of a step that an expression reads. An answer without a member stands for its body.
var parts = map[string]string{"": "body", "body": "body", "status": "statusCode", "headers": "header"}

// root reads an input, or a part of the answer of a step.
func (w *workflow) root(n *ir.Root) (read, bool) {
	source, ok := "", true
	switch n.Kind {
	case ir.InputRoot:
		w.use(n.Name, plainText)
		return read{input: n.Name}, true
	case ir.BodyRoot:
		source = "body"
	case ir.StatusRoot:
		source = "statusCode"
	case ir.HeadersRoot:
		source = "header"
	case ir.ProblemRoot:
		source, ok = parts[n.Part], n.Part != "headers"
	case ir.StepRoot:
		source, ok = parts[n.Part], n.Part != "" && parts[n.Part] != ""
	default:
		ok = false
	}
	return read{step: n.Name, source: source}, ok
}

// within reads a body in which a local stands for a value.
func (w *workflow) within(l *ir.Local, value, body ir.Node, env map[*ir.Local]read) (read, bool) {
	r, ok := w.bound(value, env)
	if !ok {
		return r, false
	}
	return w.readWith(body, with(env, l, r))
}

// bound returns what a local with this value stands for. An input is not used by that: where the body reads the local, it is.
func (w *workflow) bound(n ir.Node, env map[*ir.Local]read) (read, bool) {
	if root, ok := w.plain(n).(*ir.Root); ok && root.Kind == ir.InputRoot {
		return read{input: root.Name}, true
	}
	return w.readWith(n, env)
}

// with returns a copy of env in which a local stands for r.
func with(env map[*ir.Local]read, l *ir.Local, r read) map[*ir.Local]read {
	out := maps.Clone(env)
	if out == nil {
		out = map[*ir.Local]read{}
	}
	out[l] = r
	return out
}

// member reads a member of what a node reads.
func (w *workflow) member(of ir.Node, name string, env map[*ir.Local]read) (read, bool) {
	r, ok := w.readWith(of, env)
	if root, isRoot := w.plain(of).(*ir.Root); isRoot && root.Kind == ir.BodyRoot && root.T.Kind == ir.Object && root.T.Object.Sole {
		return r, ok // its field is the body
	}
	return r.below(name), ok
}

// below reads a part of r.
func (r read) below(names ...string) read {
	r.path = slices.Concat(r.path, names)
	return r
}

// indexed reads an element of a list or an entry of a map whose index is a literal.
func (w *workflow) indexed(of, index ir.Node, env map[*ir.Local]read) (read, bool) {
	c, ok := w.plain(index).(*ir.Const)
	if !ok {
		return read{}, false
	}
	switch c.Value.(type) {
	case int64, string:
		return w.member(of, fmt.Sprint(c.Value), env)
	}
	return read{}, false
}

// selects are the functions that read the part of their first argument that the second names.
var selects = []*ir.Function{
	ir.FnKey, ir.FnDynSelect, ir.FnDynIndex, ir.FnKeyDyn, ir.FnAtDyn, ir.FnOptKey, ir.FnDynOptSelect, ir.FnDynOptIndex, ir.FnOptKeyDyn, ir.FnOptAtDyn, ir.FnOptAt, ir.FnOptElem,
}

// called reads what a call of a function reads that only selects a part of a value, or converts it.
func (w *workflow) called(n *ir.Call, env map[*ir.Local]read) (read, bool) {
	single := len(n.Args) == 1
	switch {
	case slices.Contains(selects, n.Func):
		return w.indexed(n.Args[0], n.Args[1], env)
	case n.Func == ir.FnJSONParse:
		return w.formed(n.Args[0], anyJSON, env)
	case n.Func == ir.FnPointer:
		pointer, ok := w.plain(n.Args[1]).(*ir.Const)
		if !ok {
			return read{}, false
		}
		tokens, _ := expression.Pointer(pointer.Value.(string))
		r, ok := w.readWith(n.Args[0], env)
		return r.below(tokens...), ok
	case n.Func == ir.FnFirst:
		r, ok := w.readWith(n.Args[0], env)
		return r.below("0"), ok
	case n.Func == ir.FnValue, n.Func == ir.FnLowerASCII, single && asserts(n.Func):
		return w.readWith(n.Args[0], env)
	case !converts(n.Func) || !single || !n.T.Scalar():
		return read{}, false
	case n.T.Kind == ir.Double:
		if r, ok := w.formed(n.Args[0], number, env); ok {
			return r, true
		}
	}
	r, ok := w.readWith(n.Args[0], env)
	r.converted = true
	return r, ok
}

// asserts reports whether a function asserts the type of an untyped value.
func asserts(f *ir.Function) bool {
	return strings.HasPrefix(f.Name, "As") && len(f.Params) == 1 && f.Params[0] == ir.DynType
}

// conversion matches the ids of overloads and the names of functions that only convert a value to another type.
var conversion = regexp.MustCompile(`^string_to_|_to_(string|double|int64|bool)|^(string|int|double)$`)

// conversions are further functions that only convert.
var conversions = []*ir.Function{ir.FnIntFromFloat, ir.FnIntFromString, ir.FnStringFromFloat}

func converts(f *ir.Function) bool {
	return slices.ContainsFunc(f.Overloads, conversion.MatchString) || conversion.MatchString(f.Dynamic) || slices.Contains(conversions, f)
}

// form is what an expression makes of an input that is text. An agent passes text for some values that the input of a workflow can have a type for.
type form int

// The forms, each with the expressions that make it.
const (
	plainText form = iota // the text itself
	number                // double(x)
	texts                 // x.split(",").map(e, e.trim())
	anyJSON               // json.parse(x)
)

// use records that an expression reads an input in a form. If expressions read it in different forms, it is plainText.
func (w *workflow) use(input string, f form) {
	if other, used := w.forms[input]; used && other != f {
		f = plainText
	}
	w.forms[input] = f
}

// formed reads an input in a form. It reports false if n is not an input that is text, or if other expressions read that in another form.
func (w *workflow) formed(n ir.Node, f form, env map[*ir.Local]read) (read, bool) {
	input := ""
	switch n := w.plain(n).(type) {
	case *ir.Root:
		if n.Kind == ir.InputRoot {
			input = n.Name
		}
	case *ir.Ref:
		if r := env[n.To]; len(r.path) == 0 {
			input = r.input
		}
	}
	isText := func(in nact.Input) bool { return in.ID == input && in.Type == nact.String }
	if input == "" || !slices.ContainsFunc(w.tool.Signature.Inputs, isText) {
		return read{}, false
	}
	w.use(input, f)
	return read{input: input}, w.forms[input] == f
}

// isTrimmed reports whether a loop is map(e, e.trim()).
func isTrimmed(n *ir.Loop) bool {
	call, ok := n.Elem.(*ir.Call)
	if !ok || n.Kind != ir.Collect || n.Where != nil || call.Func != ir.FnStringsTrimSpace {
		return false
	}
	ref, ok := call.Args[0].(*ir.Ref)
	return ok && ref.To == n.Var
}
