package naming

import (
	"go/build"
	"io"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// The files that belong to no tool and no upstream, without .go.
const (
	ServiceFile = "service"
	TablesFile  = "tables"
)

// newFileSpace returns the space of the names of the package's files, without .go.
func newFileSpace(p *plan.Plan) *space {
	s := newSpace(nil, ServiceFile)
	if len(p.Tables) > 0 {
		s.taken[TablesFile] = true
	}
	return s
}

// claimFile gives a name for a file, base where it can be. The go command must not take the file for a test or for one
// of another system (lookup_windows.go), and neither must another file have the test file's name.
func (s *space) claimFile(base, kind string) string {
	if base == "" {
		base = kind
	}
	for n := 1; ; n++ {
		name := base
		switch {
		case n == 2:
			name += "_" + kind
		case n > 2:
			name += "_" + kind + strconv.Itoa(n)
		}
		if !s.taken[name] && buildsEverywhere(name+".go") {
			s.taken[name] = true
			return name
		}
	}
}

// buildsEverywhere reports whether the go command builds a file of that name into the package on every system.
func buildsEverywhere(name string) bool {
	nowhere := build.Default
	nowhere.GOOS, nowhere.GOARCH = "none", "none"
	nowhere.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p")), nil }
	matches, err := nowhere.MatchFile("", name)
	return err == nil && matches && !strings.HasSuffix(name, "_test.go")
}
