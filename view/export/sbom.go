package export

import (
	"net/url"
	"path"
	"runtime/debug"
	"strings"

	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// sbomSettings are what a bill of materials can say of a service, and no manifest does.
var sbomSettings = []Setting{{Name: "version", Usage: "`VERSION` of the service, as in 1.0.0"}}

// ownModule is the module of the generator, whose run-time library services have.
const ownModule = "github.com/nactgen/nactgen"

// writeSBOM writes a bill of materials in the JSON of CycloneDX 1.6: the service, the run-time library, the packages that stand beside that, the modules that
// these need, and the documents that it was generated from. It has no serial number and no time, so that the same manifest gives the same bytes.
func writeSBOM(p *plan.Plan, settings Settings) ([]File, error) {
	b := bill{plan: p, generator: generatorVersion(debug.ReadBuildInfo())}
	if err := b.addCode(); err != nil {
		return nil, err
	}
	b.addDocuments()
	content, err := document(object{
		{"$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json"}, {"bomFormat", "CycloneDX"}, {"specVersion", "1.6"}, {"version", 1},
		{"metadata", object{
			{"tools", object{{"components", []any{b.component("application", "nactgen", b.generator, "")}}}},
			{"component", b.service(settings["version"])},
		}},
		{"components", b.components},
		{"dependencies", b.dependencies()},
		{"compositions", b.compositions()},
	})
	return []File{{Path: p.Service.Name + ".cdx.json", Content: content}}, err
}

// bill is a bill of materials on its way.
type bill struct {
	plan       *plan.Plan
	generator  string // its version; empty: it is not known
	components []any
	refs       []string // of what the service itself depends on
	packages   []dependency
}

// dependency is what something depends on.
type dependency struct {
	ref string
	on  []string
}

// generatorVersion returns the version of nactgen that a program has; empty: it was built from a working copy.
func generatorVersion(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return ""
	}
	modules := append([]*debug.Module{&info.Main}, info.Deps...)
	for _, m := range modules {
		if m.Path == ownModule && m.Version != "(devel)" {
			return m.Version
		}
	}
	return ""
}

// component begins a component; an empty version or URL is left out.
func (b *bill) component(kind, name, version, purl string) object {
	c := object{{"type", kind}}
	if purl != "" {
		c.add("bom-ref", purl)
	}
	c.add("name", name)
	if version != "" {
		c.add("version", version)
	}
	if purl != "" {
		c.add("purl", purl)
	}
	return c
}

// goPackage returns the package URL of a module, or of a package in it.
func goPackage(module, version, within string) string {
	parts := strings.Split(module, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	purl := "pkg:golang/" + strings.ToLower(strings.Join(parts, "/"))
	if version != "" {
		purl += "@" + strings.ReplaceAll(url.PathEscape(version), "+", "%2B")
	}
	if within != "" {
		purl += "#" + within
	}
	return purl
}

// properties are members beyond what CycloneDX defines, by their names.
func properties(pairs ...string) []any {
	var list []any
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, object{{"name", pairs[i]}, {"value", pairs[i+1]}})
	}
	return list
}

// serviceRef is what names the service within the bill.
const serviceRef = "service"

// service returns the component that the bill is of.
func (b *bill) service(version string) object {
	kind, target := "library", b.plan.Go
	if target.Module != "" {
		kind = "application"
	}
	c := object{{"type", kind}, {"bom-ref", serviceRef}, {"name", b.plan.Service.Name}}
	if version != "" {
		c.add("version", version)
	}
	if b.plan.Service.Description != "" {
		c.add("description", b.plan.Service.Description)
	}
	if target.Module != "" {
		c.add("purl", goPackage(target.Module, version, ""))
	}
	return c
}

// addCode adds the run-time library, the packages beside it, and the modules that those need.
func (b *bill) addCode() error {
	how := "imported"
	if b.plan.Go.CopyRuntime {
		how = "copied"
	}
	modules, err := extension.Modules(b.plan.Extensions())
	if err != nil {
		return err
	}
	b.addPackage("nact", "nactgen:source", how)
	for _, e := range b.plan.Extensions() {
		b.addPackage(e.Package, "nactgen:source", how)
		on := dependency{ref: goPackage(ownModule, b.generator, e.Package), on: []string{goPackage(ownModule, b.generator, "nact")}}
		for _, m := range modules {
			if m.Sum != "" && e.Needs(m.Path) {
				on.on = append(on.on, goPackage(m.Path, m.Version, ""))
			}
		}
		b.packages = append(b.packages, on)
	}
	for _, m := range modules {
		if m.Sum == "" {
			continue // nothing of it is built
		}
		c := b.component("library", m.Path, m.Version, goPackage(m.Path, m.Version, ""))
		c.add("properties", properties("nactgen:go.sum", m.Sum))
		b.components = append(b.components, c)
		b.packages = append(b.packages, dependency{ref: goPackage(m.Path, m.Version, "")})
	}
	return nil
}

// addPackage adds a package of nactgen's, on which the service depends.
func (b *bill) addPackage(name string, more ...string) {
	purl := goPackage(ownModule, b.generator, name)
	b.refs = append(b.refs, purl)
	c := b.component("library", path.Join(ownModule, name), b.generator, purl)
	c.add("licenses", []any{object{{"license", object{{"id", "Apache-2.0"}}}}})
	c.add("properties", properties(more...))
	b.components = append(b.components, c)
}

// addDocuments adds the documents of upstreams.
func (b *bill) addDocuments() {
	seen := map[string]bool{}
	for _, u := range b.plan.Upstreams {
		if seen[u.Document] {
			continue
		}
		seen[u.Document] = true
		ref := "document:" + u.Document
		c := object{{"type", "data"}, {"bom-ref", ref}, {"name", u.Document}}
		if u.Title != "" {
			c.add("description", u.Title)
		}
		switch {
		case u.SHA256 == "":
		case u.Spread:
			c.add("properties", properties("nactgen:fingerprint", u.SHA256))
		default:
			c.add("hashes", []any{object{{"alg", "SHA-256"}, {"content", u.SHA256}}})
		}
		c.add("data", []any{object{{"type", "definition"}}})
		b.components = append(b.components, c)
		b.refs = append(b.refs, ref)
	}
}

// dependencies returns who depends on whom.
func (b *bill) dependencies() []any {
	list := []any{object{{"ref", serviceRef}, {"dependsOn", b.refs}}}
	for _, d := range b.packages {
		entry := object{{"ref", d.ref}}
		if d.on != nil {
			entry.add("dependsOn", d.on)
		}
		list = append(list, entry)
	}
	return list
}

// compositions says how much of it is known: what functions of the vendor's import is not, nor which module of Go's needs which other one.
func (b *bill) compositions() []any {
	aggregate := "complete"
	if len(b.plan.Functions) > 0 || b.plan.Go.Module == "" {
		aggregate = "incomplete"
	}
	return []any{object{{"aggregate", aggregate}, {"dependencies", []any{serviceRef}}}}
}
