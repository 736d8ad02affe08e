package gen

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Names of generated Go are assigned once, for the whole plan, by assignNames. The rules:
//
//   - A name is split into words at what is no letter and no digit, and at camelCase. The words are joined again in Go's
//     spelling, with the usual initialisms: gridId, grid_id, grid-id and @grid.id are GridID. What Go cannot begin a name
//     with gets an x or X before it: 2m is X2m.
//   - Types, functions and tables share the package's names; each struct has its own names for its fields, Service and
//     each upstream's client for their methods as well.
//   - Never given are Go's keywords, what Go predeclares, the packages that generated files import, and the names that
//     every generated package has: Config, ConfigFromEnv, Environment, New, Service, replayed.
//   - Where a name is taken, the second in the plan's order gets the name of what it belongs to before it, or a word
//     that says what it is after it; where that is taken as well, a number.
//
// So a change at one end of a manifest does not rename what stands at the other, unless the two collide.
type names struct {
	pkg    *space
	files  *space
	locals map[string]bool // local names that scopes gave

	upstreams map[*plan.Upstream]upstreamNames
	methods   map[*plan.Operation]operationNames
	params    map[paramKey]string
	structs   map[*ir.ObjectType]string
	fields    map[*ir.Field]string
	tools     map[*plan.Tool]toolNames
	older     map[*plan.Tool]olderNames
	inputs    map[*plan.Input]string
	outputs   map[*plan.Output]string
	enums     map[*ir.Enum]string
	constants map[enumKey]string
	records   map[*ir.Record]string
	tables    map[string]string
	config    map[string]string
}

type (
	paramKey struct {
		op *plan.Operation
		p  *plan.Param
	}
	enumKey struct {
		enum  *ir.Enum
		value string
	}
	upstreamNames  struct{ typ, field, constructor, file string }
	operationNames struct{ method, params string }
	toolNames      struct{ method, tool, signature, input, output, test, file string }
)

// packageNames are declared in every package, the others are the fields and methods that generated structs have.
var (
	packageNames   = []string{"Config", "ConfigFromEnv", "Environment", "New", "Service", "replayed"}
	configMembers  = []string{"Logger", "Root", "Transport", "Upstreams"}
	serviceMembers = []string{
		"ServeHTTP", "config", "handler",
		// Methods of these names have a signature that everybody expects, go vet too.
		"Format", "GobDecode", "GobEncode", "MarshalJSON", "MarshalXML", "ReadByte", "ReadFrom", "ReadRune", "Scan", "Seek",
		"UnmarshalJSON", "UnmarshalXML", "UnreadByte", "UnreadRune", "WriteByte", "WriteTo",
	}
	clientMembers = []string{"client"}
	structMembers = []string{"MarshalJSON", "Member", "Members"}
)

// assignNames names everything in the plan.
func assignNames(p *plan.Plan) *names {
	n := &names{
		pkg: newBlockSpace(packageNames...), files: newFileSpace(p), locals: map[string]bool{},
		upstreams: map[*plan.Upstream]upstreamNames{}, methods: map[*plan.Operation]operationNames{}, params: map[paramKey]string{},
		structs: map[*ir.ObjectType]string{}, fields: map[*ir.Field]string{},
		tools: map[*plan.Tool]toolNames{}, older: map[*plan.Tool]olderNames{}, inputs: map[*plan.Input]string{}, outputs: map[*plan.Output]string{},
		enums: map[*ir.Enum]string{}, constants: map[enumKey]string{}, records: map[*ir.Record]string{},
		tables: map[string]string{}, config: map[string]string{},
	}
	n.assignConfig(p.Config)
	service := newSpace(nil, serviceMembers...)
	for _, t := range p.Tools {
		n.assignTool(t, service)
	}
	for _, u := range p.Upstreams {
		n.assignUpstream(u, service)
	}
	for _, t := range p.Tables {
		n.assignTable(t)
	}
	for _, t := range p.Tools {
		n.assignRecords(t)
	}
	for _, t := range p.Tools {
		n.assignOlder(t)
	}
	return n
}

func (n *names) assignConfig(values []*plan.ConfigValue) {
	members := newSpace(nil, configMembers...)
	for _, v := range values {
		name := exportedName(v.Name)
		n.config[v.Name] = members.claim(name, name+"Value", "Value")
	}
}

func (n *names) assignTool(t *plan.Tool, service *space) {
	method := service.claim(exportedName(t.Name), exportedName(t.Name)+"Tool")
	small := unexportedName(method)
	n.tools[t] = toolNames{
		method:    method,
		tool:      service.claim(small + "Tool"),
		signature: n.pkg.claim(small + "Signature"),
		input:     n.pkg.claim(method + "Input"),
		output:    n.pkg.claim(method + "Output"),
		test:      n.pkg.claim("Test" + method),
		file:      n.files.claimFile(snake(t.Name), "tool"),
	}
	inputs, outputs := newSpace(nil), newSpace(nil)
	for _, in := range t.Inputs {
		name := inputs.claim(exportedName(in.ID), "Input")
		n.inputs[in] = name
		if enum := enumOf(in.Type); enum != nil {
			n.assignEnum(enum, method, name)
		}
	}
	for _, out := range t.Outputs {
		n.outputs[out] = outputs.claim(exportedName(out.ID), "Output")
	}
}

