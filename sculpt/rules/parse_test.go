package rules

import (
	"strings"
	"testing"
)

// TestParseRefuses: a page with a mistake is refused, with its place.
func TestParseRefuses(t *testing.T) {
	const start = "# Area\n\n## a-rule\n\n"
	const text = "Error: wrong\n\nText.\n\n"
	const example = "```yaml wrong\na: 1\n```\n```yaml right\na: 2\n```\n"
	if area, err := parse("p.md", start+text+example); err != nil || area.Title != "Area" || area.Rules[0].Right[0].Text != "a: 2\n" {
		t.Fatalf("%v %v", area, err)
	}
	for name, c := range map[string]struct{ page, message string }{
		"nothing":        {"", "the page has no title"},
		"no rule":        {"# Area\ntext\n", "p.md:2: a rule starts with ##"},
		"no severity":    {start + "Text.\n\n" + example, "below a-rule stands its severity"},
		"no title":       {start + "Error: \n\nText.\n\n" + example, "below a-rule stands its severity"},
		"no text":        {start + "Error: wrong\n\n" + example, "has to have a text"},
		"no example":     {start + text, "has to have a text"},
		"no right one":   {start + text + "```yaml wrong\na: 1\n```\n", "has to have a text"},
		"both":           {start + text + "No example: none.\n\n" + example, "has to have a text"},
		"unknown role":   {start + text + "```yaml bad\n```\n", `the role "bad"`},
		"no role":        {start + text + "```yaml\n```\n", "has a language and a role"},
		"no end":         {start + text + "```yaml wrong\na: 1\n", "has no end"},
		"text in blocks": {start + text + "```yaml wrong\n```\nmore\n", "text behind the first block"},
	} {
		if _, err := parse("p.md", c.page); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: got the error %v, want %q", name, err, c.message)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, line := range strings.Split(wrap(strings.Repeat("word wörd ", 100)), "\n") {
		if n := len([]rune(line)); n > width || n == 0 || strings.HasSuffix(line, " ") {
			t.Errorf("a line of %d characters: %q", n, line)
		}
	}
}
