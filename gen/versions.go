package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// olderNames are the names of a tool's published versions before the current one.
type olderNames struct {
	signatures []string // functions, oldest first
	file       string
}

// assignOlder names the published versions of a tool. They come last: what is published takes no name from what is current.
func (n *names) assignOlder(t *plan.Tool) {
	if len(t.Older) == 0 {
		return
	}
	older := olderNames{file: n.files.claimFile(n.tools[t].file+"_versions", "tool")}
	for _, s := range t.Older {
		older.signatures = append(older.signatures, n.pkg.claim(n.tools[t].signature+"V"+strconv.Itoa(s.Version)))
	}
	n.older[t] = older
}

// olderSignature returns the function that returns signature i of a tool's older versions.
func (n *names) olderSignature(t *plan.Tool, i int) string { return n.older[t].signatures[i] }

// versionsFile returns the name of the file of a tool's older versions, without .go.
func (n *names) versionsFile(t *plan.Tool) string { return n.older[t].file }

// versionsFile returns the file of a tool's older versions: a function for each, as for the current one.
func (g *generator) versionsFile(t *plan.Tool) *jen.File {
	f := g.newFile()
	for i, s := range t.Older {
		name := g.names.olderSignature(t, i)
		add(f, g.signatureFunc(name, name+" is version "+strconv.Itoa(s.Version)+" of "+t.Name+" as agents see it. It is published, so it never changes.", s))
	}
	return f
}

// versions returns the signatures of all versions, oldest first.
func (g *generator) versions(t *plan.Tool) *jen.Statement {
	var calls []jen.Code
	for i := range t.Older {
		calls = append(calls, jen.Id(g.names.olderSignature(t, i)).Call())
	}
	calls = append(calls, jen.Id(g.names.signature(t)).Call())
	return jen.Index().Add(g.nact("Signature")).Add(elements(calls))
}

// withdrawal returns &nact.Withdrawal{Since: time.Date(2026, time.November, 20, 0, 0, 0, 0, time.UTC)}.
func (g *generator) withdrawal(w *plan.Withdrawal) *jen.Statement {
	var dates []jen.Code
	if !w.Since.IsZero() {
		dates = append(dates, keyed("Since", date(w.Since)))
	}
	if !w.Sunset.IsZero() {
		dates = append(dates, keyed("Sunset", date(w.Sunset)))
	}
	return jen.Op("&").Add(g.nact("Withdrawal")).Add(elements(dates))
}
