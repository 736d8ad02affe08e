package spec

import (
	"strings"
)

// Servers returns the servers of the document, in its order; none if it names
// none or they cannot be read. OpenAPI then means the host that the document
// itself came from.
func (d *Document) Servers() []Server {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.declaredServers()
	if err != nil {
		return nil
	}
	servers, wrong := d.resolver.servers(n)
	if wrong != nil {
		return nil
	}
	return servers
}

// declaredServers returns what the document says of its servers, or nil.
func (d *Document) declaredServers() (*node, error) {
	if d.old != nil {
		return d.old.servers(), nil
	}
	return d.main.node([]string{"servers"})
}

// servers returns the servers of an operation, or else of its path, or else of
// the document.
func (d *Document) servers(op *node, items []*node) ([]Server, *Error) {
	document, err := d.declaredServers()
	if err != nil {
		return nil, asError(err, Position{File: d.main.name})
	}
	given := []*node{op.field("servers")}
	for _, item := range items {
		given = append(given, item.field("servers"))
	}
	for _, n := range append(given, document) {
		servers, err := d.resolver.servers(n)
		if len(servers) > 0 || err != nil {
			return servers, err
		}
	}
	return nil, nil
}

func (r *resolver) servers(n *node) ([]Server, *Error) {
	if n == nil || n.kind == nullNode {
		return nil, nil
	}
	if err := n.must(listNode, "servers"); err != nil {
		return nil, err
	}
	var servers []Server
	for _, item := range n.items {
		s, err := r.server(item)
		if err != nil {
			return nil, err
		}
		servers = append(servers, s)
	}
	return servers, nil
}

// server reads a server, and puts the defaults of its variables in.
func (r *resolver) server(n *node) (Server, *Error) {
	m, p, err := r.modelled(n, "a server", serverScalars)
	if err != nil {
		return Server{}, err
	}
	var pairs []string
	for _, variable := range p.table("variables") {
		m, err := variable.part.modelled(variableScalars)
		if err != nil {
			return Server{}, err
		}
		pairs = append(pairs, "{"+variable.name+"}", m.Default)
	}
	return Server{URL: strings.NewReplacer(pairs...).Replace(m.URL), Description: m.Description, Pos: n.pos()}, nil
}
