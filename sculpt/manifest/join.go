package manifest

import (
	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// sections are the keys that a manifest and the files that it includes have in common.
func sections(m *Manifest) []field {
	return []field{
		optional("config", named("config value", identifier, each(&m.Config, configForm, newConfig))),
		optional("upstreams", named("upstream", snake, each(&m.Upstreams, upstreamForm, newUpstream))),
		optional("tables", named("table", identifier, each(&m.Tables, tableForm, newTable))),
		optional("functions", named("function", snake, each(&m.Functions, functionForm, newFunction))),
		optional("parts", named("part", snake, each(&m.Parts, partForm, newSharedPart))),
		optional("tools", named("tool", snake, each(&m.Tools, toolForm, newTool))),
	}
}

// newPart reads the root of a file that a manifest includes.
func newPart(r *reader, root *yaml.Node) *Manifest {
	part := &Manifest{File: r.src.file, Pos: r.place(root).pos}
	fields := append(sections(part), elsewhere("nact"), elsewhere("service"), elsewhere("access"), elsewhere("go"), elsewhere("observe"), elsewhere("inbound"), elsewhere("include"))
	r.mapping(root, "an included file", place{pos: part.Pos}, fields...)
	return part
}

// emptyPart is what is said of an included file that holds nothing.
const emptyPart = "this file is empty; what a manifest includes has config, upstreams, tables, functions, parts or tools"

// join parses the files that a manifest includes, and adds what they hold to it. It returns nil if one of them cannot be
// read at all: much of what else could be said would follow from that.
func join(m *Manifest, included []Source, found *findings) *Manifest {
	complete := true
	for _, s := range included {
		r, root := parseFile(s, emptyPart, found)
		if root == nil || r.foreign(root) {
			complete = false
			continue
		}
		addPart(m, s, newPart(r, root), found)
		complete = complete && !r.broken
	}
	if !complete {
		return nil
	}
	if len(m.Include) > 0 && len(m.Tools) == 0 && !found.list.HasErrors() {
		found.errorf(place{pos: m.Pos}, "missing-key", "neither the manifest nor a file that it includes has tools")
	}
	return m
}

// addPart adds what an included file holds.
func addPart(m *Manifest, s Source, part *Manifest, found *findings) {
	m.Sources = append(m.Sources, s)
	m.Config = together(m.Config, part.Config, "config value", func(c *Config) Value[string] { return c.Name }, found)
	m.Upstreams = together(m.Upstreams, part.Upstreams, "upstream", func(u *Upstream) Value[string] { return u.Name }, found)
	m.Tables = together(m.Tables, part.Tables, "table", func(t *Table) Value[string] { return t.Name }, found)
	m.Functions = together(m.Functions, part.Functions, "function", func(f *Function) Value[string] { return f.Name }, found)
	m.Parts = together(m.Parts, part.Parts, "part", func(p *SharedPart) Value[string] { return p.Name }, found)
	m.Tools = together(m.Tools, part.Tools, "tool", func(t *Tool) Value[string] { return t.Name }, found)
}

// together returns a section of several files as one. What has the name of something in another file is reported, and left
// out.
func together[T any](all, part []T, kind string, name func(T) Value[string], found *findings) []T {
	first := map[string]Value[string]{}
	for _, one := range all {
		first[name(one).V] = name(one)
	}
	for _, one := range part {
		own := name(one)
		if other, taken := first[own.V]; taken {
			found.errorf(own.place(), "duplicate-key", "the %s %s is given twice; it stands at %s already", kind, diag.Quote(own.V), other.Pos)
			continue
		}
		all = append(all, one)
	}
	return all
}
