package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// olderFile returns the file of a tool's older versions: a variable for each, as for the current one.
func (p toolPrinter) olderFile() *jen.File {
	f := p.files.New()
	for i, s := range p.tool.Older {
		name := p.ids.Older[i]
		gocode.Add(f, p.signatureVar(name, name+" is version "+strconv.Itoa(s.Version)+" of "+p.tool.Signature.Name+" as agents see it. It is published, so it never changes.", s))
	}
	return f
}

// versions returns the signatures of all versions, oldest first.
func (p toolPrinter) versions() *jen.Statement {
	var names []jen.Code
	for i := range p.tool.Older {
		names = append(names, jen.Id(p.ids.Older[i]))
	}
	names = append(names, jen.Id(p.ids.Signature))
	return jen.Index().Add(p.runtime.Nact("Signature")).Add(gocode.Elements(names))
}

// withdrawal returns &nact.Withdrawal{Since: time.Date(2026, time.November, 20, 0, 0, 0, 0, time.UTC)}.
func (p toolPrinter) withdrawal(w *plan.Withdrawal) *jen.Statement {
	var dates []jen.Code
	if !w.Since.IsZero() {
		dates = append(dates, gocode.Keyed("Since", gocode.Date(w.Since)))
	}
	if !w.Sunset.IsZero() {
		dates = append(dates, gocode.Keyed("Sunset", gocode.Date(w.Sunset)))
	}
	return jen.Op("&").Add(p.runtime.Nact("Withdrawal")).Add(gocode.Elements(dates))
}
