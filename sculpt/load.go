package sculpt

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// Options override parts of the manifest.
type Options struct {
	Module string // instead of go.module
	Out    string // folder of the output instead of go.dir; relative to the working directory

	// Documents replaces OpenAPI documents: the upstream's name → a path relative to the working directory. A document
	// that stands in for another is not held against the pin of that one.
	Documents map[string]string

	Unpinned bool   // the manifest's sha256 of documents is not checked
	Unlocked bool   // the tools are not held against the versions that are published, only take their IDs from there
	Tool     string // load this tool alone, with the upstreams that it calls; no pin is checked, since one tool may not reach all of a document

	Open func(path string) (*spec.Document, error) // instead of spec.Open, for several loads that share documents
}

// Load reads a manifest and the documents it refers to, checks everything, and decides everything. The list is sorted
// and holds warnings too; both others are nil if it holds errors.
func Load(file string, options Options) (*plan.Plan, *Publication, diag.List) {
	m, _, list := manifest.Read(file)
	if m == nil {
		list.Sort()
		return nil, nil, list
	}
	if options.Tool != "" {
		m = only(m, options.Tool)
	}
	c := newChecker(m, options)
	c.list = list
	p := c.check()
	c.list.Sort()
	if c.list.HasErrors() {
		return nil, nil, c.list
	}
	return p, c.publication, c.list
}

// checker turns a manifest into a plan. It lives for one run.
type checker struct {
	manifest *manifest.Manifest
	options  Options
	folder   string // of the manifest
	list     diag.List
	doubts   diag.List // warnings of expressions, which count only where there are no errors
	compiler *expr.Compiler
	current  *expr.Scope // of the expressions that are being checked
	plan     *plan.Plan

	publication *Publication

	upstreams map[string]*upstream
	configs   *ir.ObjectType
	tables    map[string]*plan.Table
	tableType *ir.ObjectType
	tools     []*toolChecker
	uses      map[use]bool
}

// use is a value that some expression reads. tool is the tool whose expression it is; it is empty for config values and
// tables, which belong to the service.
type use struct {
	kind ir.RootKind
	tool string
	name string
}

// upstream is an upstream as the checker knows it: with its document, and the operations that steps call.
type upstream struct {
	plan       *plan.Upstream
	manifest   *manifest.Upstream
	document   *spec.Document
	entries    []spec.Entry
	called     bool // some step names it, rightly or wrongly
	resolved   map[spec.Entry]*spec.Operation
	operations map[operationKey]*operation
	order      []*operation
}

// operationKey tells operations apart: two steps that accept different media types have different answers, and one that
// sends a body and one that sends none make different requests.
type operationKey struct {
	entry  spec.Entry
	answer *spec.Media // nil: none is read
	body   bool
}

// operation is an operation that some step calls.
type operation struct {
	plan     *plan.Operation
	entry    spec.Entry
	resolved *spec.Operation
	body     *ir.Type // of the answer; nil if it cannot be read
}

func newChecker(m *manifest.Manifest, options Options) *checker {
	if options.Open == nil {
		options.Open = spec.Open
	}
	return &checker{
		manifest: m, options: options, folder: filepath.Dir(m.File),
		plan:      &plan.Plan{Manifest: filepath.Base(m.File), Folder: filepath.Dir(m.File)},
		upstreams: map[string]*upstream{}, tables: map[string]*plan.Table{}, uses: map[use]bool{},
	}
}

// check runs the stages. One that finds errors does not stop the next, but what depends on something broken is passed
// over in silence: its own error is enough.
func (c *checker) check() *plan.Plan {
	compiler, err := expr.NewCompiler()
	if err != nil {
		c.list.Errorf(c.manifest.Pos, 0, "internal", "%v", err)
		return nil
	}
	c.compiler = compiler
	c.service()
	c.config()
	c.readTables()
	c.readUpstreams()
	c.readLock()
	ids := map[string]string{}
	for _, t := range c.manifest.Tools {
		c.tool(t, ids)
	}
	c.target()
	c.pins()
	c.checkLock()
	if c.list.HasErrors() {
		return nil
	}
	c.finish()
	c.lint()
	return c.plan
}

func (c *checker) service() {
	s := c.manifest.Service
	c.plan.Service = plan.Service{Name: s.Name.V, Title: s.Title.V, Description: s.Description.V}
	if c.plan.Service.Title == "" {
		c.plan.Service.Title = displayName(s.Name.V) + " tools"
	}
}

// config makes the type that expressions see of the config section.
func (c *checker) config() {
	c.configs = &ir.ObjectType{Name: "config"}
	for _, v := range c.manifest.Config {
		c.configs.Add(&ir.Field{Name: v.Name.V, Type: ir.StringType, Required: true})
		c.plan.Config = append(c.plan.Config, &plan.ConfigValue{
			Name: v.Name.V, Env: v.Env.V, Default: v.Default.V, HasDefault: v.Default.Set,
			Description: v.Description.V, Secret: v.Secret.V,
		})
	}
}

// path is a path of the manifest, seen from the working directory.
func (c *checker) path(relative string) string {
	if filepath.IsAbs(relative) {
		return relative
	}
	return filepath.Join(c.folder, filepath.FromSlash(relative))
}

// exists reports whether the file is there, as the manifest refers to it.
func (c *checker) exists(v manifest.Value[string], what string) bool {
	info, err := os.Stat(c.path(v.V))
	switch {
	case err != nil:
		c.errorf(v, "missing-file", "%s %q cannot be read: %v", what, v.V, reason(err))
	case info.IsDir():
		c.errorf(v, "missing-file", "%s %q is a folder", what, v.V)
	default:
		return true
	}
	return false
}

// reason is what the operating system said, without the path again.
func reason(err error) error {
	var located *os.PathError
	if errors.As(err, &located) {
		return located.Err
	}
	return err
}

// errorf reports an error at a value, underlining it.
func (c *checker) errorf(v manifest.Value[string], rule, format string, args ...any) {
	c.list.Errorf(v.Pos, v.Length, rule, format, args...)
}

// warnf reports a warning at a value, underlining it.
func (c *checker) warnf(v manifest.Value[string], rule, format string, args ...any) {
	c.list.Warnf(v.Pos, v.Length, rule, format, args...)
}

// nodeErrorf reports an error at a node, underlining it.
func (c *checker) nodeErrorf(n *manifest.Node, rule, format string, args ...any) {
	c.list.Errorf(n.Pos, n.Length, rule, format, args...)
}

// exprErrorf reports an error at a whole expression.
func (c *checker) exprErrorf(e *manifest.Expr, rule, format string, args ...any) {
	c.list.Errorf(e.At(0), len(e.Text), rule, format, args...)
}
