// Package naming gives the identifiers and file names of a generated package. [Assign] names everything that a
// [plan.Plan] holds, once:
//
//	names := naming.Assign(p)
//	names.Tool(t).Method           // LookupWeatherByCity, for the tool lookup_weather_by_city
//	names.Struct(object)           // weatherPoint, for what is read of the component Point of the upstream weather
//	names.Field(field)             // GridID, for the member gridId
//	scope := names.Scope("err")    // of a function that declares err
//	scope.Name("period", "vars_p") // period
//
// The rules:
//
//   - A name is split into words at what is no letter and no digit, and at camelCase. The words are joined again in Go's
//     spelling, with the usual initialisms: gridId, grid_id, grid-id and @grid.id are GridID. What Go cannot begin a name
//     with gets an x or X before it: 2m is X2m.
//   - Types, functions and tables share the package's names; each struct has its own names for its fields, Service and
//     each upstream's client for their methods as well.
//   - Never given are Go's keywords, what Go predeclares, the packages that generated files import, and the names that
//     generated packages have beside: Config, ConfigFromEnv, Environment, Failure, New, Opt, Service, Some, replayed.
//   - What is read of an answer is named after the document's component, or, where it is inline, after the component or the
//     operation around it and the last field that leads to it. Components come before what is inline; of two ways to
//     read a component the one that more operations share, then the one that reads less.
//   - Where a name is taken, the second in the plan's order gets the name of what it belongs to before it, or a word
//     that says what it is after it; where that is taken as well, a number.
//
// So a change at one end of a manifest does not rename what stands at the other, unless the two collide.
package naming

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Names are the names of what a plan holds. What the plan does not hold has the zero name. Function and the scopes hand
// out further names, in the order in which they are asked; nothing else changes after [Assign].
type Names struct {
	pkg    *space
	files  *space
	locals map[string]bool // every name that a scope gave

	tools      map[*plan.Tool]*Tool
	upstreams  map[*plan.Upstream]*Upstream
	operations map[*plan.Operation]*Operation
	functions  map[*plan.Function]*Function
	structs    map[*ir.ObjectType]string
	fields     map[*ir.Field]string
	enums      map[*ir.Enum]string
	tables     map[string]string
	config     map[string]string
	secrets    map[string]bool // config values
}

// packageNames are what packages declare whatever their plan holds, the others are the fields and methods that generated structs have.
var (
	packageNames   = []string{"Config", "ConfigFromEnv", "Environment", "Fail", "Failure", "Functions", "New", "NewSecret", "Opt", "Secret", "Service", "Some", "Unsigned", "played", "replayed"}
	configMembers  = []string{"Authenticators", "Caller", "Functions", "Hosts", "Limits", "Logger", "Origins", "Redis", "Root", "Transport", "Upstreams"}
	serviceMembers = []string{
		"ServeHTTP", "ServeLines", "config", "functions", "handler",
		// Methods of these names have a signature that everybody expects, go vet too.
		"Format", "GobDecode", "GobEncode", "MarshalJSON", "MarshalXML", "ReadByte", "ReadFrom", "ReadRune", "Scan", "Seek",
		"UnmarshalJSON", "UnmarshalXML", "UnreadByte", "UnreadRune", "WriteByte", "WriteTo",
	}
	clientMembers = []string{"client"}
	structMembers = []string{"MarshalJSON", "Member", "Members"}
)

// Assign names everything in the plan: the same names for the same plan.
func Assign(p *plan.Plan) *Names {
	n := &Names{
		pkg: newPackageSpace(observing(p, packageNames, "counts", "observedFunctions", "records")...), files: newFileSpace(p), locals: map[string]bool{},
		tools: map[*plan.Tool]*Tool{}, upstreams: map[*plan.Upstream]*Upstream{}, operations: map[*plan.Operation]*Operation{},
		functions: map[*plan.Function]*Function{},
		structs:   map[*ir.ObjectType]string{}, fields: map[*ir.Field]string{}, enums: map[*ir.Enum]string{},
		tables: map[string]string{}, config: map[string]string{}, secrets: map[string]bool{},
	}
	n.assignConfig(p)
	members := observing(p, serviceMembers, "Metrics", "Ready", "counts", "records")
	if p.Service.Observe.OTLP {
		members = slices.Concat(members, []string{"Counts"})
	}
	service := newSpace(nil, members...)
	for _, t := range p.Tools {
		n.assignTool(t, service)
	}
	for _, f := range p.Parts {
		n.assignPart(f, service)
	}
	for _, u := range p.Upstreams {
		n.assignUpstream(u, service)
	}
	for _, t := range p.Tables {
		n.assignTable(t)
	}
	n.assignFunctions(p.Functions)
	n.assignBodies(p)
	for _, t := range p.Sequences() {
		n.assignRecords(t)
	}
	for _, t := range p.Tools {
		n.assignOlder(t)
	}
	return n
}

