package runtimecopy

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nactgen/nactgen/internal/exportdata"
)

// TestReach says for small services which files they need.
func TestReach(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"a function", `var _ = cel.ReplaceAll`, []string{"cel/doc.go", "cel/errors.go", "cel/replace.go"}},
		{
			"a function on dyn", `var _ = cel.DynBool`,
			[]string{
				"caller.go", "cel/doc.go", "cel/dyn.go", "cel/dyntext.go", "cel/dyntype.go", "cel/errors.go", "cel/parse.go", "cel/text.go", "cel/wrongtext.go",
				"encode.go", "jsontext/jsontext.go", "opt.go", "signature.go", "tool.go", "violation.go",
			},
		},
		{
			"a comparison of dyn, which converts nothing", `var _ = cel.DynLess`,
			[]string{
				"caller.go", "cel/doc.go", "cel/dyn.go", "cel/dyncompare.go", "cel/dynnumber.go", "cel/dyntype.go", "cel/errors.go",
				"encode.go", "jsontext/jsontext.go", "opt.go", "signature.go", "tool.go", "violation.go",
			},
		},
		{"a method beside its type", `func f(c cel.Conversion) { c.Apply(1) }`, []string{"cel/doc.go", "cel/errors.go", "cel/unit.go", "cel/wrongtext.go"}},
		{
			"a method that stands apart", `func f(b *cel.Budget) { b.SpendAll(1) }`,
			[]string{"cel/budget.go", "cel/doc.go", "cel/errors.go", "cel/spendall.go"},
		},
		{"none", `func f(b *cel.Budget, v any) { v.SpendBytes(SpendAll) }`, []string{"cel/budget.go", "cel/doc.go", "cel/errors.go"}},
		{
			"a method of what may be the type", `func f(b *cel.Budget) { v.budget.SpendAll(1) }`,
			[]string{"cel/budget.go", "cel/doc.go", "cel/errors.go", "cel/spendall.go"},
		},
		{
			"a method as a function", `var spend = (*cel.Budget).SpendAll`,
			[]string{"cel/budget.go", "cel/doc.go", "cel/errors.go", "cel/spendall.go"},
		},
		{
			"a field of the name of a method", `type own struct { SpendAll int }; func f(b *cel.Budget) { return v.SpendAll }`,
			[]string{"cel/budget.go", "cel/doc.go", "cel/errors.go"},
		},
		{
			"a local that hides a package", `func f(cel *nact.Failure) { cel.Elem() }`,
			[]string{"caller.go", "encode.go", "fault.go", "jsontext/jsontext.go", "opt.go", "signature.go", "tool.go", "violation.go"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := reached(t, tt.source); !slices.Equal(got, tt.want) {
				t.Errorf("reached %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestBuilders: of four types with methods of one name only the one that is called comes along.
func TestBuilders(t *testing.T) {
	got := reached(t, `func f(p []string) {
		call := upstream.Call{Method: "GET"}
		call.Path.Text("/stations/").Value("id", "KOMA")
		call.Query.List("area", upstream.Form, false, p)
	}`)
	for file, want := range map[string]bool{
		"upstream/path.go": true, "upstream/querylist.go": true,
		"upstream/pathstyle.go": false, "upstream/queryobject.go": false, "upstream/headerstyle.go": false, "upstream/cookie.go": false,
	} {
		if slices.Contains(got, file) != want {
			t.Errorf("%s is reached: %t, want %t", file, !want, want)
		}
	}
}

// TestCaches: a service that keeps no answers has no cache, and one that keeps them for a fixed time has no rules of HTTP.
func TestCaches(t *testing.T) {
	const client = `var client, _ = upstream.NewClient(upstream.Config{Name: "x"%s})
	var _, _ = client.Do(nil, nil, nil)`
	for _, test := range []struct {
		config      string
		cache, http bool
	}{
		{``, false, false},
		{`, Cache: upstream.NewCache(1), Caching: upstream.KeepFor(1)`, true, false},
		{`, Cache: upstream.NewCache(1), Caching: upstream.KeepByHTTP()`, true, true},
	} {
		got := reached(t, fmt.Sprintf(client, test.config))
		for _, file := range []string{"upstream/cache.go", "upstream/cachestore.go", "upstream/flight.go", "upstream/entry.go"} {
			if slices.Contains(got, file) != test.cache {
				t.Errorf("%q: %s is reached: %t", test.config, file, !test.cache)
			}
		}
		for _, file := range []string{"upstream/keepbyhttp.go", "upstream/cachecontrol.go"} {
			if slices.Contains(got, file) != test.http {
				t.Errorf("%q: %s is reached: %t", test.config, file, !test.http)
			}
		}
	}
}

// TestProtection checks that of what stands before an upstream a service has what its manifest asks for.
func TestProtection(t *testing.T) {
	const client = `var client, _ = upstream.NewClient(upstream.Config{Name: "x"%s})
	var _, _ = client.Do(nil, nil, nil)`
	files := []string{"upstream/breaker.go", "upstream/rate.go", "upstream/ratefields.go", "upstream/concurrency.go", "upstream/budget.go", "upstream/hedge.go"}
	for _, test := range []struct{ config, want string }{
		{``, ""},
		{`, Breaker: upstream.NewBreaker(upstream.Tolerance{})`, "upstream/breaker.go"},
		{`, Rate: upstream.NewRate(upstream.Pace{})`, "upstream/rate.go upstream/ratefields.go"},
		{`, Concurrency: upstream.NewConcurrency(1, 1)`, "upstream/concurrency.go"},
		{`, Budget: upstream.NewBudget(10)`, "upstream/budget.go"},
		{`, Hedge: upstream.NewHedge(1)`, "upstream/budget.go upstream/hedge.go"},
	} {
		got := reached(t, fmt.Sprintf(client, test.config))
		has := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !slices.Contains(got, file) })
		if strings.Join(has, " ") != test.want {
			t.Errorf("%q: %q is reached, want %s", test.config, has, test.want)
		}
	}
}

// TestFaces: a service has the faces that it asks for, and its program what they need of it.
func TestFaces(t *testing.T) {
	const (
		endpoints = `var endpoints, _ = endpoint.New(endpoint.Config{Name: "x"}, nil); `
		tools     = `var handler, _ = mcp.New(mcp.Config{Name: "x", Next: health.Handler{}}, nil); func f() { handler.ServeLines(nil, nil, nil) }; `
		program   = `var _ = server.Main; `
		lines     = `var _ = server.ServeLines; `
	)
	tests := []struct {
		name, source string
		want         string // the packages, and what of the program is not always there
	}{
		{"endpoints", endpoints + program, "endpoint server"},
		{"MCP", tools + program + lines, "mcp server server/stdio.go"},
		{"both", endpoints + tools + program + lines, "endpoint mcp server server/stdio.go"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, file := range reached(t, test.source) {
				switch folder := path.Dir(file); {
				case file == "server/stdio.go":
					got = append(got, file)
				case (folder == "endpoint" || folder == "mcp" || folder == "server") && !slices.Contains(got, folder):
					got = append(got, folder)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("got %q, want %s", got, test.want)
			}
		})
	}
}

// TestKeys: a service whose tools only read has nothing of what keeps idempotency keys.
func TestKeys(t *testing.T) {
	const reads = `var handler, _ = endpoint.New(endpoint.Config{Name: "x"}, nil)`
	const writes = `var handler, _ = endpoint.New(endpoint.Config{Name: "x", Idempotency: endpoint.NewIdempotency(
		endpoint.IdempotencyConfig{Store: idempotency.NewMemory(idempotency.Limits{})})}, nil)`
	for _, file := range []string{
		"idempotency.go", "notes.go", "fingerprint.go", "journal.go", "reads.go", "entry.go", "write.go", "idempotency/store.go", "idempotency/memory.go",
		"endpoint/hold.go", "endpoint/idempotency.go",
	} {
		if slices.Contains(reached(t, reads), file) {
			t.Errorf("%s is reached by a service that only reads", file)
		}
		if !slices.Contains(reached(t, writes), file) {
			t.Errorf("%s is not reached by a service that writes", file)
		}
	}
}

// TestSeams: what a service is handed, it has; and nothing of what it is not handed.
func TestSeams(t *testing.T) {
	const reads = `var client, _ = upstream.NewClient(upstream.Config{Name: "x"}); var _, _ = client.Do(nil, nil, nil)
		var endpoints, _ = endpoint.New(endpoint.Config{Name: "x"}, []nact.Tool{{%s}})
		var handler, _ = mcp.New(mcp.Config{Name: "x", Next: endpoints%s}, nil); var _ = server.Main`
	tests := []struct {
		name, tool, mcp string
		files           []string
	}{
		{"writes", `Writes: true, Journal: nact.BeginJournal`, ``, []string{"journal.go", "entry.go", "write.go"}},
		{"formats", `Formats: nact.CheckFormat`, ``, []string{"format.go"}},
		{"progress", ``, `, Progress: mcp.ReportProgress`, []string{"progress.go", "mcp/progress.go"}},
	}
	without := reached(t, fmt.Sprintf(reads, "", ""))
	for _, file := range []string{"verify.go", "dryrun.go", "upstream/journal.go", "upstream/problem.go", "upstream/headers.go", "upstream/tokensource.go", "onbehalf/onbehalf.go"} {
		if slices.Contains(without, file) {
			t.Errorf("%s is reached by a service that only reads", file)
		}
	}
	for _, test := range tests {
		with := reached(t, fmt.Sprintf(reads, test.tool, test.mcp))
		for _, file := range test.files {
			if slices.Contains(without, file) || !slices.Contains(with, file) {
				t.Errorf("%s: %s is reached without: %t, with: %t", test.name, file, slices.Contains(without, file), slices.Contains(with, file))
			}
		}
	}
}

// TestProgram checks that the program of a service has what its manifest asks for, and nothing else that some programs have.
func TestProgram(t *testing.T) {
	const main = `var _ = server.Main(server.Program{Name: "x", %s}, nil)`
	parts := map[string]string{
		"Stdio: server.ServeLines": "server/stdio.go", "Admin: server.ServeAdmin": "server/admin.go", "Explain: server.Explain": "server/explain.go",
		"Healthcheck: server.Healthcheck": "server/healthcheck.go", "Files: server.ReadFiles": "server/files.go", "Egress: server.Egress": "server/egress.go",
		"CORS: server.ShareWith": "server/cors.go", "Sampling: server.SampleLog": "server/logsample.go",
	}
	for field := range parts {
		got := reached(t, fmt.Sprintf(main, field))
		for other, file := range parts {
			if slices.Contains(got, file) != (field == other) {
				t.Errorf("%s: %s is reached: %t", field, file, field != other)
			}
		}
	}
}

// TestSize bounds what is copied for a service, so that growth is seen. A bound that is no longer reached is lowered.
func TestSize(t *testing.T) {
	const program = `var _ = server.Main(server.Program{Name: "x", New: func(o server.Options) (http.Handler, error) {
		return benchtools.New(benchtools.Config{Upstreams: o.Upstreams, Root: o.Root, Limits: o.Limits, Logger: o.Logger}) }}, nil)`
	tests := []struct {
		name         string
		folder       string // of the generated package
		tests        bool   // with its tests, and what plays recorded answers
		program      string // the declarations of its main.go
		files, lines int
	}{
		{"examples/nws, both faces, its tests", "../../examples/nws/nwstools", true, program + "; var _ = server.ServeLines; func f(h mcp.Handler) { h.ServeLines(nil, nil, nil) }", 97, 14_100},
		{"a tool of three calls that reads", "../../bench/benchtools", false, program, 69, 10_500},
		{"the same with its tests", "../../bench/benchtools", true, program, 76, 11_600},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := New(ImportPath)
			if err != nil {
				t.Fatal(err)
			}
			generated, err := filepath.Glob(filepath.Join(test.folder, "*.go"))
			if err != nil || len(generated) == 0 {
				t.Fatalf("no files in %s: %v", test.folder, err)
			}
			for _, name := range generated {
				if strings.HasSuffix(name, "_test.go") && !test.tests {
					continue
				}
				use(t, c, name, nil)
			}
			use(t, c, "main.go", "package main\n\nimport (\n\t\"net/http\"\n\t\""+ImportPath+"/server\"\n\t\""+ImportPath+"/mcp\"\n)\n\n"+test.program)
			files, err := c.Files()
			if err != nil {
				t.Fatal(err)
			}
			lines := 0
			for _, f := range files {
				lines += bytes.Count(f.Content, []byte("\n"))
			}
			if len(files) > test.files || lines > test.lines {
				t.Errorf("%d files of %d lines are copied, want at most %d of %d", len(files), lines, test.files, test.lines)
			}
			if len(files) < test.files-3 || lines < test.lines-300 {
				t.Errorf("only %d files of %d lines are copied: lower the bounds of %d and %d", len(files), lines, test.files, test.lines)
			}
		})
	}
}

