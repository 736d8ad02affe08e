package sculpt

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
)

// fingerprints are the SHA-256 of the documents of the upstreams that steps call.
func fingerprints(calls *operation.Calls, documents document.Set) map[string]string {
	sums := map[string]string{}
	for name, d := range documents {
		if calls.Called(name) {
			sums[name] = d.Fingerprint()
		}
	}
	return sums
}

// checkPins holds the documents of upstreams against the sha256 that the manifest gives. A document that stands in for another is not
// held against the pin of that one. A document of which something was fetched must be pinned. fingerprints are those of documents that
// are called, by the upstream.
func checkPins(upstreams []*manifest.Upstream, fingerprints map[string]string, documents document.Set, options Options, found *diag.List) {
	if options.Unpinned {
		return
	}
	incomplete := found.HasErrors()
	for _, m := range upstreams {
		d, sum := documents[m.Name.V], fingerprints[m.Name.V]
		if d != nil && !d.StandIn && !m.SHA256.Set && len(d.Remote()) > 0 {
			found.ErrorAt(m.OpenAPI, "pin", "the OpenAPI document %s refers to %s, which may change at any time, so that it has to be pinned; do that with nactgen generate --allow-remote --pin",
				m.OpenAPI.V, d.Remote()[0])
		}
		if sum == "" || d.StandIn || !m.SHA256.Set || sum == m.SHA256.V {
			continue
		}
		var with []string
		if len(d.Overlays()) > 0 {
			with = append(with, "its overlays")
		}
		if d.Spread() {
			with = append(with, "the files of it that the tools reach")
			if incomplete {
				continue // the fingerprint may lack files that were not reached
			}
		}
		files := ""
		if len(with) > 0 {
			files = ", with " + strings.Join(with, " and ") + ","
		}
		found.ErrorAt(m.SHA256, "pin", "the OpenAPI document %s%s is not the pinned one: it has the SHA-256 %s, the manifest pins %s; see what the change breaks with nactgen drift, and take it with nactgen generate --pin",
			m.OpenAPI.V, files, sum, m.SHA256.V)
	}
}
