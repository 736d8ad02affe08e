package sculpt

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/function"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/table"
	"github.com/nactgen/nactgen/sculpt/upstream"
	"github.com/nactgen/nactgen/sculpt/value"
)

// sections are those of a manifest that its tools use, in its order.
type sections struct {
	compiler     *expr.Compiler
	config       *ir.ObjectType // the values as expressions see them
	values       []*plan.ConfigValue
	tables       []*plan.Table
	upstreams    []*plan.Upstream // without their operations
	calls        *operation.Calls
	documents    document.Set
	fingerprints map[string]string // the SHA-256 of the documents of called upstreams, by the upstream
	functions    function.Functions
	compiled     *value.Compiled // the expressions of upstreams
}

// checkSections checks all that tools use. What is wrong with it is added to found.
func checkSections(m *manifest.Manifest, documents document.Set, compiler *expr.Compiler, found *diag.List) *sections {
	s := &sections{compiler: compiler, documents: documents, config: configType(m.Config), tables: table.Read(m.Files, m.Tables, found)}
	s.functions = function.Check(m.Functions, found)
	scope := value.NewScope(s.compiler, value.Names{Names: expr.Names{Config: s.config}}, found)
	s.upstreams = lists.Map(m.Upstreams, func(u *manifest.Upstream) *plan.Upstream {
		return upstream.Check(u, documents[u.Name.V], s.functions, scope, found)
	})
	upstream.Ambiguous(m.Upstreams, s.upstreams, found)
	s.compiled = scope.Compiled()
	s.calls = operation.Resolve(m, documents, s.upstreams, found)
	s.fingerprints = fingerprints(s.calls, documents)
	s.values = configValues(m.Config, s.upstreams, documents)
	upstream.CheckQueries(m.Upstreams, s.upstreams, secrets(s.values), found)
	return s
}

// called are the upstreams that a tool uses, by name, each with the operations that steps call.
func (s *sections) called() []*plan.Upstream {
	var called []*plan.Upstream
	for _, u := range s.upstreams {
		with := *u
		d := s.documents[u.Name]
		with.SHA256, with.Spread = s.fingerprints[u.Name], d.Spread() || len(d.Overlays()) > 0
		with.Operations = lists.Map(s.calls.Upstream(u.Name), func(op *operation.Operation) *plan.Operation { return op.Operation })
		if len(with.Operations) > 0 {
			called = append(called, &with)
		}
	}
	slices.SortFunc(called, func(a, b *plan.Upstream) int { return cmp.Compare(a.Name, b.Name) })
	return called
}
