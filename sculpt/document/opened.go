package document

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/file"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// Opened keeps documents for the next check of a manifest that is being edited: opening a large one takes longer than all the rest. The zero Opened
// has none. It is not safe for concurrent use.
type Opened struct{ documents map[string]kept }

// kept is a document, with the stamps that its file and its overlays had when they were opened.
type kept struct {
	*spec.Document
	entries []spec.Entry
	stamps  []inputs.Stamp
}

// Open is the function [Open] without stand-ins. It opens again what has changed since the last time, and documents of several files: the
// fingerprint of such a document is of the files that the operations of one check lead to.
func (o *Opened) Open(m *manifest.Manifest, found *diag.List) Set {
	return o.open(m, nil, found)
}

func (o *Opened) open(m *manifest.Manifest, standIns map[string]string, found *diag.List) Set {
	documents := Set{}
	for _, u := range m.Upstreams {
		d, err := o.of(m, u, standIns, found)
		if err != nil {
			report(u, err, found)
		} else if d != nil {
			documents[u.Name.V] = d
		}
	}
	return documents
}

// of opens the document of an upstream. It is nil without an error where found has the reason, or the manifest names none.
func (o *Opened) of(m *manifest.Manifest, u *manifest.Upstream, standIns map[string]string, found *diag.List) (*Document, error) {
	overlays, ok := overlaysOf(m, u, found)
	if path, stands := standIns[u.Name.V]; stands && ok {
		return openStandIn(path, overlays)
	}
	if !u.OpenAPI.Set || !file.Exists(m.Files, u.OpenAPI, "the OpenAPI document", found) || !ok {
		return nil, nil
	}
	d, err := o.at(m.Files, file.Path(u.OpenAPI), overlays)
	if err != nil {
		return nil, err
	}
	return &Document{Document: d.Document, Path: m.Near(u.OpenAPI), Entries: d.entries}, nil
}

// at opens the document at a path. Upstreams share one of a single file, if its overlays are the same.
func (o *Opened) at(files inputs.Tree, path string, overlays []spec.Overlay) (kept, error) {
	read := []string{path}
	for _, overlay := range overlays {
		read = append(read, overlay.Path)
	}
	key, stamps := fmt.Sprintf("%q", read), lists.Map(read, files.Stamp)
	if d, ok := o.documents[key]; ok && slices.Equal(d.stamps, stamps) {
		return d, nil
	}
	opened, err := spec.OpenIn(files, path, overlays...)
	if err != nil {
		return kept{}, err
	}
	d := kept{opened, opened.Operations(), stamps}
	if !d.Spread() {
		if o.documents == nil {
			o.documents = map[string]kept{}
		}
		o.documents[key] = d
	}
	return d, nil
}
