package value

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// secrets are the values of a scope that an agent must not see.
type secrets struct {
	config   map[string]bool
	vars     map[string]string // by var that holds a secret: the config value that is the secret
	elements map[string]string // likewise, by step that runs for the elements of a list that holds one
}

func newSecrets(config []string) *secrets {
	s := &secrets{config: map[string]bool{}, vars: map[string]string{}, elements: map[string]string{}}
	for _, name := range config {
		s.config[name] = true
	}
	return s
}

// in returns the secrets of the configuration that an expression reads, be it by way of vars and elements, by name.
func (s *secrets) in(n ir.Node) []string {
	read := map[string]bool{}
	ir.Walk(n, func(n ir.Node) {
		root, ok := n.(*ir.Root)
		switch {
		case !ok:
		case root.Kind == ir.ConfigRoot && s.config[root.Name]:
			read[root.Name] = true
		case root.Kind == ir.VarRoot && s.vars[root.Name] != "":
			read[s.vars[root.Name]] = true
		case root.Kind == ir.ElementRoot && s.elements[root.Part] != "":
			read[s.elements[root.Part]] = true
		}
	})
	return sortedNames(read)
}

func sortedNames(names map[string]bool) []string { return slices.Sorted(maps.Keys(names)) }

// note notes, if n reads a secret, that the var or the step of that name in holders holds it.
func (s *secrets) note(holders map[string]string, name string, n ir.Node) {
	if read := s.in(n); len(read) > 0 {
		holders[name] = read[0]
	}
}

// Shown returns the scope of values that the agent learns something of: outputs, texts of failures, and conditions, also
// those on which a step runs or asks for a page, which it sees hold or not. They read no secrets.
func (s *Scope) Shown() *Scope {
	shown := *s
	shown.shown = true
	return &shown
}

// Given returns the scope of values that a part gets. They read no secrets: what a part does with what it gets is checked once, whoever uses it.
func Given(s *Scope) *Scope {
	given := *s
	given.given = true
	return &given
}

// keepsSecrets reports whether an expression shows the agent, or gives a part, nothing that is secret. One that does is reported.
func (s *Scope) keepsSecrets(e *manifest.Expr, n ir.Node) bool {
	if !s.shown && !s.given {
		return true
	}
	read := s.secrets.in(n)
	for _, name := range read {
		if s.given {
			s.found.ErrorAt(e, "secret", "config.%s is secret, and a part is given none; the step of the part that sends it reads it itself, as ${config.%s}", name, name)
			continue
		}
		s.found.ErrorAt(e, "secret", "this would show config.%s to the agent, which is secret: it goes to its upstream and nowhere else", name)
	}
	return len(read) == 0
}

// List is [Scope.Compile] for a list whose elements go to upstreams one by one. They can be secrets; but how many there are is
// what an agent can learn, so that one whose length is not fixed reads none.
func (s *Scope) List(e *manifest.Expr) ir.Node {
	n := s.Compile(e)
	if n == nil || !fixedLength(n, s.definition) && !s.Shown().keepsSecrets(e, n) {
		return nil
	}
	return n
}

// fixedLength reports whether a list has as many elements whatever the values are that it reads. of returns the definition of a var.
func fixedLength(n ir.Node, of func(*ir.Root) *definition) bool {
	switch n := n.(type) {
	case *ir.ListLit:
		return len(n.OptionalAt) == 0
	case *ir.Loop:
		return n.Kind == ir.Collect && n.Where == nil && fixedLength(n.Over, of)
	case *ir.Root:
		v := of(n)
		return v != nil && fixedLength(v.value, of)
	}
	return false
}
