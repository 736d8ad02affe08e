package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/spec"
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
		if !d.called(u) {
			continue
		}
		m := mapping{{key: "openapi", value: text(u.Path)}}
		if u.Server != "" {
			m.add("server", text(u.Server))
		}
		switch auth := d.auth[u]; len(auth) {
		case 0:
		case 1:
			m.add("auth", auth[0])
		default:
			m.add("auth", auth)
		}
		upstreams.add(u.Name, m)
	}
	return upstreams
}

// title is what people call the upstream.
func (u *Upstream) title() string {
	if title := plain(u.Document.Title(), 60); title != "" {
		return strings.TrimRight(title, ".")
	}
	return u.Name
}

// schemes are the security schemes of the document; none if they cannot be read.
func (u *Upstream) schemes() []*spec.SecurityScheme {
	schemes, err := u.Document.SecuritySchemes()
	if err != nil {
		return nil
	}
	return schemes
}

// authenticate gives an upstream the credentials that its operations ask for, from config.
func (d *Draft) authenticate(u *Upstream) {
	var chosen []string
	schemes := u.schemes()
	for _, t := range d.Tools {
		alternatives := t.Operation.Security
		if t.Operation.Upstream != u || security.Free(alternatives) || slices.ContainsFunc(alternatives, func(r spec.Requirement) bool { return meets(r, chosen) }) {
			continue
		}
		for _, r := range alternatives {
			if credentials := d.credentials(u, r, schemes, chosen); credentials != nil {
				for _, c := range credentials {
					chosen = append(chosen, c.scheme)
					d.auth[u] = append(d.auth[u], c.yaml)
				}
				break
			}
		}
	}
}

// meets reports whether the schemes that an upstream has are all that an alternative asks for.
func meets(r spec.Requirement, chosen []string) bool {
	return !slices.ContainsFunc(r, func(use spec.SchemeUse) bool { return !slices.Contains(chosen, use.Scheme) })
}

// credential is what an upstream sends for a scheme.
type credential struct {
	scheme string
	yaml   mapping
}

// credentials are those of an alternative that an upstream does not have yet; nil if one of them cannot be sent.
func (d *Draft) credentials(u *Upstream, r spec.Requirement, schemes []*spec.SecurityScheme, chosen []string) []credential {
	var list []credential
	authorizes := slices.ContainsFunc(chosen, func(name string) bool { return authorization(schemes, name) })
	for _, use := range r {
		i := slices.IndexFunc(schemes, func(s *spec.SecurityScheme) bool { return s.Name == use.Scheme })
		if i < 0 || authorizes && authorization(schemes, use.Scheme) && !slices.Contains(chosen, use.Scheme) {
			return nil
		}
		if slices.Contains(chosen, use.Scheme) {
			continue
		}
		m := d.credential(u, schemes[i])
		if m == nil {
			return nil
		}
		authorizes = authorizes || authorization(schemes, use.Scheme)
		list = append(list, credential{use.Scheme, m})
	}
	return list
}

// authorization reports whether what a scheme asks for is sent in the header Authorization.
func authorization(schemes []*spec.SecurityScheme, name string) bool {
	i := slices.IndexFunc(schemes, func(s *spec.SecurityScheme) bool { return s.Name == name })
	return i >= 0 && (schemes[i].Type != "apiKey" || strings.EqualFold(schemes[i].Param, "Authorization"))
}

// credential is the entry of auth for a scheme; nil: it is of a kind that cannot be sent.
func (d *Draft) credential(u *Upstream, s *spec.SecurityScheme) mapping {
	name := oneLine(s.Name, 60)
	config := func(word, what string, secret bool) value {
		id := identifierOf(append(split(u.Name), split(word)...), "credential")
		return text("${config." + d.setting(setting{id: id, description: what, secret: secret}) + "}")
	}
	scheme := mapping{{key: "scheme", value: text(s.Name)}}
	switch {
	case s.Name != visible(s.Name):
		return nil
	case s.Type == "apiKey" && s.In != "" && s.Param != "":
		word := "api_key"
		if words := split(s.Param); len(words) > 0 && has(words, "token", "secret", "session") {
			word = strings.Join(words, "_")
		}
		scheme.add("value", config(word, "The key for "+u.title()+", sent as "+oneLine(s.Param, 60)+" ("+name+").", true))
		return scheme
	case s.Type == "http" && s.Scheme == "basic":
		scheme.add("username", config("username", "The user name for "+u.title()+".", false))
		scheme.add("password", config("password", "The password for "+u.title()+".", true))
		return scheme
	case s.Type == "http" && s.Scheme == "bearer":
		scheme.add("token", config("token", "The token for "+u.title()+" ("+name+").", true))
		return scheme
	case s.Type == "oauth2" || s.Type == "openIdConnect":
		return mapping{{key: "type", value: text("bearer")}, {key: "token", value: config("token", "An access token for "+u.title()+" ("+name+"); nothing renews it.", true)}}
	}
	return nil
}
