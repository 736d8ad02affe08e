package diag

import (
	"slices"
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	for name, c := range map[string]struct {
		written    string
		candidates []string
		want       string
	}{
		"one letter wrong":                {"descriptiom", []string{"details", "description"}, "description"},
		"letters swapped":                 {"wiht", []string{"when", "with"}, "with"},
		"letter missing":                  {"servce", []string{"service", "server"}, "service"},
		"camel for snake case":            {"gridId", []string{"grid", "grid_id"}, "grid_id"},
		"snake for camel case":            {"grid_id", []string{"gridX", "gridId"}, "gridId"},
		"case alone":                      {"openAPI", []string{"openapi"}, "openapi"},
		"nearest case first":              {"Name", []string{"NAME", "name"}, "name"},
		"abbreviation":                    {"desc", []string{"details", "description"}, "description"},
		"longer than meant":               {"failure", []string{"fail", "detail"}, "fail"},
		"alphabetical among equals":       {"aat", []string{"aaz", "aab", "aac"}, "aab"},
		"two letters":                     {"dr", []string{"dir", "package"}, "dir"},
		"nothing near":                    {"zebra", []string{"value", "name"}, ""},
		"one letter is near to nothing":   {"x", []string{"y", "xy"}, ""},
		"short names are not near others": {"get", []string{"put", "dir"}, ""},
		"itself is no suggestion":         {"name", []string{"name"}, ""},
		"no candidates":                   {"name", nil, ""},
		"empty":                           {"", []string{"a"}, ""},
		"only separators":                 {"__", []string{"a"}, ""},
		"too long to be typed":            {strings.Repeat("a", 200), []string{strings.Repeat("a", 199)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Suggest(c.written, c.candidates); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			slices.Reverse(c.candidates)
			if got := Suggest(c.written, c.candidates); got != c.want {
				t.Errorf("with the candidates reversed: got %q, want %q", got, c.want)
			}
		})
	}
}

func TestDidYouMean(t *testing.T) {
	if got, want := DidYouMean("nmae", []string{"name"}), `; did you mean "name"?`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := DidYouMean("nmae", []string{"zebra"}); got != "" {
		t.Errorf("got %s, want nothing", got)
	}
}

func TestSuggested(t *testing.T) {
	for message, want := range map[string]string{
		"there is no upstream \"wether\"" + DidYouMean("wether", []string{"weather"}): "weather",
		"no" + DidYouMean(`aaa"b\`, []string{`aaa"bb\`}):                              `aaa"bb\`,
		"there is no upstream":     "",
		`did you mean "x"? or not`: "",
	} {
		got, ok := Diagnostic{Message: message}.Suggested()
		if got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", message, got, ok)
		}
	}
}
