package gocode

import (
	"path"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/face"
)

// Runtime is the run-time library as a generated package imports it. Its methods refer to a name of one of its packages.
type Runtime struct{ Path string }

// runtimePackages are the packages below the run-time library's core that generated code may import.
var runtimePackages = append([]string{"cel", "dryrun", "flow", "health", "idempotency", "invocation", "nacttest", "upstream"}, face.Packages()...)

// Nact refers to a name of the core: nact.Fail.
func (r Runtime) Nact(name string) *jen.Statement { return jen.Qual(r.Path, name) }

// Cel refers to a function that compiled expressions call: cel.Elem.
func (r Runtime) Cel(name string) *jen.Statement { return r.below("cel", name) }

// Upstream refers to a name of the upstream client: upstream.Call.
func (r Runtime) Upstream(name string) *jen.Statement { return r.below("upstream", name) }

// Flow refers to what runs steps at the same time, again, or page by page: flow.Together.
func (r Runtime) Flow(name string) *jen.Statement { return r.below("flow", name) }

// Health refers to a name of what answers checks where no endpoint does: health.Handler.
func (r Runtime) Health(name string) *jen.Statement { return r.below("health", name) }

// Face refers to a name of the package of a face: mcp.New.
func (r Runtime) Face(f *face.Face, name string) *jen.Statement { return r.below(f.Package, name) }

// Invocation refers to a name of what runs invocations for all faces: invocation.NewRunner.
func (r Runtime) Invocation(name string) *jen.Statement { return r.below("invocation", name) }

// Dryrun refers to a name of what plans writes instead of making them: dryrun.Tool.
func (r Runtime) Dryrun(name string) *jen.Statement { return r.below("dryrun", name) }

// Idempotency refers to a name of what keeps answers for repeated calls: idempotency.NewMemory.
func (r Runtime) Idempotency(name string) *jen.Statement { return r.below("idempotency", name) }

// Redis refers to a name of what keeps them in Redis: nactredis.NewStore. Its package stands beside the library.
func (r Runtime) Redis(name string) *jen.Statement { return jen.Qual(r.RedisPath(), name) }

// RedisPath returns the import path of package nactredis.
func (r Runtime) RedisPath() string { return path.Join(path.Dir(r.Path), "nactredis") }

// RedisClient is the import path of the client for Redis.
const RedisClient = "github.com/redis/go-redis/v9"

// Nacttest refers to a name of what generated tests use: nacttest.Example.
func (r Runtime) Nacttest(name string) *jen.Statement { return r.below("nacttest", name) }

func (r Runtime) below(pkg, name string) *jen.Statement { return jen.Qual(r.Path+"/"+pkg, name) }
