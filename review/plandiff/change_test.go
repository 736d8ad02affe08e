package plandiff_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/review/plandiff"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

var update = flag.Bool("update", false, "rewrite what the tests want")

// TestEdits checks testdata/edits.txtar: after each edit and an empty line stands what differs.
func TestEdits(t *testing.T) {
	const file = "testdata/edits.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	base := load(t, "")
	for i := range archive.Files {
		f := &archive.Files[i]
		t.Run(f.Name, func(t *testing.T) {
			edit, _, ok := strings.Cut("\n"+string(f.Data), "\n\n")
			if !ok {
				t.Fatal("there is no empty line after the edit")
			}
			edit = strings.TrimPrefix(edit, "\n")
			report := plandiff.Report{Base: "before", Changes: plandiff.Compare(base, load(t, edit))}
			f.Data = []byte(strings.TrimPrefix(edit+"\n\n", "\n") + printed(t, report.WriteText))
		})
	}
	golden(t, file, txtar.Format(archive))
}

// TestPolls checks what is said of a step that is asked again and again in another way.
func TestPolls(t *testing.T) {
	asking := func(poll string) *plan.Plan {
		return load(t, "-        expect:\n+        poll: "+poll+"\n+        expect:")
	}
	was := asking("{until: size(this.body.items) > 1, failed_if: this.status == 203, fail: NONE, timeout: 5s}")
	is := asking("{until: size(this.body.items) > 2, failed_if: this.status == 204, fail: NONE, every: 2s, backoff: 1.2, max_every: 3s, timeout: 6s, location: true}")
	report := plandiff.Report{Base: "before", Changes: plandiff.Compare(was, is)}
	want := `security  find_orders steps.orders.poll.failed_if: holds for other values: !(this.status == 203) → !(this.status == 204) (condition-changed)
ordinary  find_orders steps.orders.poll.until: asks again in another way: size(this.body.items) > 1 → size(this.body.items) > 2 (poll-changed)
ordinary  find_orders steps.orders.poll.location: asks again in another way: now true (poll-changed)
ordinary  find_orders steps.orders.poll.every: has another limit: the default → 2s (limit-changed)
ordinary  find_orders steps.orders.poll.backoff: has another limit: the default → 1.2 (limit-changed)
ordinary  find_orders steps.orders.poll.max_every: has another limit: the default → 3s (limit-changed)
ordinary  find_orders steps.orders.poll.timeout: has another limit: 5s → 6s (limit-changed)

7 changes of what the tools do since before, 1 for a security review.
`
	if got := printed(t, report.WriteText); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestUndoWhen checks that what is kept with some failures is for a review of security, whichever way it changes.
func TestUndoWhen(t *testing.T) {
	undone := func(when string) *plan.Plan {
		return load(t, `-      text: {name: Text, description: The text of the note.}
-    steps:
-      note:
-        call: shop.note
+      text: {name: Text, description: The text of the note.}
+    failures: {LATE: It goes on., REFUSED: It was refused.}
+    steps:
+      note:
+        call: shop.note
+        expect: [{that: this.body.number > 0, fail: LATE}, {that: this.body.number > 1, fail: REFUSED}]
+        undo: {call: shop.note, body: {text: "not ${inputs.text}", by: {name: agent, level: 1}}`+when+`}`)
	}
	always, late := undone(""), undone(`, when: "failure.code != 'LATE'"`)
	fault := undone(`, when: "failure.code in ['LATE', 'REFUSED']"`)
	for _, test := range []struct {
		was, is       *plan.Plan
		before, after string
	}{
		{always, late, "", "unless the tool ends in LATE"},
		{late, always, "unless the tool ends in LATE", ""},
		{late, fault, "unless the tool ends in LATE", "unless the tool ends in a fault"},
	} {
		changes := plandiff.Compare(test.was, test.is)
		if len(changes) != 1 || changes[0].Kind != plandiff.UndoChanged || changes[0].Severity != plandiff.Security || changes[0].Before != test.before || changes[0].After != test.after {
			t.Errorf("got %+v", changes)
		}
	}
}

// TestClaims checks that both directions of saying that a step reads concern security, also of a call that is new.
func TestClaims(t *testing.T) {
	writing := load(t, "")
	reading := load(t, "-        idempotency: {header: Note-Key}\n+        reads: true")
	for _, test := range []struct {
		was, is *plan.Plan
		want    plandiff.Kind
	}{{writing, reading, plandiff.ReadsClaimed}, {reading, writing, plandiff.ReadsDropped}, {nil, reading, plandiff.ReadsClaimed}} {
		var found []string
		for _, c := range plandiff.Compare(test.was, test.is) {
			if c.Kind == plandiff.ReadsClaimed || c.Kind == plandiff.ReadsDropped {
				found = append(found, fmt.Sprint(c.Kind, " ", c.Severity, " ", c.Place, " ", c.Before, c.After))
			}
		}
		if want := []string{string(test.want) + " security steps.note POST https://shop.example/v1/notes"}; !slices.Equal(found, want) {
			t.Errorf("got %q, want %q", found, want)
		}
	}
}

// TestWays checks that a comparison in the other direction finds as much, and that nothing differs from itself.
func TestWays(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/edits.txtar")
	if err != nil {
		t.Fatal(err)
	}
	base := load(t, "")
	for _, f := range archive.Files {
		edit, _, _ := strings.Cut("\n"+string(f.Data), "\n\n")
		edited := load(t, strings.TrimPrefix(edit, "\n"))
		forward, back := plandiff.Compare(base, edited), plandiff.Compare(edited, base)
		if (len(forward) == 0) != (len(back) == 0) {
			t.Errorf("%s: %d changes, and backwards %d", f.Name, len(forward), len(back))
		}
		if same := plandiff.Compare(edited, load(t, strings.TrimPrefix(edit, "\n"))); len(same) > 0 {
			t.Errorf("%s: it differs from itself: %v", f.Name, same)
		}
	}
}

// TestFormats holds the three formats, of a service that is new.
func TestFormats(t *testing.T) {
	report := plandiff.Report{Base: "nothing", Changes: plandiff.Compare(nil, load(t, ""))}
	golden(t, "testdata/new.txt", []byte(printed(t, report.WriteText)))
	golden(t, "testdata/new.md", []byte(printed(t, report.WriteMarkdown)))
}

// load checks testdata/base, its manifest edited.
func load(t *testing.T, edit string) *plan.Plan {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/base")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "nact.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(edited(t, string(text), edit)), 0o666); err != nil {
		t.Fatal(err)
	}
	m, list := manifest.Read(file)
	if m == nil {
		t.Fatal(list)
	}
	checked := sculpt.Check(m, document.Open(m, nil, &list), sculpt.Options{}, &list)
	if checked == nil {
		t.Fatal(list)
	}
	return checked.Plan
}

