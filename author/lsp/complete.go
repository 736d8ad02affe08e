package lsp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// completion answers with what can stand at the cursor.
func (s *server) completion(_ context.Context, at documentPosition) (completionList, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := completionList{Items: []completionItem{}}
	p, path, offset, err := s.place(at)
	if p == nil {
		return list, err
	}
	t := s.textOf(path)
	where := spotAt(t.data, offset)
	names, ok := p.names(where)
	if !ok {
		names, ok = p.words(path, where)
	}
	if ok {
		list.Items = itemsOf(names, t, where, offset)
		return list, nil
	}
	if r, ok := s.readingAt(p, path, offset); ok {
		list.Items = r.complete(t)
	}
	return list, nil
}

// place returns the project, checked as the texts are now, the path and the byte that a position of the protocol means. The project is nil for files that
// belong to none.
func (s *server) place(at documentPosition) (p *project, path string, offset int, err error) {
	if path, err = pathOf(at.TextDocument.URI); err != nil {
		return nil, "", 0, err
	}
	if s.files[path] == nil {
		return nil, path, 0, fmt.Errorf("%s is not open", path)
	}
	if p = s.projectOf(path); p != nil && (p.stale || p.clean == nil) {
		s.checkProject(p, true)
	}
	return p, path, s.files[path].offset(at.Position), nil
}

// complete lists what can be read: the members of a value, or the names with which an expression can begin.
func (r reading) complete(t *text) []completionItem {
	edit := t.span(r.start, r.end)
	items := []completionItem{}
	members := r.scope.Members(r.parent)
	if r.parent == "" {
		members = r.scope.Roots()
		for _, name := range slices.Sorted(maps.Keys(r.bound)) {
			if m, ok := r.member(name); ok {
				members = append(members, m)
			}
		}
	}
	for i, m := range members {
		items = append(items, itemOf(m, i, edit, r.parent == ""))
	}
	return append(items, r.functions(edit)...)
}

// itemOf is the item of a member. Members come in their order: that of the document, for what a document declares.
func itemOf(m expr.Member, i int, edit span, root bool) completionItem {
	item := completionItem{Label: m.Name, Kind: kindField, Documentation: m.Doc, SortText: fmt.Sprintf("%05d", i), TextEdit: textEdit{edit, expr.FieldSource(m.Name)}}
	switch {
	case m.Type == nil:
		item.Kind = kindModule
	case root:
		item.Kind = kindVariable
	}
	item.Detail = detail(m)
	return item
}

// detail is the type of a member in words.
func detail(m expr.Member) string {
	if m.Type == nil {
		return ""
	}
	noun := m.Type.Phrase()
	if !m.Required && m.Type.Kind != ir.Optional {
		noun += ", may be absent"
	}
	return noun
}

// functions lists functions: those with names of their own where an expression begins, and those of a namespace behind its name.
func (r reading) functions(edit span) []completionItem {
	var items []completionItem
	for _, name := range expr.Functions() {
		namespace, own, found := cutLast(name, ".")
		if !found {
			namespace, own = "", name
		}
		if namespace == r.parent {
			items = append(items, completionItem{Label: own, Kind: kindFunction, Detail: "function", SortText: "~" + own, TextEdit: textEdit{edit, own}})
		}
		if root, _, dotted := strings.Cut(name, "."); dotted && r.parent == "" && !slices.ContainsFunc(items, func(i completionItem) bool { return i.Label == root }) {
			items = append(items, completionItem{Label: root, Kind: kindModule, Detail: "functions", SortText: "~" + root, TextEdit: textEdit{edit, root}})
		}
	}
	return items
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// named is something that a manifest or a document has a name for.
type named struct {
	name   string
	kind   int
	detail string
	doc    string
}

// itemsOf lists names that can stand at a spot.
func itemsOf(names []named, t *text, where spot, offset int) []completionItem {
	start := where.start
	if where.value && start < offset && (t.data[start] == '"' || t.data[start] == '\'') {
		start++
	}
	end := offset
	for end < len(t.data) && !strings.ContainsRune(" \r\n,:}]\"'", rune(t.data[end])) {
		end++
	}
	items := []completionItem{}
	for i, n := range names {
		with := n.name
		if !where.value && !strings.HasPrefix(strings.TrimLeft(string(t.data[end:]), " "), ":") {
			with += ": "
		}
		items = append(items, completionItem{
			Label: n.name, Kind: n.kind, Detail: n.detail, Documentation: n.doc, SortText: fmt.Sprintf("%05d", i), TextEdit: textEdit{t.span(start, end), with},
		})
	}
	return items
}

// operations are those that steps can call.
func (c *checked) operations() []*catalog.Operation {
	var list []*catalog.Operation
	for _, name := range slices.Sorted(maps.Keys(c.documents)) {
		list = append(list, catalog.List(catalog.Source{Upstream: name, Document: c.documents[name].Document})...)
	}
	return list
}

func operationNames(list []*catalog.Operation) []named {
	var names []named
	for _, op := range list {
		names = append(names, named{op.Call, kindMethod, op.Method + " " + op.Path, cmp.Or(op.Title(), op.Summary)})
	}
	return names
}
