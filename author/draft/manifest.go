package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
)

// head is the comment at the top of the manifest.
var head = []string{
	"A first draft of a manifest, made of the operations of the documents below, a tool each. Before each tool stands what to review.",
	"What makes tools good is up to you: join operations that belong to one task, drop tools that no user asks for, and write",
	"descriptions as you would for a new colleague. Then:",
	"",
	"    nactgen lint        what is wrong, or hard to use",
	"    nactgen generate    the code of the service",
	"    nactgen test        the examples; record an answer for each tool, which shows that it does what it says",
}

// Text returns the manifest.
func (d *Draft) Text() string {
	var w writer
	for _, line := range head {
		w.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
	w.Mapping(yamlout.Map("nact", 1, "service", d.serviceYAML()), "")
	d.sections(&w)
	w.WriteString("\ntools:\n")
	for i, t := range d.Tools {
		if i > 0 {
			w.WriteString("\n")
		}
		w.Mapping(mapping{t.yaml()}, "  ")
	}
	return w.String()
}

// sections writes the sections above the tools.
func (d *Draft) sections(w *writer) {
	section := func(key string, m mapping) {
		if len(m) > 0 {
			w.WriteString("\n" + key + ":\n")
			w.Mapping(m, "  ")
		}
	}
	section("go", d.goYAML())
	section("config", d.configYAML())
	section("upstreams", d.upstreamsYAML())
	tables := mapping{}
	for _, t := range d.tables {
		tables.Add(t.id, t.rows)
	}
	section("tables", tables)
}

func (d *Draft) serviceYAML() mapping {
	return yamlout.Map("name", text(d.service.Name), "title", plain(d.service.Title, 200))
}

func (d *Draft) goYAML() mapping {
	g := d.service.Go
	return yamlout.Map("dir", g.Dir, "package", g.Package, "module", g.Module)
}

func (d *Draft) configYAML() mapping {
	config := mapping{}
	for _, s := range d.config {
		var secret any
		if s.secret {
			secret = true
		}
		e := entry{Key: s.id, Value: yamlout.Map("env", text(s.env), "description", text(s.description), "secret", secret)}
		if s.note != "" {
			e.Comments = []string{s.note}
		}
		config = append(config, e)
	}
	return config
}

func (d *Draft) upstreamsYAML() mapping {
	upstreams := mapping{}
	for _, u := range d.service.Upstreams {
		if d.needs(u) {
			upstreams = append(upstreams, d.upstreamYAML(u))
		}
	}
	return upstreams
}

func (d *Draft) upstreamYAML(u *Upstream) entry {
	m := yamlout.Map("openapi", text(u.Path), "overlay", yamlout.Texts(u.Overlays...), "server", u.Server)
	if len(d.auth[u]) > 0 {
		m = append(m, d.authYAML(u))
	}
	if u.Select != nil {
		m = append(m, yamlout.Map("select", u.Select.yaml())...)
	}
	return entry{Key: u.Name, Value: m}
}

// authYAML returns the entry that says how an upstream authenticates its calls.
func (d *Draft) authYAML(u *Upstream) entry {
	if auth := d.auth[u]; len(auth) > 1 {
		return entry{Key: "auth", Value: auth}
	}
	return entry{Key: "auth", Value: d.auth[u][0]}
}

// title returns the name of the upstream for people.
func (u *Upstream) title() string {
	if title := plain(u.Document.Title(), 60); title != "" {
		return strings.TrimRight(title, ".")
	}
	return u.Name
}

// Short names for the YAML of which a draft is made.
type (
	value     = yamlout.Value
	literal   = yamlout.Literal
	text      = yamlout.Text
	mapping   = yamlout.Mapping
	entry     = yamlout.Entry
	list      = yamlout.List
	commented = yamlout.Commented
	block     = yamlout.Block
	writer    = yamlout.Writer
)

// Frame has the sections of a manifest above its tools, for tools that are not drafted.
type Frame struct {
	Service, Go, Config, Upstreams yamlout.Mapping // a section that is empty is left out

	Operations []*Operation // in the given order, each with the upstream through which it is called
}

// NewFrame makes the frame for tools that call operations: their upstreams with the credentials that the operations need, and the config values for
// these. An operation that the document has at another server gets an upstream of its own.
func NewFrame(service *Service, operations []*Operation) *Frame {
	placed := *service
	placed.Upstreams = slices.Clone(service.Upstreams)
	d := &Draft{service: &placed, shared: shared{present: new(Present)}, auth: map[*Upstream]list{}}
	f := &Frame{Operations: placed.place(operations)}
	for _, op := range f.Operations {
		d.Tools = append(d.Tools, &Tool{Operation: op})
	}
	for _, u := range placed.Upstreams {
		d.authenticate(u)
	}
	f.Service, f.Go, f.Config, f.Upstreams = d.serviceYAML(), d.goYAML(), d.configYAML(), d.upstreamsYAML()
	return f
}