// enumOf returns the enum of a string or an optional string, or nil.
func enumOf(t *ir.Type) *ir.Enum {
	if t.Kind == ir.Optional {
		return t.Elem.Enum
	}
	return t.Enum
}

func (n *names) assignEnum(enum *ir.Enum, method, field string) {
	typ := n.pkg.claim(method+field, method+field+"Value")
	n.enums[enum] = typ
	for _, value := range enum.Values {
		n.constants[enumKey{enum, value}] = n.pkg.claim(typ+exportedName(value), typ+"Value"+exportedName(value))
	}
}

func (n *names) assignUpstream(u *plan.Upstream, service *space) {
	name := unexportedName(u.Name)
	typ := n.pkg.claim(name, name+"API", "api")
	n.upstreams[u] = upstreamNames{
		typ:         typ,
		field:       service.claim(typ, typ+"API"),
		constructor: n.pkg.claim("new"+exportedName(typ), "newUpstream"),
		file:        n.files.claimFile(snake(u.Name), "upstream"),
	}
	members := newSpace(nil, clientMembers...)
	for _, op := range u.Operations {
		name := unexportedName(op.Name)
		method := members.claim(name, name+exportedName(op.Method), "call")
		base := typ + exportedName(method)
		n.methods[op] = operationNames{method: method, params: n.pkg.claim(base + "Params")}
		n.assignParams(op)
		n.assignAnswer(op, base)
	}
}

func (n *names) assignParams(op *plan.Operation) {
	members := newSpace(nil)
	for _, p := range op.Params {
		name := exportedName(p.Name)
		n.params[paramKey{op, p}] = members.claim(name, exportedName(p.In)+name, "Param")
	}
}

// assignAnswer names the structs of an answer: base for the answer itself, base and the last field that leads to it for
// another one, with the fields before that where they are needed.
func (n *names) assignAnswer(op *plan.Operation, base string) {
	if op.Answer == nil {
		return
	}
	elements := elementObjects(op.Answer)
	for _, s := range op.Answer.Structs {
		if _, named := n.structs[s.Object]; named {
			continue
		}
		n.structs[s.Object] = n.pkg.claim(structNames(base, s.Path, elements[s.Object])...)
		members := newSpace(nil, structMembers...)
		for _, f := range s.Fields {
			n.fields[f.Field] = members.claimField(f.Field.Name)
		}
	}
}

// structNames returns the candidates for the name of a struct below base at path.
func structNames(base string, path []string, element bool) []string {
	if len(path) == 0 {
		if element {
			base += "Item"
		}
		return []string{base, base + "Answer"}
	}
	var candidates []string
	for from := len(path) - 1; from >= 0; from-- {
		name := base
		for i, field := range path[from:] {
			if element && from+i == len(path)-1 {
				field = singular(field)
			}
			name += exportedName(field)
		}
		candidates = append(candidates, name)
	}
	return candidates
}

// elementObjects returns the objects that are first met as an element of a list or a value of a map.
func elementObjects(answer *plan.Answer) map[*ir.ObjectType]bool {
	fields := map[*ir.ObjectType][]*plan.StructField{}
	for _, s := range answer.Structs {
		fields[s.Object] = s.Fields
	}
	elements, seen := map[*ir.ObjectType]bool{}, map[*ir.ObjectType]bool{}
	var visit func(t *ir.Type, element bool)
	visit = func(t *ir.Type, element bool) {
		switch {
		case t.Kind == ir.List || t.Kind == ir.Map:
			visit(t.Elem, true)
		case t.Kind == ir.Object && !seen[t.Object]:
			seen[t.Object] = true
			elements[t.Object] = element
			for _, f := range fields[t.Object] {
				visit(f.Field.Type, false)
			}
		}
	}
	visit(answer.Type, false)
	return elements
}

func (n *names) assignTable(t *plan.Table) {
	name := unexportedName(t.Name)
	n.tables[t.Name] = n.pkg.claim(name, name+"Table", "table")
	object := t.Type.Elem.Object
	if object == nil {
		return
	}
	n.structs[object] = n.pkg.claim(singular(n.tables[t.Name])+"Row", "row")
	n.assignFields(object)
}

// assignFields names all fields of an object that no upstream answers.
func (n *names) assignFields(object *ir.ObjectType) {
	members := newSpace(nil, structMembers...)
	for _, f := range object.Fields {
		n.fields[f] = members.claimField(f.Name)
	}
}

// assignRecords names the structs of the objects that a tool's author spells out.
func (n *names) assignRecords(t *plan.Tool) {
	for _, r := range toolRecords(t) {
		object := r.record.T.Object
		if _, named := n.structs[object]; !named {
			base, own, parent := n.tools[t].method, exportedName(r.name), ""
			if r.parent != nil {
				parent = n.structs[r.parent.T.Object]
			}
			candidates := []string{base + own, parent + own, base + own + "Object"}
			if parent == "" {
				candidates[1] = candidates[0]
			}
			n.structs[object] = n.pkg.claim(candidates...)
			n.assignFields(object)
		}
		n.records[r.record] = n.structs[object]
	}
}

// snake returns s as the base of a file's name: small letters and digits of ASCII, underscores between words.
func snake(s string) string {
	ascii := func(r rune) rune {
		if r > '~' {
			return '_'
		}
		return r
	}
	return lower(strings.Join(words(strings.Map(ascii, s)), "_"))
}
