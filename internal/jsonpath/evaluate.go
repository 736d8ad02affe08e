package jsonpath

import "errors"

// Node is a value that is queried. Nodes are compared with == where a query selects one twice.
type Node interface {
	// Shape says what the value is.
	Shape() Shape
	// Len returns how many members an object has, or elements an array; 0 for what is neither.
	Len() int
	// At returns a member with its name, or an element.
	At(i int) (name string, value Node)
	// Scalar returns the value of what is neither: nil, a bool, a float64 or a string.
	Scalar() any
}

// Shape is whether a value contains others.
type Shape uint8

// The shapes.
const (
	Scalar Shape = iota
	Array
	Object
)

// maxDepth is how deep values may nest that a query goes down.
const maxDepth = 256

// The reasons why a query that is well formed cannot be evaluated.
var (
	ErrSteps = errors.New("it takes too many steps to evaluate")
	ErrDepth = errors.New("it goes down more than 256 levels")
)

// Select returns what a query selects of a tree, in the order of RFC 9535 and each node once. Each value that is looked at takes one of the
// steps that are left; the error is [ErrSteps] if there were too few, or [ErrDepth].
func (q *Query) Select(root Node, left *int) ([]Node, error) {
	e := &evaluation{root: root, left: left, patterns: map[string]pattern{}}
	found := e.query(q, root)
	if e.err != nil {
		return nil, e.err
	}
	seen := make(map[Node]bool, len(found))
	once := found[:0]
	for _, n := range found {
		if !seen[n] {
			seen[n] = true
			once = append(once, n)
		}
	}
	return once, nil
}

// evaluation is one evaluation of a query. Once it has an error, what it returns means nothing.
type evaluation struct {
	root     Node
	left     *int
	err      error
	patterns map[string]pattern
}

// spend takes steps, and reports whether they were left and nothing has gone wrong.
func (e *evaluation) spend(steps int) bool {
	if *e.left -= steps; *e.left < 0 && e.err == nil {
		e.err = ErrSteps
	}
	return e.err == nil
}

func (e *evaluation) query(q *Query, current Node) []Node {
	at := []Node{e.root}
	if q.Relative {
		at[0] = current
	}
	for i := range q.Segments {
		var next []Node
		for _, n := range at {
			next = e.segment(&q.Segments[i], n, 0, next)
		}
		at = next
	}
	return at
}

// segment adds what a segment selects of a node to found.
func (e *evaluation) segment(s *Segment, n Node, depth int, found []Node) []Node {
	if !e.spend(1) {
		return nil
	}
	if depth > maxDepth {
		e.err = ErrDepth
		return nil
	}
	for i := range s.Selectors {
		found = e.selector(&s.Selectors[i], n, found)
	}
	if s.Descendants {
		for i := range n.Len() {
			_, child := n.At(i)
			found = e.segment(s, child, depth+1, found)
		}
	}
	return found
}

// selector adds what a selector selects of a node to found.
func (e *evaluation) selector(s *Selector, n Node, found []Node) []Node {
	switch s.Kind {
	case Name:
		return e.named(s.Name, n, found)
	case Index, Slice:
		if n.Shape() == Array {
			return e.ranged(s, n, found)
		}
		return found
	}
	for i := range n.Len() {
		if !e.spend(1) {
			return nil
		}
		_, child := n.At(i)
		if s.Kind == Wildcard || e.holds(s.Filter, child) {
			found = append(found, child)
		}
	}
	return found
}

func (e *evaluation) named(name string, n Node, found []Node) []Node {
	if n.Shape() != Object {
		return found
	}
	for i := range n.Len() {
		if !e.spend(1) {
			return nil
		}
		if key, value := n.At(i); key == name {
			return append(found, value)
		}
	}
	return found
}

// ranged adds the elements at an index, or of a slice.
func (e *evaluation) ranged(s *Selector, n Node, found []Node) []Node {
	add := func(i int) bool {
		_, element := n.At(i)
		found = append(found, element)
		return e.spend(1)
	}
	if s.Kind == Index {
		if i := normal(*s.Start, n.Len()); 0 <= i && i < n.Len() {
			add(i)
		}
		return found
	}
	lower, upper := s.bounds(n.Len())
	for i := lower; s.Step > 0 && i < upper && add(i); i += s.Step {
	}
	for i := upper; s.Step < 0 && i > lower && add(i); i += s.Step {
	}
	return found
}

// normal returns an index counted from the start.
func normal(i, length int) int {
	if i < 0 {
		return length + i
	}
	return i
}

// bounds returns between which indexes the elements of a slice are: from the lower one on where the step is positive, from the upper one
// down where it is negative; the other one does not belong to it.
func (s *Selector) bounds(length int) (lower, upper int) {
	start, end := 0, length
	if s.Step < 0 {
		start, end = length-1, -length-1
	}
	if s.Start != nil {
		start = *s.Start
	}
	if s.End != nil {
		end = *s.End
	}
	start, end = normal(start, length), normal(end, length)
	if s.Step < 0 {
		return min(max(end, -1), length-1), min(max(start, -1), length-1)
	}
	return min(max(start, 0), length), min(max(end, 0), length)
}
