package plandiff_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/review/plandiff"
)

// TestHostileText checks that no text of a manifest hides a change or adds to the comment that it is shown in.
func TestHostileText(t *testing.T) {
	r := plandiff.Report{Base: "a`b", Changes: []plandiff.Change{{
		Severity: plandiff.Security, Kind: plandiff.HostAdded, Tool: "find", Place: "steps.x\n# Approved",
		Before: "https://a.example/\u202emoc", After: "``` @everyone <img src=x> \u200b\U000e0041",
	}}}
	for name, out := range map[string]string{"text": printed(t, r.WriteText), "markdown": printed(t, r.WriteMarkdown)} {
		for _, hidden := range []string{"\n# Approved", "\u202e", "\u200b", "\U000e0041"} {
			if strings.Contains(out, hidden) {
				t.Errorf("the %s has %q as it is:\n%s", name, hidden, out)
			}
		}
	}
	if out := printed(t, r.WriteMarkdown); !strings.Contains(out, "```` ``` @everyone <img src=x> \\u{200B}\\u{E0041} ````") {
		t.Errorf("the value does not stand in a fence of its own:\n%s", out)
	}
}

// TestLongTexts checks that texts that differ late are shown where they do.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("é", 5000)
	r := plandiff.Report{Base: "before", Changes: []plandiff.Change{{
		Kind: plandiff.SentChanged, Place: "steps.x.body", Before: long + "old" + long, After: long + "new" + long,
	}}}
	out := printed(t, r.WriteText)
	if !strings.Contains(out, "éold") || !strings.Contains(out, "énew") || len(out) > 2000 {
		t.Errorf("the difference does not show:\n%s", out)
	}
}
