package gocode

import (
	"cmp"
	"fmt"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/sculpt/face"
)

// Runtime is the run-time library as a generated package imports it. Its methods refer to a name of one of its packages.
type Runtime struct{ Path string }

// runtimePackages are the packages below the run-time library's core that generated code may import.
var runtimePackages = append([]string{"audit", "callers", "cel", "dryrun", "flow", "health", "idempotency", "invocation", "metrics", "nacttest", "onbehalf", "throttle", "upstream"}, face.Packages()...)

// Nact refers to a name of the core: nact.Fail.
func (r Runtime) Nact(name string) *jen.Statement { return jen.Qual(r.Path, name) }

// Cel refers to a function that compiled expressions call: cel.Elem.
func (r Runtime) Cel(name string) *jen.Statement { return r.below("cel", name) }

// Upstream refers to a name of the upstream client: upstream.Call.
func (r Runtime) Upstream(name string) *jen.Statement { return r.below("upstream", name) }

// Face refers to a name of the package of a face: mcp.New.
func (r Runtime) Face(f *face.Face, name string) *jen.Statement { return r.below(f.Package, name) }

// Extension returns the import path of a package that stands beside the library.
func (r Runtime) Extension(e *extension.Extension) string {
	return path.Join(path.Dir(r.Path), e.Package)
}

func (r Runtime) below(pkg, name string) *jen.Statement { return jen.Qual(r.Path+"/"+pkg, name) }

// standardPackages are the packages of the standard library that [Runtime.Go] knows, by their names.
var standardPackages = map[string]string{
	"cmp": "cmp", "context": "context", "errors": "errors", "fmt": "fmt", "http": "net/http", "io": "io", "json": "encoding/json",
	"regexp": "regexp", "slog": "log/slog", "sync": "sync", "testing": "testing", "time": "time",
}

// Go returns Go as it is written in text, with the arguments in the places of $1, $2 and so on:
//
//	r.Go("if $1 != nil {\n\treturn nact.StepError($2, $1)\n}", "err", gocode.Lit(step))
//
// A name that text qualifies with a package of the standard library or of the run-time library, such as nact.StepError, imports that package. An
// argument is a jen.Code; a []jen.Code, whose elements stand on lines of their own; an int; or a string, which is an identifier or an operator:
// any other text has to go through [Lit] or [Doc].
func (r Runtime) Go(text string, args ...any) *jen.Statement {
	w := goWriter{text: text, args: args, code: jen.Null()}
	for _, at := range goPieces.FindAllStringSubmatchIndex(text, -1) {
		piece := text[at[0]:at[1]]
		w.verbatim.WriteString(text[w.end:at[0]])
		w.end = at[1]
		if piece[0] == '$' {
			w.argument(piece)
			continue
		}
		of, name := "", ""
		if at[2] >= 0 {
			of, name = text[at[2]:at[3]], text[at[4]:at[5]]
		}
		switch path := r.packagePath(of); {
		case path != "" && !strings.HasSuffix(text[:at[0]], "."):
			if name[0] == '$' {
				name = identifier(w.arg(name).(string))
			}
			w.add(jen.Qual(path, name))
		case name != "" && name[0] == '$':
			w.verbatim.WriteString(of + ".")
			if selected, ok := w.arg(name).(string); ok {
				w.verbatim.WriteString(identifier(selected))
				continue
			}
			w.argument(name)
		default:
			w.verbatim.WriteString(piece)
		}
	}
	w.verbatim.WriteString(text[w.end:])
	w.add()
	return w.code
}

// goWriter writes the code of [Runtime.Go].
type goWriter struct {
	text     string
	args     []any
	end      int             // what stands before it in text has been written
	verbatim strings.Builder // text that is not in code yet
	code     *jen.Statement
}

// add adds code, each on a line of its own.
func (w *goWriter) add(code ...jen.Code) {
	if w.verbatim.Len() > 0 {
		w.code.Op(w.verbatim.String())
		w.verbatim.Reset()
	}
	for i, c := range code {
		if i > 0 {
			w.code.Line()
		}
		w.code.Add(c)
	}
}

// arg returns the argument for $1, $2 and so on.
func (w *goWriter) arg(place string) any { return w.args[place[1]-'1'] }

func (w *goWriter) argument(place string) {
	switch arg := w.arg(place).(type) {
	case string:
		w.verbatim.WriteString(symbol(arg))
	case int:
		w.verbatim.WriteString(strconv.Itoa(arg))
	case []jen.Code:
		if len(arg) == 0 && strings.HasPrefix(w.text[w.end:], "\n") {
			w.end++ // no empty line
		}
		w.add(arg...)
	default:
		w.add(arg.(jen.Code))
	}
}

// goPieces matches what is no plain text of [Runtime.Go]: comments and strings, which are left alone, places of arguments, and selections from a name.
var goPieces = regexp.MustCompile("//[^\n]*|\"[^\"]*\"|`[^`]*`|" + `\$[1-9]|(\w+)\.(\w+|\$[1-9])`)

// operators are those that stand in arguments of [Runtime.Go].
var operators = []string{":=", "="}

// symbol returns s, an identifier or one of the operators. Anything else could be more than one token.
func symbol(s string) string {
	if slices.Contains(operators, s) {
		return s
	}
	return identifier(s)
}

func identifier(s string) string {
	if !token.IsIdentifier(s) {
		panic(fmt.Sprintf("gocode: %q is no identifier", s))
	}
	return s
}

// packagePath returns the import path of a package by its name; empty for a name that is none.
func (r Runtime) packagePath(name string) string {
	if e := extension.Named(name); e != nil {
		return r.Extension(e)
	}
	switch {
	case name == "nact":
		return r.Path
	case slices.Contains(runtimePackages, name):
		return r.Path + "/" + name
	}
	return cmp.Or(standardPackages[name], extension.Imported(name))
}
