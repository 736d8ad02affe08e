package docdiff

import (
	"reflect"
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// uses has what the expressions of a tool do with the fields of answers.
type uses struct {
	tables map[string]*plan.Table
	behind reads.Through
	locals map[*ir.Local]reads.Bound
	found  map[ir.Node]literals // results of literals: an expression can read one var very often

	named    map[*ir.Field]bool     // fields that an expression names; others are only passed on with the object around them
	compared map[*ir.Field][]any    // literals with which a field is compared, or among which it is searched
	closed   map[*ir.Field][]closed // sets of values that are all that a field should have
	status   map[string]bool        // steps whose status is read
}

// closed is a set of values for which a table or an output has entries.
type closed struct {
	what   string // such as "the table states"
	values []string
}

func newUses(p *plan.Plan) *uses {
	u := &uses{
		tables: map[string]*plan.Table{}, found: map[ir.Node]literals{},
		named: map[*ir.Field]bool{}, compared: map[*ir.Field][]any{}, closed: map[*ir.Field][]closed{}, status: map[string]bool{},
	}
	for _, t := range p.Tables {
		u.tables[t.Name] = t
	}
	tool := p.Tools[0]
	for _, t := range p.Sequences() { // the tool is the last
		u.behind, u.locals = reads.In(t), reads.Locals(t)
		t.Expressions(func(n ir.Node) { ir.Walk(n, u.note) })
	}
	for i, out := range tool.Outputs {
		u.output(tool.Signature.Outputs[i], out.Value)
	}
	return u
}

// note records what a node does with fields.
func (u *uses) note(n ir.Node) {
	switch n := n.(type) {
	case *ir.Root:
		if n.Kind == ir.StatusRoot || n.Kind == ir.StepRoot && n.Part == "status" {
			u.status[n.Name] = true
		}
	case *ir.Member:
		u.named[n.Field] = true
	case *ir.Maybe:
		u.named[n.Field] = true
	case *ir.Has:
		u.named[n.Field] = true
	case *ir.Row:
		u.key(n)
	case *ir.Binary:
		u.together(n.X, n.Y)
	case *ir.In:
		u.together(n.X, n.List)
	case *ir.Call:
		u.together(n.Args...)
	}
}

// together records, for each field among operands, the literals among them. What is done with the operands does not matter, since only literals that are
// values of the field's enum are looked at later.
func (u *uses) together(operands ...ir.Node) {
	var fields []*ir.Field
	var values []any
	for _, n := range operands {
		if f := u.field(n); f != nil {
			fields = append(fields, f)
			continue
		}
		values = append(values, u.literals(n).values...)
	}
	for _, f := range fields {
		u.compared[f] = append(u.compared[f], values...)
	}
}

// key records that a field is the key of a table, which may have no row for a new value.
func (u *uses) key(row *ir.Row) {
	f, table := u.field(row.Key), u.tables[row.TableName()]
	if f == nil || table == nil {
		return
	}
	c := closed{what: "the table " + table.Name}
	for _, r := range table.Rows {
		c.values = append(c.values, r.Key)
	}
	u.closed[f] = append(u.closed[f], c)
}

// output records that a field is the value of an output that is an enum.
func (u *uses) output(out nact.Output, value ir.Node) {
	f := u.field(value)
	if f == nil || out.Type != nact.Enum {
		return
	}
	c := closed{what: "the output " + out.ID}
	for _, v := range out.AllowedValues {
		c.values = append(c.values, v.Name)
	}
	u.closed[f] = append(u.closed[f], c)
}

// field returns the field of an answer whose value, or an element of it, is the value of a node. It is nil if there is no such field.
func (u *uses) field(n ir.Node) *ir.Field {
	for range maxHops {
		switch at := n.(type) {
		case *ir.Member:
			return at.Field
		case *ir.Maybe:
			return at.Field
		case *ir.Root:
			if n = u.behind.Source(at); n == nil {
				return nil
			}
		case *ir.Ref:
			n = u.locals[at.To].Value
		case *ir.Element:
			n = at.List
		case *ir.Then:
			n = at.Body
		case *ir.OrValue:
			n = at.X
		case *ir.Let:
			n = at.Body
		case *ir.Loop:
			if n = at.Elem; n == nil {
				n = at.Over
			}
		default:
			if n = ir.Content(n); n == nil {
				return nil
			}
		}
	}
	return nil
}

// maxHops bounds how far a value is traced. It is a safeguard, since vars do not refer to themselves.
const maxHops = 1000

// literals are values that an expression can have, each once.
type literals struct {
	values   []any
	complete bool // it can have no others
}

// literals returns the values that the manifest shows an expression to have. A nil node has none.
func (u *uses) literals(n ir.Node) literals {
	if n == nil {
		return literals{}
	}
	found, ok := u.found[n]
	if !ok {
		found = u.find(n)
		u.found[n] = found
	}
	return found
}

// find computes literals.
func (u *uses) find(n ir.Node) literals {
	switch n := n.(type) {
	case *ir.Const:
		return literals{[]any{n.Value}, true}
	case *ir.None:
		return literals{nil, true}
	case *ir.Cond:
		return u.union(n.Then, n.Else)
	case *ir.OrValue:
		return u.union(n.X, n.Else)
	case *ir.Or:
		return u.union(n.X, n.Else)
	case *ir.ListLit:
		return u.union(n.Elems...)
	case *ir.Row:
		return u.column(n, 0)
	case *ir.Member:
		if row, ok := n.X.(*ir.Row); ok {
			return u.column(row, slices.Index(row.Type().Object.Fields(), n.Field))
		}
		return literals{}
	}
	if t := n.Type(); t.Enum != nil {
		return literals{anys(t.Enum.Values), true}
	}
	if root, ok := n.(*ir.Root); ok && root.Kind == ir.VarRoot {
		return u.literals(u.behind.Source(root))
	}
	return u.literals(ir.Content(n))
}

func anys(texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

func (u *uses) union(nodes ...ir.Node) literals {
	all := literals{complete: true}
	for _, n := range nodes {
		some := u.literals(n)
		all.add(some.values...)
		all.complete = all.complete && some.complete
	}
	return all
}

func (l *literals) add(values ...any) {
	for _, v := range values {
		if !slices.ContainsFunc(l.values, func(have any) bool { return reflect.DeepEqual(have, v) }) { // bytes have no ==
			l.values = append(l.values, v)
		}
	}
}

// column returns the values in a column of a table: of the rows that the key can select, or else of all.
func (u *uses) column(row *ir.Row, column int) literals {
	table := u.tables[row.TableName()]
	if table == nil || column < 0 {
		return literals{}
	}
	keys, cells := u.literals(row.Key), literals{complete: true}
	for _, r := range table.Rows {
		if (!keys.complete || slices.Contains(keys.values, any(r.Key))) && column < len(r.Cells) {
			cells.add(r.Cells[column])
		}
	}
	return cells
}
