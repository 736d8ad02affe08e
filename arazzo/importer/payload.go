package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/spec"
)

// payload translates what the step sends.
func (st *step) payload(s *scope) {
	drop := func(n *arazzo.Node, err error) {
		st.comments = append(st.comments, lost(n.Pos, "payload", n, err.Error()))
	}
	body, v := st.Body, value{}
	members := slices.DeleteFunc(slices.Clone(st.Parameters), func(p *arazzo.Parameter) bool { return p.In.V != "body" })
	switch {
	case body == nil && len(members) == 0:
		return
	case st.op.Body == nil:
		for _, p := range members {
			drop(p.Node, errors.New("the operation takes no body"))
		}
		if body != nil {
			drop(body.Node, errors.New("the operation takes no body"))
		}
		return
	case body == nil: // documents have members of bodies as parameters, though the specification does not
		v.isObject = true
		for _, p := range members {
			inner, err := s.valueOf(p.Value, drop)
			if err != nil {
				drop(p.Node, err)
				continue
			}
			v.members = append(v.members, member{name: p.Name.V, value: inner})
		}
	default:
		st.comments = append(st.comments, extras(&body.Object)...)
		if body.Payload == nil && len(body.Replacements) == 0 {
			return
		}
		var err error
		if v, err = st.bodyOf(s, body, drop); err != nil {
			drop(body.Node, err)
			return
		}
	}
	st.send(s, v, drop)
}

// bodyOf is the payload with what is put into it.
func (st *step) bodyOf(s *scope, body *arazzo.Body, drop func(*arazzo.Node, error)) (value, error) {
	v := value{isObject: true}
	var err error
	if p := body.Payload; p != nil {
		if v, err = st.written(s, body.ContentType.V, p, drop); err != nil {
			return v, err
		}
	}
	for _, r := range body.Replacements {
		if err := st.replace(s, &v, r, drop); err != nil {
			drop(r.Node, err)
		}
	}
	return v, nil
}

// written is a payload: a value, or a text that is JSON or a form, with expressions in it.
func (st *step) written(s *scope, mediaType string, p *arazzo.Node, drop func(*arazzo.Node, error)) (value, error) {
	if p.Kind == arazzo.String && !expression.Whole(p.Text) {
		if mediaType == "" {
			if media, _ := operation.BodyMedia(st.op.Operation, ""); media != nil {
				mediaType = media.Type
			}
		}
		switch {
		case operation.IsJSON(mediaType):
			if n := jsonTemplate(p); n != nil {
				return s.valueOf(n, drop)
			}
		case operation.Essence(mediaType) == "application/x-www-form-urlencoded":
			return s.valueOf(formTemplate(p), drop)
		}
	}
	return s.valueOf(p, drop)
}

// jsonTemplate is JSON in which expressions stand, in quotes or without, as nodes; nil if it is none.
func jsonTemplate(p *arazzo.Node) *arazzo.Node {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(p.Text); i++ {
		switch c := p.Text[i]; {
		case quoted && c == '\\' && i+1 < len(p.Text):
			b.WriteByte(c)
			i++
			b.WriteByte(p.Text[i])
		case !quoted && c == '{' && strings.HasPrefix(p.Text[i+1:], "$") && strings.Contains(p.Text[i:], "}"):
			end := strings.IndexByte(p.Text[i:], '}')
			text, _ := json.Marshal(p.Text[i+1 : i+end])
			b.Write(text)
			i += end
		default:
			if c == '"' {
				quoted = !quoted
			}
			b.WriteByte(c)
		}
	}
	n, found := arazzo.Parse(p.Pos.File, []byte(b.String()))
	if n == nil || found.HasErrors() || n.Kind != arazzo.Map && n.Kind != arazzo.List || !json.Valid([]byte(b.String())) {
		return nil
	}
	place(n, p)
	return n
}

// place gives nodes the place of the text that they were read of.
func place(n, of *arazzo.Node) {
	n.Pos = of.Pos
	for _, item := range n.Items {
		place(item, of)
	}
	for _, f := range n.Fields {
		f.Pos = of.Pos
		place(f.Value, of)
	}
}

