package sculpt_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/versions/lock"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// lockedManifest has a tool with an ID and one without.
const lockedManifest = `nact: 1
service: {name: acme}
go: {dir: acme, module: example.com/acme}
tools:
  echo_word:
    id: 0479A45D-ad0a-49d4-94db-75edf00d2ca4
    version: 1
    description: Echo a word, and how often to say it.
    inputs:
      word: {description: The word., max_length: 9}
      times: {type: int, description: How often., default: 1}
      kind: {type: enum, description: Which kind., required: false, values: {LOUD: Loud., LOW: Low.}}
    failures: {NO_WORD: There is no word.}
    require: [{that: "inputs.word != ''", fail: NO_WORD}]
    outputs:
      word: {description: The word., value: "${inputs.word}"}
      times: {type: int, description: How often., value: "${inputs.times}"}
      kind: {type: string, description: Which kind., value: "${inputs.?kind}"}
  tell_nothing:
    description: Tell nothing.
    outputs:
      nothing: {description: Nothing., value: nothing}
`

// published writes the manifest and publishes its tools. It returns the manifest's path.
func published(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "nact.yaml")
	rewrite(t, file, lockedManifest)
	checked, list := check(file, sculpt.Options{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	if !checked.Published.Missing {
		t.Error("there is a lock file already")
	}
	f, _, err := lock.Publish(checked.Published, checked.Entries)
	if err != nil {
		t.Fatal(err)
	}
	rewrite(t, lock.Path(file), string(f.Encode()))
	return file
}

// check checks a manifest with its documents.
func check(file string, options sculpt.Options) (*sculpt.Checked, diag.List) {
	m, found := manifest.Read(file)
	checked := sculpt.Check(m, document.Open(m, nil, &found), options, &found)
	found.Sort()
	return checked, found
}

func rewrite(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// change writes the manifest with replacements.
func change(t *testing.T, file string, replacements ...string) {
	t.Helper()
	for i := 0; i < len(replacements); i += 2 {
		if !strings.Contains(lockedManifest, replacements[i]) {
			t.Fatalf("the manifest has no %q", replacements[i])
		}
	}
	rewrite(t, file, strings.NewReplacer(replacements...).Replace(lockedManifest))
}

func TestLockedAsPublished(t *testing.T) {
	file := published(t)
	checked, list := check(file, sculpt.Options{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	for i, tool := range checked.Plan.Tools {
		if tool.DerivedID || tool.Older != nil || tool.Withdrawn != nil {
			t.Errorf("%s: derived %t, older %v, withdrawn %v", tool.Signature.Name, tool.DerivedID, tool.Older, tool.Withdrawn)
		}
		if found := sigdiff.Compare(checked.Published.ToolByName(tool.Signature.Name).Newest().Signature, checked.Entries[i].Signature); found != nil {
			t.Errorf("%s differs from what was published of it: %v", tool.Signature.Name, found)
		}
	}
}

func TestLockedOlderVersions(t *testing.T) {
	file := published(t)
	change(t, file, "version: 1", "version: 3\n    withdrawn: {since: 2026-11-20}", "tell_nothing:", "say_nothing:\n    was: tell_nothing\n    version: 2")
	checked, list := check(file, sculpt.Options{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	echo, say := checked.Plan.Tools[0], checked.Plan.Tools[1]
	if len(echo.Older) != 1 || echo.Older[0].Version != 1 || echo.Withdrawn == nil || echo.Withdrawn.Since.Year() != 2026 || !echo.Withdrawn.Sunset.IsZero() {
		t.Errorf("echo_word has the older versions %v and is withdrawn as %v", echo.Older, echo.Withdrawn)
	}
	if say.Signature.ToolID != sculpt.DerivedID("acme", "tell_nothing") || say.DerivedID || len(say.Older) != 1 || say.Older[0].Name != "tell_nothing" {
		t.Errorf("say_nothing has the ID %s, derived: %t, and the older versions %v", say.Signature.ToolID, say.DerivedID, say.Older)
	}
}

func TestLockedFindings(t *testing.T) {
	tests := []struct {
		name         string
		replacements []string
		want         []string // places, rules and beginnings of messages
	}{
		{"nothing changed", nil, nil},
		{"what no signature has", []string{"version: 1", "version: 1\n    timeout: 5s"}, nil},
		{"a longer word", []string{"max_length: 9", "max_length: 10"}, []string{"nact.yaml:7:14 locked version 1 of echo_word is published"}},
		{"a shorter word", []string{"max_length: 9", "max_length: 8"}, []string{"nact.yaml:7:14 breaking version 1 of echo_word is published"}},
		{"a version that is not written", []string{"Tell nothing.", "Tell little."}, []string{"nact.yaml:19:3 locked version 1 of tell_nothing is published"}},
		{"another ID", []string{"0479A45D", "1479A45D"}, []string{"nact.yaml:6:9 id-changed echo_word is published with the ID"}},
		{"a tool gone", []string{"  tell_nothing:", "  tell_something:"}, []string{"nact.lock:58:3 tool-gone the published tool tell_nothing is not in the manifest"}},
		{"another mistake comes first", []string{"max_length: 9", "max_length: 8", `"${inputs.times}"`, `"${inputs.time}"`},
			[]string{"nact.yaml:17:61 expression there is no input"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file := published(t)
			change(t, file, test.replacements...)
			checked, list := check(file, sculpt.Options{})
			var got []string
			for _, d := range list {
				if d.Severity == diag.Warning {
					continue // of lint
				}
				d.Pos.File = filepath.Base(d.Pos.File)
				got = append(got, d.Pos.String()+" "+d.Rule+" "+d.Message)
			}
			if !slices.EqualFunc(got, test.want, strings.HasPrefix) {
				t.Errorf("\n got %q\nwant %q", got, test.want)
			}
			if (checked == nil) != (len(test.want) > 0) {
				t.Errorf("there is a plan: %t", checked != nil)
			}
		})
	}
}

// TestLockedAside: what compares itself is not held against the lock, but has its IDs.
func TestLockedAside(t *testing.T) {
	file := published(t)
	change(t, file, "max_length: 9", "max_length: 8")
	checked, list := check(file, sculpt.Options{Unlocked: true})
	if checked == nil || list.HasErrors() {
		t.Fatal(list)
	}
	if checked.Plan.Tools[0].Signature.ToolID != checked.Published.Tools[0].ID {
		t.Errorf("the ID is %s", checked.Plan.Tools[0].Signature.ToolID)
	}
}

func TestLockedDamaged(t *testing.T) {
	file := published(t)
	content, err := os.ReadFile(lock.Path(file))
	if err != nil {
		t.Fatal(err)
	}
	rewrite(t, lock.Path(file), strings.Replace(string(content), "max_length: 9", "max_length: 8", 1))
	for _, options := range []sculpt.Options{{}, {Unlocked: true}} {
		if checked, list := check(file, options); checked != nil || len(list) != 1 || list[0].Rule != "edited" {
			t.Errorf("%+v: %v", options, list)
		}
	}
}
