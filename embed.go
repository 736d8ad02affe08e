// Package nactgen holds what the generator embeds of its own repository: the
// source of what it copies into services.
package nactgen

import "embed"

// RuntimeFS is the source of package nact and of the packages below it, tests included.
//
//go:embed nact/*.go nact/*/*.go
var RuntimeFS embed.FS

// ExtensionFS is the source of the packages that package extension lists, each in its folder, tests included.
//
//go:embed nactoidc/*.go nactotel/*.go nactredis/*.go
var ExtensionFS embed.FS

// ModuleFS has go.mod and go.sum of this module: the versions with which extensions are tested, and their sums.
//
//go:embed go.mod go.sum
var ModuleFS embed.FS

// ExampleFS has the services in examples without their generated code: manifests, everything that these refer to, and the functions
// that a vendor would write.
//
//go:embed examples/nws/nact.yaml examples/nws/nact.lock examples/nws/openapi examples/nws/tables examples/nws/testdata
//go:embed examples/clinic/nact.yaml examples/clinic/nact.lock examples/clinic/openapi examples/clinic/testdata examples/clinic/internal/functions
var ExampleFS embed.FS

// ManifestPage is docs/manifest.md, the reference of the manifest: what each key means.
//
//go:embed docs/manifest.md
var ManifestPage string
