package exporter

import (
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// read is a value that is read: of an input, or of the answer of a step.
type read struct {
	input     string
	step      string
	source    string // body, header or statusCode
	path      []string
	converted bool   // it is converted, which no runtime expression says
	lower     bool   // without regard to case
	local     string // it is of an element of a list: the name of that
}

// read takes an expression apart that only reads.
func (w *workflow) read(n ir.Node) (read, bool) { return w.reads(n, nil) }

// reads is read with values for locals.
func (w *workflow) reads(n ir.Node, env map[*ir.Local]read) (read, bool) {
	n = w.plain(n)
	switch n := n.(type) {
	case *ir.Root:
		switch n.Kind {
		case ir.InputRoot:
			w.use(n.Name, plainText)
			return read{input: n.Name}, true
		case ir.BodyRoot, ir.ProblemRoot:
			if n.Kind == ir.ProblemRoot && n.Part == "status" {
				return read{step: n.Name, source: "statusCode"}, true
			}
			return read{step: n.Name, source: "body"}, n.Part == "" || n.Part == "body"
		case ir.StatusRoot:
			return read{step: n.Name, source: "statusCode"}, true
		case ir.HeadersRoot:
			return read{step: n.Name, source: "header"}, true
		case ir.StepRoot:
			switch n.Part {
			case "body":
				return read{step: n.Name, source: "body"}, true
			case "status":
				return read{step: n.Name, source: "statusCode"}, true
			case "headers":
				return read{step: n.Name, source: "header"}, true
			}
		}
		return read{}, false
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
		if ok && r.input != "" && len(r.path) == 0 && w.spelling[r.input] != nil {
			return r, true
		}
		return read{}, false
	case *ir.Then:
		r, ok := w.bound(n.X, env)
		if !ok {
			return r, false
		}
		return w.reads(n.Body, with(env, n.Local, r))
	case *ir.Let:
		r, ok := w.bound(n.Value, env)
		if !ok {
			return r, false
		}
		return w.reads(n.Body, with(env, n.Local, r))
	case *ir.Loop:
		if split, ok := w.plain(n.Over).(*ir.Call); ok && split.Func == ir.FnStringsSplit && isTrimmed(n) {
			return w.formed(split.Args[0], texts, env)
		}
	case *ir.Call:
		return w.called(n, env)
	}
	return read{}, false
}

// bound is what a local stands for. That it is bound is no use of an input.
func (w *workflow) bound(n ir.Node, env map[*ir.Local]read) (read, bool) {
	if root, ok := w.plain(n).(*ir.Root); ok && root.Kind == ir.InputRoot {
		return read{input: root.Name}, true
	}
	return w.reads(n, env)
}

func with(env map[*ir.Local]read, l *ir.Local, r read) map[*ir.Local]read {
	out := map[*ir.Local]read{l: r}
	for k, v := range env {
		if k != l {
			out[k] = v
		}
	}
	return out
}

func (w *workflow) member(of ir.Node, name string, env map[*ir.Local]read) (read, bool) {
	r, ok := w.reads(of, env)
	if root, isRoot := w.plain(of).(*ir.Root); isRoot && root.Kind == ir.BodyRoot && root.T.Kind == ir.Object && root.T.Object.Sole {
		return r, ok // its field is the body
	}
	r.path = append(append([]string{}, r.path...), name)
	return r, ok
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

// called is a function that only reads, or converts.
func (w *workflow) called(n *ir.Call, env map[*ir.Local]read) (read, bool) {
	switch n.Func {
	case ir.FnKey, ir.FnDynSelect, ir.FnDynIndex, ir.FnKeyDyn, ir.FnAtDyn, ir.FnOptKey, ir.FnDynOptSelect, ir.FnDynOptIndex, ir.FnOptKeyDyn, ir.FnOptAtDyn, ir.FnOptAt, ir.FnOptElem:
		return w.indexed(n.Args[0], n.Args[1], env)
	case ir.FnFirst:
		r, ok := w.reads(n.Args[0], env)
		r.path = append(append([]string{}, r.path...), "0")
		return r, ok
	case ir.FnValue:
		return w.reads(n.Args[0], env)
	case ir.FnPointer:
		r, ok := w.reads(n.Args[0], env)
		pointer, literal := w.plain(n.Args[1]).(*ir.Const)
		if !ok || !literal {
			return r, false
		}
		for token := range strings.SplitSeq(strings.TrimPrefix(pointer.Value.(string), "/"), "/") {
			r.path = append(append([]string{}, r.path...), strings.NewReplacer("~1", "/", "~0", "~").Replace(token))
		}
		return r, true
	case ir.FnJSONParse:
		return w.formed(n.Args[0], anyJSON, env)
	case ir.FnLowerASCII:
		r, ok := w.reads(n.Args[0], env)
		r.lower = true
		return r, ok
	case ir.FnIntFromFloat, ir.FnIntFromString, ir.FnStringFromFloat:
		r, ok := w.reads(n.Args[0], env)
		r.converted = true
		return r, ok
	}
	if len(n.Args) == 1 && takes(n.Func) {
		return w.reads(n.Args[0], env)
	}
	if len(n.Args) == 1 && n.T.Kind == ir.Double && converts(n.Func) {
		if r, ok := w.formed(n.Args[0], number, env); ok {
			return r, true
		}
	}
	if len(n.Args) == 1 && n.T.Scalar() && converts(n.Func) {
		r, ok := w.reads(n.Args[0], env)
		r.converted = true
		return r, ok
	}
	return read{}, false
}

// takes reports whether a function takes an untyped value for one of a type, as the service finds it.
func takes(f *ir.Function) bool {
	return strings.HasPrefix(f.Name, "As") && len(f.Params) == 1 && f.Params[0] == ir.DynType
}

// converts reports whether a function only gives a value another type.
func converts(f *ir.Function) bool {
	for _, id := range f.Overloads {
		if strings.HasPrefix(id, "string_to_") || strings.Contains(id, "_to_string") || strings.Contains(id, "_to_double") || strings.Contains(id, "_to_int64") || strings.Contains(id, "_to_bool") || strings.HasPrefix(f.Dynamic, "string") || strings.HasPrefix(f.Dynamic, "int") || strings.HasPrefix(f.Dynamic, "double") {
			return true
		}
	}
	return false
}
