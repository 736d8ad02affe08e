package ir

// Only what is computed to have a node's value is an operand: what a Ref refers to and what an Invoke calls is not.

func (*Const) operands() []*Node        { return nil }
func (*Root) operands() []*Node         { return nil }
func (*Ref) operands() []*Node          { return nil }
func (*None) operands() []*Node         { return nil }
func (*Pattern) operands() []*Node      { return nil }
func (*Zone) operands() []*Node         { return nil }
func (*Address) operands() []*Node      { return nil }
func (n *Member) operands() []*Node     { return []*Node{&n.X} }
func (n *Has) operands() []*Node        { return []*Node{&n.X} }
func (n *Maybe) operands() []*Node      { return []*Node{&n.X} }
func (n *Some) operands() []*Node       { return []*Node{&n.X} }
func (n *HasValue) operands() []*Node   { return []*Node{&n.X} }
func (n *IsNull) operands() []*Node     { return []*Node{&n.X} }
func (n *NotNull) operands() []*Node    { return []*Node{&n.X} }
func (n *MayNull) operands() []*Node    { return []*Node{&n.X} }
func (n *Unary) operands() []*Node      { return []*Node{&n.X} }
func (n *Not) operands() []*Node        { return []*Node{&n.X} }
func (n *Matches) operands() []*Node    { return []*Node{&n.X} }
func (n *ToDyn) operands() []*Node      { return []*Node{&n.X} }
func (n *Counted) operands() []*Node    { return []*Node{&n.X} }
func (n *FromEnum) operands() []*Node   { return []*Node{&n.X} }
func (n *ToEnum) operands() []*Node     { return []*Node{&n.X} }
func (n *SoleFields) operands() []*Node { return []*Node{&n.X} }
func (n *Placed) operands() []*Node     { return []*Node{&n.X} }
func (n *Then) operands() []*Node       { return []*Node{&n.X, &n.Body} }
func (n *OrValue) operands() []*Node    { return []*Node{&n.X, &n.Else} }
func (n *Or) operands() []*Node         { return []*Node{&n.X, &n.Else} }
func (n *Element) operands() []*Node    { return []*Node{&n.List, &n.Index} }
func (n *Row) operands() []*Node        { return []*Node{&n.Table, &n.Key} }
func (n *Binary) operands() []*Node     { return []*Node{&n.X, &n.Y} }
func (n *In) operands() []*Node         { return []*Node{&n.X, &n.List} }
func (n *Let) operands() []*Node        { return []*Node{&n.Value, &n.Body} }
func (n *Guard) operands() []*Node      { return []*Node{&n.Broken, &n.X} }
func (n *Cond) operands() []*Node       { return []*Node{&n.If, &n.Then, &n.Else} }
func (n *Call) operands() []*Node       { return pointers(n.Args) }
func (n *Invoke) operands() []*Node     { return pointers(n.Args) }
func (n *ListLit) operands() []*Node    { return pointers(n.Elems) }
func (n *Concat) operands() []*Node     { return pointers(n.Parts) }
func (n *Record) operands() []*Node     { return memberPointers(n.Members) }
func (n *Pairs) operands() []*Node      { return memberPointers(n.Members) }
func (n *Logic) operands() []*Node      { return append(pointers(n.Before), &n.X, &n.Y) }

func (n *MapLit) operands() []*Node {
	var list []*Node
	for i := range n.Keys {
		list = append(list, &n.Keys[i], &n.Values[i])
	}
	return list
}

func (n *Loop) operands() []*Node {
	list := []*Node{&n.Over}
	for _, p := range []*Node{&n.Where, &n.KeyElem, &n.Elem} {
		if *p != nil {
			list = append(list, p)
		}
	}
	return list
}

func pointers(nodes []Node) []*Node {
	list := make([]*Node, len(nodes))
	for i := range nodes {
		list[i] = &nodes[i]
	}
	return list
}

func memberPointers(members []RecordMember) []*Node {
	list := make([]*Node, len(members))
	for i := range members {
		list[i] = &members[i].Value
	}
	return list
}
