package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/spec"
)

// value is a value that a step sends, or that an expression reads. It is an expression if read is set, a text with expressions if text is, an object
// with members or a list with items if the flag for that is set, and otherwise a constant.
type value struct {
	constant any // string, int64, float64, bool or nil
	read     *access
	text     []value // the parts of the text
	members  []member
	items    []value
	isObject bool
	isList   bool
}

type member struct {
	name  string
	value value
}

// valueSize is how many bytes a value has in the manifest, at the least.
const valueSize = 64

// maxKey is how many bytes a key may have: YAML takes no longer ones without a question mark before them.
const maxKey = 1000

// valueOf returns the value that a node stands for, with the expressions in it resolved. Members and elements that cannot be translated are left out and
// passed to drop, with the reason; if drop is nil, the value cannot be translated either.
func (s *scope) valueOf(n *arazzo.Node, drop func(*arazzo.Node, error)) (value, error) {
	if selector := arazzo.SelectorOf(n); selector != nil {
		return s.selected(selector)
	}
	switch n.Kind {
	case arazzo.Map:
		v := value{isObject: true}
		for _, f := range n.Fields {
			inner, err := s.valueOf(f.Value, drop)
			if len(f.Name) > maxKey {
				err = errors.New("no key of a manifest is so long")
			}
			if err != nil && drop == nil {
				return v, fmt.Errorf("%s: %w", f.Name, err)
			}
			if err != nil {
				drop(&arazzo.Node{Kind: arazzo.Map, Pos: f.Pos, Fields: []*arazzo.Field{f}}, err)
				continue
			}
			v.members = append(v.members, member{name: f.Name, value: inner})
		}
		return v, nil
	case arazzo.List:
		v := value{isList: true}
		for _, item := range n.Items {
			inner, err := s.valueOf(item, drop)
			if err != nil && drop == nil {
				return v, err
			}
			if err != nil {
				drop(item, err)
				continue
			}
			v.items = append(v.items, inner)
		}
		return v, nil
	case arazzo.String:
		return s.textOf(n.Text)
	}
	return value{constant: n.Value()}, nil
}

// textOf returns the value of a text, in which expressions may stand.
func (s *scope) textOf(text string) (value, error) {
	if strings.HasPrefix(text, "${") && strings.HasSuffix(text, "}") {
		return value{}, errors.New("it is an expression of the manifest that this was exported from")
	}
	parts, err := expression.Template(text)
	if err != nil {
		return value{}, err
	}
	var all []value
	for _, p := range parts {
		if p.Expr == nil {
			all = append(all, value{constant: p.Text})
			continue
		}
		v, err := s.resolve(p.Expr)
		if err != nil {
			return value{}, fmt.Errorf("%s: %w", p.Expr.Text, err)
		}
		all = append(all, v)
	}
	switch {
	case len(all) == 0:
		return value{constant: ""}, nil
	case len(all) == 1 && (parts[0].Expr == nil || expression.Whole(text)):
		return all[0], nil
	}
	return value{text: all}, nil
}

// selected returns the part of a value that a selector of Arazzo 1.1 picks.
func (s *scope) selected(selector *arazzo.Selector) (value, error) {
	e, err := expression.Parse(selector.Context.V)
	if err != nil {
		return value{}, err
	}
	v, err := s.resolve(e)
	if err != nil {
		return value{}, err
	}
	path, err := pathOf(selector.Type, selector.Selector.V)
	if err != nil {
		return value{}, err
	}
	return v.at(path)
}

// pathOf returns a pointer or a query as the names and indexes that lead to a single place.
func pathOf(language, text string) ([]string, error) {
	switch language {
	case "jsonpointer":
		return expression.Pointer(strings.TrimPrefix(text, "#"))
	case "jsonpath":
		query, err := expression.ParsePath(text)
		if err != nil {
			return nil, err
		}
		var path []string
		for _, segment := range query.Segments {
			switch {
			case segment.Named:
				path = append(path, segment.Name)
			case segment.Nth && segment.Index >= 0:
				path = append(path, strconv.Itoa(segment.Index))
			default:
				return nil, errors.New("a query that selects several values has no equal: an expression with filter or map says the same")
			}
		}
		return path, nil
	}
	return nil, errors.New("expressions know nothing of XML")
}

// at returns the part of the value to which a path leads.
func (v value) at(path []string) (value, error) {
	if len(path) == 0 {
		return v, nil
	}
	switch {
	case v.read != nil:
		a, err := v.read.at(path)
		return value{read: &a}, err
	case v.isObject:
		for _, m := range v.members {
			if m.name == path[0] {
				return m.value.at(path[1:])
			}
		}
		return value{}, fmt.Errorf("there is no member %q", path[0])
	case v.isList:
		if i, err := strconv.Atoi(path[0]); err == nil && i >= 0 && i < len(v.items) {
			return v.items[i].at(path[1:])
		}
		return value{}, fmt.Errorf("there is no element %q", path[0])
	}
	return value{}, fmt.Errorf("a single value has no part %q", path[0])
}

