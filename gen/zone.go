package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// zone returns the variable that holds a time zone.
func (tf *toolFile) zone(name string) string {
	if id, ok := tf.zoneID[name]; ok {
		return id
	}
	if tf.zoneID == nil {
		tf.zoneID = map[string]string{}
	}
	id := tf.g.names.Function(tf.g.names.Tool(tf.tool).Method, zoneHint(name))
	tf.zoneID[name] = id
	tf.zones = append(tf.zones, name)
	tf.g.zones = tf.g.zones || !isOffset(name)
	return id
}

// zoneHint names the variable of a zone after its city: berlinZone.
func zoneHint(name string) string {
	if isOffset(name) {
		return "zone"
	}
	return name[strings.LastIndexByte(name, '/')+1:] + "_zone"
}

// isOffset reports whether a zone is an offset from UTC, and needs no tz database.
func isOffset(zone string) bool { return strings.Contains(zone, ":") }

// zoneVars returns
//
//	// The time zones of open_hours. They were checked when this file was generated.
//	var (
//		openHoursBerlinZone = cel.MustLocation("Europe/Berlin")
//	)
func (tf *toolFile) zoneVars() *jen.Statement {
	var defs []jen.Code
	for _, zone := range tf.zones {
		defs = append(defs, jen.Id(tf.zoneID[zone]).Op("=").Add(tf.g.function(ir.FnMustLocation)).Call(gocode.Lit(zone)))
	}
	return gocode.Doc("The time zones of " + tf.tool.Name + ". They were checked when this file was generated.").Line().Var().Defs(defs...)
}

// variables returns the variables of the file: what its expressions need and what is made once, as the service starts.
func (tf *toolFile) variables() []jen.Code {
	var decls []jen.Code
	if len(tf.patterns) > 0 {
		decls = append(decls, tf.patternVars())
	}
	if len(tf.zones) > 0 {
		decls = append(decls, tf.zoneVars())
	}
	if len(tf.addresses) > 0 {
		decls = append(decls, tf.addressVars())
	}
	return decls
}
