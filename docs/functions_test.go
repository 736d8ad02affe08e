package docs

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr/check"
)

// unlisted are functions that an author can name and has no use for: those that are refused, and those that are written by programs.
var unlisted = []string{"yaml.encode", "yaml.parse", "cel.block", "cel.index", "cel.iterVar", "cel.accuVar"}

// namespaced are the macros that stand in a namespace. CEL's parser knows them by their names alone.
var namespaced = map[string]string{
	"greatest": "math.greatest", "least": "math.least", "bind": "cel.bind", "block": "cel.block", "index": "cel.index", "iterVar": "cel.iterVar", "accuVar": "cel.accuVar",
}

// TestFunctions: every function that an expression can call stands in the page of functions.
func TestFunctions(t *testing.T) {
	env, err := check.NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	callable := map[string]bool{}
	for name := range env.CEL().Functions() {
		callable[name] = name != "in" && !strings.ContainsAny(name, "_@[?!") // which are operators, and what macros become
	}
	for _, m := range env.CEL().Macros() {
		name := m.Function()
		if namespaced[name] != "" {
			name = namespaced[name]
		}
		callable[name] = true
	}
	page := read(t, "docs/functions.md")
	for _, name := range slices.Sorted(maps.Keys(callable)) {
		if callable[name] && !slices.Contains(unlisted, name) && !regexp.MustCompile("`(?:[a-z]\\.)?"+regexp.QuoteMeta(name)+`\(`).MatchString(page) {
			t.Errorf("docs/functions.md lacks %s", name)
		}
	}
}
