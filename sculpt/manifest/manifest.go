// Package manifest reads a sculpting manifest: what its author wrote, every value with its position.
// It checks the form (YAML, keys, names, kinds of values, what one value allows of its neighbour) and nothing that needs
// an OpenAPI document or the type of an expression.
package manifest

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/program"
)

// Manifest is a whole nact.yaml, with what it includes. Lists stand in the author's order: first what the manifest has itself,
// then that of each included file.
type Manifest struct {
	File      string      // as it was opened
	Sources   []Source    // the files that it stands in: its own, then those that it includes, in their order
	Files     inputs.Tree // the files that the manifest may lead to
	Pos       diag.Position
	Service   Service
	Access    Access
	Go        Go
	Observe   Observe
	Inbound   Inbound
	Include   []Value[string] // patterns of paths below the manifest's folder
	Config    []*Config
	Upstreams []*Upstream
	Tables    []*Table
	Functions []*Function
	Parts     []*SharedPart
	Tools     []*Tool
}

// Folder returns the folder of the manifest, seen from the working directory.
func (m *Manifest) Folder() string { return filepath.Dir(m.File) }

// Has reports whether a file, as positions name it, is one of the manifest's.
func (m *Manifest) Has(file string) bool {
	return slices.ContainsFunc(m.Sources, func(s Source) bool { return s.Path == file })
}

// SourceOf returns the path of the file in which something stands, with slashes and seen from the manifest's folder.
func (m *Manifest) SourceOf(pos diag.Position) string {
	source, err := filepath.Rel(m.Folder(), pos.File)
	if err != nil {
		return filepath.Base(pos.File)
	}
	return filepath.ToSlash(source)
}

// Near returns the path of a file that a value of the manifest names, with slashes and seen from the manifest's folder.
// Where the value stands, paths are relative to the file that it stands in.
func (m *Manifest) Near(named Value[string]) string {
	folder := path.Dir(m.SourceOf(named.Pos))
	if folder == "." || path.IsAbs(named.V) {
		return named.V
	}
	return path.Join(folder, named.V)
}

// Only returns the manifest without the other tools, without the parts that this one does not use, and without the upstreams that neither calls. The tool counts as
// enabled.
func (m *Manifest) Only(tool string) *Manifest {
	alone := *m
	alone.Tools, alone.Upstreams = nil, nil
	for _, t := range m.Tools {
		if t.Name.V != tool {
			continue
		}
		enabled := *t
		enabled.Disabled.V = false
		alone.Tools = append(alone.Tools, &enabled)
	}
	alone.Parts = m.Used(alone.Tools)
	called := map[string]bool{}
	for _, t := range alone.Sequences() {
		for _, s := range t.Steps {
			upstream, _ := s.Operation()
			called[upstream] = true
		}
	}
	for _, u := range m.Upstreams {
		if called[u.Name.V] {
			alone.Upstreams = append(alone.Upstreams, u)
		}
	}
	return &alone
}

// UpstreamNames returns the names of the upstreams, in the author's order.
func (m *Manifest) UpstreamNames() []string {
	return lists.Map(m.Upstreams, func(u *Upstream) string { return u.Name.V })
}

