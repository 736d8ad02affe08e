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

// read is a value that is read: of an input, or of the answer of a step.
type read struct {
	input     string
	step      string
	source    string // body, header or statusCode
	path      []string
	converted bool   // it is converted, which no runtime expression says
	local     string // it is of an element of a list: the name of that
}

// read takes an expression apart that only reads.
func (w *workflow) read(n ir.Node) (read, bool) { return w.reads(n, nil) }

// reads is read with values for locals.
func (w *workflow) reads(n ir.Node, env map[*ir.Local]read) (read, bool) {
	switch n := w.plain(n).(type) {
	case *ir.Root:
		return w.root(n)
	case *ir.Ref:
		r, ok := env[n.To]
		if !ok && n.To.Value != nil {
			return w.reads(n.To.Value, env)
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
		r, ok := w.reads(n.Key, env)
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

// parts are the parts of answers, by how expressions name them.
var parts = map[string]string{"": "body", "body": "body", "status": "statusCode", "headers": "header"}

// root reads an input or what a step has answered.
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

// within reads a body in which a local stands for a value. That it is bound is no use of an input.
func (w *workflow) within(l *ir.Local, value, body ir.Node, env map[*ir.Local]read) (read, bool) {
	r, ok := w.bound(value, env)
	if !ok {
		return r, false
	}
	return w.reads(body, with(env, l, r))
}

// bound is what a local stands for.
func (w *workflow) bound(n ir.Node, env map[*ir.Local]read) (read, bool) {
	if root, ok := w.plain(n).(*ir.Root); ok && root.Kind == ir.InputRoot {
		return read{input: root.Name}, true
	}
	return w.reads(n, env)
}

func with(env map[*ir.Local]read, l *ir.Local, r read) map[*ir.Local]read {
	out := maps.Clone(env)
	if out == nil {
		out = map[*ir.Local]read{}
	}
	out[l] = r
	return out
}

func (w *workflow) member(of ir.Node, name string, env map[*ir.Local]read) (read, bool) {
	r, ok := w.reads(of, env)
	if root, isRoot := w.plain(of).(*ir.Root); isRoot && root.Kind == ir.BodyRoot && root.T.Kind == ir.Object && root.T.Object.Sole {
		return r, ok // its field is the body
	}
	return r.below(name), ok
}

// below is a part of what is read.
func (r read) below(names ...string) read {
	r.path = slices.Concat(r.path, names)
	return r
}

// indexed reads an element, or an entry of a map, by a literal.
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

// selects are the functions that read a part of their first argument, by the second.
var selects = []*ir.Function{
	ir.FnKey, ir.FnDynSelect, ir.FnDynIndex, ir.FnKeyDyn, ir.FnAtDyn, ir.FnOptKey, ir.FnDynOptSelect, ir.FnDynOptIndex, ir.FnOptKeyDyn, ir.FnOptAtDyn, ir.FnOptAt, ir.FnOptElem,
}

// called is a function that only reads, or converts.
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
		r, ok := w.reads(n.Args[0], env)
		return r.below(tokens...), ok
	case n.Func == ir.FnFirst:
		r, ok := w.reads(n.Args[0], env)
		return r.below("0"), ok
	case n.Func == ir.FnValue, n.Func == ir.FnLowerASCII, single && takes(n.Func):
		return w.reads(n.Args[0], env)
	case !converts(n.Func) || !single || !n.T.Scalar():
		return read{}, false
	case n.T.Kind == ir.Double:
		if r, ok := w.formed(n.Args[0], number, env); ok {
			return r, true
		}
	}
	r, ok := w.reads(n.Args[0], env)
	r.converted = true
	return r, ok
}

// takes reports whether a function takes an untyped value for one of a type, as the service finds it.
func takes(f *ir.Function) bool {
	return strings.HasPrefix(f.Name, "As") && len(f.Params) == 1 && f.Params[0] == ir.DynType
}

// conversion is the id of an overload, or the name of a function, that only gives a value another type.
var conversion = regexp.MustCompile(`^string_to_|_to_(string|double|int64|bool)|^(string|int|double)$`)

// conversions are those of literals and parts of answers.
var conversions = []*ir.Function{ir.FnIntFromFloat, ir.FnIntFromString, ir.FnStringFromFloat}

func converts(f *ir.Function) bool {
	return slices.ContainsFunc(f.Overloads, conversion.MatchString) || conversion.MatchString(f.Dynamic) || slices.Contains(conversions, f)
}

// form is what the text of an input stands for. Agents give text for what a workflow has a type for.
type form int

// The forms.
const (
	plainText form = iota // itself
	number                // double(x)
	texts                 // x.split(",").map(e, e.trim())
	anyJSON               // json.parse(x)
)

// use notes how an input is read.
func (w *workflow) use(input string, f form) {
	if w.uses[input] == nil {
		w.uses[input] = map[form]bool{}
	}
	w.uses[input][f] = true
}

// form is what an input stands for wherever it is read.
func (w *workflow) form(input string) form {
	if uses := w.uses[input]; len(uses) == 1 {
		for f := range uses {
			return f
		}
	}
	return plainText
}

// formed reads an input that stands for something: as a whole, if it does so wherever it is read.
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
	return read{input: input}, w.form(input) == f
}

// isTrimmed reports whether a loop makes of each element the same without blanks around it.
func isTrimmed(n *ir.Loop) bool {
	call, ok := n.Elem.(*ir.Call)
	if !ok || n.Kind != ir.Collect || n.Where != nil || call.Func != ir.FnStringsTrimSpace {
		return false
	}
	ref, ok := call.Args[0].(*ir.Ref)
	return ok && ref.To == n.Var
}
