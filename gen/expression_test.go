//go:build !race

package gen_test

import (
	"flag"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/internal/exprtest/conformance"
)

var (
	expressionCount = flag.Int("expressions", 300, "how many random expressions TestDifferential compares")
	expressionSeed  = flag.Uint64("seed", 1, "seed of the first batch of TestDifferential")
	shownTests      = flag.String("conformance", "", "show the Go of the tests whose path contains this")
)

// TestDifferential compares compiled random expressions over random answers with the reference interpreter: the same value, or an
// error for both.
func TestDifferential(t *testing.T) {
	exprtest.Differential(t, *expressionCount, *expressionSeed, gen.NewUnitProgram)
}

// TestConformance compiles the tests of the CEL specification to Go, runs them and compares what they come to.
func TestConformance(t *testing.T) {
	gen.Document(t, "../docs/conformance.md", conformance.Run(t, gen.NewProgram(), *shownTests))
}
