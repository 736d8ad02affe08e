package spec

import (
	"slices"
	"strings"

	highv3 "github.com/pb33f/libopenapi/datamodel/high/v3"
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
	n, err := r.lib.deref(n)
	if err != nil {
		return nil, err
	}
	m, f, err := copied(r, n, schemeShape, "a security scheme", r.model.securityScheme)
	if err != nil {
		return nil, err
	}
	s := &SecurityScheme{Name: name, Type: m.Type, Scheme: strings.ToLower(m.Scheme), Pos: n.pos()}
	if s.Type == "apiKey" {
		s.In, s.Param = m.In, m.Name
	}
	s.Flows = flows(m.Flows, f)
	return s, nil
}

func flows(m *highv3.OAuthFlows, f *fragment) []OAuthFlow {
	if m == nil {
		return nil
	}
	var flows []OAuthFlow
	for _, known := range []struct {
		kind string
		flow *highv3.OAuthFlow
	}{
		{"clientCredentials", m.ClientCredentials}, {"authorizationCode", m.AuthorizationCode},
		{"implicit", m.Implicit}, {"password", m.Password}, {"deviceAuthorization", m.Device},
	} {
		if known.flow == nil {
			continue
		}
		flow := OAuthFlow{Kind: known.kind, TokenURL: known.flow.TokenUrl}
		for key := range known.flow.Scopes.KeysFromOldest() {
			flow.Scopes = append(flow.Scopes, f.name(key))
		}
		slices.Sort(flow.Scopes)
		flows = append(flows, flow)
	}
	return flows
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
	return requirements, nil
}

func (r *resolver) requirement(n *node) (Requirement, *Error) {
	m, f, err := copied(r, n, requirementShape, "a security requirement", r.model.requirement)
	if err != nil {
		return nil, err
	}
	requirement := Requirement{}
	for key, scopes := range m.Requirements.FromOldest() {
		requirement = append(requirement, SchemeUse{Scheme: f.name(key), Scopes: scopes})
	}
	return requirement, nil
}
