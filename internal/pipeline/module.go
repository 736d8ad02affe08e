package pipeline

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// checkModule refuses a go.mod that the user wrote for another module: the generated imports would not fit it.
func checkModule(changes *output.Changes, p *plan.Plan) error {
	for _, change := range changes.All {
		if p.Go.Module == "" || change.Path != "go.mod" || change.Kind != output.Keep {
			continue
		}
		if module := moduleName(change.Old); module != p.Go.Module {
			return fmt.Errorf("%s is the module %s, but %s says %s; make them agree",
				filepath.Join(p.Go.OutDir, "go.mod"), module, p.Manifest, p.Go.Module)
		}
	}
	return nil
}

// moduleName returns the module path of a go.mod file, or "" if it states none.
func moduleName(gomod []byte) string {
	for line := range strings.Lines(string(gomod)) {
		line, _, _ = strings.Cut(line, "//")
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "module" {
			return strings.Trim(fields[1], "\"`")
		}
	}
	return ""
}
