package sculpt

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/version"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/program"
)

// The import paths of this project and of the run-time library in it.
const (
	ownModule     = "github.com/nactgen/nactgen"
	runtimeModule = ownModule + "/nact"
)

// checkTarget decides where the package goes and what it imports.
func checkTarget(m *manifest.Manifest, options Options, found *diag.List) plan.Target {
	t := plan.Target{
		Dir: cmp.Or(m.Go.Dir.V, strings.ReplaceAll(m.Service.Name.V, "_", "")+"tools"), Module: cmp.Or(options.Module, m.Go.Module.V), Faces: facesOf(m.Go), Program: program.Named(manifest.Texts(m.Go.Program)),
	}
	t.OutDir = cmp.Or(options.Out, inFolder(m.Folder(), t.Dir))
	if err := m.Files.Check(t.OutDir); err != nil && options.Out == "" {
		found.ErrorAt(m.Go.Dir, "outside", "the output folder %s cannot be written: %v", t.Dir, err)
	}
	t.Package = cmp.Or(m.Go.Package.V, packageName(path.Base(path.Clean(t.Dir))))
	switch problem := packageProblem(t.Package); {
	case t.Package == "":
		found.ErrorAt(m.Go.Package, "package-name", "the folder %s gives no name for the package; give one, as in package: weathertools", t.Dir)
	case problem != "":
		found.ErrorAt(m.Go.Package, "package-name", "the package name %s %s; give another, as in package: weathertools", t.Package, problem)
	}
	if idempotency := m.Service.Idempotency; idempotency.Set && !t.Faces.Keys() {
		found.Errorf(idempotency.Pos, 0, "faces", "only a service with the face nact takes an Idempotency-Key; leave out \"idempotency\", or add the face: faces: [nact, mcp]")
	}
	if t.Module == "" && m.Inbound.TLS.V {
		found.ErrorAt(m.Inbound.TLS, "inbound", "a package has no connections of its own to encrypt: the server that it is mounted into does that; leave out \"tls\", or make a program of it, as in go: {module: example.com/acme/weather-tools}")
	}
	if t.Module == "" && m.Observe.Metrics.V == manifest.MetricsOTLP {
		found.ErrorAt(m.Observe.Metrics, "observe", "only a program sends metrics; write metrics: true, which gives your own program service.Metrics() to be read, or make a program of it, as in go: {module: example.com/acme/weather-tools}")
	}
	t.CopyRuntime = m.Go.Runtime.V != "import" || t.Module != ""
	if t.Module != "" {
		checkStandAlone(m, t.Module, found)
		t.ImportPath, t.RuntimePath = t.Module+"/"+t.Package, t.Module+"/internal/nact"
		return t
	}
	if len(m.Go.Program) > 0 {
		found.WarnAt(m.Go.Program[0], "program", "only a stand-alone service has a program; make it one with module, as in module: example.com/acme/tools, or leave program out")
	}
	importPath, gomod, err := surroundingPath(m.Files, t.OutDir)
	if err != nil {
		found.ErrorAt(m.Go.Dir, "no-module", "%v", err)
		return t
	}
	t.ImportPath, t.RuntimePath = importPath, runtimeModule
	switch {
	case t.CopyRuntime:
		t.RuntimePath = importPath + "/internal/nact"
	case !ownLine.Match(gomod):
		found.WarnAt(m.Go.Runtime, "runtime", "the go.mod around the output folder does not require %s, whose run-time library the generated code imports; run go get %s, or leave runtime out", ownModule, ownModule)
	}
	return t
}

// facesOf are the faces that a manifest asks for; without a word, that of N-ACT.
func facesOf(g manifest.Go) face.Set {
	return face.Named(manifest.Texts(g.Faces))
}

// inFolder is a path of the section go, seen from the working directory.
func inFolder(folder, dir string) string {
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(folder, filepath.FromSlash(dir))
}

// checkStandAlone checks what a service needs that is a module of its own.
func checkStandAlone(m *manifest.Manifest, module string, found *diag.List) {
	if problem := modulePathProblem(module); problem != "" {
		found.ErrorAt(m.Go.Module, "module-path", "the module path %q %s", module, problem)
	}
	if m.Go.Module.Set && m.Go.Runtime.V == "import" {
		found.ErrorAt(m.Go.Runtime, "runtime", "a stand-alone service has a copy of the run-time library and depends on nothing; leave runtime out, or module")
	}
	for _, v := range m.Config {
		if !v.Env.Set && !v.Default.Set {
			found.ErrorAt(v.Name, "config", "a stand-alone service reads its configuration from the environment; give %s an env or a default", v.Name.V)
		}
	}
}

