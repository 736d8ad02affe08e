package celtext

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Of is an expression as its author could have written it. Expressions that compute the same in the same way have one text, in
// whatever way they were spelled; conversions that the checker added do not show. Nil is "".
func Of(n ir.Node) string { return Within("", n) }

// Within is [Of] for an expression that belongs to a step, whose own answer is this.body, this.status and this.headers.
func Within(step string, n ir.Node) string {
	if n == nil {
		return ""
	}
	return (&printer{step: step}).text(n)
}

// printer prints expressions.
type printer struct {
	step    string               // the step whose answer is called this; empty: none
	inlined map[*ir.Local]string // what stands for locals that are read once, and that the author gave no name
}

func (p *printer) text(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Const:
		return Literal(n.Value)
	case *ir.Root:
		return p.root(n)
	case *ir.Ref:
		return p.local(n.To)
	case *ir.None:
		return "optional.none()"
	case *ir.Zone:
		return strconv.Quote(n.Name)
	case *ir.Address:
		return n.T.String() + "(" + strconv.Quote(n.Text) + ")"
	case *ir.Call:
		return p.call(n)
	case *ir.Loop:
		return p.loop(n)
	case *ir.Let:
		return p.let(n)
	case *ir.Then:
		return p.then(n)
	case *ir.Concat:
		return p.template(n)
	case *ir.Invoke:
		return p.text(n.Of.Body)
	case *ir.Counted:
		return p.text(n.X)
	}
	if inner := ir.Content(n); inner != nil {
		return p.text(inner)
	}
	if members := ir.PartMembers(n); members != nil {
		return p.text(&ir.Record{Members: members})
	}
	if s := p.selection(n); s != "" {
		return s
	}
	if s := p.operation(n); s != "" {
		return s
	}
	return p.collection(n)
}

// operand is text, in parentheses where something follows or precedes it that binds tighter.
func (p *printer) operand(n ir.Node) string {
	for ir.Content(n) != nil {
		n = ir.Content(n)
	}
	switch n.(type) {
	case *ir.Binary, *ir.Logic, *ir.Cond, *ir.In, *ir.Unary, *ir.Not:
		return "(" + p.text(n) + ")"
	}
	return p.text(n)
}

// side is text, in parentheses where it stands beside && or || and is another logic, or a choice.
func (p *printer) side(n ir.Node, and bool) string {
	for ir.Content(n) != nil {
		n = ir.Content(n)
	}
	switch inner := n.(type) {
	case *ir.Cond:
		return p.operand(n)
	case *ir.Logic:
		if inner.And != and {
			return p.operand(n)
		}
	}
	return p.text(n)
}

func (p *printer) list(nodes []ir.Node) string {
	parts := make([]string, len(nodes))
	for i, n := range nodes {
		parts[i] = p.text(n)
	}
	return strings.Join(parts, ", ")
}

// selection prints what reads a part of a value, or asks for it; "" for any other node.
func (p *printer) selection(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Member:
		return p.operand(n.X) + Member(n.Field.Name)
	case *ir.Has:
		return "has(" + p.operand(n.X) + Member(n.Field.Name) + ")"
	case *ir.Maybe:
		if plain.MatchString(n.Field.Name) {
			return p.operand(n.X) + ".?" + n.Field.Name
		}
		return p.operand(n.X) + "[?" + strconv.Quote(n.Field.Name) + "]"
	case *ir.Element:
		return p.operand(n.List) + "[" + p.text(n.Index) + "]"
	case *ir.Row:
		return p.operand(n.Table) + "[" + p.text(n.Key) + "]"
	case *ir.OrValue:
		return p.operand(n.X) + ".orValue(" + p.text(n.Else) + ")"
	case *ir.Or:
		return p.operand(n.X) + ".or(" + p.text(n.Else) + ")"
	case *ir.HasValue:
		return p.operand(n.X) + ".hasValue()"
	case *ir.Guard:
		return p.operand(n.X)
	case *ir.Matches:
		return p.operand(n.X) + ".matches(" + strconv.Quote(n.Pattern) + ")"
	}
	return ""
}

