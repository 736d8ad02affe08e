package describe

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// Value is a value of a body or an answer, with its fields and elements. Its JSON is stable.
type Value struct {
	Path        string `json:"path"`           // in an answer, the expression that reads it: this.body.?items[].name; in a body, its place in the step
	Name        string `json:"name,omitempty"` // of a field
	Type        string `json:"type"`           // in CEL; of an object, the name of its component
	Required    bool   `json:"required"`       // it is always in the answer, or must be in the body
	Deprecated  bool   `json:"deprecated,omitempty"`
	ReadOnly    bool   `json:"read_only,omitempty"`
	WriteOnly   bool   `json:"write_only,omitempty"`
	Description string `json:"description,omitempty"`
	Limits
	Union    []Variant      `json:"union,omitempty"`     // the objects of which the value is one
	Tag      string         `json:"union_tag,omitempty"` // the field that says which
	OnlyIn   []string       `json:"only_in,omitempty"`   // of a field of a union: the objects that have it
	AnyOf    []string       `json:"any_of,omitempty"`    // of a value of the type dyn: its alternatives in the document
	At       *catalog.Place `json:"at,omitempty"`
	Fields   []*Value       `json:"fields,omitempty"`
	Elements *Value         `json:"elements,omitempty"` // of a list, or the values of a map
	Others   *Value         `json:"others,omitempty"`   // of an object: its undeclared members
	Same     string         `json:"same,omitempty"`     // the path of the value around it that has the same type, and so the same fields
	LeftOut  int            `json:"left_out,omitempty"` // the number of fields that are not shown
	Faults   []Fault        `json:"faults,omitempty"`
}

// Variant is an object of a union.
type Variant struct {
	Name   string `json:"name,omitempty"`
	Values []any  `json:"values,omitempty"` // of the tag
}

func (v Variant) label() string {
	if v.Name != "" || len(v.Values) == 0 {
		return v.Name
	}
	return literal(v.Values[0])
}

// most bounds the number of values in a tree, apart from elements of the last lists and maps.
const most = 2000

// tree makes a value with its fields and elements, level by level.
type tree struct {
	shapes *shape.Shapes
	sent   bool // the value is that of a request
	depth  int  // the greatest number of fields from the root to a value
	made   int  // the number of values so far
	queue  []opened
}

// opened is a value whose fields or elements are not made yet.
type opened struct {
	value  *Value
	t      *ir.Type
	schema *spec.Schema // nil if no single schema describes the value
	depth  int
	around *object
}

// object is an object around a value, as a link of the chain of all of them.
type object struct {
	of     *ir.ObjectType
	path   string
	around *object
}

// pathOf returns the path of the object with a type among those around a value, or "".
func (o *object) pathOf(of *ir.ObjectType) string {
	for ; o != nil; o = o.around {
		if o.of == of {
			return o.path
		}
	}
	return ""
}

// grow makes the value at a path with everything in it. The shapes have made its type.
func (t *tree) grow(path string, of *ir.Type, schema *spec.Schema) *Value {
	root := t.value(opened{t: of, schema: schema}, path)
	root.Required = true
	for len(t.queue) > 0 {
		next := t.queue[0]
		t.queue = t.queue[1:]
		t.open(next)
	}
	return root
}

// value makes a value, and queues it to be opened.
func (t *tree) value(o opened, path string) *Value {
	t.made++
	v := &Value{Path: path, Type: typeName(o.t)}
	if s := o.schema; s != nil {
		place := catalog.Place(s.Pos)
		v.Description, v.Deprecated, v.Limits, v.At = s.Description, s.Deprecated, limitsOf(s), &place
		v.Faults = faults(s.Faults)
		if o.t.Kind == ir.Dyn {
			for _, branch := range s.OneOf {
				v.AnyOf = append(v.AnyOf, shape.Describe(branch))
			}
		}
	}
	if o.t.Kind == ir.Object && o.t.Object.Union != nil {
		v.Tag = o.t.Object.Union.Tag
		for _, variant := range o.t.Object.Union.Variants {
			v.Union = append(v.Union, Variant{Name: variant.Name, Values: variant.Values})
		}
	}
	o.value = v
	t.queue = append(t.queue, o)
	return v
}

// open makes the fields or elements of a value.
func (t *tree) open(o opened) {
	switch o.t.Kind {
	case ir.List:
		o.value.Elements = t.element(o, "[]")
	case ir.Map:
		o.value.Elements = t.element(o, "{}")
	case ir.Object:
		t.openObject(o)
	}
}