// observing returns names, and more if the service tells somebody of its calls.
func observing(p *plan.Plan, names []string, more ...string) []string {
	if p.Service.Observe.Any() {
		return slices.Concat(names, more)
	}
	return names
}

func (n *Names) assignConfig(p *plan.Plan) {
	taken := observing(p, configMembers, "Audit", "Observer")
	if p.Service.Inbound.CallerLimits {
		taken = slices.Concat(taken, []string{"CallerLimits"})
	}
	members := newSpace(nil, taken...)
	for _, v := range p.Config {
		name := Exported(v.Name)
		n.config[v.Name] = members.claim(name, name+"Value", "Value")
		n.secrets[v.Name] = v.Secret
	}
}

func (n *Names) assignTable(t *plan.Table) {
	name := Unexported(t.Name)
	n.tables[t.Name] = n.pkg.claim(name, name+"Table", "table")
	if object := t.Type.Elem.Object; object != nil {
		n.structs[object] = n.pkg.claim(Singular(n.tables[t.Name])+"Row", "row")
		n.assignFields(object)
	}
}

// assignFields names all fields of an object that no upstream answers.
func (n *Names) assignFields(object *ir.ObjectType) {
	members := newSpace(nil, structMembers...)
	for _, f := range object.Fields() {
		n.fields[f] = members.claimField(f.Name)
	}
}

// Tool returns the names of what is generated for a tool.
func (n *Names) Tool(t *plan.Tool) Tool { return at(n.tools, t) }

// Upstream returns the names of what is generated for an upstream.
func (n *Names) Upstream(u *plan.Upstream) Upstream { return at(n.upstreams, u) }

// Operation returns the names of what is generated for an operation.
func (n *Names) Operation(op *plan.Operation) Operation { return at(n.operations, op) }

// VendorFunction returns the names of what is generated for a function that the vendor writes.
func (n *Names) VendorFunction(f *plan.Function) Function { return at(n.functions, f) }

// Enum returns the type of the values of an enum, which the plan must hold.
func (n *Names) Enum(enum *ir.Enum) string { return lists.At(n.enums, enum) }

// at returns what a pointer in a map points to, or the zero value where there is none.
func at[K comparable, V any](m map[K]*V, key K) V {
	if v := m[key]; v != nil {
		return *v
	}
	var none V
	return none
}

// Struct returns the struct of an object type: of an answer, a record, a table's row, or what a function takes or returns.
func (n *Names) Struct(object *ir.ObjectType) string { return n.structs[object] }

// Field returns a field of such a struct.
func (n *Names) Field(f *ir.Field) string { return n.fields[f] }

// Table returns the variable of a table.
func (n *Names) Table(name string) string { return n.tables[name] }

// Config returns the field of Config for a config value.
func (n *Names) Config(name string) string { return n.config[name] }

// IsSecret reports whether the field of a config value is a secret, whose text Text returns.
func (n *Names) IsSecret(config string) bool { return n.secrets[config] }

// Function returns a fresh name for a function or variable of the package that belongs to owner, a name that was given
// already or nothing: lookupWeatherByCityPeriod for LookupWeatherByCity and the hint period.
func (n *Names) Function(owner, hint string) string {
	name := Unexported(owner + "_" + hint)
	for n.locals[name] {
		name += "Of"
	}
	return n.pkg.claim(name, name+"Value", "function")
}

// Scope returns the scope of a function that declares reserved: its parameters, results and variables with fixed names.
func (n *Names) Scope(reserved ...string) *Scope {
	return &Scope{newSpace(n.pkg, reserved...), n.locals}
}