// yaml returns the value as a manifest writes it. The schema, which may be nil, says what is wanted: the value is converted to that. A value that is not
// required may be left out where what it reads is absent.
func (v value) yaml(s *scope, wanted *spec.Schema, required bool) (yamlout.Value, error) {
	text, _ := v.constant.(string)
	if err := s.tool.doc.spend(valueSize + len(text)); err != nil {
		return nil, err
	}
	if v.read == nil && !v.isObject && !v.isList && wanted != nil && wanted.Kind == spec.Array {
		v = v.list()
	}
	switch {
	case v.read != nil:
		return s.expressionYAML(*v.read, wanted, required)
	case v.text != nil:
		return s.templateYAML(v.text)
	case v.isObject:
		m := yamlout.Mapping{}
		for _, member := range v.members {
			inner, needed := memberSchema(wanted, member.name)
			y, err := member.value.yaml(s, inner, needed)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", member.name, err)
			}
			m.Add(member.name, y)
		}
		return m, nil
	case v.isList:
		l := yamlout.List{}
		for _, item := range v.items {
			y, err := item.yaml(s, itemSchema(wanted), true)
			if err != nil {
				return nil, err
			}
			l = append(l, y)
		}
		return l, nil
	}
	return draft.Constant(fitted(v.constant, wanted)), nil
}

// list returns a text as the list that a parameter in it is: of what stands between its commas.
func (v value) list() value {
	out := value{isList: true}
	if text, ok := v.constant.(string); ok {
		for part := range strings.SplitSeq(text, ",") {
			out.items = append(out.items, value{constant: strings.TrimSpace(part)})
		}
	} else {
		out.items = []value{v}
	}
	return out
}

// fitted converts a constant to the type of a schema: documents often quote numbers, and parameters are always text.
func fitted(constant any, wanted *spec.Schema) any {
	if wanted == nil {
		return constant
	}
	text, isText := constant.(string)
	switch {
	case wanted.Kind == spec.Integer && isText:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
	case wanted.Kind == spec.Number && isText:
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f
		}
	case wanted.Kind == spec.Boolean && (text == "true" || text == "false"):
		return text == "true"
	case wanted.Kind == spec.String && !isText && constant != nil:
		raw, _ := json.Marshal(constant)
		return string(raw)
	}
	return constant
}

// memberSchema returns the schema of a member of an object, or nil if it is not known.
func memberSchema(s *spec.Schema, name string) (member *spec.Schema, required bool) {
	if s == nil {
		return nil, false
	}
	if p := s.Property(name); p != nil {
		return p.Schema, p.Required
	}
	return nil, false
}

func itemSchema(s *spec.Schema) *spec.Schema {
	if s == nil || s.Kind != spec.Array {
		return nil
	}
	return s.Items
}

// kinds are the types of expressions by the types of schemas.
var kinds = map[spec.Kind]ir.Kind{spec.String: ir.String, spec.Integer: ir.Int, spec.Number: ir.Double, spec.Boolean: ir.Bool}

func (s *scope) expressionYAML(a access, wanted *spec.Schema, required bool) (yamlout.Value, error) {
	if wanted != nil {
		if items := itemSchema(wanted); items != nil && a.t.Kind == ir.String {
			a = a.split(kinds[items.Kind])
		}
		if kind, single := kinds[wanted.Kind]; single {
			converted, ok := a.as(kind)
			if !ok {
				return nil, fmt.Errorf("what is read is %s, and the document wants something else", a.t.Kind)
			}
			a = converted
		}
	}
	return yamlout.Text("${" + s.need(a, required) + "}"), nil
}

// need returns the expression of a value: an optional, if the value may be absent and is not required. If it is required, so is the input that it reads.
func (s *scope) need(a access, required bool) string {
	switch {
	case !required && a.soft != "":
		return a.soft
	case a.soft != "" && a.input != nil:
		s.tool.missing[s.tool.paths[a.input]] = true
	}
	return a.hard
}

// templateYAML returns a text with expressions in it. A dollar sign in front of one would make an escape of it.
func (s *scope) templateYAML(parts []value) (yamlout.Value, error) {
	text := ""
	for _, p := range parts {
		x, err := p.template(s)
		if err != nil {
			return nil, err
		}
		if before, dollar := strings.CutSuffix(text, "$"); dollar && strings.HasPrefix(x, "${") {
			text = before + `${"$"}`
		}
		text += x
	}
	return yamlout.Text(text), nil
}

// template returns the value as a part of a text.
func (v value) template(s *scope) (string, error) {
	switch {
	case v.read != nil && (v.read.t.Scalar() || v.read.t.Kind == ir.Dyn):
		return "${" + s.need(*v.read, true) + "}", nil
	case v.read != nil:
		return "${json.encode(" + s.need(*v.read, true) + ")}", nil
	case v.text != nil, v.isObject, v.isList:
		return "", errors.New("an object that is written out cannot stand in a text")
	}
	if text, ok := v.constant.(string); ok {
		return strings.ReplaceAll(text, "${", "$${"), nil
	}
	raw, err := json.Marshal(v.constant)
	return string(raw), err
}
