package golden

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// TestReproducible: the program of a stand-alone service, built in two folders as its Dockerfile does, is the same to the byte: neither the folder nor the
// time of the build is in it. The service has modules.
func TestReproducible(t *testing.T) {
	testmode.Builds(t)
	cases := readCases(t, "cases")
	c := cases[slices.IndexFunc(cases, func(c *goldenCase) bool { return c.name == "idempotency_redis" })]
	var sums []string
	for range 2 {
		dir := t.TempDir()
		s := generate(t, c, dir)
		program := filepath.Join(dir, "program.bin")
		goCommand(t, s.plan.Go.OutDir, "build", "-trimpath", "-ldflags=-s", "-o", program, "./cmd/"+s.plan.Service.Name)
		content, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, fmt.Sprintf("%x", sha256.Sum256(content)))
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds differ: %s and %s", sums[0], sums[1])
	}
}
