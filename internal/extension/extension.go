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
	Program  []string          // its files that only a stand-alone service needs
	Imports  map[string]string // the packages that generated code names beside it, by the names that they have there
	Requires []string          // the modules whose packages it imports
	Indirect []string          // those that these need
	Read     []string          // older versions of modules, of which only the go.mod is read: "github.com/go-logr/logr v1.2.2"
	Go       string            // the least version of Go that all of them build with
}

// Redis keeps idempotency keys in Redis.
var Redis = &Extension{
	Package: "nactredis", Program: []string{"open.go"}, Go: "1.25.0",
	Imports:  map[string]string{"redis": "github.com/redis/go-redis/v9"},
	Requires: []string{"github.com/redis/go-redis/v9"},
	Indirect: []string{"github.com/cespare/xxhash/v2", "go.uber.org/atomic", "golang.org/x/sys"},
}

// OIDC proves callers by tokens of an issuer. The module that it requires has what checks signatures, and requires no other.
var OIDC = &Extension{
	Package: "nactoidc", Program: []string{"source.go"}, Go: "1.24.0",
	Requires: []string{"github.com/go-jose/go-jose/v4"},
}

// OTel makes spans of what a service does. The SDK is needed by a program alone, which sends them.
var OTel = &Extension{
	Package: "nactotel", Program: []string{"encode.go", "spans.go", "traces.go"}, Go: "1.26.0",
	Requires: []string{"go.opentelemetry.io/otel", "go.opentelemetry.io/otel/sdk", "go.opentelemetry.io/otel/trace"},
	Indirect: []string{
		"github.com/cespare/xxhash/v2", "github.com/go-logr/logr", "github.com/go-logr/stdr", "github.com/google/uuid", "go.opentelemetry.io/auto/sdk",
		"go.opentelemetry.io/otel/log", "go.opentelemetry.io/otel/metric", "golang.org/x/sys",
	},
	Read: []string{"github.com/go-logr/logr v1.2.2"},
}

// All are all extensions that there are, by name.
var All = []*Extension{OIDC, OTel, Redis}

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

// Needs reports whether the package is built with packages of a module.
func (e *Extension) Needs(module string) bool {
	return slices.Contains(e.Requires, module) || slices.Contains(e.Indirect, module)
}
