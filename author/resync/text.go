package resync

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/author/edit"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// add returns the files of the manifest with entries added. Consecutive entries of one mapping are added together.
func (s *state) add(additions []draft.Addition) ([]manifest.Source, error) {
	sources := slices.Clone(s.manifest.Sources)
	for len(additions) > 0 {
		n := 1
		for n < len(additions) && slices.Equal(additions[n].In, additions[0].In) {
			n++
		}
		if err := s.addTo(sources, additions[:n]); err != nil {
			return nil, err
		}
		additions = additions[n:]
	}
	return sources, nil
}

// addTo adds entries to the last file that has their mapping. If none has it, the mapping is added to the manifest itself, with the first entry.
func (s *state) addTo(sources []manifest.Source, entries []draft.Addition) error {
	in := entries[0].In
	at := 0
	for i := range sources {
		if edit.Has(sources[i].Text, in) {
			at = i
		}
	}
	if !edit.Has(sources[at].Text, in) {
		within := entries[0].Within()
		if err := extend(&sources[at], within.In, []edit.Entry{within}, true); err != nil {
			return err
		}
		entries = entries[1:]
	}
	if len(entries) == 0 {
		return nil
	}
	var list []edit.Entry
	for _, e := range entries {
		list = append(list, e)
	}
	return extend(&sources[at], in, list, in[0] == "tools")
}

// extend adds entries to a mapping of a file.
func extend(s *manifest.Source, in []string, entries []edit.Entry, apart bool) error {
	text, err := edit.Add(s.Text, in, entries, apart)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	s.Text = text
	return nil
}

// documentsOf returns the documents of a manifest to which upstreams were added. A new upstream has the document of an earlier one with the same path.
func (s *state) documentsOf(m *manifest.Manifest) document.Set {
	documents := document.Set{}
	for _, u := range m.Upstreams {
		documents[u.Name.V] = s.documents[u.Name.V]
		for _, other := range s.manifest.Upstreams {
			if documents[u.Name.V] == nil && other.OpenAPI.V == u.OpenAPI.V && slices.Equal(manifest.Texts(other.Overlays), manifest.Texts(u.Overlays)) {
				documents[u.Name.V] = s.documents[other.Name.V]
			}
		}
		if documents[u.Name.V] == nil {
			delete(documents, u.Name.V)
		}
	}
	return documents
}
