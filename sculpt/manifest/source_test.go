package manifest

import (
	"strings"
	"testing"
)

// TestCharactersThatStandInTheFile: what nobody sees is found where it stands, in a comment, a key, a recording, a folded text; a
// run of them once.
func TestCharactersThatStandInTheFile(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // places and starts of messages
	}{
		"comment":                  {"# a\u202Eb\n" + smallManifest, []string{"1:4: U+202E RIGHT-TO-LEFT OVERRIDE "}},
		"description":              {strings.Replace(smallManifest, "description: ", "description: \u200B", 1), []string{":4:28: U+200B ZERO WIDTH SPACE "}},
		"run of tags":              {"# \U000E0041\U000E0042 \U000E0043\n" + smallManifest, []string{"1:3: U+E0041 ", "1:12: U+E0043 "}},
		"folded":                   {smallManifest + "  b:\n    description: >\n      a\n\n      é\u00AD b\n", []string{":9: U+00AD SOFT HYPHEN "}},
		"key":                      {smallManifest + "  \"b\\u200B\": {description: x}\n", []string{`5:3: tool "b\u200b" is no name`}},
		"line ends and order mark": {"\uFEFF" + strings.ReplaceAll(smallManifest, "\n", "\r\n"), nil},
		"emoji and Persian":        {"# ❤\uFE0F 👩\u200D🔬 می\u200Cخواهم\n" + smallManifest, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, list := Parse("nact.yaml", []byte(c.text))
			if len(list) != len(c.want) {
				t.Fatalf("got %v, want %q", list, c.want)
			}
			for i, want := range c.want {
				if !strings.Contains(list[i].String(), want) {
					t.Errorf("got %v, want %s", list[i], want)
				}
			}
		})
	}
}
