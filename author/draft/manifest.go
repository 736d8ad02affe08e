package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
)

// head says what the file is and how to go on.
var head = []string{
	"A first draft of a manifest, made of the operations of the documents below, a tool each. Before each tool stands what to review.",
	"What makes tools good is up to you: join operations that belong to one task, drop tools that no user asks for, and write",
	"descriptions as you would for a new colleague. Then:",
	"",
	"    nactgen lint        what is wrong, or hard to use",
	"    nactgen generate    the code of the service",
	"    nactgen test        the examples; record an answer for each tool, which shows that it does what it says",
}

// Text is the manifest.
func (d *Draft) Text() string {
	var w writer
	for _, line := range head {
		w.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
	w.Mapping(mapping{{Key: "nact", Value: literal("1")}}, "")
	w.Mapping(mapping{{Key: "service", Value: d.serviceYAML()}}, "")
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

// sections writes what stands above the tools.
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
	service := mapping{{Key: "name", Value: text(d.service.Name)}}
	if title := plain(d.service.Title, 200); title != "" {
		service.Add("title", text(title))
	}
	return service
}

func (d *Draft) goYAML() mapping {
	g := mapping{}
	for _, e := range []struct{ key, value string }{{"dir", d.service.Go.Dir}, {"package", d.service.Go.Package}, {"module", d.service.Go.Module}} {
		if e.value != "" {
			g.Add(e.key, text(e.value))
		}
	}
	return g
}

func (d *Draft) configYAML() mapping {
	config := mapping{}
	for _, s := range d.config {
		m := mapping{{Key: "env", Value: text(s.env)}}
		m.Add("description", text(s.description))
		if s.secret {
			m.Add("secret", literal("true"))
		}
		e := entry{Key: s.id, Value: m}
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
	m := mapping{{Key: "openapi", Value: text(u.Path)}}
	if u.Server != "" {
		m.Add("server", text(u.Server))
	}
	if len(d.auth[u]) > 0 {
		m = append(m, d.authYAML(u))
	}
	if u.Select != nil {
		if selected := u.Select.yaml(); len(selected) > 0 {
			m.Add("select", selected)
		}
	}
	return entry{Key: u.Name, Value: m}
}

// authYAML is how an upstream authenticates its calls.
func (d *Draft) authYAML(u *Upstream) entry {
	if auth := d.auth[u]; len(auth) > 1 {
		return entry{Key: "auth", Value: auth}
	}
	return entry{Key: "auth", Value: d.auth[u][0]}
}

// title is what people call the upstream.
func (u *Upstream) title() string {
	if title := plain(u.Document.Title(), 60); title != "" {
		return strings.TrimRight(title, ".")
	}
	return u.Name
}

// What the text of a draft is made of.
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

// Frame is what a manifest says above its tools, where something else than a draft makes the tools.
type Frame struct {
	Service, Go, Config, Upstreams yamlout.Mapping // by section; empty: there is none

	Operations []*Operation // in the order in which they were given, each at the upstream by which it is called
}

// NewFrame makes the frame of tools that call operations: upstreams with the credentials that these ask for, and the config values for those. An
// operation at a server of its own gets an upstream of its own.
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
