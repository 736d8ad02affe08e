package lower

import (
	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// networkTexts are the overloads whose last argument is a text that spells an address or a block, and what checks it.
var networkTexts = map[string]func(s string) error{
	"string_to_ip": checkIP, "ip_is_canonical": checkIP, "cidr_contains_ip_string": checkIP,
	"string_to_cidr": checkCIDR, "cidr_contains_cidr_string": checkCIDR,
}

func checkIP(s string) error   { _, err := runtime.IPFromString(s); return err }
func checkCIDR(s string) error { _, err := runtime.CIDRFromString(s); return err }

// literalAddress lowers a call whose last argument is a literal address or block: what it spells is checked here, and made once,
// as the service starts. ok is false for any other call.
func literalAddress(cx context, c call, overload string) (n ir.Node, ok bool) {
	check := networkTexts[overload]
	if check == nil {
		return nil, false
	}
	last := len(c.args) - 1
	text, literal := constantText(c.args[last])
	if !literal {
		return nil, false
	}
	if err := check(text); err != nil {
		return cx.fail(c.at[last], "%s", err), true
	}
	ip, cidr := &ir.Address{T: ir.IPType, Text: text}, &ir.Address{T: ir.CIDRType, Text: text}
	switch overload {
	case "string_to_ip":
		return ip, true
	case "string_to_cidr":
		return cidr, true
	case "cidr_contains_ip_string":
		return ir.FnPrefixContains.Call(c.args[0], ip), true
	case "cidr_contains_cidr_string":
		return ir.FnContainsCIDR.Call(c.args[0], cidr), true
	}
	return nil, false
}