// use makes room in a copy for a generated file: that of the name if source is nil.
func use(t *testing.T, c *Copy, name string, source any) {
	t.Helper()
	syntax, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Use(syntax); err != nil {
		t.Fatal(err)
	}
}

// reached returns the files that a service of one file reaches, whose declarations are given.
func reached(t *testing.T, declarations string) []string {
	t.Helper()
	l, err := load()
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for f := range filesFor(t, l, declarations) {
		paths = append(paths, f.path)
	}
	slices.Sort(paths)
	return paths
}

func filesFor(t *testing.T, l *library, declarations string) map[*file]bool {
	t.Helper()
	var b strings.Builder
	b.WriteString("package service\n\nimport (\n")
	for _, folder := range slices.Sorted(maps.Keys(l.packages)) {
		fmt.Fprintf(&b, "\t%q\n", path.Join(importPath, folder))
	}
	b.WriteString(")\n\n" + declarations)
	syntax, err := parser.ParseFile(token.NewFileSet(), "", b.String(), parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	u := newUses()
	if err := u.read(l, importPath, syntax); err != nil {
		t.Fatal(err)
	}
	return reachOf(l, u).files
}

// TestAnySubsetCompiles takes some of what the library exports at random, and checks the types of what that reaches.
func TestAnySubsetCompiles(t *testing.T) {
	l, err := load()
	if err != nil {
		t.Fatal(err)
	}
	names := exportedNames(l)
	subsets := 300
	if testing.Short() {
		subsets = 30
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range subsets {
		var b strings.Builder
		for range 1 + random.IntN(6) {
			b.WriteString(names[random.IntN(len(names))] + "\n")
		}
		if errs := check(t, l, filesFor(t, l, b.String())); len(errs) > 0 {
			t.Errorf("for a service with\n%sthe copy does not compile: %v", &b, errs)
		}
	}
}

// TestEachNameCompiles is TestAnySubsetCompiles for each name alone.
func TestEachNameCompiles(t *testing.T) {
	l, err := load()
	if err != nil {
		t.Fatal(err)
	}
	checked := make(map[string]bool)
	for _, name := range exportedNames(l) {
		files := filesFor(t, l, name)
		key := fmt.Sprint(slices.Sorted(func(yield func(string) bool) {
			for f := range files {
				if !yield(f.path) {
					return
				}
			}
		}))
		if checked[key] {
			continue
		}
		checked[key] = true
		if errs := check(t, l, files); len(errs) > 0 {
			t.Errorf("for a service with %s the copy does not compile: %v", name, errs)
		}
	}
}

// exportedNames returns a declaration for each name that the library exports, and for each method that stands apart from its type.
func exportedNames(l *library) (declarations []string) {
	for _, folder := range slices.Sorted(maps.Keys(l.packages)) {
		pkg := path.Base(path.Join("nact", folder))
		for _, name := range slices.Sorted(maps.Keys(l.packages[folder].declares)) {
			if token.IsExported(name) {
				declarations = append(declarations, fmt.Sprintf("var _ = %s.%s", pkg, name))
			}
		}
	}
	for _, m := range l.detached {
		if token.IsExported(m.name) && token.IsExported(m.typ) {
			pkg := path.Base(path.Join("nact", m.file.folder()))
			declarations = append(declarations, fmt.Sprintf("var _ = (*%s.%s).%s", pkg, m.typ, m.name))
		}
	}
	return declarations
}

// check returns what is wrong with the types of some files of the library.
func check(t *testing.T, l *library, files map[*file]bool) []error {
	t.Helper()
	checker := &subset{t: t, library: l, files: files, done: make(map[string]*types.Package)}
	for _, folder := range slices.Sorted(maps.Keys(l.packages)) {
		if _, err := checker.Import(path.Join(ImportPath, folder)); err != nil {
			t.Fatal(err)
		}
	}
	return checker.errs
}

// subset checks the types of some files of the library, with those of the standard library.
type subset struct {
	t       *testing.T
	library *library
	files   map[*file]bool
	done    map[string]*types.Package
	info    *types.Info
	errs    []error
}

func (s *subset) Import(importPath string) (*types.Package, error) {
	folder, own := folderOf(ImportPath, importPath)
	if !own {
		return standard(s.t).Import(importPath)
	}
	if p := s.done[folder]; p != nil {
		return p, nil
	}
	var syntax []*ast.File
	for _, f := range s.library.packages[folder].files {
		if s.files[f] {
			syntax = append(syntax, f.syntax)
		}
	}
	config := types.Config{Importer: s, Error: func(err error) { s.errs = append(s.errs, err) }}
	s.done[folder], _ = config.Check(importPath, s.library.fset, syntax, s.info)
	return s.done[folder], nil
}

// standard returns an importer of what the library uses of the standard library.
func standard(t *testing.T) types.Importer {
	t.Helper()
	imported, err := exportData()
	if err != nil {
		t.Fatal(err)
	}
	return imported
}

var exportData = sync.OnceValues(func() (types.Importer, error) { return exportdata.Importer(ImportPath + "/...") })
