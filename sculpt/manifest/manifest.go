// Package manifest reads a sculpting manifest: what its author wrote, every value with its position.
// It checks the form (YAML, keys, names, kinds of values, what one value allows of its neighbour) and nothing that needs
// an OpenAPI document or the type of an expression.
package manifest

import (
	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Manifest is a whole nact.yaml. Lists stand in the author's order.
type Manifest struct {
	File      string // as it was opened
	Pos       diag.Position
	Service   Service
	Go        Go
	Config    []*Config
	Upstreams []*Upstream
	Tables    []*Table
	Tools     []*Tool
}

// format is the format of manifests that this package reads.
const format = 1

// manifest reads the root of the file. It returns nil if the file is of another format: nothing that its keys mean is
// known then.
func (r *reader) manifest(root *yaml.Node) *Manifest {
	if root.Kind == yaml.MappingNode && !r.formatRead(root) {
		return nil
	}
	m := &Manifest{File: r.src.file, Pos: r.place(root).pos}
	var version Value[int64]
	r.mapping(root, "the manifest", place{pos: m.Pos},
		required("nact", value(&version, integer(format, format))),
		required("service", service(&m.Service)),
		optional("go", goSection(&m.Go)),
		optional("config", named("config value", identifier, each(&m.Config, newConfig))),
		optional("upstreams", named("upstream", snake, each(&m.Upstreams, newUpstream))),
		optional("tables", named("table", identifier, each(&m.Tables, newTable))),
		required("tools", named("tool", snake, each(&m.Tools, newTool))),
	)
	return m
}

// formatRead reports whether the manifest is of the format that this package reads, as far as it says so.
func (r *reader) formatRead(root *yaml.Node) bool {
	for i := 0; i+1 < len(root.Content); i += 2 {
		n := resolve(root.Content[i+1])
		if root.Content[i].Value != "nact" || n.Kind != yaml.ScalarNode || n.Tag != "!!int" || n.Value == "1" {
			continue
		}
		r.errorf(r.place(n), "format", "the manifest is of format %s; this nactgen reads format %d", clip(n.Value), format)
		return false
	}
	return true
}

// Service is the section service.
type Service struct {
	Pos                      diag.Position
	Name, Title, Description Value[string]
}

func service(s *Service) target {
	return section(&s.Pos, "service",
		required("name", value(&s.Name, text(snake))),
		optional("title", value(&s.Title, text(oneLine, atMost(maxName)))),
		optional("description", value(&s.Description, text(atMost(maxDescription)))),
	)
}

// Go is the section go: where the generated package goes.
type Go struct {
	Pos     diag.Position
	Dir     Value[string] // relative to the manifest
	Package Value[string] // default: the last element of Dir
	Module  Value[string] // set: a stand-alone service
	Runtime Value[string] // "copy" (default) or "import"
}

func goSection(g *Go) target {
	g.Runtime.V = "copy"
	return section(&g.Pos, "go",
		optional("dir", value(&g.Dir, text(relativePath))),
		optional("package", value(&g.Package, text(goPackage))),
		optional("module", value(&g.Module, text(goModule))),
		optional("runtime", value(&g.Runtime, text(oneOf("copy", "import")))),
	)
}

// Config is one programmatic value that the operator supplies.
type Config struct {
	Name        Value[string] // its key
	Env         Value[string] // environment variable that a stand-alone service reads it from
	Default     Value[string]
	Description Value[string]
	Secret      Value[bool] // default: false
}

func newConfig(r *reader, name Value[string], what string, n *yaml.Node) *Config {
	c := &Config{Name: name}
	r.mapping(n, what, name.place(),
		optional("env", value(&c.Env, text(environmentName))),
		optional("default", value(&c.Default, scalarText)),
		optional("description", value(&c.Description, text(atMost(maxDescription)))),
		optional("secret", value(&c.Secret, boolean)),
	)
	return c
}