var notInPackage = regexp.MustCompile(`[^a-z0-9]`)

// packageName makes a package name of a folder's: small letters and digits.
func packageName(folder string) string {
	return strings.TrimLeft(notInPackage.ReplaceAllString(strings.ToLower(folder), ""), "0123456789")
}

// packageProblem says why a package cannot have that name, or returns "".
func packageProblem(name string) string {
	switch {
	case !token.IsIdentifier(name):
		return "is a keyword of Go, or no identifier"
	case name == "main" || strings.HasSuffix(name, "_test"):
		return "is that of a package that nobody can import"
	}
	return ""
}

var (
	modulePath    = regexp.MustCompile(`^[A-Za-z0-9_~-][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)
	firstVersions = regexp.MustCompile(`/v[01]$`)
)

// modulePathProblem says why the go command would not take a module path, or returns "".
func modulePathProblem(s string) string {
	switch {
	case !modulePath.MatchString(s):
		return "is no module path; write it as in example.com/acme/weather-tools"
	case strings.HasSuffix(s, ".") || strings.Contains(s, "./") || strings.Contains(s, ".."):
		return "has an element that ends in a dot or holds two in a row"
	case firstVersions.MatchString(s):
		return "ends in a version, which module paths do from v2 on"
	case s == ownModule || strings.HasPrefix(s, ownModule+"/"):
		return "is that of nactgen itself"
	}
	return ""
}

var (
	moduleLine   = regexp.MustCompile(`(?m)^\s*module\s+"?([^\s"]+)"?`)
	ownLine      = regexp.MustCompile(`(?m)^\s*(module|require)?\s*"?` + regexp.QuoteMeta(ownModule) + `"?(\s|$)`)
	goLine       = regexp.MustCompile(`(?m)^\s*go\s+([0-9][0-9A-Za-z.]*)`)
	notImported  = regexp.MustCompile(`[^A-Za-z0-9./_~+-]`)
	errNoModule  = errors.New("no Go module is around the output folder; put it into one, or make a stand-alone service, as in module: example.com/acme/tools")
	errNoModLine = errors.New("the go.mod around the output folder has no module line")
)

// surroundingPath is the import path of the folder in the Go module around it, whose go.mod it returns, too.
func surroundingPath(files inputs.Tree, folder string) (importPath string, gomod []byte, err error) {
	if folder, err = filepath.Abs(folder); err != nil {
		return "", nil, err
	}
	for at := folder; ; at = filepath.Dir(at) {
		gomod, err := files.Outside().Read(filepath.Join(at, "go.mod"), inputs.Limit)
		var unfit *inputs.Error
		switch {
		case err == nil:
			importPath, err = pathInModule(gomod, at, folder)
			return importPath, gomod, err
		case errors.As(err, &unfit):
			return "", nil, fmt.Errorf("%s cannot be read: %w", unfit.Path, err)
		}
		if filepath.Dir(at) == at {
			return "", nil, errNoModule
		}
	}
}

// pathInModule is the import path of a folder in the module whose root and go.mod are given.
func pathInModule(gomod []byte, root, folder string) (string, error) {
	m := moduleLine.FindSubmatch(gomod)
	if m == nil {
		return "", errNoModLine
	}
	if line := goLine.FindSubmatch(gomod); line != nil && version.Compare("go"+string(line[1]), "go"+plan.LeastGo) < 0 {
		return "", fmt.Errorf("the module around the output folder has the line go %s in its go.mod, and generated code needs Go %s or later; raise it with go mod edit -go", line[1], plan.LeastGo)
	}
	relative, err := filepath.Rel(root, folder)
	if err != nil {
		return "", err
	}
	importPath := path.Join(string(m[1]), filepath.ToSlash(relative))
	if bad := notImported.FindString(importPath); bad != "" {
		return "", errors.New("the output folder is " + importPath + " in its module, and Go cannot import a path that holds " + strconv.Quote(bad))
	}
	return importPath, nil
}
