package exporter

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
)

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
