package gen

import (
	"net/http"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// settings compiles the expressions with which an upstream's client is configured. They read nothing but the
// configuration. What does not fit into an expression is emitted as statements before the client is made.
type settings struct {
	*block
	file *toolFile
}

// newSettings starts the function that makes the client of u.
func newSettings(p *pkg, u *plan.Upstream) settings {
	g := &generator{pkg: p}
	named := &plan.Tool{Name: "the upstream " + u.Name} // whose file is only asked for regular expressions
	file := &toolFile{g: g, tool: named, locals: map[rootKey]string{}, patternID: map[string]string{}}
	fn := newFunction(file, jen.Id("config"))
	fn.fail = func(err jen.Code) *jen.Statement {
		return jen.Return(jen.Nil(), jen.Qual("fmt", "Errorf").Call(gocode.Lit("upstream %s: %w"), gocode.Lit(u.Name), err))
	}
	return settings{newBlock(fn, g.names.Scope("config", "client", "err")), file}
}

// text returns a string as a Go expression: "nws-tools (" + config.Contact + ")".
func (s settings) text(n ir.Node) *jen.Statement { return s.expr(n).clone() }

// canonical returns the name of a header as Go spells it.
func canonical(name string) string { return http.CanonicalHeaderKey(name) }
