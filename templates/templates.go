// Package templates renders the files of a stand-alone service that are text
// rather than statements: its main.go, go.mod, Dockerfile and so on.
package templates

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/nactgen/nactgen/internal/artifact"
	"github.com/nactgen/nactgen/internal/extension"
)

//go:embed files/*.tmpl
var files embed.FS

// Service is what the templates say about a service. Its fields are the
// checked ones of the plan; texts may hold anything.
type Service struct {
	Manifest     string // base name of the manifest, for the header of generated files
	Name         string // of the service: what its command is called
	Title        string // one line for readers
	Module       string // module path
	Package      string // name by which these files import the generated package: see [ImportName]
	ImportPath   string // of the generated package
	RuntimePath  string // import path of the copied run-time library
	Go           string // least version of Go without extensions, as in 1.24
	Upstreams    []string
	Secrets      []Secret // of its configuration, which a variable gives, if files can
	LongestCall  string   // how long a tool may take at most, as an expression of Go: 30 * time.Second
	Functions    []Function
	Extensions   []*extension.Extension // the packages that it needs beside the library
	Audit        bool                   // it keeps an audit log
	Observed     bool                   // it tells its operator something, at an address for that
	OTLP         bool                   // it sends metrics to a collector
	Protocols    string                 // what it speaks, for readers
	Guarded      bool                   // it asks who calls
	APIKeys      bool                   // callers can have API keys
	Certificates bool                   // callers can have certificates
	Scopes       []string               // that tools need
	Lines        bool                   // it serves clients over standard input and output, too
	Parts        []Part                 // what the program can do beside what all can
	Healthcheck  bool                   // that is among them: to ask another one how it is
	TLS          bool                   // it can have a certificate
	CallerLimits bool                   // each caller can have limits
}

// Part is something that only some programs can do: a field of server.Program, and the function of package server that it takes.
type Part struct{ Field, Function string }

// ExtensionPath returns the import path of an extension, which stands beside the run-time library.
func (s Service) ExtensionPath(e *extension.Extension) string {
	return path.Join(path.Dir(s.RuntimePath), e.Package)
}

// Settings returns the settings of parts that only some programs have, as Go; empty: there are none.
func (s Service) Settings() string {
	parts := s.settings()
	if s.JoinsSettings() {
		return "slices.Concat(" + strings.Join(parts, ", ") + ")"
	}
	return strings.Join(parts, "")
}

// Telemetry reports whether the service sends something to a collector.
func (s Service) Telemetry() bool { return s.OTLP || s.Has("nactotel") }

// JoinsSettings reports whether several parts have settings.
func (s Service) JoinsSettings() bool { return len(s.settings()) > 1 }

func (s Service) settings() (parts []string) {
	if s.Guarded {
		parts = append(parts, "callers.Settings(sources...)")
	}
	if s.CallerLimits {
		parts = append(parts, "limits.Settings()")
	}
	if s.Telemetry() {
		parts = append(parts, "telemetry.Settings()")
	}
	return parts
}

// Secret is a secret value of the configuration: the variable that gives it, and the field of the generated package's Config.
type Secret struct{ Variable, Field string }

// Function is a function that the vendor writes, as Go that stands outside of the generated package.
type Function struct {
	Method, Description string
	Args                string // the type of its arguments; empty: it has none
	Result, Zero        string // the type of its result, and a value of that
	Request             string // the type of the request that it signs; empty: it returns a result instead
}

// functionsFile is where the vendor's functions stand.
const functionsFile = "internal/functions/functions.go"

// ImportName returns the name by which main.go and the vendor's functions import the generated package, whose own name can be one that these files have for
// something else.
func ImportName(pkg string) string {
	if slices.Contains(taken, pkg) {
		return pkg + "tools"
	}
	return pkg
}

// taken are the names in small letters that these files have: of packages, of what they declare, and of what Go declares.
var taken = strings.Fields(`
	any apikeys append args bool byte callers certificates certified config context counted ctx err error errors false float64 functions http int int64
	limits main newService nactoidc nactotel nactredis nil options os otlp request server service slices sources string telemetry throttle time traced true`)

// Editable returns the paths of the files that a user may edit: they are
// written again only as long as nobody did.
func Editable() []string {
	return []string{".dockerignore", ".gitignore", "Dockerfile", "go.mod", "go.sum", functionsFile}
}

// Files returns the files of a stand-alone service besides its packages,
// sorted by path. An error means that a field of s is not what it should be.
func Files(s Service) ([]artifact.File, error) {
	rendered := []artifact.File{
		{Path: ".dockerignore"},
		{Path: ".gitignore"},
		{Path: "Dockerfile"},
		{Path: path.Join("cmd", s.Name, "main.go")},
		{Path: "go.mod"},
		{Path: "go.sum"}, // empty where there are no dependencies: tools look for it beside go.mod
	}
	if len(s.Functions) > 0 {
		rendered = append(rendered, artifact.File{Path: functionsFile})
	}
	for i := range rendered {
		f := &rendered[i]
		name := strings.TrimPrefix(path.Base(f.Path), ".")
		content, err := render(name, s)
		if err == nil && path.Ext(name) == ".go" {
			content, err = format.Source(content)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
		f.Content = content
	}
	artifact.Sort(rendered)
	return rendered, nil
}

func render(name string, s Service) ([]byte, error) {
	t, err := template.New(name+".tmpl").Funcs(template.FuncMap{
		"quote":   strconv.Quote,
		"line":    line,
		"base":    path.Base,
		"modpath": modulePath,
	}).Option("missingkey=error").ParseFS(files, "files/"+name+".tmpl")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, s)
	return out.Bytes(), err
}

// line returns text as one line, so that it cannot leave the comment it stands in.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// modulePath returns a module path as go.mod spells it.
func modulePath(p string) (string, error) {
	if p == "" || strings.ContainsFunc(p, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"'`()[]{},;=\\", r) }) {
		return "", fmt.Errorf("%q is no module path", p)
	}
	return p, nil
}
