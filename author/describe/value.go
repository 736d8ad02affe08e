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

// Value is a value of a body or an answer, with what is in it. Its JSON is stable.
type Value struct {
	Path        string `json:"path"`           // of an answer as expressions read it: this.body.?items[].name; of a body as a step writes it
	Name        string `json:"name,omitempty"` // of a field
	Type        string `json:"type"`           // as expressions have it, named like the component
	Required    bool   `json:"required"`       // an answer has it, a body must
	Deprecated  bool   `json:"deprecated,omitempty"`
	ReadOnly    bool   `json:"read_only,omitempty"`
	WriteOnly   bool   `json:"write_only,omitempty"`
	Description string `json:"description,omitempty"`
	Limits
	Union    []Variant      `json:"union,omitempty"`     // the objects of which the value is one
	Tag      string         `json:"union_tag,omitempty"` // the field that says which
	OnlyIn   []string       `json:"only_in,omitempty"`   // of a field: the objects of the union that have it
	AnyOf    []string       `json:"any_of,omitempty"`    // of a dyn: what the document has for it
	At       *catalog.Place `json:"at,omitempty"`
	Fields   []*Value       `json:"fields,omitempty"`
	Elements *Value         `json:"elements,omitempty"` // of a list, or the values of a map
	Others   *Value         `json:"others,omitempty"`   // of an object: the members that no field declares
	Same     string         `json:"same,omitempty"`     // the path of a value around it that has the same fields
	LeftOut  int            `json:"left_out,omitempty"` // how many fields are there and not shown
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

// most is how many values one tree has at most, apart from elements of lists and maps at its edge.
const most = 2000

// tree makes a value and what is in it, those near the root first.
type tree struct {
	shapes *shape.Shapes
	sent   bool // it is written and not read
	depth  int  // how many fields deep
	made   int
	queue  []opened
}

// opened is a value whose contents are not made yet.
type opened struct {
	value  *Value
	t      *ir.Type
	schema *spec.Schema // nil where no single one describes the value
	depth  int
	around *object
}

// object is an object type that is around a value.
type object struct {
	of     *ir.ObjectType
	path   string
	around *object
}

// pathOf returns the path of the object around a value that has that type, or "".
func (o *object) pathOf(of *ir.ObjectType) string {
	for ; o != nil; o = o.around {
		if o.of == of {
			return o.path
		}
	}
	return ""
}

// grow makes the value at a path, of a type that the shapes have made.
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

// value makes a value, and notes it to be opened.
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

// open makes what is in a value.
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

// element makes the elements of a list, or the values of a map.
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

// variantsWith are the objects of a union that have a field; none if all have it, or there is no union.
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

// typeName names a type as expressions have it, and an object like its component.
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

// marks are what there is to say of a value beside its type, each a part of a list.
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

// variants says of what a union is, and how to tell.
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
