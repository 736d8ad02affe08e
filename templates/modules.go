package templates

import (
	"fmt"
	"go/version"
	"io/fs"
	"slices"
	"strings"

	"github.com/nactgen/nactgen"
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

// Requires returns the modules that the service imports packages of, as go.mod names them: with the versions that this module has.
func (s Service) Requires() ([]string, error) {
	return s.modules(func(e *extension.Extension) []string { return e.Requires })
}

// Indirect returns the modules that these need.
func (s Service) Indirect() ([]string, error) {
	direct, err := s.Requires()
	if err != nil {
		return nil, err
	}
	all, err := s.modules(func(e *extension.Extension) []string { return e.Indirect })
	return slices.DeleteFunc(all, func(module string) bool { return slices.Contains(direct, module) }), err
}

// modules returns modules of all extensions with their versions, each once, sorted.
func (s Service) modules(of func(*extension.Extension) []string) ([]string, error) {
	var list []string
	for _, e := range s.Extensions {
		for _, module := range of(e) {
			line, err := moduleLines("go.mod", module)
			if err != nil {
				return nil, err
			}
			list = append(list, strings.TrimSuffix(line[0], " // indirect"))
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// Sums returns the lines of go.sum.
func (s Service) Sums() ([]string, error) {
	var list []string
	for _, e := range s.Extensions {
		for _, module := range slices.Concat(e.Requires, e.Indirect) {
			required, err := moduleLines("go.mod", module)
			if err != nil {
				return nil, err
			}
			lines, err := moduleLines("go.sum", strings.TrimSuffix(required[0], " // indirect"))
			if err != nil {
				return nil, err
			}
			list = append(list, lines...)
		}
		for _, version := range e.Read {
			lines, err := moduleLines("go.sum", version)
			if err != nil {
				return nil, err
			}
			list = append(list, lines...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// moduleLines returns the lines about a module, or a version of one, in a file of this module.
func moduleLines(file, module string) ([]string, error) {
	text, err := fs.ReadFile(nactgen.ModuleFS, file)
	if err != nil {
		return nil, err
	}
	var list []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, module+" ") || strings.HasPrefix(line, module+"/go.mod ") {
			list = append(list, line)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s of this module has no line about %s", file, module)
	}
	return list, nil
}
