package rules_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/rules"
)

const docsPage = "../../docs/rules.md"

// TestPage: docs/rules.md is what the rules say.
func TestPage(t *testing.T) {
	want := docs(t)
	if *update {
		if err := os.WriteFile(docsPage, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(docsPage)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the rules say; go test ./sculpt/rules -update writes it (twice, if findings of examples changed as well)", docsPage)
	}
}

// docs is the page of all rules: an index by area, the rules, and what their examples are put into.
func docs(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("# Findings\n\n" +
		"What `nactgen` says of a manifest and of the documents that it names, rule by rule: what it means, why it matters, how to mend it. `nactgen explain RULE` prints the same on a terminal.\n" +
		"[lint](commands.md#lint) prints the rule of each finding as JSON, GitHub annotations and SARIF, and at the end of its text. Errors stop generation; warnings say what makes tools hard\n" +
		"to use, unsafe or likely to fail.\n\n" +
		"The examples are tests: of the wrong one the checker says what is quoted below it, with line and column, and of the right one nothing. They show the part of a manifest that matters;\n" +
		"the rest, and the document, stand [at the end](#what-the-examples-are-part-of). Examples of tools are left out, so that `no-examples` is not held against them.\n\n")
	for _, area := range rules.Areas() {
		fmt.Fprintf(&b, "**%s**\n\n", area.Title)
		for _, r := range area.Rules {
			fmt.Fprintf(&b, "- [`%s`](#%s) (%s): %s\n", r.Name, r.Name, r.Severity(), r.Title)
		}
		b.WriteByte('\n')
	}
	for _, area := range rules.Areas() {
		if err := rules.WriteMarkdown(&b, area.Rules); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	b.WriteString("## What the examples are part of\n")
	for _, name := range []string{manifestName, "pets.yaml"} {
		text, err := os.ReadFile("testdata/frame/" + name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n`%s`:\n\n```yaml\n%s```\n", name, text)
	}
	return b.Bytes()
}

// TestFind: the package finds what it lists.
func TestFind(t *testing.T) {
	for _, name := range rules.Names() {
		if r := rules.Find(name); r == nil || r.Name != name {
			t.Errorf("the rule %s is listed and not found", name)
		}
	}
	for _, name := range []string{"", "zzz", "unknown", strings.ToUpper("unknown-key")} {
		if rules.Find(name) != nil {
			t.Errorf("there is a rule %q", name)
		}
	}
	if r := rules.Find("vague"); !r.Warns() || r.Fails() {
		t.Error("vague is a warning")
	}
	if r := rules.Find("openapi"); !r.Warns() || !r.Fails() || r.Severity() != "error or warning" {
		t.Errorf("openapi is an %s", r.Severity())
	}
}