// element makes the value for the elements of a list, or for the values of a map.
func (t *tree) element(o opened, suffix string) *Value {
	inside := opened{t: o.t.Elem, depth: o.depth, around: o.around}
	if s := o.schema; s != nil && o.t.Kind == ir.List {
		inside.schema = s.Items
	} else if s != nil {
		inside.schema = s.Additional
	}
	v := t.value(inside, o.value.Path+suffix)
	v.Required = true
	return v
}

func (t *tree) openObject(o opened) {
	of := o.t.Object
	if o.value.Same = o.around.pathOf(of); o.value.Same != "" {
		return
	}
	if o.depth == t.depth || t.made+len(of.Fields()) > most {
		o.value.LeftOut = len(of.Fields())
		return
	}
	around := &object{of: of, path: o.value.Path, around: o.around}
	for _, f := range of.Fields() {
		o.value.Fields = append(o.value.Fields, t.field(o, f, around))
	}
	if of.Open() != nil && of.Open().Kind != ir.Dyn {
		o.value.Others = t.value(opened{t: of.Open(), depth: o.depth + 1, around: around}, o.value.Path+"{}")
	}
}

func (t *tree) field(o opened, f *ir.Field, around *object) *Value {
	p := t.shapes.Property(f)
	required, step := f.Required, "."+source.FieldSource(f.Name)
	switch {
	case t.sent:
		required, step = p.Required && !p.ReadOnly, "."+f.Name
	case !required:
		step = ".?" + source.FieldSource(f.Name)
	}
	v := t.value(opened{t: f.Type, schema: p.Schema, depth: o.depth + 1, around: around}, o.value.Path+step)
	v.Name, v.Required, v.ReadOnly, v.WriteOnly = f.Name, required, p.ReadOnly, p.WriteOnly
	v.OnlyIn = variantsWith(o.t.Object.Union, f.Name)
	return v
}

// variantsWith returns the objects of a union that have a field, or nil if all of them have it or there is no union.
func variantsWith(u *ir.Union, field string) []string {
	if u == nil {
		return nil
	}
	var labels []string
	for _, v := range u.Variants {
		if slices.Contains(v.Fields, field) {
			labels = append(labels, Variant{v.Name, v.Values}.label())
		}
	}
	if len(labels) == len(u.Variants) || slices.Contains(labels, "") {
		return nil
	}
	return labels
}

// typeName returns a type in CEL, and an object by the name of its component.
func typeName(t *ir.Type) string {
	name := t.Kind.String()
	switch t.Kind {
	case ir.List:
		name = "list(" + typeName(t.Elem) + ")"
	case ir.Map:
		name = "map(" + typeName(t.Key) + ", " + typeName(t.Elem) + ")"
	case ir.Object:
		if p := t.Object.Place; p.Component != "" && p.Path == "" && !p.Element {
			name = p.Component
		}
	}
	if t.Nullable {
		name += " or null"
	}
	return name
}

// marks returns the properties of a value beside its type, in words.
func (v *Value) marks() []string {
	var marks []string
	add := func(condition bool, words ...string) {
		if condition {
			marks = append(marks, strings.Join(words, " "))
		}
	}
	add(v.Deprecated, "deprecated")
	add(v.ReadOnly, "read-only")
	add(v.WriteOnly, "write-only")
	add(len(v.OnlyIn) > 0, "only in", strings.Join(v.OnlyIn, ", "))
	add(len(v.AnyOf) > 0, "any of", strings.Join(v.AnyOf, ", "))
	add(len(v.Union) > 0, "a union", v.variants())
	marks = append(marks, v.words()...)
	add(v.Same != "", "with the fields of", v.Same)
	add(v.LeftOut > 0, count(int64(v.LeftOut)), "fields left out")
	return append(marks, faultWords(v.Faults)...)
}

// variants describes the objects of a union, and how to tell them apart.
func (v *Value) variants() string {
	var labels []string
	for _, variant := range v.Union {
		label := variant.label()
		if v.Tag != "" && variant.Name != "" && len(variant.Values) > 0 {
			label += " (" + literal(variant.Values[0]) + ")"
		}
		labels = append(labels, label)
	}
	text := "of " + strings.Join(labels, ", ")
	if v.Tag != "" {
		text += " by " + v.Tag
	}
	return text
}
