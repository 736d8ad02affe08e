// Package extension lists the packages that stand beside the run-time library, a row each: what they do needs modules, which not every service shall
// require. What the emitter, the copy of the library and the files of a stand-alone service know of one is its row. A service has a copy of those that its plan
// names; their folders stand beside that of the library, here and in the copy.
package extension

import (
	"maps"
	"slices"
)

// Extension is such a package.
type Extension struct {
	Package  string            // its name, and that of its folder
	Program  string            // its file that only a stand-alone service needs
	Imports  map[string]string // the packages that generated code names beside it, by the names that they have there
	Requires []string          // the modules whose packages it imports
	Indirect []string          // those that these need
	Go       string            // the least version of Go that all of them build with
}

// Redis keeps idempotency keys in Redis.
var Redis = &Extension{
	Package: "nactredis", Program: "open.go", Go: "1.25.0",
	Imports:  map[string]string{"redis": "github.com/redis/go-redis/v9"},
	Requires: []string{"github.com/redis/go-redis/v9"},
	Indirect: []string{"github.com/cespare/xxhash/v2", "go.uber.org/atomic", "golang.org/x/sys"},
}

// OIDC proves callers by tokens of an issuer. The module that it requires has what checks signatures, and requires no other.
var OIDC = &Extension{
	Package: "nactoidc", Program: "source.go", Go: "1.24.0",
	Requires: []string{"github.com/go-jose/go-jose/v4"},
}

// All are all extensions that there are, by name.
var All = []*Extension{OIDC, Redis}

// Named returns the extension whose package has a name, or nil.
func Named(name string) *Extension {
	for _, e := range All {
		if e.Package == name {
			return e
		}
	}
	return nil
}

// Imported returns the path of a package that generated code names beside an extension; empty: there is none of that name.
func Imported(name string) string {
	for _, e := range All {
		if path := e.Imports[name]; path != "" {
			return path
		}
	}
	return ""
}

// Names returns the names of all packages that generated code knows by extensions: theirs, and those that it names beside them.
func Names() []string {
	var names []string
	for _, e := range All {
		names = append(append(names, e.Package), slices.Sorted(maps.Keys(e.Imports))...)
	}
	return names
}
