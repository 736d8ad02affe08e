package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/spec"
)

// schemes returns the security schemes of the document that can be read.
func (u *Upstream) schemes() []*spec.SecurityScheme {
	schemes, _ := u.Document.SecuritySchemes()
	return schemes
}

// authenticate adds the credentials that the operations of an upstream require, with config values for them.
func (d *Draft) authenticate(u *Upstream) {
	var chosen []string
	schemes := u.schemes()
	choose := func(alternatives []spec.Requirement) {
		if security.Free(alternatives) || slices.ContainsFunc(alternatives, func(r spec.Requirement) bool { return meets(r, chosen) }) {
			return
		}
		for _, r := range alternatives {
			if credentials := d.credentials(u, r, schemes, chosen); credentials != nil {
				for _, c := range credentials {
					chosen = append(chosen, c.scheme)
					d.auth[u] = append(d.auth[u], c.yaml)
				}
				return
			}
		}
	}
	for _, t := range d.Tools {
		if t.Operation.Upstream == u {
			choose([]spec.Requirement{t.Operation.keys()})
			choose(t.Operation.Security)
		}
	}
	if len(d.auth[u]) == 0 {
		d.authorize(u)
	}
}

// authorize adds a bearer token to an upstream whose document has no security scheme, but the header Authorization as a required parameter.
func (d *Draft) authorize(u *Upstream) {
	i := slices.IndexFunc(d.Tools, func(t *Tool) bool {
		p := t.Operation.Authorization
		return t.Operation.Upstream == u && p != nil && p.Required && security.Free(t.Operation.Security)
	})
	if i < 0 {
		return
	}
	p := d.Tools[i].Operation.Authorization
	what := description(p.Description, "The token for "+u.title()+".", nil, mostOfField)
	id := d.setting(setting{id: identifierOf(append(split(u.Name), "token"), "credential"), description: what, secret: true, note: "sent as a bearer token: the document has no security scheme, and the header Authorization as a parameter"})
	d.auth[u] = list{yamlout.Map("type", "bearer", "token", "${config."+id+"}")}
}

// meets reports whether an upstream that has the chosen schemes meets a requirement.
func meets(r spec.Requirement, chosen []string) bool {
	return !slices.ContainsFunc(r, func(use spec.SchemeUse) bool { return !slices.Contains(chosen, use.Scheme) })
}

// credential is the entry under auth for a security scheme.
type credential struct {
	scheme string
	yaml   mapping
}

// credentials returns the credentials that a requirement needs beyond the chosen ones, or nil if one of them cannot be sent.
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

// authorization reports whether the credential of a scheme is sent in the header Authorization.
func authorization(schemes []*spec.SecurityScheme, name string) bool {
	i := slices.IndexFunc(schemes, func(s *spec.SecurityScheme) bool { return s.Name == name })
	return i >= 0 && (schemes[i].Type != "apiKey" || strings.EqualFold(schemes[i].Param, "Authorization"))
}

// credential returns the entry under auth for a scheme, or nil if nactgen cannot send such a credential.
func (d *Draft) credential(u *Upstream, s *spec.SecurityScheme) mapping {
	name := oneLine(s.Name, 60)
	config := func(word, what string, secret bool) value {
		id := identifierOf(append(split(u.Name), split(word)...), "credential")
		return text("${config." + d.setting(setting{id: id, description: what, secret: secret}) + "}")
	}
	scheme := mapping{{Key: "scheme", Value: text(s.Name)}}
	switch {
	case s.Name != visible(s.Name):
		return nil
	case s.Type == "apiKey" && s.In != "" && s.Param != "":
		word := "api_key"
		if words := split(s.Param); len(words) > 0 && has(words, "token", "secret", "session") {
			word = strings.Join(words, "_")
		}
		scheme.Add("value", config(word, "The key for "+u.title()+", sent as "+oneLine(s.Param, 60)+" ("+name+").", true))
		return scheme
	case s.Type == "http" && s.Scheme == "basic":
		scheme.Add("username", config("username", "The user name for "+u.title()+".", false))
		scheme.Add("password", config("password", "The password for "+u.title()+".", true))
		return scheme
	case s.Type == "http" && s.Scheme == "bearer":
		scheme.Add("token", config("token", "The token for "+u.title()+" ("+name+").", true))
		return scheme
	case clientCredentials(s):
		scheme.Add("client_id", config("client_id", "The client id of this service at "+u.title()+" ("+name+").", false))
		scheme.Add("client_secret", config("client_secret", "The client secret of this service at "+u.title()+" ("+name+").", true))
		if scopes := d.scopes(u, s.Name); len(scopes) > 0 {
			scheme.Add("scopes", scopes)
		}
		return scheme
	case s.Type == "oauth2" || s.Type == "openIdConnect":
		return yamlout.Map("type", "bearer", "token", config("token", "An access token for "+u.title()+" ("+name+"); nothing renews it.", true))
	}
	return nil
}

// clientCredentials reports whether a service gets a token of a scheme for itself.
func clientCredentials(s *spec.SecurityScheme) bool {
	return s.Type == "oauth2" && slices.ContainsFunc(s.Flows, func(f spec.OAuthFlow) bool { return f.Kind == "clientCredentials" && f.TokenURL != "" })
}

// scopes are those that the tools of an upstream need of a scheme, sorted.
func (d *Draft) scopes(u *Upstream, scheme string) list {
	var names []string
	for _, t := range d.Tools {
		if t.Operation.Upstream != u {
			continue
		}
		for _, r := range t.Operation.Security {
			for _, use := range r {
				if use.Scheme == scheme {
					names = append(names, use.Scopes...)
				}
			}
		}
	}
	slices.Sort(names)
	var scopes list
	for _, name := range slices.Compact(names) {
		scopes = append(scopes, text(name))
	}
	return scopes
}