// formTemplate is a form in which expressions stand, as nodes.
func formTemplate(p *arazzo.Node) *arazzo.Node {
	n := &arazzo.Node{Kind: arazzo.Map, Pos: p.Pos}
	for pair := range strings.SplitSeq(strings.TrimSpace(p.Text), "&") {
		name, text, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(text); err == nil && !strings.Contains(text, "{$") {
			text = plain
		}
		n.Fields = append(n.Fields, &arazzo.Field{Name: name, Pos: p.Pos, Value: &arazzo.Node{Kind: arazzo.String, Pos: p.Pos, Text: text}})
	}
	return n
}

// replace puts a value into a payload.
func (st *step) replace(s *scope, v *value, r *arazzo.Replacement, drop func(*arazzo.Node, error)) error {
	language := r.Selector.V
	switch {
	case language != "":
	case strings.HasPrefix(r.Target.V, "$"):
		language = "jsonpath"
	case r.Target.V == "" || strings.HasPrefix(r.Target.V, "/"):
		language = "jsonpointer"
	}
	path, err := pathOf(language, r.Target.V)
	if err != nil {
		return err
	}
	inner, err := s.valueOf(r.Value, drop)
	if err != nil {
		return err
	}
	return v.put(path, inner)
}

// put puts a value to a place, at which there may be none.
func (v *value) put(path []string, inner value) error {
	switch {
	case len(path) == 0:
		*v = inner
		return nil
	case v.isObject:
		for i := range v.members {
			if v.members[i].name == path[0] {
				return v.members[i].value.put(path[1:], inner)
			}
		}
		m := member{name: path[0], value: value{isObject: len(path) > 1}}
		if err := m.value.put(path[1:], inner); err != nil {
			return err
		}
		v.members = append(slices.Clip(v.members), m)
		return nil
	case v.isList:
		i, err := strconv.Atoi(path[0])
		if path[0] == "-" {
			i, err = len(v.items), nil
		}
		if err != nil || i < 0 || i > len(v.items) {
			return fmt.Errorf("there is no element %q", path[0])
		}
		if i == len(v.items) {
			v.items = append(slices.Clip(v.items), value{isObject: len(path) > 1})
		}
		return v.items[i].put(path[1:], inner)
	}
	return errors.New("the payload is no object that is written out there")
}

// send gives the step its body.
func (st *step) send(s *scope, v value, drop func(*arazzo.Node, error)) {
	mediaType, said := "", ""
	if st.Body != nil && st.Body.ContentType.V != "" {
		mediaType = st.Body.ContentType.V
	}
	media, message := operation.BodyMedia(st.op.Operation, mediaType)
	if message != "" {
		st.comments = append(st.comments, lost(st.Body.ContentType.Pos, "contentType", st.Body.Node.Get("contentType"), message))
		media, _ = operation.BodyMedia(st.op.Operation, "")
	} else if usual, _ := operation.BodyMedia(st.op.Operation, ""); mediaType != "" && media != usual {
		said = media.Type
	}
	if media == nil {
		return
	}
	var schema *spec.Schema
	if media.Schema.Unreadable() == nil {
		schema = media.Schema
	}
	v = v.known(st, schema)
	y, err := v.yaml(s, schema, true)
	if err != nil {
		drop(st.Node, err)
		return
	}
	st.body, st.sent = &v, y
	if said != "" {
		st.more.Add("content_type", yamlout.Text(said))
	}
}

// known is an object without the members that the document closes out; they become comments.
func (v value) known(st *step, schema *spec.Schema) value {
	if !v.isObject || schema == nil || schema.Kind != spec.Object || len(schema.Properties) == 0 {
		return v
	}
	var members []member
	for _, m := range v.members {
		if schema.Property(m.name) == nil && schema.Closed {
			st.comments = append(st.comments, said(st.Pos(), "payload "+m.name, "the document has no such member"))
			continue
		}
		members = append(members, m)
	}
	v.members = members
	return v
}
