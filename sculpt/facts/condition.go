package facts

import (
	"fmt"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Of returns what follows from a condition that holds, or that does not.
func Of(cond ir.Node, holds bool) []Fact {
	switch n := cond.(type) {
	case *ir.Not:
		return Of(n.X, !holds)
	case *ir.Logic:
		if n.And == holds {
			return append(Of(n.X, holds), Of(n.Y, holds)...)
		}
	case *ir.Has:
		if holds {
			return About(Fact{Path: ir.FieldPath(n.X, n.Field), Kind: Present})
		}
	case *ir.HasValue:
		if holds {
			return hasValue(n.X)
		}
	case *ir.Call:
		if holds && n.Func == ir.FnHasKey {
			return About(Fact{Path: ir.KeyPath(n.Args[0], n.Args[1]), Kind: Present})
		}
	case *ir.IsNull:
		if !holds {
			return notNull(n.X)
		}
	case *ir.Loop:
		if holds && (n.Kind == ir.Any || n.Kind == ir.One) {
			return atLeast(n.Over, 1)
		}
	case *ir.Binary:
		return comparison(n, holds)
	}
	return nil
}

// hasValue returns what follows from an optional's having a value: it is there, and so are the other parts of a step that has run.
func hasValue(optional ir.Node) []Fact {
	facts := []Fact{{Path: ir.Path(ir.FnValue.Call(optional)), Kind: Present}}
	if root, ok := optional.(*ir.Root); ok {
		for _, part := range root.With {
			other := &ir.Root{Kind: root.Kind, Name: root.Name, Part: part, T: root.T}
			facts = append(facts, Fact{Path: ir.Path(ir.FnValue.Call(other)), Kind: Present})
		}
	}
	return About(facts...)
}

// comparison returns what follows from a comparison.
func comparison(n *ir.Binary, holds bool) []Fact {
	if n.Op == "==" && holds || n.Op == "!=" && !holds {
		if facts := equality(n.X, n.Y); facts != nil {
			return facts
		}
	}
	return size(n, holds)
}

// About returns facts without those about values that have no path.
func About(facts ...Fact) []Fact {
	var with []Fact
	for _, f := range facts {
		if f.Path != "" {
			with = append(with, f)
		}
	}
	return with
}

// notNull returns what follows from x != null. Where x.?f.orValue(null) is not null, x.f is there, too.
func notNull(x ir.Node) []Fact {
	x = ir.OrNull(x)
	path := ir.Path(x)
	facts := []Fact{{Path: path, Kind: NotNull}}
	if _, field := x.(*ir.Maybe); field {
		facts = append(facts, Fact{Path: path, Kind: Present})
	}
	return About(facts...)
}

// equality returns what follows from type(x) == string, and from a tag that equals a literal.
func equality(x, y ir.Node) []Fact {
	c, ok := y.(*ir.Const)
	if !ok {
		x, y = y, x
		if c, ok = y.(*ir.Const); !ok {
			return nil
		}
	}
	if arg, ok := ir.TypeOfArg(x); ok {
		if t := namedTypes[fmt.Sprint(c.Value)]; t != nil && arg.Type().Kind == ir.Dyn {
			return About(Fact{Path: ir.Path(arg), Kind: HasType, Type: t})
		}
	}
	if m, ok := x.(*ir.Member); ok {
		if u := m.X.Type().Object.Union; u != nil && u.Tag == m.Field.Name {
			if v := u.Variant(c.Value); v != nil {
				return About(Fact{Path: ir.Path(m.X), Kind: IsVariant, Variant: v})
			}
		}
	}
	return nil
}

// namedTypes are the types that a dyn can be shown to have. A map is none of them: what its keys are is not shown.
var namedTypes = map[string]*ir.Type{
	"bool": ir.BoolType, "int": ir.IntType, "uint": ir.UintType, "double": ir.DoubleType, "string": ir.StringType,
	"list": ir.ListOf(ir.DynType),
}

// size returns what follows from a comparison of a list's size with a literal.
func size(n *ir.Binary, holds bool) []Fact {
	op, list, other := n.Op, sized(n.X), n.Y
	if list == nil {
		op, list, other = mirrored[op], sized(n.Y), n.X
	}
	bound, isConst := other.(*ir.Const)
	if list == nil || !isConst {
		return nil
	}
	limit, isInt := bound.Value.(int64)
	if !isInt {
		return nil
	}
	least := leastSize(op, limit, holds)
	if least <= 0 {
		return nil
	}
	return atLeast(list, least)
}

// atLeast returns what follows if a list has so many elements.
func atLeast(list ir.Node, least int64) []Fact {
	if list.Type().Kind != ir.List {
		return nil
	}
	if or, ok := list.(*ir.OrValue); ok {
		if !ir.IsEmpty(or.Else) {
			return nil
		}
		list = or.X
	}
	path := ir.Path(list)
	return About(Fact{Path: path, Kind: Present}, Fact{Path: path, Kind: AtLeast, Size: least})
}

// leastSize returns how large a size is at least of which a comparison with limit holds, or does not.
func leastSize(op string, limit int64, holds bool) int64 {
	if !holds {
		op = opposites[op]
	}
	switch {
	case op == ">":
		return limit + 1
	case op == ">=", op == "==":
		return limit
	case op == "!=" && limit == 0:
		return 1
	}
	return 0
}

// mirrored are the comparisons with their sides exchanged.
var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

var opposites = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}

// sized returns the list whose size n is, or that has at least so many elements, or nil.
func sized(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Call:
		if n.Func == ir.FnLen {
			return n.Args[0]
		}
	case *ir.Loop:
		if n.Kind == ir.Count {
			return n.Over
		}
	}
	return nil
}
