package lower

import (
	_ "embed" // for the names of the zones
	"strings"
	_ "time/tzdata" // what is a time zone must not depend on the machine

	"cel.dev/cel-go/common/ast"

	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// zoneNames are the time zones of inhabited places, for suggestions.
//
//go:embed zones.txt
var zoneNames string

// zoneArgument lowers the name of a time zone, an argument of a function of manifests.
func zoneArgument(cx context, n ir.Node, at ast.Expr) ir.Node {
	n = convertTo(cx, n, ir.StringType, at)
	name, ok := constantText(n)
	if !ok {
		return ir.FnZone.Call(n)
	}
	if _, err := runtime.Zone(name); err != nil {
		return cx.fail(at, "%s%s", err, diag.DidYouMean(name, strings.Fields(zoneNames)))
	}
	return location(n)
}

// location is the time zone with that name. A literal one is found as the service starts.
func location(name ir.Node) ir.Node {
	literal, ok := constantText(name)
	if !ok {
		return ir.FnLocation.Call(name)
	}
	if literal == "" || literal == "UTC" {
		return ir.FnTimeUTC.Call()
	}
	return &ir.Zone{Name: literal}
}

// checkLocation looks at the time zone of a call that reads a part of a timestamp.
func checkLocation(cx context, c call) {
	if len(c.args) != 2 {
		return
	}
	if name, ok := constantText(c.args[1]); ok {
		if _, err := runtime.Location(name); err != nil || name == "Local" {
			cx.fail(c.at[1], "%q is not a time zone%s", name, diag.DidYouMean(name, strings.Fields(zoneNames)))
		}
	}
}
