package goexpr_test

import (
	"math"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// nodeCase is an expression by a name.
type nodeCase struct {
	name string
	node ir.Node
}

// nodes are expressions, small ones: each kind of node where it is printed in one way, and where in another.
func nodes() []nodeCase {
	var all []nodeCase
	for _, of := range [][]nodeCase{reads(), optionals(), nullables(), operators(), literals(), loops(), bindings()} {
		all = append(all, of...)
	}
	return all
}

func reads() []nodeCase {
	root := func(kind ir.RootKind, name string, t *ir.Type) ir.Node { return &ir.Root{T: t, Kind: kind, Name: name} }
	offices := &ir.Root{T: ir.MapOf(ir.StringType, ir.ObjectOf(world.row)), Kind: ir.TableRoot, Name: "offices"}
	return []nodeCase{
		{"an input", number()},
		{"a config value", root(ir.ConfigRoot, "key", ir.StringType)},
		{"a var", root(ir.VarRoot, "v", ir.IntType)},
		{"the status of an answer", root(ir.StatusRoot, "get", ir.IntType)},
		{"a field that is there", field("name")},
		{"a field that may be absent", field("note")},
		{"whether a field is there", &ir.Has{X: body(), Field: world.place.Field("note")}},
		{"an element", &ir.Element{List: field("parts"), Index: ir.Int64(0)}},
		{"a field of an element", &ir.Member{X: &ir.Element{List: field("parts"), Index: number()}, Field: world.part.Field("name"), Path: "p"}},
		{"a row", &ir.Row{Table: offices, Key: text()}},
		{"a row that is there", &ir.Row{Table: offices, Key: ir.Text("OAX"), Proven: true}},
	}
}

func optionals() []nodeCase {
	note := func() ir.Node { return &ir.Maybe{X: body(), Field: world.place.Field("note")} }
	main := func() ir.Node { return &ir.Maybe{X: body(), Field: world.place.Field("main")} }
	part := &ir.Local{T: ir.ObjectOf(world.part), Name: "part"}
	at := func(list ir.Node, i int64) ir.Node { return ir.FnOptElem.Call(list, ir.Int64(i)) }
	isThere := func() ir.Node { return &ir.Has{X: body(), Field: world.place.Field("others")} }
	has := func(i int64) ir.Node {
		others := &ir.Local{T: ir.ListOf(ir.ObjectOf(world.part)), Name: "others"}
		return &ir.HasValue{X: &ir.Then{X: &ir.Maybe{X: body(), Field: world.place.Field("others")}, Local: others, Body: at(&ir.Ref{To: others}, i)}}
	}
	return []nodeCase{
		{"an optional field", note()},
		{"an optional or a literal", &ir.OrValue{X: note(), Else: ir.Text("none")}},
		{"an optional or a field", &ir.OrValue{X: note(), Else: field("name")}},
		{"one optional or another", &ir.Or{X: note(), Else: &ir.Some{X: text()}}},
		{"an optional that is made", &ir.Some{X: number()}},
		{"an optional without a value", &ir.None{T: ir.OptionalOf(ir.IntType)}},
		{"whether an optional has a value", &ir.HasValue{X: maybe()}},
		{"elements of an optional list", &ir.Logic{And: true, X: has(2), Y: has(0)}},
		{"elements of a list", &ir.Logic{And: true, X: &ir.HasValue{X: at(field("parts"), 2)}, Y: &ir.HasValue{X: at(field("parts"), 0)}}},
		{"an element, and that its list is there", &ir.Logic{And: true, X: has(2), Y: isThere()}},
		{"that a list is there, and its element", &ir.Logic{And: true, X: isThere(), Y: has(2)}},
		{"not that a list is there, and its element", &ir.Not{X: &ir.Logic{And: true, X: isThere(), Y: has(2)}}},
		{"a chain", &ir.Then{X: main(), Local: part, Body: &ir.Some{X: &ir.Member{X: &ir.Ref{To: part}, Field: world.part.Field("name"), Path: "p"}}}},
	}
}

func nullables() []nodeCase {
	return []nodeCase{
		{"whether it is null", &ir.IsNull{X: field("size")}},
		{"not null", &ir.NotNull{X: field("size")}},
		{"not null, as a condition has shown", &ir.Cond{
			If: &ir.IsNull{X: field("size")}, Then: &ir.Const{T: ir.DoubleType, Value: 0.0}, Else: &ir.NotNull{X: field("size")},
		}},
		{"as what may be null", &ir.MayNull{X: number()}},
		{"null", &ir.Const{T: ir.IntType.OrNull()}},
		{"equal, where one may be null", &ir.Binary{T: ir.BoolType, Op: "==", X: field("size"), Y: &ir.Const{T: ir.DoubleType, Value: 1.5}}},
	}
}

func operators() []nodeCase {
	list := func() ir.Node {
		return &ir.ListLit{T: ir.ListOf(ir.IntType), Elems: []ir.Node{ir.Int64(1), ir.Int64(2)}}
	}
	is := func(s string) ir.Node { return &ir.Binary{T: ir.BoolType, Op: "==", X: text(), Y: ir.Text(s)} }
	late := func() ir.Node { return &ir.Binary{T: ir.BoolType, Op: "==", X: ir.FnUUID.Call(), Y: text()} }
	small, not := more(number(), ir.Int64(1)), &ir.Not{X: more(number(), ir.Int64(1))}
	return []nodeCase{
		{"a function", ir.FnUpperASCII.Call(text())},
		{"a function that can fail", ir.FnAddInt.Call(number(), ir.Int64(1))},
		{"one of another", ir.FnAddInt.Call(ir.FnAddInt.Call(number(), ir.Int64(1)), number())},
		{"the same twice", &ir.Binary{T: ir.BoolType, Op: "==", X: ir.FnAddInt.Call(number(), ir.Int64(1)), Y: ir.FnAddInt.Call(number(), ir.Int64(1))}},
		{"precedence", &ir.Binary{T: ir.DoubleType, Op: "*", X: &ir.Binary{T: ir.DoubleType, Op: "+", X: plain("size"), Y: plain("size")}, Y: plain("size")}},
		{"minus", &ir.Unary{Op: "-", X: &ir.NotNull{X: field("size")}}},
		{"in a list", &ir.In{X: number(), List: list()}},
		{"not", not},
		{"and", &ir.Logic{And: true, X: small, Y: more(number(), ir.Int64(3))}},
		{"and, of the same", &ir.Logic{And: true, X: more(number(), ir.Int64(3)), Y: &ir.Logic{And: true, X: small, Y: more(number(), ir.Int64(3))}}},
		{"or, of the same", &ir.Logic{X: &ir.Logic{X: small, Y: more(number(), ir.Int64(3))}, Y: more(number(), ir.Int64(1))}},
		{"or, of the same negated", &ir.Logic{X: not, Y: &ir.Not{X: &ir.Logic{And: true, X: small, Y: more(number(), ir.Int64(3))}}}},
		{"and, of the same that is never the same", &ir.Logic{And: true, X: late(), Y: late()}},
		{"and, of two comparisons that exclude each other", &ir.Logic{And: true, X: is("a"), Y: is("b")}},
		{"and, the other way round", &ir.Logic{And: true, X: divided(), Y: more(number(), ir.Int64(3))}},
		{"or, of two that can fail", &ir.Logic{X: divided(), Y: more(ir.FnAddInt.Call(number(), number()), ir.Int64(1))}},
		{"a choice", &ir.Cond{If: more(number(), ir.Int64(1)), Then: ir.Text("many"), Else: text()}},
		{"a choice that can fail", &ir.Cond{If: more(number(), ir.Int64(1)), Then: field("note"), Else: text()}},
		{"a value of an enum", &ir.Binary{T: ir.BoolType, Op: "==", X: input("day", world.day), Y: &ir.Const{T: world.day, Value: "TODAY"}}},
		{"an enum as text", &ir.FromEnum{X: input("day", world.day)}},
		{"text of an enum", &ir.ToEnum{T: world.day, X: text()}},
		{"as a dyn", &ir.ToDyn{X: number()}},
	}
}

func literals() []nodeCase {
	record := &ir.ObjectType{Name: "record"}
	record.Add(&ir.Field{Name: "a", Type: ir.IntType, Required: true})
	record.Add(&ir.Field{Name: "b", Type: ir.OptionalOf(ir.IntType), Required: true})
	members := []ir.RecordMember{{Name: "a", Value: number()}, {Name: "b", Value: maybe()}}
	texts := ir.MapOf(ir.StringType, ir.IntType)
	return []nodeCase{
		{"an integer", ir.Int64(1)},
		{"the least integer", ir.Int64(math.MinInt64)},
		{"a whole number as a double", &ir.Const{T: ir.DoubleType, Value: 2.0}},
		{"text with quotes and lines", ir.Text("a \"b\"\n`c`")},
		{"a list", &ir.ListLit{T: ir.ListOf(ir.IntType), Elems: []ir.Node{number(), ir.Int64(2)}}},
		{"an empty list", &ir.ListLit{T: ir.ListOf(ir.StringType)}},
		{"a list with what may be absent", &ir.ListLit{T: ir.ListOf(ir.IntType), Elems: []ir.Node{maybe(), ir.Int64(2)}, OptionalAt: map[int]bool{0: true}}},
		{"a map", &ir.MapLit{T: texts, Keys: []ir.Node{ir.Text("a")}, Values: []ir.Node{number()}}},
		{"a map with a computed key", &ir.MapLit{T: texts, Keys: []ir.Node{ir.Text("a"), text()}, Values: []ir.Node{number(), ir.Int64(2)}}},
		{"a record", &ir.Record{Name: "x", Members: members, T: ir.ObjectOf(record)}},
		{"the members of a parameter", &ir.Pairs{Members: []ir.RecordMember{{Name: "a", Value: text()}, {Name: "b", Value: &ir.Maybe{X: body(), Field: world.place.Field("note")}}}}},
		{"a template", &ir.Concat{Parts: []ir.Node{ir.Text("for "), text(), ir.Text("!")}}},
		{"a limit", &ir.Guard{Broken: &ir.Binary{T: ir.BoolType, Op: ">", X: number(), Y: ir.Int64(30)}, Must: "it must be at most 30", X: number()}},
		{"a limit of what may be absent", &ir.Guard{
			Broken: &ir.Logic{And: true, X: &ir.HasValue{X: maybe()}, Y: &ir.Binary{T: ir.BoolType, Op: ">", X: ir.FnValue.Call(maybe()), Y: ir.Int64(30)}},
			Must:   "it must be at most 30", X: maybe(),
		}},
		{"a pattern", &ir.Matches{X: text(), Pattern: "^a+$"}},
		{"what a pattern takes out of a text", ir.FnExtract.Call(text(), &ir.Pattern{Text: "[0-9]+"})},
		{"a date in a zone", ir.FnDateOf.Call(ir.FnNow.Call(), &ir.Zone{Name: "Europe/Berlin"})},
		{"an address", &ir.Address{T: ir.IPType, Text: "10.0.0.1"}},
	}
}

func loops() []nodeCase {
	part := func() *ir.Local { return &ir.Local{T: ir.ObjectOf(world.part), Name: "part"} }
	name := func(l *ir.Local) ir.Node {
		return &ir.Member{X: &ir.Ref{To: l}, Field: world.part.Field("name"), Path: "part.name"}
	}
	is := func(l *ir.Local) ir.Node { return &ir.Binary{T: ir.BoolType, Op: "==", X: name(l), Y: text()} }
	over := func(kind ir.LoopKind, t *ir.Type, change func(l *ir.Loop)) ir.Node {
		l := &ir.Loop{T: t, Kind: kind, Over: field("parts"), Var: part()}
		change(l)
		return l
	}
	where := func(l *ir.Loop) { l.Where = is(l.Var) }
	names := func(l *ir.Loop) { l.Elem = name(l.Var) }
	named := ir.ListOf(ir.StringType)
	sole := &ir.ObjectType{Name: "Sole", Sole: true}
	sole.Add(&ir.Field{Name: "id", Type: ir.StringType, Required: true})
	id := &ir.Local{T: ir.ObjectOf(sole), Name: "x"}
	return []nodeCase{
		{"map", over(ir.Collect, named, names)},
		{"map to the elements", over(ir.Collect, ir.ListOf(ir.ObjectOf(world.part)), func(l *ir.Loop) { l.Elem = &ir.Ref{To: l.Var} })},
		{"map to the only fields", &ir.Loop{
			T: named, Kind: ir.Collect, Over: &ir.Root{T: ir.ListOf(id.T), Kind: ir.VarRoot, Name: "v"}, Var: id,
			Elem: &ir.Member{X: &ir.Ref{To: id}, Field: sole.Field("id"), Path: "x.id"},
		}},
		{"filter", over(ir.Collect, ir.ListOf(ir.ObjectOf(world.part)), where)},
		{"filter and map", over(ir.Collect, named, func(l *ir.Loop) { where(l); names(l) })},
		{"all", over(ir.All, ir.BoolType, where)},
		{"exists", over(ir.Any, ir.BoolType, where)},
		{"exists one", over(ir.One, ir.BoolType, where)},
		{"how many", over(ir.Count, ir.IntType, where)},
		{"the first", over(ir.First, ir.ObjectOf(world.part), where)},
		{"the first, if there is one", over(ir.FirstMay, ir.OptionalOf(ir.ObjectOf(world.part)), where)},
		{"a map of elements", over(ir.Associate, ir.MapOf(ir.StringType, ir.IntType), func(l *ir.Loop) {
			l.KeyElem, l.Elem = name(l.Var), ir.FnSize.Call(name(l.Var))
		})},
		{"a loop in a loop, which is counted", over(ir.Collect, ir.ListOf(named), func(l *ir.Loop) { l.Elem = over(ir.Collect, named, names) })},
		{"sorted by a field", ir.FnSortBy.Call(field("parts"), over(ir.Collect, named, names))},
		{"sorted by times", ir.FnSortBy.Call(field("parts"), over(ir.Collect, ir.ListOf(ir.TimestampType), func(l *ir.Loop) {
			l.Elem = ir.FnTimeFromString.Call(name(l.Var))
		}))},
	}
}

func bindings() []nodeCase {
	let := func(value ir.Node, body func(x ir.Node) ir.Node) ir.Node {
		local := &ir.Local{T: value.Type(), Name: "x", Value: value}
		return &ir.Let{Local: local, Value: value, Body: body(&ir.Ref{To: local})}
	}
	sum := func() ir.Node { return ir.FnAddInt.Call(number(), ir.Int64(1)) }
	twice := func(x ir.Node) ir.Node { return ir.FnMulInt.Call(x, x) }
	return []nodeCase{
		{"a binding of what is read", let(number(), twice)},
		{"a binding of what can fail", let(sum(), twice)},
		{"a binding that may not be needed", let(sum(), func(x ir.Node) ir.Node {
			return &ir.Cond{If: more(number(), ir.Int64(1)), Then: twice(x), Else: ir.Int64(0)}
		})},
	}
}
