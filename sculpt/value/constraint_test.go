package value

import (
	"maps"
	"slices"
	"testing"

	runtime "github.com/nactgen/nactgen/nact/cel"
)

// TestFormatExamples holds that every format that is checked has an example, which has the format.
func TestFormatExamples(t *testing.T) {
	if got, want := slices.Sorted(maps.Keys(formatExamples)), runtime.Formats(); !slices.Equal(got, want) {
		t.Errorf("there are examples of %v, want %v", got, want)
	}
	for format, example := range formatExamples {
		if !runtime.HasFormat(example, format) {
			t.Errorf("%q does not have the format %s", example, format)
		}
	}
}
