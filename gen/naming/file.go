package naming

import (
	"go/build"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// The files that belong to no tool and no upstream, without .go.
const (
	ServiceFile   = "service"
	TablesFile    = "tables"
	FunctionsFile = "functions"
)

// newFileSpace returns the space of the names of the package's files, without .go.
func newFileSpace(p *plan.Plan) *space {
	s := newSpace(nil, ServiceFile)
	if len(p.Tables) > 0 {
		s.taken[TablesFile] = true
	}
	if len(p.Functions) > 0 {
		s.taken[FunctionsFile] = true
	}
	return s
}

// maxFileName is how long the name of a file may be, without a number and .go. File systems take 255 bytes.
const maxFileName = 150

// claimFile gives a name for a file, that of its parts where it can be, else with what kind of file it is. The go command
// must not take the file for a test or for one of another system (lookup_windows.go), neither must another file have
// the test file's name, and every system must be able to store it.
func (s *space) claimFile(kind string, parts ...string) string {
	base := strings.Trim(strings.Join(parts, "_"), "_")
	if base == "" {
		base = kind
	}
	base = base[:min(len(base), maxFileName)]
	for n := 1; ; n++ {
		name := base
		switch {
		case n == 2:
			name += "_" + kind
		case n > 2:
			name += "_" + kind + strconv.Itoa(n)
		}
		if !s.taken[name] && buildsEverywhere(name+".go") && !device.MatchString(name) {
			s.taken[name] = true
			return name
		}
	}
}

// device matches what Windows takes for a device, whatever the extension.
var device = regexp.MustCompile(`^(aux|con|nul|prn|(com|lpt)[0-9])$`)

// buildsEverywhere reports whether the go command builds a file of that name into the package on every system.
func buildsEverywhere(name string) bool {
	nowhere := build.Default
	nowhere.GOOS, nowhere.GOARCH = "none", "none"
	nowhere.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p")), nil }
	matches, err := nowhere.MatchFile("", name)
	return err == nil && matches && !strings.HasSuffix(name, "_test.go")
}
