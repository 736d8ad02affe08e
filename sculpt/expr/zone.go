package expr

import (
	_ "embed" // for the names of the zones
	"strings"
	"time"
	_ "time/tzdata" // what is a time zone must not depend on the machine

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// zoneNames are the time zones of inhabited places, for suggestions.
//
//go:embed zones.txt
var zoneNames string

func utc() *time.Location { return time.UTC }

// checkZone lowers the time zone of a word.
func checkZone(l *lowerer, n ir.Node, at ast.Expr) ir.Node {
	name, ok := constantText(n)
	if !ok {
		return ir.FnZone.Call(n)
	}
	if _, err := cel.Zone(name); err != nil {
		return l.fail(at, "%s%s", err, diag.DidYouMean(name, strings.Fields(zoneNames)))
	}
	return zoneNode(n)
}

// zoneNode is the time zone with that name. A literal one is found as the service starts.
func zoneNode(name ir.Node) ir.Node {
	literal, ok := constantText(name)
	if !ok {
		return ir.FnLocation.Call(name)
	}
	if literal == "" || literal == "UTC" {
		return ir.FnTimeUTC.Call()
	}
	return &ir.Zone{Name: literal}
}

// checkAccessor looks at the time zone of an accessor of timestamps.
func (l *lowerer) checkAccessor(nodes []ir.Node, args []ast.Expr) {
	if len(nodes) != 2 {
		return
	}
	if name, ok := constantText(nodes[1]); ok {
		if _, err := cel.Location(name); err != nil || name == "Local" {
			l.fail(args[1], "%s is not a time zone%s", quote(name), diag.DidYouMean(name, strings.Fields(zoneNames)))
		}
	}
}
