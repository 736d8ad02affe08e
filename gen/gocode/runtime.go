package gocode

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/face"
)

// Runtime is the run-time library as a generated package imports it. Its methods refer to a name of one of its packages.
type Runtime struct{ Path string }

// runtimePackages are the packages below the run-time library's core that generated code may import.
var runtimePackages = append([]string{"cel", "dryrun", "flow", "health", "idempotency", "invocation", "nacttest", "upstream"}, face.Packages()...)

// Nact refers to a name of the core: nact.Fail.
func (r Runtime) Nact(name string) *jen.Statement { return jen.Qual(r.Path, name) }

// Cel refers to a function that compiled expressions call: cel.Elem.
func (r Runtime) Cel(name string) *jen.Statement { return r.below("cel", name) }

// Upstream refers to a name of the upstream client: upstream.Call.
func (r Runtime) Upstream(name string) *jen.Statement { return r.below("upstream", name) }

// Flow refers to what runs steps at the same time, again, or page by page: flow.Together.
func (r Runtime) Flow(name string) *jen.Statement { return r.below("flow", name) }

// Health refers to a name of what answers checks where no endpoint does: health.Handler.
func (r Runtime) Health(name string) *jen.Statement { return r.below("health", name) }

// Face refers to a name of the package of a face: mcp.New.
func (r Runtime) Face(f *face.Face, name string) *jen.Statement { return r.below(f.Package, name) }

// Invocation refers to a name of what runs invocations for all faces: invocation.NewRunner.
func (r Runtime) Invocation(name string) *jen.Statement { return r.below("invocation", name) }

// Dryrun refers to a name of what plans writes instead of making them: dryrun.Tool.
func (r Runtime) Dryrun(name string) *jen.Statement { return r.below("dryrun", name) }

// Idempotency refers to a name of what keeps answers for repeated calls: idempotency.NewMemory.
func (r Runtime) Idempotency(name string) *jen.Statement { return r.below("idempotency", name) }

// Redis refers to a name of what keeps them in Redis: nactredis.NewStore. Its package stands beside the library.
func (r Runtime) Redis(name string) *jen.Statement { return jen.Qual(r.RedisPath(), name) }

// RedisPath returns the import path of package nactredis.
func (r Runtime) RedisPath() string { return path.Join(path.Dir(r.Path), "nactredis") }

// RedisClient is the import path of the client for Redis.
const RedisClient = "github.com/redis/go-redis/v9"

// Nacttest refers to a name of what generated tests use: nacttest.Example.
func (r Runtime) Nacttest(name string) *jen.Statement { return r.below("nacttest", name) }

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
	s, verbatim := jen.Null(), ""
	flush := func() {
		if verbatim != "" {
			s.Op(verbatim)
		}
		verbatim = ""
	}
	end := 0
	for _, at := range goPieces.FindAllStringSubmatchIndex(text, -1) {
		piece := text[at[0]:at[1]]
		verbatim += text[end:at[0]]
		end = at[1]
		switch n := strings.TrimPrefix(piece, "$"); {
		case n != piece:
			i, _ := strconv.Atoi(n)
			switch arg := args[i-1].(type) {
			case string:
				verbatim += symbol(arg)
			case int:
				verbatim += strconv.Itoa(arg)
			case []jen.Code:
				if len(arg) == 0 && strings.HasPrefix(text[end:], "\n") {
					end++ // no empty line
				}
				flush()
				for i, c := range arg {
					if i > 0 {
						s.Line()
					}
					s.Add(c)
				}
			default:
				flush()
				s.Add(arg.(jen.Code))
			}
		case at[2] >= 0 && !strings.HasSuffix(text[:at[0]], ".") && r.packagePath(text[at[2]:at[3]]) != "":
			flush()
			s.Qual(r.packagePath(text[at[2]:at[3]]), text[at[4]:at[5]])
		default:
			verbatim += piece
		}
	}
	verbatim += text[end:]
	flush()
	return s
}

// goPieces matches what is no plain text of [Runtime.Go]: comments and strings, which are left alone, places of arguments, and selections from a name.
var goPieces = regexp.MustCompile("//[^\n]*|\"[^\"]*\"|`[^`]*`|" + `\$\d|(\w+)\.(\w+)`)

// symbol returns s, an identifier or an operator. Anything else could be more than one token.
func symbol(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.:=*", r)
	}) {
		panic(fmt.Sprintf("gocode: %q is no identifier", s))
	}
	return s
}

// packagePath returns the import path of a package by its name; empty for a name that is none.
func (r Runtime) packagePath(name string) string {
	switch {
	case name == "nact":
		return r.Path
	case name == "nactredis":
		return r.RedisPath()
	case name == "redis":
		return RedisClient
	case slices.Contains(runtimePackages, name):
		return r.Path + "/" + name
	}
	return standardPackages[name]
}