// DisplayName is the name of a parameter, or of a service, that is given none: temperature_f is "Temperature f".
func DisplayName(id string) string {
	s := strings.ReplaceAll(id, "_", " ")
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// format is the format of manifests that this package reads.
const format = 1

// newManifest reads the root of a manifest. It returns nil if the manifest is of another format: nothing that its keys mean is
// known then; and if include is wrong, or the indentation: what it meant is missing then.
func newManifest(r *reader, root *yaml.Node) *Manifest {
	if root.Kind == yaml.MappingNode && (!formatRead(r, root) || r.foreign(root)) {
		return nil
	}
	m := &Manifest{File: r.src.file, Sources: []Source{{r.src.file, r.src.data}}, Pos: r.place(root).pos}
	included := true
	fields := manifestFields(m, &included)
	if r.partial(root, fields) {
		return nil
	}
	r.mapping(root, "the manifest", place{pos: m.Pos}, fields...)
	if !included || r.broken {
		return nil
	}
	return m
}

// manifestFields are the keys of a manifest. Included becomes false if something is wrong with what it includes.
func manifestFields(m *Manifest, included *bool) []field {
	fields := []field{
		required("nact", value(new(Value[int64]), integer(format, format))),
		required("service", service(&m.Service)),
		optional("access", access(&m.Access)),
		optional("go", goSection(&m.Go)),
		optional("observe", observe(&m.Observe)),
		optional("inbound", inbound(&m.Inbound)),
		optional("include", includes(&m.Include, included)),
	}
	for _, f := range sections(m) {
		if f.key == "tools" {
			f.required, f.unless, f.hint = true, []string{"include"}, "; nactgen init drafts tools from a document, and include: [tools.yaml] takes them from another file"
		}
		fields = append(fields, f)
	}
	return fields
}

// formatRead reports whether the manifest is of the format that this package reads, as far as it says so.
func formatRead(r *reader, root *yaml.Node) bool {
	for i := 0; i+1 < len(root.Content); i += 2 {
		n := resolve(root.Content[i+1])
		if root.Content[i].Value != "nact" || n.Kind != yaml.ScalarNode || n.Tag != "!!int" || n.Value == "1" {
			continue
		}
		r.errorf(r.place(n), "format", "the manifest is of format %s; this nactgen reads format %d", diag.Clip(n.Value), format)
		return false
	}
	return true
}

// foreign reports a file that is something else than a manifest or a part of one, by the key that tells it apart.
func (r *reader) foreign(root *yaml.Node) bool {
	keys := keyNodes(root)
	if keys["nact"] != nil || keys["tools"] != nil && keys["lock"] == nil {
		return false
	}
	for _, key := range []string{"openapi", "swagger"} {
		if keys[key] != nil {
			r.errorf(r.place(keys[key]), "foreign", "this is an OpenAPI document and no manifest; a manifest names it: upstreams: {api: {openapi: %s}}", filepath.Base(r.src.file))
			return true
		}
	}
	if keys["lock"] != nil {
		r.errorf(r.place(keys["lock"]), "foreign", "this is a lock file and no manifest; name the manifest beside it")
		return true
	}
	return false
}

// partial reports a manifest that has nothing of what there is one of, which is a file that a manifest includes, or neither.
func (r *reader) partial(root *yaml.Node, fields []field) bool {
	keys := keyNodes(root)
	if len(keys) == 0 || keys["nact"] != nil || keys["service"] != nil || keys["go"] != nil || keys["include"] != nil {
		return false
	}
	at := place{pos: r.place(root).pos}
	var names []string
	for _, f := range fields {
		if keys[f.key] != nil {
			r.errorf(at, "foreign", "this file has neither nact nor service, as one that a manifest includes; name that manifest, or make this one: nact: %d and service: {name: weather} stand at its start", format)
			return true
		}
		names = append(names, f.key)
	}
	for key := range keys {
		if diag.Suggest(key, names) != "" {
			return false // a key is misspelled
		}
	}
	r.errorf(at, "foreign", "this is no manifest, which starts with nact: %d; nactgen init drafts one from a document", format)
	return true
}

// Service is the section service.
type Service struct {
	Pos                      diag.Position
	Name, Title, Description Value[string]
	Idempotency              Idempotency
	Accepted                 Accepts
}

func service(s *Service) target {
	return section(&s.Pos, "service",
		required("name", value(&s.Name, text(snake))),
		optional("title", value(&s.Title, text(oneLine, atMost(maxName)))),
		optional("description", value(&s.Description, text(atMost(maxDescription)))),
		optional("idempotency", idempotency(&s.Idempotency)),
		optional("accept", s.Accepted.target()),
	)
}

// Go is the section go: where the generated package goes.
type Go struct {
	Pos     diag.Position
	Dir     Value[string]   // relative to the manifest
	Package Value[string]   // default: the last element of Dir
	Module  Value[string]   // set: a stand-alone service
	Runtime Value[string]   // "copy" (default) or "import"
	Faces   []Value[string] // "nact", "mcp"; none: "nact"
	Program []Value[string] // what the program of a stand-alone service can do beside what all can
}

func goSection(g *Go) target {
	g.Runtime.V = "copy"
	return section(&g.Pos, "go",
		optional("dir", value(&g.Dir, text(relativePath))),
		optional("package", value(&g.Package, text(goPackage))),
		optional("module", value(&g.Module, text(goModule))),
		optional("runtime", value(&g.Runtime, text(oneOf("copy", "import")))),
		optional("faces", words(&g.Faces, face.Names(), "a service without a face cannot be called; name one, as in faces: [nact, mcp], or leave the key out")),
		optional("program", words(&g.Program, program.Names(), "the program has nothing further without the key; name what it is to have, as in program: [explain, files], or leave the key out")),
	)
}

// words is the target of a list of known words, each once. none is what a list without any comes to.
func words(dst *[]Value[string], known []string, none string) target {
	all := distinct(dst, text(oneOf(known...)))
	return target{form: all.form.filled(), read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
			r.errorf(r.place(n), "empty", "%s is empty, and %s", what, none)
			return
		}
		all.read(r, what, n)
	}}
}

// Config is one programmatic value that the operator supplies.
type Config struct {
	Name        Value[string] // its key
	Env         Value[string] // environment variable that a stand-alone service reads it from
	Default     Value[string]
	Description Value[string]
	Secret      Value[bool] // default: false
	Accepted    Accepts
}

// fixedText is the target of a single value that is taken as text, in which no expression can stand.
func fixedText(dst *Value[string]) target {
	t := value(dst, scalarText)
	return target{form: t.form, unset: t.unset, read: func(r *reader, what string, n *yaml.Node) {
		t.read(r, what, n)
		if dst.Set {
			r.warnOfExpression(dst.place(), what, dst.V)
		}
	}}
}

func newConfig(r *reader, name Value[string], what string, n *yaml.Node) *Config {
	c := &Config{Name: name}
	r.mapping(n, what, name.place(), c.fields()...)
	c.Accepted.reach(r, name.place(), n)
	return c
}

func configForm(b *book) *Form { return b.keys("config", new(Config).fields()) }

func (c *Config) fields() []field {
	return []field{
		optional("env", value(&c.Env, text(environmentName))),
		optional("default", fixedText(&c.Default)),
		optional("description", value(&c.Description, description)),
		optional("secret", value(&c.Secret, boolean)),
		optional("accept", c.Accepted.target()),
	}
}
