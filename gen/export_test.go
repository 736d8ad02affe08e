//go:build !race

package gen

import (
	"testing"

	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/internal/exprtest/conformance"
)

// What the tests of expressions need, which are tests of the generator and of the packages below it.

// NewProgram returns an empty program.
func NewProgram() conformance.Program { return newExprProgram() }

// NewUnitProgram makes a program of expressions that read answers.
func NewUnitProgram(t testing.TB, units []*exprtest.Unit) exprtest.Program {
	return newUnitProgram(t, units, 0, false)
}

// Document compares a text with a file, or writes it there, with -update.
var Document = document
