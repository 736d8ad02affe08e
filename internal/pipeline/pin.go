package pipeline

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/author/edit"
	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Pin is the SHA-256 of an upstream's document, as it was written into the manifest.
type Pin struct{ Upstream, SHA256 string }

// pinDocuments writes the pins of upstreams into the files of a manifest that contain these, all of them or none. It returns the manifest with the pins.
func pinDocuments(m *manifest.Manifest, upstreams []*plan.Upstream) (*manifest.Manifest, []Pin, error) {
	var pins []Pin
	sources := slices.Clone(m.Sources)
	for _, u := range upstreams {
		s := sourceOf(m, sources, u.Name)
		pinned, err := edit.Pin(s.Text, u.Name, u.SHA256)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.Path, err)
		}
		if !bytes.Equal(pinned, s.Text) {
			pins = append(pins, Pin{u.Name, u.SHA256})
			s.Text = pinned
		}
	}
	if err := WriteSources(m.Sources, sources); err != nil {
		return nil, nil, err
	}
	pinned, _ := manifest.Parse(m.File, sources[0].Text, sources[1:]...) // which had no errors, and has only pins added
	pinned.Files = m.Files
	return pinned, pins, nil
}

// WriteSources writes the files of a manifest that have changed, all of them or none.
func WriteSources(before, after []manifest.Source) error {
	var changed []output.Replacement
	for i, s := range after {
		if !bytes.Equal(s.Text, before[i].Text) {
			changed = append(changed, output.Replacement{Path: s.Path, Content: s.Text})
		}
	}
	return output.ReplaceFiles(changed)
}

// sourceOf returns the source of a manifest that contains an upstream.
func sourceOf(m *manifest.Manifest, sources []manifest.Source, upstream string) *manifest.Source {
	for _, u := range m.Upstreams {
		if u.Name.V != upstream {
			continue
		}
		for i := range sources {
			if sources[i].Path == u.Name.Pos.File {
				return &sources[i]
			}
		}
	}
	return &sources[0]
}
