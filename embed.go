// Package nactgen holds what the generator embeds of its own repository: the
// source of what it copies into services.
package nactgen

import "embed"

// RuntimeFS is the source of package nact and of the packages below it, tests included.
//
//go:embed nact/*.go nact/*/*.go
var RuntimeFS embed.FS

// RedisFS is the source of package nactredis, tests included.
//
//go:embed nactredis/*.go
var RedisFS embed.FS

// ExampleFS is the example service examples/nws without its generated code:
// its manifest and everything that the manifest refers to.
//
//go:embed examples/nws/nact.yaml examples/nws/nact.lock examples/nws/openapi examples/nws/tables examples/nws/testdata
var ExampleFS embed.FS
