package spec

import (
	"slices"
	"strings"
)

// SecuritySchemes returns the security schemes of the document in its order.
// Why some are not among them is the error.
func (d *Document) SecuritySchemes() ([]*SecurityScheme, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	place := []string{"components", "securitySchemes"}
	if d.old != nil {
		place = []string{"securityDefinitions"}
	}
	n, err := d.main.node(place)
	if n == nil || n.kind == nullNode || err != nil {
		return nil, err
	}
	if err := n.must(mapNode, place[len(place)-1]); err != nil {
		return nil, err
	}
	var found errorList
	var schemes []*SecurityScheme
	for _, field := range n.fields {
		declared := field.value
		if d.old != nil {
			declared = d.old.securityScheme(declared)
		}
		s, err := d.resolver.securityScheme(field.name, declared)
		if err != nil {
			found.add(err)
			continue
		}
		schemes = append(schemes, s)
	}
	return schemes, found.err()
}

func (r *resolver) securityScheme(name string, n *node) (*SecurityScheme, *Error) {
	m, p, err := r.modelled(n, "a security scheme", schemeScalars)
	if err != nil {
		return nil, err
	}
	s := &SecurityScheme{Name: name, Type: m.Type, Scheme: strings.ToLower(m.Scheme), Pos: p.node.pos()}
	if s.Type == "apiKey" {
		s.In, s.Param = m.In, m.Name
	}
	s.Flows, err = flows(p.object("flows"))
	return s, err
}

// flowMembers are the flows of a scheme in the order in which they are listed, by the members that they stand in. OpenAPI 3.2 has
// deviceAuthorization; device is what its drafts had.
var flowMembers = []struct{ member, kind string }{
	{"clientCredentials", "clientCredentials"}, {"authorizationCode", "authorizationCode"}, {"implicit", "implicit"},
	{"password", "password"}, {"deviceAuthorization", "deviceAuthorization"}, {"device", "deviceAuthorization"},
}

func flows(all *part) ([]OAuthFlow, *Error) {
	if all == nil {
		return nil, nil
	}
	var flows []OAuthFlow
	for _, known := range flowMembers {
		p := all.object(known.member)
		if p == nil {
			continue
		}
		m, err := p.modelled(flowScalars)
		if err != nil {
			return nil, err
		}
		scopes := p.keys("scopes")
		slices.Sort(scopes)
		flows = append(flows, OAuthFlow{Kind: known.kind, TokenURL: m.TokenURL, Scopes: scopes})
	}
	return flows, nil
}

// security returns the requirements of an operation, or those of the document
// if it has none of its own. An empty list of its own asks for nothing.
func (d *Document) security(own *node) ([]Requirement, *Error) {
	n := own
	if n == nil {
		var err error
		if n, err = d.main.node([]string{"security"}); err != nil {
			return nil, asError(err, Position{File: d.main.name})
		}
	}
	if n == nil || n.kind == nullNode {
		return nil, nil
	}
	if err := n.must(listNode, "security"); err != nil {
		return nil, err
	}
	requirements := make([]Requirement, 0, len(n.items))
	for _, item := range n.items {
		requirement, err := d.resolver.requirement(item)
		if err != nil {
			return nil, err
		}
		requirements = append(requirements, requirement)
	}
	if own == nil && !slices.ContainsFunc(requirements, func(r Requirement) bool { return len(r) > 0 }) {
		return nil, nil // of the whole document, that says as little as nothing
	}
	return requirements, nil
}

// requirement reads a table of schemes, each with a list of scopes. A list that cannot be read is an empty one.
func (r *resolver) requirement(n *node) (Requirement, *Error) {
	n, err := r.lib.deref(n)
	if err != nil {
		return nil, err
	}
	requirement := Requirement{}
	if n.kind == listNode && len(n.items) == 0 {
		return requirement, nil
	}
	if err := n.must(mapNode, "a security requirement"); err != nil {
		return nil, err
	}
	for _, f := range n.fields {
		use := SchemeUse{Scheme: f.name}
		if scopes, err := r.lib.deref(f.value); err == nil && scopes.kind == listNode {
			use.Scopes = texts(scopes)
		}
		requirement = append(requirement, use)
	}
	return requirement, nil
}
