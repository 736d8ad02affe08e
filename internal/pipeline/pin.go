package pipeline

import (
	"bytes"
	"fmt"

	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/pin"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Pin is the SHA-256 of an upstream's document, as it was written into the manifest.
type Pin struct{ Upstream, SHA256 string }

// pinDocuments writes into a manifest which documents its upstreams have, and returns the manifest as it is then.
func pinDocuments(m *manifest.Manifest, upstreams []*plan.Upstream) (*manifest.Manifest, []Pin, error) {
	var pins []Pin
	text := m.Text
	for _, u := range upstreams {
		pinned, err := pin.Rewrite(text, u.Name, u.SHA256)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", m.File, err)
		}
		if !bytes.Equal(pinned, text) {
			pins = append(pins, Pin{u.Name, u.SHA256})
			text = pinned
		}
	}
	if len(pins) == 0 {
		return m, nil, nil
	}
	if err := output.ReplaceFile(m.File, text); err != nil {
		return nil, nil, err
	}
	pinned, _ := manifest.Parse(m.File, text) // but for the pins it is what was read
	return pinned, pins, nil
}
