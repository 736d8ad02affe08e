package settle

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// notationOf returns how an answer is written: of a table or a form, with what its texts stand for, and of a stream, with what the data of
// its events are. Both follow from the types of what is read. a is nil if nothing is.
func notationOf(form plan.AnswerForm, a *plan.Answer) plan.Notation {
	n := plan.Notation{Form: form}
	switch {
	case a == nil:
	case form == plan.EventsAnswer:
		n.Data = eventData(a.Type)
	case form.Texts():
		decideTexts(&n, a)
	}
	return n
}

// decideTexts decides what the texts of a table or a form stand for.
func decideTexts(n *plan.Notation, a *plan.Answer) {
	t := a.Type
	if n.Form != plan.FormAnswer {
		t = t.Elem // a row
	}
	switch t.Kind {
	case ir.List:
		n.Lists = true
		n.Others = textOf("", t.Elem, t.Elem.Nullable)
	case ir.Map:
		n.Others = textOf("", t.Elem, t.Elem.Nullable)
	case ir.Object:
		n.Named = namedTexts(t.Object, a)
	default:
		n.Others = &plan.Text{}
	}
	for _, text := range n.Named {
		if f := t.Object.Field(text.Name); n.Form == plan.FormAnswer && f.Type.Kind == ir.List {
			elem := textOf(text.Name, f.Type.Elem, f.Type.Elem.Nullable)
			elem.List = true
			*text = *elem
		}
	}
}

// namedTexts are the members of an object that are read, or all of them where it is handed on as it is.
func namedTexts(o *ir.ObjectType, a *plan.Answer) []*plan.Text {
	s := a.Structs[slices.IndexFunc(a.Structs, func(s *plan.Struct) bool { return slices.Contains(s.Objects, o) })]
	if s.CopyOf != "" {
		return lists.Map(o.Whole().Fields(), func(f *ir.Field) *plan.Text { return fieldText(f, f.Required) })
	}
	return lists.Map(s.Fields, func(f *plan.StructField) *plan.Text { return fieldText(f.Fields[0], f.Always) })
}

// fieldText is the text of a field. An empty text is read as null where the field may be missing, or where it is no string and no
// expression takes it to be there.
func fieldText(f *ir.Field, insisted bool) *plan.Text {
	missing := !insisted
	if f.Type.Kind == ir.String {
		missing = !f.Required
	}
	return textOf(f.Name, f.Type, missing || f.Type.Nullable)
}

// textOf is the text that a value of a type is.
func textOf(name string, t *ir.Type, optional bool) *plan.Text {
	text := &plan.Text{Name: name, Optional: optional}
	switch t.Kind {
	case ir.Int, ir.Uint:
		text.As = plan.IntegerText
	case ir.Double:
		text.As = plan.NumberText
	case ir.Bool:
		text.As = plan.BooleanText
	case ir.List, ir.Map, ir.Object:
		text.As = plan.JSONText
	}
	return text
}

// eventData is what the data of the events of a list are, by the type of their field data.
func eventData(list *ir.Type) plan.EventData {
	if list.Elem.Kind != ir.Object {
		return plan.EitherData
	}
	switch f := list.Elem.Object.Field("data"); {
	case f == nil, f.Type.Kind == ir.String:
		return plan.TextData
	case f.Type.Kind == ir.Dyn:
		return plan.EitherData
	}
	return plan.JSONData
}
