package gen

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// upstream returns the type of an upstream's client.
func (n *names) upstream(u *plan.Upstream) string { return n.upstreams[u].typ }

// upstreamField returns the field of Service that holds an upstream's client.
func (n *names) upstreamField(u *plan.Upstream) string { return n.upstreams[u].field }

// constructor returns the function that makes an upstream's client.
func (n *names) constructor(u *plan.Upstream) string { return n.upstreams[u].constructor }

// method returns the method that calls an operation.
func (n *names) method(op *plan.Operation) string { return n.methods[op].method }

// paramsType returns the struct of an operation's parameters.
func (n *names) paramsType(op *plan.Operation) string { return n.methods[op].params }

// param returns a parameter's field in that struct.
func (n *names) param(op *plan.Operation, p *plan.Param) string { return n.params[paramKey{op, p}] }

// structName returns the struct of an object type: of an answer, a record or a table's row.
func (n *names) structName(object *ir.ObjectType) string { return n.structs[object] }

// field returns a field of such a struct.
func (n *names) field(_ *ir.ObjectType, field *ir.Field) string { return n.fields[field] }

// tool returns the method of Service that runs a tool, which is also what its exported types begin with.
func (n *names) tool(t *plan.Tool) string { return n.tools[t].method }

// toolMethod returns the method of Service that describes a tool to the run-time library.
func (n *names) toolMethod(t *plan.Tool) string { return n.tools[t].tool }

// signature returns the function that returns a tool's signature.
func (n *names) signature(t *plan.Tool) string { return n.tools[t].signature }

// inputType returns the struct of a tool's inputs.
func (n *names) inputType(t *plan.Tool) string { return n.tools[t].input }

// outputType returns the struct of a tool's outputs.
func (n *names) outputType(t *plan.Tool) string { return n.tools[t].output }

// input returns an input's field in the struct of inputs.
func (n *names) input(_ *plan.Tool, in *plan.Input) string { return n.inputs[in] }

// output returns an output's field in the struct of outputs.
func (n *names) output(_ *plan.Tool, out *plan.Output) string { return n.outputs[out] }

// enumType returns the type of an enum input.
func (n *names) enumType(enum *ir.Enum) string { return n.enums[enum] }

// enumConst returns the constant of one of its values.
func (n *names) enumConst(enum *ir.Enum, value string) string {
	return n.constants[enumKey{enum, value}]
}

// record returns the struct of a record.
func (n *names) record(rec *ir.Record) string { return n.records[rec] }

// table returns the variable of a table.
func (n *names) table(name string) string { return n.tables[name] }

// configField returns the field of Config for a config value.
func (n *names) configField(name string) string { return n.config[name] }

// function returns a fresh name for a function or variable that a tool's file declares: lookupWeatherByCityPeriod for the
// hint period. It begins with the hint if t is none of the plan's tools.
func (n *names) function(t *plan.Tool, hint string) string {
	name := unexportedName(n.tool(t) + "_" + hint)
	for n.locals[name] {
		name += "Of"
	}
	return n.pkg.claim(name, name+"Value", "function")
}

// newScope returns the scope of a function whose parameters and results are reserved.
func (n *names) newScope(reserved ...string) *scope {
	return &scope{newSpace(n.pkg, reserved...), n.locals}
}

// upstreamFile returns the name of an upstream's file, without .go.
func (n *names) upstreamFile(u *plan.Upstream) string { return n.upstreams[u].file }

// toolFile returns the name of a tool's file, without .go.
func (n *names) toolFile(t *plan.Tool) string { return n.tools[t].file }

// test returns the function that tests a tool.
func (n *names) test(t *plan.Tool) string { return n.tools[t].test }