// operation prints operators; "" for any other node.
func (p *printer) operation(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Binary:
		return p.operand(n.X) + " " + n.Op + " " + p.operand(n.Y)
	case *ir.In:
		return p.operand(n.X) + " in " + p.operand(n.List)
	case *ir.IsNull:
		return p.operand(n.X) + " == null"
	case *ir.Unary:
		return n.Op + p.operand(n.X)
	case *ir.Not:
		return "!" + p.operand(n.X)
	case *ir.Logic:
		op := " || "
		if n.And {
			op = " && "
		}
		return p.side(n.X, n.And) + op + p.side(n.Y, n.And)
	case *ir.Cond:
		return p.operand(n.If) + " ? " + p.operand(n.Then) + " : " + p.operand(n.Else)
	}
	return ""
}

// collection prints lists, maps and objects that are spelled out.
func (p *printer) collection(n ir.Node) string {
	switch n := n.(type) {
	case *ir.ListLit:
		parts := make([]string, len(n.Elems))
		for i, e := range n.Elems {
			parts[i] = optionalMark(n.OptionalAt[i]) + p.text(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *ir.MapLit:
		parts := make([]string, len(n.Keys))
		for i, key := range n.Keys {
			parts[i] = optionalMark(n.OptionalAt[i]) + p.text(key) + ": " + p.text(n.Values[i])
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	parts := []string{}
	for _, m := range Members(n) {
		parts = append(parts, strconv.Quote(m.Name)+": "+p.text(m.Value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func optionalMark(optional bool) string {
	if optional {
		return "?"
	}
	return ""
}

// local is what a use of a local prints as.
func (p *printer) local(l *ir.Local) string {
	if s, inlined := p.inlined[l]; inlined {
		return s
	}
	if l.Name == "" {
		return "it"
	}
	return l.Name
}

// bind prints a body in which a value stands for a local, or returns false: only one that is read once has its value in its
// place, since text must not grow faster than what it is the text of.
func (p *printer) bind(l *ir.Local, value, body ir.Node) (string, bool) {
	if ir.Uses(body, l) != 1 {
		return "", false
	}
	if p.inlined == nil {
		p.inlined = map[*ir.Local]string{}
	}
	p.inlined[l] = p.operand(value)
	return p.text(body), true
}

func (p *printer) let(n *ir.Let) string {
	if _, limited := n.Body.(*ir.Guard); limited { // the limits are the document's, and not of the manifest
		return p.text(n.Value)
	}
	if n.Implicit {
		if s, ok := p.bind(n.Local, n.Value, n.Body); ok {
			return s
		}
	}
	return "cel.bind(" + p.local(n.Local) + ", " + p.text(n.Value) + ", " + p.text(n.Body) + ")"
}

func (p *printer) then(n *ir.Then) string {
	if s, ok := p.bind(n.Local, n.X, n.Body); ok {
		return s
	}
	return p.operand(n.X) + ".optFlatMap(" + p.local(n.Local) + ", " + p.text(n.Body) + ")"
}

// template prints text with expressions in it: "To ${inputs.city}".
func (p *printer) template(n *ir.Concat) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, part := range n.Parts {
		if c, ok := part.(*ir.Const); ok {
			quoted := strconv.Quote(fmt.Sprint(c.Value))
			b.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		b.WriteString("${" + p.text(part) + "}")
	}
	b.WriteByte('"')
	return b.String()
}

// loop prints a macro over a list or a map.
func (p *printer) loop(n *ir.Loop) string {
	over, names := p.operand(n.Over), p.local(n.Var)
	if n.Index != nil {
		names = p.local(n.Index) + ", " + names
	}
	macro := func(name string, parts ...string) string {
		return "." + name + "(" + strings.Join(append([]string{names}, parts...), ", ") + ")"
	}
	switch n.Kind {
	case ir.All:
		return over + macro("all", p.text(n.Where))
	case ir.Any:
		return over + macro("exists", p.text(n.Where))
	case ir.One:
		return over + macro("existsOne", p.text(n.Where))
	}
	if n.Where != nil {
		over += macro("filter", p.text(n.Where))
	}
	switch {
	case n.KeyElem != nil && n.Elem != nil:
		over += macro("transformMapEntry", "{"+p.text(n.KeyElem)+": "+p.text(n.Elem)+"}")
	case n.Kind == ir.Associate && n.Elem != nil:
		over += macro("transformMapEntry", p.text(n.Elem))
	case n.Elem != nil:
		over += macro("map", p.text(n.Elem))
	}
	return over + map[ir.LoopKind]string{ir.Count: ".size()", ir.First: "[0]", ir.FirstMay: ".first()"}[n.Kind]
}

// Members are the members of an object that is spelled out; nil for any other value.
func Members(n ir.Node) []ir.RecordMember {
	switch n := n.(type) {
	case *ir.Record:
		return n.Members
	case *ir.Pairs:
		return n.Members
	}
	return ir.PartMembers(n)
}

// Member is the read of a member: .name, or ["@id"].
func Member(name string) string {
	if plain.MatchString(name) {
		return "." + name
	}
	return "[" + strconv.Quote(name) + "]"
}

// root is the name of a value in the printed expression.
func (p *printer) root(n *ir.Root) string {
	name := Root(n)
	switch own, ok := strings.CutPrefix(name, "steps."+p.step+"."); {
	case ok && p.step != "":
		return "this." + own
	case n.Kind == ir.BodyRoot && n.Name == p.step: // of which the field is read that is the body
		return "this"
	}
	if n.Kind == ir.StepRoot && n.T.Kind == ir.Optional { // of a step that may not run
		return "steps.?" + strings.TrimPrefix(name, "steps.")
	}
	return name
}

// Root is the name of a value that a tool holds: steps.place.body.
func Root(n *ir.Root) string {
	switch n.Kind {
	case ir.InputRoot:
		return "inputs." + n.Name
	case ir.BodyRoot:
		if n.T.Kind == ir.Object && n.T.Object.Sole { // its field is the body
			return "steps." + n.Name
		}
		return "steps." + n.Name + ".body"
	case ir.StatusRoot:
		return "steps." + n.Name + ".status"
	case ir.HeadersRoot:
		return "steps." + n.Name + ".headers"
	case ir.ResultRoot:
		return "steps." + n.Name
	case ir.StepRoot:
		if n.Part == "" || n.Part == ir.ResultPart {
			return "steps." + n.Name
		}
		return "steps." + n.Name + "." + n.Part
	case ir.PagesRoot:
		return "steps." + n.Name + "." + n.Part
	case ir.LinkRoot:
		return "steps." + n.Name + ".link." + n.Part
	case ir.NextRoot:
		return "steps." + n.Name + ".next"
	case ir.ElementRoot:
		return n.Name
	case ir.ProblemRoot:
		return "this." + n.Part
	case ir.VarRoot:
		return "vars." + n.Name
	case ir.ConfigRoot:
		return "config." + n.Name
	}
	return "tables." + n.Name
}

// Literal is the value of a constant.
func Literal(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(v)
	case []byte:
		return "b" + strconv.Quote(string(v))
	case uint64:
		return strconv.FormatUint(v, 10) + "u"
	case float64:
		return floatText(v)
	case time.Time:
		return "timestamp(" + strconv.Quote(v.Format(time.RFC3339Nano)) + ")"
	case time.Duration:
		return "duration(" + strconv.Quote(v.String()) + ")"
	}
	return fmt.Sprint(value)
}

// floatText tells 1.0 from 1.
func floatText(v float64) string {
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if strings.ContainsAny(s, ".eIN") {
		return s
	}
	return s + ".0"
}
