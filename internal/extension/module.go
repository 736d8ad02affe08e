package extension

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/nactgen/nactgen"
)

// Module is a module that extensions need, in the version that they are tested with.
type Module struct {
	Path, Version string
	Sum           string // of its content, as go.sum has it: "h1:..."; empty: only its go.mod is read
	ModSum        string // of its go.mod
	Direct        bool   // an extension imports its packages
}

// Modules returns the modules that extensions need, those of which only the go.mod is read too, each once, by their paths and versions.
func Modules(extensions []*Extension) ([]Module, error) {
	var all []Module
	for _, e := range extensions {
		for _, path := range slices.Concat(e.Requires, e.Indirect) {
			line, err := moduleLine("go.mod", path+" ")
			if err != nil {
				return nil, err
			}
			version, _, _ := strings.Cut(strings.TrimPrefix(line, path+" "), " ")
			m := Module{Path: path, Version: version, Direct: slices.Contains(e.Requires, path)}
			if err := m.readSums(true); err != nil {
				return nil, err
			}
			all = append(all, m)
		}
		for _, text := range e.Read {
			path, version, _ := strings.Cut(text, " ")
			m := Module{Path: path, Version: version}
			if err := m.readSums(false); err != nil {
				return nil, err
			}
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b Module) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		if c := strings.Compare(a.Version, b.Version); c != 0 || a.Direct == b.Direct {
			return c
		}
		return map[bool]int{true: -1, false: 1}[a.Direct] // what one imports and another one needs is imported
	})
	return slices.CompactFunc(all, func(a, b Module) bool { return a.Path == b.Path && a.Version == b.Version }), nil
}

// readSums reads the sums of a module from go.sum of this module.
func (m *Module) readSums(content bool) error {
	name := m.Path + " " + m.Version
	if content {
		line, err := moduleLine("go.sum", name+" ")
		if err != nil {
			return err
		}
		m.Sum = strings.TrimPrefix(line, name+" ")
	}
	line, err := moduleLine("go.sum", name+"/go.mod ")
	m.ModSum = strings.TrimPrefix(line, name+"/go.mod ")
	return err
}

// moduleLine returns the line that begins so in a file of this module.
func moduleLine(file, begin string) (string, error) {
	text, err := fs.ReadFile(nactgen.ModuleFS, file)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, begin) {
			return line, nil
		}
	}
	return "", fmt.Errorf("%s of this module has no line about %s", file, strings.TrimSpace(begin))
}
