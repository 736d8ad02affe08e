package stats

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

const readme = "../../README.md"

// holds compares a part of the README with what it should be. The first group of the pattern is the part.
func holds(t *testing.T, pattern, want string) {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	at := regexp.MustCompile(pattern).FindSubmatchIndex(text)
	if at == nil {
		t.Fatalf("README.md has nothing like %s", pattern)
	}
	got := string(text[at[2]:at[3]])
	if got == want {
		return
	}
	if !*update {
		t.Errorf("README.md says\n%s\nand it is\n%s", got, want)
		return
	}
	if err := os.WriteFile(readme, []byte(string(text[:at[2]])+want+string(text[at[3]:])), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestReadme: what the README says of the example is what the command prints.
func TestReadme(t *testing.T) {
	text := strings.TrimSuffix(string(write(t, counts(t, "../../examples/nws/nact.yaml").WriteText)), "\n")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "    " + line
		}
	}
	holds(t, `(?s)    \$ nactgen stats --manifest examples/nws\n(.*?)\n\nA signature`, strings.Join(lines, "\n"))
}

// TestReadmePublished: the same of the document that the example has an excerpt of.
func TestReadmePublished(t *testing.T) {
	d, err := document.OpenStandIn(&manifest.Manifest{}, &manifest.Upstream{}, testmode.Published(t, "nws-3.8.1-clean.yml"))
	if err != nil {
		t.Fatal(err)
	}
	counted := newOperations(nil, Encodings[0]).document(d)
	if counted.Unread > 0 || counted.AtLeast {
		t.Errorf("%+v", counted)
	}
	holds(t, `own document has (.*?) tokens of`, fmt.Sprintf("%d operations, which a converter makes %s", counted.Operations, digits(counted.Tokens)))
}
