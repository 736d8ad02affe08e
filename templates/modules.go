package templates

import (
	"go/version"
	"slices"

	"github.com/nactgen/nactgen/internal/extension"
)

// Has reports whether the service needs an extension, by the name of its package.
func (s Service) Has(name string) bool { return slices.Contains(s.Extensions, extension.Named(name)) }

// LeastGo returns the least version of Go that the service builds with.
func (s Service) LeastGo() string {
	least := s.Go
	for _, e := range s.Extensions {
		if version.Compare("go"+e.Go, "go"+least) > 0 {
			least = e.Go
		}
	}
	return least
}

// Requires returns the modules that the service imports packages of, as go.mod names them.
func (s Service) Requires() ([]string, error) {
	return s.modules(func(m extension.Module) bool { return m.Direct })
}

// Indirect returns the modules that these need.
func (s Service) Indirect() ([]string, error) {
	return s.modules(func(m extension.Module) bool { return !m.Direct && m.Sum != "" })
}

func (s Service) modules(has func(extension.Module) bool) ([]string, error) {
	all, err := extension.Modules(s.Extensions)
	var list []string
	for _, m := range all {
		if has(m) {
			list = append(list, m.Path+" "+m.Version)
		}
	}
	return list, err
}

// Sums returns the lines of go.sum.
func (s Service) Sums() ([]string, error) {
	all, err := extension.Modules(s.Extensions)
	var list []string
	for _, m := range all {
		if m.Sum != "" {
			list = append(list, m.Path+" "+m.Version+" "+m.Sum)
		}
		list = append(list, m.Path+" "+m.Version+"/go.mod "+m.ModSum)
	}
	slices.Sort(list)
	return list, err
}
