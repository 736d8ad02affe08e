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

// pinDocuments writes into a manifest which documents its upstreams have, each pin into the file that has the upstream, and
// returns the manifest as it is then. If one of the files cannot be written, none is.
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
	var changed []output.Replacement
	for i, s := range sources {
		if !bytes.Equal(s.Text, m.Sources[i].Text) {
			changed = append(changed, output.Replacement{Path: s.Path, Content: s.Text})
		}
	}
	if err := output.ReplaceFiles(changed); err != nil {
		return nil, nil, err
	}
	pinned, _ := manifest.Parse(m.File, sources[0].Text, sources[1:]...) // but for the pins it is what was read
	pinned.Files = m.Files
	return pinned, pins, nil
}

// sourceOf returns the one of a manifest's sources in which an upstream stands.
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
