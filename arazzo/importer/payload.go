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

// payload translates the request body of the step.
func (st *step) payload(s *scope) {
	drop := func(n *arazzo.Node, err error) {
		st.comments = append(st.comments, s.tool.lose(omitted(n.Pos, "payload", n, err.Error())))
	}
	noBody := errors.New("the operation takes no body")
	body, v := st.Body, value{}
	members := slices.DeleteFunc(slices.Clone(st.Parameters), func(p *arazzo.Parameter) bool { return p.In.V != "body" })
	switch {
	case body == nil && len(members) == 0:
		return
	case st.op.Body == nil:
		for _, p := range members {
			drop(p.Node, noBody)
		}
		if body != nil {
			drop(body.Node, noBody)
		}
		return
	case body == nil: // some documents pass members of the body as parameters, which the specification does not provide for
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

// bodyOf returns the payload with its replacements applied.
func (st *step) bodyOf(s *scope, body *arazzo.Body, drop func(*arazzo.Node, error)) (value, error) {
	v := value{isObject: true}
	var err error
	if p := body.Payload; p != nil {
		if v, err = st.payloadOf(s, body.ContentType.V, p, drop); err != nil {
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

// payloadOf returns a payload: a value, or a text that is JSON or a form in which expressions stand.
func (st *step) payloadOf(s *scope, mediaType string, p *arazzo.Node, drop func(*arazzo.Node, error)) (value, error) {
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

// jsonTemplate parses a text that is JSON apart from expressions in braces, which may stand without quotes. It returns nil if the text is something else.
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

// place moves a parsed node to the position of the text that it was parsed from.
func place(n, text *arazzo.Node) {
	n.Pos = text.Pos
	for _, item := range n.Items {
		place(item, text)
	}
	for _, f := range n.Fields {
		f.Pos = text.Pos
		place(f.Value, text)
	}
}

// formTemplate parses a text that is a form (a=1&b=2) in which expressions stand.
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

// replace applies a replacement to a payload.
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

// put sets the part of an object or a list to which a path leads, and adds it if it is missing.
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

// send makes a value the body of the step. Its media type is stated only if it is not the one that nactgen would choose.
func (st *step) send(s *scope, v value, drop func(*arazzo.Node, error)) {
	mediaType, stated := "", ""
	if st.Body != nil {
		mediaType = st.Body.ContentType.V
	}
	usual, _ := operation.BodyMedia(st.op.Operation, "")
	media, message := operation.BodyMedia(st.op.Operation, mediaType)
	if message != "" {
		st.comments = append(st.comments, s.tool.lose(omitted(st.Body.ContentType.Pos, "contentType", st.Body.Node.Get("contentType"), message)))
		media = usual
	} else if media != usual {
		stated = media.Type
	}
	if media == nil {
		return
	}
	var schema *spec.Schema
	if media.Schema.Unreadable() == nil {
		schema = media.Schema
	}
	v = v.open(s, st, schema)
	y, err := v.yaml(s, schema, true)
	if err != nil {
		drop(st.Node, err)
		return
	}
	st.body, st.sent = &v, y
	st.more = append(st.more, yamlout.Map("content_type", stated)...)
}

// open returns an object without the members that its schema does not allow; each of them becomes a comment.
func (v value) open(s *scope, st *step, schema *spec.Schema) value {
	if !v.isObject || schema == nil || schema.Kind != spec.Object || len(schema.Properties) == 0 {
		return v
	}
	var members []member
	for _, m := range v.members {
		if schema.Property(m.name) == nil && schema.Closed {
			st.comments = append(st.comments, s.tool.lose(remark(st.Pos(), "payload "+m.name, "the document has no such member")))
			continue
		}
		members = append(members, m)
	}
	v.members = members
	return v
}