// edited applies an edit, whose hunks are separated by @@, to a text.
func edited(t *testing.T, text, edit string) string {
	t.Helper()
	for hunk := range strings.SplitSeq(edit, "\n@@\n") {
		var before, after strings.Builder
		for line := range strings.Lines(hunk + "\n") {
			switch line[0] {
			case '-':
				before.WriteString(line[1:])
			case '+':
				after.WriteString(line[1:])
			}
		}
		if n := strings.Count(text, before.String()); before.Len() > 0 && n != 1 {
			t.Fatalf("the manifest has %d times:\n%s", n, &before)
		}
		text = strings.Replace(text, before.String(), after.String(), 1)
	}
	return text
}

func printed(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// golden compares a file with its wanted content, or writes it.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("-update if this is right:\n%s", diff.Diff("want", want, "got", got))
	}
}

// TestParts checks that what a part does differently is said once, with the tools that use it, and what a tool newly does by way of a part, of the tool.
func TestParts(t *testing.T) {
	with := func(limit, uses string) *plan.Plan {
		return load(t, `-tools:
+parts:
+  known:
+    description: A customer.
+    inputs: {name: {type: string}}
+    steps: {found: {call: shop.customers, with: {name: "${inputs.name}", limit: `+limit+`}}}
+    outputs: {id: "${steps.found.body[0].id}"}
+tools:
@@
-      customers:
+      before: {use: known, with: {name: x}}
`+uses+`+      customers:`)
	}
	report := plandiff.Report{Base: "before", Changes: plandiff.Compare(with("1", ""), with("2", "+      again: {use: known, with: {name: y}}\n"))}
	want := `ordinary  find_orders parts.known.steps.found.with.limit: sends something else: 1 → 2 (sent-changed)
ordinary  find_orders steps.again: is a new call: now use known (call-added)

2 changes of what the tools do since before.
`
	if got := printed(t, report.WriteText); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if users := report.Changes[0].Tools; len(users) != 1 || users[0] != "find_orders" {
		t.Errorf("the part is used by %v", users)
	}
}
