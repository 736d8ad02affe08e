package spec_test

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nactgen/nactgen/spec"
)

// dumper writes resolved operations down for comparison. A schema is written
// in full where it is met first and as its name and ^ after that.
type dumper struct {
	strings.Builder
	dir  string // stripped off positions
	seen map[*spec.Schema]bool
}

func newDumper(dir string) *dumper {
	return &dumper{dir: dir, seen: map[*spec.Schema]bool{}}
}

func (d *dumper) line(depth int, words ...string) {
	d.WriteString(strings.Repeat("  ", depth))
	d.WriteString(join(words...))
	d.WriteByte('\n')
}

// join joins the words that are not empty.
func join(words ...string) string {
	var kept []string
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// when returns a word if the condition holds.
func when(condition bool, word string) string {
	if condition {
		return word
	}
	return ""
}

func (d *dumper) pos(p spec.Position) string {
	if p.File != "" {
		p.File, _ = filepath.Rel(d.dir, p.File)
	}
	return "@" + p.String()
}

func (d *dumper) operation(op *spec.Operation) {
	d.line(0, op.Method, op.Path, op.ID, when(op.Deprecated, "deprecated"), when(op.Reads, "reads"), d.pos(op.Pos))
	for _, q := range op.Target.Query {
		d.line(1, "query", q.Name+"="+q.Value)
	}
	if op.Target.Fragment != "" {
		d.line(1, "without", "#"+op.Target.Fragment)
	}
	d.faults(1, op.Faults)
	if op.Summary != "" {
		d.line(1, "summary", op.Summary)
	}
	if op.Description != "" {
		d.line(1, "description", fmt.Sprintf("%q", op.Description))
	}
	for _, s := range op.Servers {
		d.line(1, "server", s.URL, s.Description)
	}
	if op.Security != nil {
		d.line(1, "security", fmt.Sprint(op.Security))
	}
	if p := op.Authorization; p != nil {
		d.line(1, "authorization", when(p.Required, "required"), d.pos(p.Pos))
	}
	for _, p := range op.Parameters {
		d.parameter(p)
	}
	if b := op.Body; b != nil {
		d.line(1, "body", when(b.Required, "required"), b.Description, d.pos(b.Pos))
		d.faults(2, b.Faults)
		d.content(b.Content)
	}
	for _, r := range op.Responses {
		d.line(1, r.Status, r.Description, d.pos(r.Pos))
		d.content(r.Content)
	}
}

func (d *dumper) parameter(p *spec.Parameter) {
	d.line(1, string(p.In), p.Name, p.Style, when(p.Explode, "explode"), when(p.Required, "required"),
		when(p.Deprecated, "deprecated"), when(p.AllowReserved, "reserved"), p.ContentType,
		when(p.Example != "", "example="+p.Example), p.Description, d.pos(p.Pos))
	d.faults(2, p.Faults)
	d.schema(2, "", p.Schema)
}

func (d *dumper) faults(depth int, faults []spec.Fault) {
	for i := range faults {
		d.line(depth, when(faults[i].Unreadable, "unreadable:")+when(!faults[i].Unreadable, "fault:"), faults[i].Error.Error())
	}
}

func (d *dumper) content(content []*spec.Media) {
	for _, m := range content {
		d.schema(2, m.Type+":", m.Schema)
		if m.Item != nil {
			d.schema(3, "item", m.Item)
		}
		for _, e := range m.Encoding {
			d.line(3, "encoding", e.Member, e.ContentType, e.Style, when(e.Explode, "explode"), when(e.AllowReserved, "reserved"), when(e.Styled, "styled"))
			for _, h := range e.Headers {
				d.schema(4, h.Name+when(h.Required, "!"), h.Schema)
			}
		}
	}
}

var kinds = [...]string{"any", "string", "integer", "number", "boolean", "object", "array", "null"}

func (d *dumper) schema(depth int, label string, s *spec.Schema) {
	if d.seen[s] {
		d.line(depth, label, s.Ref, "^")
		return
	}
	d.seen[s] = true
	if s.Content != nil {
		defer d.schema(depth+1, "content", s.Content)
	}
	d.line(depth, label, s.Ref, kinds[s.Kind]+when(s.Nullable, "?"), s.Format, s.ContentType, s.ContentEncoding, d.limits(s), when(s.Closed, "closed"),
		when(s.Deprecated, "deprecated"), when(s.Title != "", "title="+s.Title), s.Description, d.pos(s.Pos))
	d.faults(depth+1, s.Faults)
	for _, p := range s.Properties {
		name := "." + p.Name + when(p.Required, "!") + when(p.ReadOnly, " readonly") + when(p.WriteOnly, " writeonly")
		d.schema(depth+1, name, p.Schema)
	}
	if s.Additional != nil {
		d.schema(depth+1, "*", s.Additional)
	}
	if s.Items != nil {
		d.schema(depth+1, "[]", s.Items)
	}
	for _, b := range s.OneOf {
		d.schema(depth+1, "|", b)
	}
	if s.Discriminator != nil {
		d.line(depth+1, "by", s.Discriminator.Property)
		for _, m := range s.Discriminator.Mapping {
			d.schema(depth+2, m.Value+":", m.Schema)
		}
	}
}

func (d *dumper) limits(s *spec.Schema) string {
	var words []string
	if s.Enum != nil {
		words = append(words, fmt.Sprintf("enum=%#v", s.Enum))
	}
	if s.Default != nil {
		words = append(words, fmt.Sprintf("default=%#v", s.Default))
	}
	if s.Example != "" {
		words = append(words, "example="+s.Example)
	}
	if s.Minimum != nil {
		words = append(words, fmt.Sprintf("min=%v", *s.Minimum))
	}
	if s.Maximum != nil {
		words = append(words, fmt.Sprintf("max=%v", *s.Maximum))
	}
	if s.Above != nil {
		words = append(words, fmt.Sprintf("above=%v", *s.Above))
	}
	if s.Below != nil {
		words = append(words, fmt.Sprintf("below=%v", *s.Below))
	}
	if s.MultipleOf != nil {
		words = append(words, fmt.Sprintf("multipleOf=%v", s.MultipleOf))
	}
	if s.MinItems != nil {
		words = append(words, fmt.Sprintf("minItems=%v", *s.MinItems))
	}
	if s.MaxItems != nil {
		words = append(words, fmt.Sprintf("maxItems=%v", *s.MaxItems))
	}
	if s.UniqueItems {
		words = append(words, "unique")
	}
	if s.MinLength != nil {
		words = append(words, fmt.Sprintf("minLength=%v", *s.MinLength))
	}
	if s.MaxLength != nil {
		words = append(words, fmt.Sprintf("maxLength=%v", *s.MaxLength))
	}
	if s.Pattern != "" {
		words = append(words, "pattern="+s.Pattern)
	}
	return strings.ReplaceAll(strings.Join(words, " "), "interface {}", "any")
}
