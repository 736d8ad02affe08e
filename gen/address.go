package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// address is an IP address or a CIDR block with the variable that holds it.
type address struct {
	kind     ir.Kind
	text, id string
}

// address returns the variable that holds an address or a block.
func (tf *toolFile) address(n *ir.Address) string {
	count := 1
	for _, a := range tf.addresses {
		if a.kind == n.T.Kind && a.text == n.Text {
			return a.id
		}
		if a.kind == n.T.Kind {
			count++
		}
	}
	hint := "ip_"
	if n.T.Kind == ir.CIDR {
		hint = "cidr_"
	}
	id := tf.g.names.Function(tf.g.names.Tool(tf.tool).Method, hint+strconv.Itoa(count))
	tf.addresses = append(tf.addresses, address{n.T.Kind, n.Text, id})
	return id
}

// addressVars returns
//
//	// The networks of check_address. They were checked when this file was generated.
//	var (
//		checkAddressCIDR1 = netip.MustParsePrefix("10.0.0.0/8")
//	)
func (tf *toolFile) addressVars() *jen.Statement {
	var defs []jen.Code
	for _, a := range tf.addresses {
		parse := "MustParseAddr"
		if a.kind == ir.CIDR {
			parse = "MustParsePrefix"
		}
		defs = append(defs, jen.Id(a.id).Op("=").Qual("net/netip", parse).Call(gocode.Lit(a.text)))
	}
	return gocode.Doc("The networks of " + tf.tool.Name + ". They were checked when this file was generated.").Line().Var().Defs(defs...)
}
