package draft

import "strings"

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
	w.mapping(mapping{{key: "nact", value: literal("1")}}, "")
	service := mapping{{key: "name", value: text(d.service.Name)}}
	if title := plain(d.service.Title, 200); title != "" {
		service.add("title", text(title))
	}
	w.mapping(mapping{{key: "service", value: service}}, "")
	d.sections(&w)
	w.WriteString("\ntools:\n")
	for i, t := range d.Tools {
		if i > 0 {
			w.WriteString("\n")
		}
		w.mapping(mapping{t.yaml()}, "  ")
	}
	return w.String()
}

// sections writes what stands above the tools.
func (d *Draft) sections(w *writer) {
	g := mapping{}
	for _, e := range []struct{ key, value string }{{"dir", d.service.Go.Dir}, {"package", d.service.Go.Package}, {"module", d.service.Go.Module}} {
		if e.value != "" {
			g.add(e.key, text(e.value))
		}
	}
	section := func(key string, m mapping) {
		if len(m) > 0 {
			w.WriteString("\n" + key + ":\n")
			w.mapping(m, "  ")
		}
	}
	section("go", g)
	section("config", d.configYAML())
	section("upstreams", d.upstreamsYAML())
	tables := mapping{}
	for _, t := range d.tables {
		tables.add(t.id, t.rows)
	}
	section("tables", tables)
}

func (d *Draft) configYAML() mapping {
	config := mapping{}
	for _, s := range d.config {
		m := mapping{{key: "env", value: text(s.env)}}
		m.add("description", text(s.description))
		if s.secret {
			m.add("secret", literal("true"))
		}
		e := entry{key: s.id, value: m}
		if s.note != "" {
			e.comments = []string{s.note}
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
	m := mapping{{key: "openapi", value: text(u.Path)}}
	if u.Server != "" {
		m.add("server", text(u.Server))
	}
	if len(d.auth[u]) > 0 {
		m = append(m, d.authYAML(u))
	}
	if u.Select != nil {
		if selected := u.Select.yaml(); len(selected) > 0 {
			m.add("select", selected)
		}
	}
	return entry{key: u.Name, value: m}
}

// authYAML is how an upstream authenticates its calls.
func (d *Draft) authYAML(u *Upstream) entry {
	if auth := d.auth[u]; len(auth) > 1 {
		return entry{key: "auth", value: auth}
	}
	return entry{key: "auth", value: d.auth[u][0]}
}

// title is what people call the upstream.
func (u *Upstream) title() string {
	if title := plain(u.Document.Title(), 60); title != "" {
		return strings.TrimRight(title, ".")
	}
	return u.Name
}
