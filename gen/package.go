package gen

import (
	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pkg is the package that is generated: what the printers of all its files share.
type pkg struct {
	plan    *plan.Plan
	names   *naming.Names
	types   *gotype.Types
	runtime gocode.Runtime
	files   gocode.Package
	owners  map[*ir.ObjectType]*plan.Operation // the operation beside which a struct is declared
}

func newPackage(p *plan.Plan) *pkg {
	runtime := gocode.Runtime{Path: p.Go.RuntimePath}
	names := naming.Assign(p)
	return &pkg{
		plan: p, names: names, types: gotype.New(p, names, runtime), runtime: runtime, owners: structOwners(p),
		files: gocode.Package{Manifest: p.Manifest, Name: p.Go.Package, ImportPath: p.Go.ImportPath, Runtime: runtime},
	}
}

// structOwners returns for each object of an answer the first operation that answers it.
func structOwners(p *plan.Plan) map[*ir.ObjectType]*plan.Operation {
	owners := map[*ir.ObjectType]*plan.Operation{}
	for _, u := range p.Upstreams {
		for _, op := range u.Operations {
			if op.Answer == nil {
				continue
			}
			for _, s := range op.Answer.Structs {
				if owners[s.Object] == nil {
					owners[s.Object] = op
				}
			}
		}
	}
	return owners
}
