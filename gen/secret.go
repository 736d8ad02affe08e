package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// secretsIn returns the names of the secret config values that an expression reads, be it by way of functions that it was moved into.
func (p *pkg) secretsIn(n ir.Node) []string {
	var names []string
	ir.WalkComputed(n, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Root:
			if n.Kind == ir.ConfigRoot && p.names.IsSecret(n.Name) && !slices.Contains(names, n.Name) {
				names = append(names, n.Name)
			}
		case *ir.Invoke:
			for _, name := range p.secretsIn(n.Of.Body) {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	})
	return names
}

// secretText is a text as a setting of an upstream has it that may be made of secrets.
type secretText struct {
	*pkg
	upstream    *plan.Upstream
	expressions *goexpr.File
	settings    *goexpr.Body // of the constructor of the client
}

// code returns the nact.Secret that a text is: config.Key, or, of one that is made of secrets,
//
//	nact.SecretOf(func() string { return "Key " + config.Key.Text() }, config.Key)
//
// One that may not come about is made ahead of the client.
func (s secretText) code(n ir.Node) *jen.Statement {
	secrets := s.secretsIn(n)
	if len(secrets) == 0 {
		return s.runtime.Nact("NewSecret").Call(s.settings.Value(n))
	}
	if root, ok := n.(*ir.Root); ok {
		return s.field(root.Name)
	}
	body := s.body(func(err jen.Code) *jen.Statement { return s.pkg.code(`return "", $1`, err) })
	value := body.Value(n)
	of := jen.List(gocode.Each(secrets, func(name string) jen.Code { return s.field(name) })...)
	if len(body.Statements()) == 0 {
		return s.pkg.code("nact.SecretOf(func() string { return $1 }, $2)", value, of)
	}
	made := s.settings.Name("secret")
	s.settings.Add(s.pkg.code(`$1, err := nact.MakeSecret(func() (string, error) {
			$2
			return $3, nil
		}, $4)
		if err != nil {
			return nil, fmt.Errorf($5, err)
		}`, made, body.Statements(), value, of, gocode.Lit("upstream "+s.upstream.Name+": %w")))
	return jen.Id(made)
}

// body starts the body of a function literal in the constructor, which returns by fail and has further names.
func (s secretText) body(fail func(err jen.Code) *jen.Statement, names ...string) *goexpr.Body {
	body := s.expressions.NewBody(s.names.Scope(append(names, "config", "client", "err")...), goexpr.Roots{Config: jen.Id("config")})
	body.FailWith(fail)
	return body
}

func (s secretText) field(name string) *jen.Statement {
	return jen.Id("config").Dot(s.names.Config(name))
}
