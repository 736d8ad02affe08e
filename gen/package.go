// Package gen prints a plan, its expressions analyzed ([plan.Analyzed]), as the files of a Go service. It decides nothing
// that the plan could decide and reports no mistake of the manifest's author: an error is a file that could not be read, or
// a mistake of this package.
//
// There is a printer for each kind of output: the service with its configuration, a tool and its older versions, an
// upstream's client, an operation and what is read of its answer, a table, the tests that examples are. What they share is
// below them: package goexpr prints expressions, which come as package analysis left them, naming gives the identifiers,
// gotype the types, gocode comments, literals and files.
//
// Names and texts of a plan come from documents that nobody checked. So every identifier is made by naming, every text is
// a literal or a comment of gocode that it cannot leave, and every file is parsed before it is returned.
package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pkg is the package that is generated: what the printers of all its files share.
type pkg struct {
	plan    *plan.Plan
	names   *naming.Names
	types   *gotype.Types
	runtime gocode.Runtime
	files   gocode.Package
	blamed  map[*plan.Tool]map[string]bool // by tool or part: the inputs of its own that what has been printed of it can fail on
}

// has reports whether the service needs a package beside the run-time library.
func (p *pkg) has(e *extension.Extension) bool { return slices.Contains(p.plan.Extensions(), e) }

func newPackage(p *plan.Plan) *pkg {
	runtime := gocode.Runtime{Path: p.Go.RuntimePath}
	names := naming.Assign(p)
	return &pkg{
		plan: p, names: names, types: gotype.New(p, names, runtime), runtime: runtime,
		files:  gocode.Package{Manifest: p.Manifest, Name: p.Go.Package, ImportPath: p.Go.ImportPath, Runtime: runtime},
		blamed: map[*plan.Tool]map[string]bool{},
	}
}

// code returns Go that is written out: see [gocode.Runtime.Go].
func (p *pkg) code(text string, args ...any) *jen.Statement { return p.runtime.Go(text, args...) }

// expressions is what the expressions of the package share.
func (p *pkg) expressions() goexpr.Package {
	return goexpr.Package{Names: p.names, Types: p.types, Runtime: p.runtime}
}
