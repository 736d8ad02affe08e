package sculpt

import (
	"errors"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// The import paths of this project and of the run-time library in it.
const (
	ownModule     = "github.com/nactgen/nactgen"
	runtimeModule = ownModule + "/nact"
)

// target decides where the package goes and what it imports.
func (c *checker) target() {
	m := c.manifest.Go
	t := &c.plan.Go
	t.Dir, t.Module, t.Package = m.Dir.V, m.Module.V, m.Package.V
	if c.options.Module != "" {
		t.Module = c.options.Module
	}
	if t.Dir == "" {
		t.Dir = strings.ReplaceAll(c.plan.Service.Name, "_", "") + "tools"
	}
	t.OutDir = c.path(t.Dir)
	if c.options.Out != "" {
		t.OutDir = c.options.Out
	}
	if t.Package == "" {
		t.Package = packageName(path.Base(path.Clean(t.Dir)))
	}
	switch problem := packageProblem(t.Package); {
	case t.Package == "":
		c.errorf(m.Package, "package-name", "the folder %s gives no name for the package; give one, as in package: weathertools", t.Dir)
	case problem != "":
		c.errorf(m.Package, "package-name", "the package name %s %s; give another, as in package: weathertools", t.Package, problem)
	}
	t.CopyRuntime = m.Runtime.V != "import" || t.Module != ""
	if t.Module != "" {
		c.standAlone()
	} else {
		c.surrounded()
	}
}

// standAlone is the target of a service that is a module of its own.
func (c *checker) standAlone() {
	t := &c.plan.Go
	if problem := modulePathProblem(t.Module); problem != "" {
		c.errorf(c.manifest.Go.Module, "module-path", "the module path %q %s", t.Module, problem)
	}
	for _, v := range c.manifest.Config {
		if !v.Env.Set && !v.Default.Set {
			c.errorf(v.Name, "config", "a stand-alone service reads its configuration from the environment; give %s an env or a default", v.Name.V)
		}
	}
	t.ImportPath = t.Module + "/" + t.Package
	t.RuntimePath = t.Module + "/internal/nact"
}

// surrounded is the target of a package of the module around it.
func (c *checker) surrounded() {
	t := &c.plan.Go
	importPath, err := surroundingPath(t.OutDir)
	if err != nil {
		c.errorf(c.manifest.Go.Dir, "no-module", "%v", err)
		return
	}
	t.ImportPath = importPath
	t.RuntimePath = runtimeModule
	if t.CopyRuntime {
		t.RuntimePath = importPath + "/internal/nact"
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
	notImported  = regexp.MustCompile(`[^A-Za-z0-9./_~+-]`)
	errNoModule  = errors.New("no Go module is around the output folder; put it into one, or make a stand-alone service, as in module: example.com/acme/tools")
	errNoModLine = errors.New("the go.mod around the output folder has no module line")
)

// surroundingPath is the import path of the folder in the Go module around it.
func surroundingPath(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	for at := folder; ; at = filepath.Dir(at) {
		data, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil {
			return pathInModule(data, at, folder)
		}
		if filepath.Dir(at) == at {
			return "", errNoModule
		}
	}
}

// pathInModule is the import path of a folder at or below that of the module whose go.mod is given.
func pathInModule(gomod []byte, root, folder string) (string, error) {
	m := moduleLine.FindSubmatch(gomod)
	if m == nil {
		return "", errNoModLine
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
