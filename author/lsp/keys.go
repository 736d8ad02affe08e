package lsp

import (
	"context"

	"github.com/nactgen/nactgen/author/format"
	"github.com/nactgen/nactgen/author/schema"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// forms returns what can stand behind the keys of a path, in the manifest or in a file that it includes: several forms where a value has several.
func (p *project) forms(file string, path []string) []*manifest.Form {
	root, included := manifest.Schema()
	if file != p.file {
		root = included
	}
	at := []*manifest.Form{root}
	for _, key := range path {
		var below []*manifest.Form
		for _, f := range at {
			below = append(below, formsBelow(f, key)...)
		}
		at = below
	}
	var all []*manifest.Form
	for _, f := range at {
		all = append(all, alternatives(f)...)
	}
	return all
}

// formsBelow returns what can stand behind a key, or in an entry of a list, of a value of a form.
func formsBelow(f *manifest.Form, key string) []*manifest.Form {
	var below []*manifest.Form
	for _, f := range alternatives(f) {
		switch {
		case f.Kind == manifest.Keys && f.Key(key) != nil:
			below = append(below, f.Key(key).Form)
		case f.Kind == manifest.Names && key != "-", f.Kind == manifest.Sequence && key == "-":
			below = append(below, f.Entry)
		}
	}
	return below
}

// alternatives are the forms of which a value has one.
func alternatives(f *manifest.Form) []*manifest.Form {
	if f.Kind != manifest.Either {
		return []*manifest.Form{f}
	}
	var all []*manifest.Form
	for _, one := range f.Forms {
		all = append(all, alternatives(one)...)
	}
	return all
}

// words returns the keys, or the fixed values, that can stand at a spot, with what the reference says of them; it is false where there are none.
func (p *project) words(file string, where spot) (names []named, ok bool) {
	for _, f := range p.forms(file, where.path) {
		switch {
		case !where.value && f.Kind == manifest.Keys:
			for _, key := range f.Keys {
				names = append(names, named{key.Name, kindProperty, detailOf(key), schema.Description(f.Of, key.Name)})
			}
		case where.value && f.Kind == manifest.Boolean:
			names = append(names, named{name: "true", kind: kindValue}, named{name: "false", kind: kindValue})
		case where.value:
			for _, word := range f.Words {
				names = append(names, named{name: word, kind: kindValue})
			}
		}
	}
	return names, len(names) > 0
}

func detailOf(key manifest.FormKey) string {
	if key.Required {
		return "required"
	}
	return ""
}

// keyAt returns what the reference says of the key in which the cursor stands, and where that begins and ends.
func (p *project) keyAt(file string, data []byte, at int) (text string, start, end int) {
	for end = at; end < len(data) && isNameByte(data[end]); end++ {
	}
	where := spotAt(data, end)
	if where.value {
		return "", 0, 0
	}
	for _, f := range p.forms(file, where.path) {
		if f.Kind == manifest.Keys && f.Key(where.prefix) != nil {
			return schema.Description(f.Of, where.prefix), where.start, end
		}
	}
	return "", 0, 0
}

// formatting answers with the text as nactgen fmt lays it out; with nothing if it cannot be laid out, as long as it is no YAML.
func (s *server) formatting(_ context.Context, at documentParams) ([]textEdit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, path, _, err := s.place(documentPosition{TextDocument: at.TextDocument})
	if p == nil {
		return nil, err
	}
	t := s.textOf(path)
	laidOut, err := format.Format(t.data)
	if err != nil || string(laidOut) == string(t.data) || p.isDocument(path) {
		return nil, nil
	}
	return []textEdit{{t.span(0, len(t.data)), string(laidOut)}}, nil
}
