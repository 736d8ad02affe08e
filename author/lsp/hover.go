package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nactgen/nactgen/author/describe"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
)

// hover answers with what is known of the name at the cursor: of what an expression reads, of the operation that a step calls, or of a key.
func (s *server) hover(_ context.Context, at documentPosition) (*hover, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, path, offset, err := s.place(at)
	if p == nil {
		return nil, err
	}
	t := s.textOf(path)
	if call, start, end := callAt(t.data, offset); call != "" {
		if d := p.describe(call); d != nil {
			return said(t.span(start, end), describeOperation(d)), nil
		}
		return nil, nil
	}
	if text, start, end := p.keyAt(path, t.data, offset); text != "" {
		return said(t.span(start, end), text), nil
	}
	m, r, ok := s.memberAt(p, path, offset)
	if !ok {
		return nil, nil
	}
	return said(t.span(r.start, r.end), p.describeMember(m, r)), nil
}

func said(at span, lines ...string) *hover {
	return &hover{Contents: markup{"markdown", strings.Join(lines, "\n\n")}, Range: &at}
}

// describe is what the documents of the last check say of an operation.
func (p *project) describe(call string) *describe.Detail {
	if p.clean == nil {
		return nil
	}
	return p.clean.describe(call, 1)
}

// memberAt returns what the name at a byte reads, with its end: the whole name counts, wherever in it the cursor stands.
func (s *server) memberAt(p *project, path string, at int) (m expr.Member, r reading, ok bool) {
	t := s.textOf(path)
	for at < len(t.data) && isNameByte(t.data[at]) {
		at++
	}
	if r, ok = s.readingAt(p, path, at); !ok || r.prefix == "" {
		return m, r, false
	}
	m, ok = r.member(r.prefix)
	return m, r, ok
}

// describeMember says of what type a member is, what a document says of it and where; of an input, a var or a step, what the manifest says.
func (p *project) describeMember(m expr.Member, r reading) string {
	var b strings.Builder
	name := m.Name
	if r.parent != "" {
		name = r.parent + "." + name
	}
	fmt.Fprintf(&b, "`%s`", name)
	if m.Type != nil {
		b.WriteString(": " + m.Type.Phrase())
	}
	if !m.Required {
		b.WriteString(", which may be absent")
	}
	if m.Doc != "" {
		b.WriteString("\n\n" + m.Doc)
	}
	if m.At.Line > 0 {
		fmt.Fprintf(&b, "\n\n%s", p.link(m.At))
	}
	return b.String()
}

// link names a place of a document.
func (p *project) link(at diag.Position) string {
	return fmt.Sprintf("[%s:%d](%s#L%d)", filepath.Base(at.File), at.Line, uriOf(at.File), at.Line)
}

// describeOperation says what an operation is, what it takes, and where its document has it.
func describeOperation(d *describe.Detail) string {
	var b strings.Builder
	fmt.Fprintf(&b, "`%s %s`", d.Method, d.Path)
	if title := d.Title(); title != "" {
		b.WriteString("\n\n" + title)
	}
	if d.Description != "" && d.Description != d.Title() {
		b.WriteString("\n\n" + d.Description)
	}
	for _, p := range d.Parameters {
		required := ""
		if p.Required {
			required = ", required"
		}
		fmt.Fprintf(&b, "\n- `%s`: %s%s", p.Key, p.Type, required)
	}
	fmt.Fprintf(&b, "\n\n[%s:%d](%s#L%d)", filepath.Base(d.At.File), d.At.Line, uriOf(d.At.File), d.At.Line)
	return b.String()
}

// callAt returns the operation that a step calls, if the cursor is in the value of its call.
func callAt(data []byte, at int) (call string, start, end int) {
	where := spotAt(data, at)
	if !where.value || len(where.path) == 0 || where.path[len(where.path)-1] != "call" {
		return "", 0, 0
	}
	e, ok := valueAt(data, at)
	if !ok {
		return "", 0, 0
	}
	return string(data[e.start:e.end]), e.start, e.end
}
