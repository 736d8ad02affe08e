package draft

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/operation/paging"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// answer describes the answer of an operation that succeeds.
type answer struct {
	media  *spec.Media
	shapes *shape.Shapes
	t      *ir.Type       // nil if there is no body that can be read
	raw    bool           // the body is text or bytes
	pages  *paging.Scheme // nil if the answer is not a page of a list
	list   *access        // the list that the answer is about; nil if it is about something else
}

// access is an expression that reads a value of an answer.
type access struct {
	path  string
	t     *ir.Type // of the value, which the optional has if path is one
	maybe bool     // path is an optional
}

// answer returns the answer of an operation.
func (op *Operation) answer() *answer {
	if op.answered != nil {
		return op.answered
	}
	a := &answer{shapes: shape.New("answer")}
	op.answered = a
	a.media, _ = operation.AnswerMedia(op.Operation, "")
	if a.media == nil || unreadable(a.media.Schema) {
		return a
	}
	a.t, a.raw = operation.AnswerType(a.shapes, a.media)
	a.t = a.t.Plain()
	if a.raw {
		return a
	}
	if op.Method == "GET" && !unreadable(a.media.Schema) {
		a.pages = a.scheme(op.Operation)
	}
	if a.pages != nil {
		elements := a.t
		if a.pages.Member != "" {
			elements = a.t.Object.Field(a.pages.Member).Type
		}
		a.list = &access{path: "items", t: elements}
		return a
	}
	a.list = a.findList(access{path: "body", t: a.t}, op.Writes(), envelopes)
	return a
}

// scheme returns how the pages of a list are collected, or nil if the answer is no page, or does not have the types that the scheme needs.
func (a *answer) scheme(op *spec.Operation) *paging.Scheme {
	s := paging.Of(op)
	switch {
	case s == nil || a.t.Nullable:
		return nil
	case s.Member == "" && a.t.Kind == ir.List:
		return s
	case s.Member != "" && a.t.Kind == ir.Object:
		if f := a.t.Object.Field(s.Member); f != nil && f.Type.Kind == ir.List && !f.Type.Nullable {
			return s
		}
	}
	return nil
}

// onePage reports whether a parameter, or a member of a search's body, asks for a page, or says how many items one has, so that an answer has
// not all there is.
func (op *Operation) onePage() bool {
	asks := func(name string, s *spec.Schema, in spec.Location) bool {
		words := split(name)
		if len(words) == 0 {
			return false
		}
		as := op.role(words, s, in)
		return as == page || as == pageSize
	}
	if slices.ContainsFunc(op.Parameters, func(p *spec.Parameter) bool { return asks(p.Name, p.Schema, p.In) }) {
		return true
	}
	media, _ := operation.BodyMedia(op.Operation, "")
	return op.searches() && media != nil && op.pagesIn(media.Schema, asks, 2)
}

// pagesIn reports whether asks is true of a member of an object, or of the objects in it.
func (op *Operation) pagesIn(s *spec.Schema, asks func(string, *spec.Schema, spec.Location) bool, depth int) bool {
	return depth > 0 && s != nil && slices.ContainsFunc(s.Properties, func(p *spec.Property) bool {
		return asks(p.Name, p.Schema, "") || op.pagesIn(p.Schema, asks, depth-1)
	})
}

// wrappers are the names of members in which vendors wrap the content of an answer.
var wrappers = words("data result results response payload item items entity record records value values content body resource resources list rows entries hits elements objects collection attributes properties _embedded d")

// findList returns the list that an answer is about, or nil. Reads are safe if they must not fail.
func (a *answer) findList(x access, safe bool, depth int) *access {
	if x.t.Kind == ir.List {
		return &x
	}
	if x.t.Kind != ir.Object || depth == 0 {
		return nil
	}
	var lists, inner []*ir.Field
	others := 0
	for _, f := range x.t.Object.Fields() {
		switch {
		case unreadable(a.shapes.Property(f).Schema):
		case f.Type.Kind == ir.List:
			lists = append(lists, f)
		case f.Type.Kind == ir.Object && slices.Contains(wrappers, f.Name):
			inner = append(inner, f)
		case f.Type.Kind == ir.Object || f.Type.Kind == ir.Map:
		case a.weight(f) >= 30:
			others++
		}
	}
	named := slices.IndexFunc(lists, func(f *ir.Field) bool { return slices.Contains(wrappers, f.Name) })
	switch {
	case named >= 0 && others <= 3:
		list := x.field(lists[named], safe)
		return &list
	case len(lists) == 1 && others == 0 && len(inner) == 0 && singular(last(split(lists[0].Name))) != last(split(lists[0].Name)):
		list := x.field(lists[0], safe)
		return &list
	case len(inner) == 1 && others == 0:
		return a.findList(x.field(inner[0], safe), safe, depth-1)
	}
	return nil
}

// answersList reports whether the operation answers a list.
func (op *Operation) answersList() bool { return op.answer().list != nil }

// field reads a field. A safe read never fails.
func (x access) field(f *ir.Field, safe bool) access {
	dot := "."
	if !f.Required || safe || x.t.Nullable {
		dot = ".?"
	}
	return access{path: x.path + dot + source.FieldSource(f.Name), t: f.Type, maybe: x.maybe || dot == ".?"}
}

// unreadable reports whether a value, or the elements of a list, cannot be read due to a fault of the document.
func unreadable(s *spec.Schema) bool {
	for seen := map[*spec.Schema]bool{}; s != nil && !seen[s]; s = s.Items {
		if s.Unreadable() != nil {
			return true
		}
		seen[s] = true
	}
	return false
}
