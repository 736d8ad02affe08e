package runtimecopy

import (
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"path"
	"strconv"

	"github.com/nactgen/nactgen/internal/artifact"
)

// uses is what the generated files of a service name that may be of the library.
type uses struct {
	names      map[qualified]bool
	selections map[selection]bool
	alone      map[string]bool // names that stand alone, as that of a field does where it is declared
}

// qualified is a name of a package of the library.
type qualified struct{ folder, name string }

// selection is a name that is selected of a value.
type selection struct {
	of   operand
	name string
}

// operand is what a name is selected of: an import, or a value.
type operand struct {
	pkg      string       // the name of an import
	value    bool         // it is no import
	typ      *types.Named // of the value, or what it points to; nil if it is not known
	supposed string       // the field whose name alone says that the type is typ
}

func newUses() *uses {
	return &uses{names: make(map[qualified]bool), selections: make(map[selection]bool), alone: make(map[string]bool)}
}

// reader reads what a generated file uses. It goes by the tokens, since a service can have a quarter of a million lines.
//
// The type of a value is known where a field says so whose name has one type in the library, and from there on:
// call.Query.List("sort", ...) calls a method of upstream.Query, the type of the field Query of upstream.Call.
type reader struct {
	uses    *uses
	library *library
	root    string            // the library's import path in the file
	imports map[string]string // paths by names

	operand operand   // what the tokens so far end with
	outer   []operand // what stands before each bracket that is open
	before  token.Token
	name    string // that stands alone, before it is known whether a colon follows
}

// read adds what a generated file uses of the library, which it imports at root.
func (u *uses) read(l *library, root string, generated artifact.File) error {
	r := &reader{uses: u, library: l, root: root, imports: make(map[string]string)}
	syntax, err := parser.ParseFile(token.NewFileSet(), generated.Path, generated.Content, parser.ImportsOnly)
	if err != nil {
		return err
	}
	for _, spec := range syntax.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		r.imports[name] = importPath
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(generated.Path, -1, len(generated.Content)), generated.Content, nil, 0)
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		if err := r.token(tok, text); err != nil {
			return err
		}
	}
	if s.ErrorCount > 0 {
		return fmt.Errorf("%s is not Go", generated.Path)
	}
	return nil
}

func (r *reader) token(tok token.Token, text string) error {
	if r.name != "" && tok != token.COLON { // before a colon it is the key of a literal
		r.uses.alone[r.name] = true
	}
	r.name = ""
	before := r.before
	r.before = tok
	switch tok {
	case token.PERIOD: // what stands before it is selected from
	case token.IDENT:
		if before == token.PERIOD {
			return r.selects(text)
		}
		r.name = text
		r.operand = operand{value: true}
		if r.imports[text] != "" {
			r.operand = operand{pkg: text}
		}
	case token.LPAREN, token.LBRACK, token.LBRACE:
		if before == token.PERIOD { // x.(T) is a T
			r.operand = operand{}
		}
		r.outer = append(r.outer, r.operand)
		r.operand = operand{}
	case token.RPAREN, token.RBRACK, token.RBRACE:
		r.closeBracket(tok)
	default:
		r.operand = operand{}
	}
	return nil
}

// closeBracket ends a call, a literal, an index or parentheses.
func (r *reader) closeBracket(tok token.Token) {
	if len(r.outer) == 0 {
		return
	}
	open := r.outer[len(r.outer)-1]
	r.outer = r.outer[:len(r.outer)-1]
	switch {
	case tok == token.RBRACK:
		r.operand = operand{value: true}
	case open != operand{}: // the type that a method has here is the one of its result
		r.operand = open
	case tok == token.RBRACE:
		r.operand = operand{}
	}
}

// selects notes that a name is selected of what stands before it.
func (r *reader) selects(name string) error {
	of := r.operand
	r.operand = operand{value: true}
	if of.pkg != "" {
		folder, own := folderOf(r.root, r.imports[of.pkg])
		if !own {
			return nil
		}
		p := r.library.packages[folder]
		if p == nil || p.declares[name] == nil {
			return fmt.Errorf("the run-time library has no %s in %s", name, path.Join("nact", folder))
		}
		r.uses.names[qualified{folder, name}] = true
		if object, ok := p.types.Scope().Lookup(name).(*types.TypeName); ok {
			r.operand.typ = namedType(object.Type())
		}
		return nil
	}
	r.uses.selections[selection{of, name}] = true
	if of.typ != nil {
		r.operand.typ, r.operand.supposed = selectedType(of.typ, name), of.supposed
	} else if typ := r.library.fields[name]; typ != nil {
		r.operand.typ, r.operand.supposed = typ, name
	}
	return nil
}

// selectedType returns the type of a field of t, or that of a method's only result, if it is known.
func selectedType(t *types.Named, name string) *types.Named {
	object, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, t.Obj().Pkg(), name)
	switch object := object.(type) {
	case *types.Var:
		return namedType(object.Type())
	case *types.Func:
		if results := object.Signature().Results(); results.Len() == 1 {
			return namedType(results.At(0).Type())
		}
	}
	return nil
}
