package lock_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/versions/lock"
)

// small is a file with two tools.
func small(t *testing.T) string {
	return string(publish(t,
		[]lock.Entry{entry(tidesID, "lookup_tides", 1), entry(weatherID, "lookup_weather", 1)},
		[]lock.Entry{entry(tidesID, "lookup_tides", 1), entry(weatherID, "lookup_weather", 2, unitsAdded)},
	).Encode())
}

func TestParseRefuses(t *testing.T) {
	replace := func(old, with string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				panic("the file does not contain " + old)
			}
			return strings.Replace(s, old, with, 1)
		}
	}
	const restore = "it does not fit its hash, and what is published never changes; restore nact.lock, and publish what changed as a new version [edited]"
	tests := []struct {
		name   string
		change func(string) string
		want   string // the findings
	}{
		{"a text edited", replace("The city.", "The town."),
			"nact.lock:9:7: version 1 of lookup_tides was edited: " + restore},
		{"a bound edited", replace("max_length: 120", "max_length: 80"),
			"nact.lock:9:7: version 1 of lookup_tides was edited: " + restore},
		{"an output removed in another version", func(s string) string {
			i := strings.LastIndex(s, "        outputs:")
			return s[:i]
		}, "nact.lock:61:7: version 2 of lookup_weather was edited: " + restore},
		{"the ID edited", replace(tidesID, otherID),
			"nact.lock:9:7: version 1 of lookup_tides was edited: " + restore},
		{"a version renumbered", replace("\n      1:", "\n      5:"),
			"nact.lock:9:7: version 5 of lookup_tides was edited: " + restore},
		{"a hash without its algorithm", replace("hash: sha256:", "hash: "),
			"nact.lock:10:15: hash of version 1 of lookup_tides is not of the right kind [wrong-kind]"},

		{"nothing at all", func(string) string { return "" },
			"nact.lock:1:1: the lock file is empty; restore it, or delete it if nothing was ever published [empty]"},
		{"another format", replace("lock: 1", "lock: 2"),
			`nact.lock:3:7: the lock file is of format "2", and this nactgen knows format 1; use the nactgen that wrote it, or a later one [format]`},
		{"no format", replace("lock: 1\n", ""),
			`nact.lock:4:1: missing key "lock" in the lock file [missing-key]`},
		{"unknown key of the file", replace("tools:", "tool:"),
			`nact.lock:5:1: unknown key "tool" in the lock file; did you mean "tools"? [unknown-key]`},
		{"unknown key of a tool", replace("versions:", "retired: true\n    versions:"),
			`nact.lock:8:5: unknown key "retired" in the tool lookup_tides [unknown-key]`},
		{"unknown key of an input", replace("max_length", "max_lenght"),
			`nact.lock:17:13: unknown key "max_lenght" in the input city; did you mean "max_length"? [unknown-key]`},
		{"a key twice", replace("    versions:", "    withdrawn: true\n    withdrawn: true\n    versions:"),
			`nact.lock:9:5: the key withdrawn stands twice in the tool lookup_tides [duplicate-key]`},
		{"no versions", replace("    id: "+weatherID+"\n    versions:", "    id: "+weatherID+"\n    was:"),
			"nact.lock:34:3: missing key \"versions\" in the tool lookup_weather [missing-key]\n" +
				"nact.lock:37:7: was of the tool lookup_weather is not of the right kind [wrong-kind]"},
		{"withdrawn in words", replace("    versions:", "    withdrawn: soon\n    versions:"),
			`nact.lock:8:16: withdrawn of the tool lookup_tides is not of the right kind [wrong-kind]`},
		{"withdrawn in quotes", replace("    versions:", "    withdrawn: \"true\"\n    versions:"),
			`nact.lock:8:16: withdrawn of the tool lookup_tides is not of the right kind [wrong-kind]`},
		{"a tool twice", replace("  lookup_weather:", "  lookup_tides:"),
			`nact.lock:34:3: the tool lookup_tides stands twice [duplicate-key]`},
		{"an ID twice", replace(weatherID, strings.ToUpper(tidesID)),
			"nact.lock:34:3: lookup_weather has the ID of lookup_tides; an ID is never used twice [duplicate-id]\n" +
				"nact.lock:37:7: version 1 of lookup_weather was edited: " + restore + "\n" +
				"nact.lock:61:7: version 2 of lookup_weather was edited: " + restore},
		{"a name that was another's", replace("    versions:", "    was: [lookup_weather]\n    versions:"),
			`nact.lock:35:3: the name lookup_weather is that of lookup_tides and of lookup_weather, now or formerly [duplicate-name]`},
		{"a version twice", replace("\n      2:", "\n      1:"),
			`nact.lock:61:7: the version 1 stands twice [duplicate-key]`},
		{"versions in the wrong order", func(s string) string {
			first, second := strings.LastIndex(s, "      1:"), strings.LastIndex(s, "      2:")
			return s[:first] + s[second:] + s[first:second]
		}, "nact.lock:67:7: version 1 of lookup_weather stands after version 2; the oldest stands first [order]"},
		{"a version that is no number", replace("\n      2:", "\n      02:"),
			`nact.lock:61:7: a version must be a whole number from 1 [bad-value]`},

		{"a conflict", replace("      2:\n", "<<<<<<< HEAD\n      2:\n"),
			"nact.lock:61:1: a merge left a conflict here; take the file of the branch that was published first as it is, and run nactgen lock again [conflict]"},
		{"a tab", replace("    versions:", "\tversions:"), "nact.lock:8:1: a tab in the indentation; restore the file [tab]"},
		{"not UTF-8", replace("The city.", "The \xffcity."), "nact.lock:18:13: this line is not UTF-8; restore the file [encoding]"},
		{"no colon", replace("lock: 1", "lock 1"), "nact.lock:3:5: a colon is missing after the key lock [syntax]"},
		{"no blank", replace("lock: 1", "lock:1"), "nact.lock:3:6: a blank is missing after the colon [syntax]"},
		{"no value", replace("    versions:", "    was:\n    versions:"), "nact.lock:8:5: the key was has no value [syntax]"},
		{"two values", replace("lock: 1", "lock: 1 2"), "nact.lock:3:9: nothing can follow the value on its line [syntax]"},
		{"a text without quotes", replace(`"The city."`, "The city"), "nact.lock:18:30: nothing can follow the value on its line [syntax]"},
		{"a comment without a blank", replace("lock: 1", `lock: "1"# one`), "nact.lock:3:10: nothing can follow the value on its line [syntax]"},
		{"a text without its end", replace(`"The city."`, `"The city.`), "nact.lock:18:36: the closing quote is missing [syntax]"},
		{"an unknown escape", replace("The city.", `The \city.`), "nact.lock:18:31: there is no such escape [syntax]"},
		{"a control character", replace("The city.", "The \x01city."), "nact.lock:18:31: a control character in a text; write it as an escape [syntax]"},
		{"a colon that ends a value", replace("type: string", "type: string:"), "nact.lock:16:19: a value of more than one word, or with signs in it, must stand in double quotes [syntax]"},
		{"half a character", replace("The city.", `The \ud800city.`), "nact.lock:18:31: there is no such escape [syntax]"},
		{"single quotes", replace(`"The city."`, "'The city.'"), "nact.lock:18:26: a value of more than one word, or with signs in it, must stand in double quotes [syntax]"},
		{"a list without its end", replace("    versions:", "    was: [a, b\n    versions:"), "nact.lock:8:15: a comma or a closing bracket is missing [syntax]"},
		{"an alias", replace("    versions:", "    was: *x\n    versions:"), "nact.lock:8:10: a value of more than one word, or with signs in it, must stand in double quotes [syntax]"},
		{"a line that is indented too far", replace("    versions:", "      versions:"), "nact.lock:8:7: this line is indented otherwise than those around it [indentation]"},
		{"a line that is indented too little", replace("    versions:", "   versions:"), "nact.lock:8:4: this line is indented otherwise than those around it [indentation]"},
		{"mappings without end", func(string) string {
			var b strings.Builder
			for i := range 100 {
				b.WriteString(strings.Repeat(" ", i) + "a:\n")
			}
			return b.String() + strings.Repeat(" ", 100) + "a: 1"
		}, "nact.lock:13:13: mappings nest more than 12 levels deep [too-deep]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, found := lock.Parse("nact.lock", []byte(test.change(small(t))))
			if got := shown(found); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
			if f != nil {
				t.Error("a file is returned all the same")
			}
		})
	}
}

func TestParseTakes(t *testing.T) {
	want := small(t)
	tests := []struct {
		name   string
		change func(string) string
	}{
		{"lines ended by CR and LF", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
		{"a byte order mark", func(s string) string { return "\ufeff" + s }},
		{"other comments and blank lines", func(s string) string { return strings.ReplaceAll(s, "versions:\n", "versions: # all\n\n  # of them\n") }},
		{"no comments", func(s string) string { return s[strings.Index(s, "lock:"):] }},
		{"quotes that are not needed", func(s string) string { return strings.ReplaceAll(s, "type: string", `"type": "string"`) }},
		{"what a reader assumes written out", func(s string) string {
			return strings.Replace(s, "            max_length: 120\n", "            max_length: 120\n            required: true\n", 1)
		}},
		{"the ID after the versions, in capitals", func(s string) string {
			id := "    id: " + weatherID + "\n"
			return strings.Replace(s, id, "", 1) + "    id: " + strings.ToUpper(weatherID) + "\n"
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := test.change(want)
			if text == want {
				t.Fatal("nothing changed")
			}
			f, found := lock.Parse("nact.lock", []byte(text))
			if found != nil {
				t.Fatal(shown(found))
			}
			if got := string(f.Encode()); got != want {
				t.Errorf("its canonical form is\n%s", got)
			}
		})
	}
}

func TestRead(t *testing.T) {
	folder := t.TempDir()
	path := lock.Path(filepath.Join(folder, "nact.yaml"))
	f, found := lock.Read(inputs.Tree{}, path)
	if found != nil || !reflect.DeepEqual(f, &lock.File{Missing: true}) {
		t.Errorf("of a file that is missing it reads %+v, %v", f, found)
	}
	if err := os.WriteFile(path, []byte(small(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	if f, found = lock.Read(inputs.Tree{}, path); found != nil || f.Missing || len(f.Tools) != 2 {
		t.Errorf("it reads %+v, %v", f, found)
	}
	if at := f.Tools[1].At; at.Pos.Line != 34 || at.Pos.File != path || at.Length != len("lookup_weather") {
		t.Errorf("the second tool stands at %+v", at)
	}
	if f, found = lock.Read(inputs.Tree{}, folder); f != nil || !strings.HasPrefix(shown(found), folder+": the lock file cannot be read: ") {
		t.Errorf("of a folder it reads %+v, %v", f, found)
	}
}

// FuzzRead: whatever is read can be written, and read again as the same; nothing else is changed by that.
func FuzzRead(f *testing.F) {
	golden, err := os.ReadFile(filepath.Join("testdata", "nact.lock"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(golden)
	f.Add([]byte("lock: 1\n"))
	f.Add([]byte("lock: 1\ntools:\n  a:\n    id: \"x\\u0041\"\n    was: [a, \"b\"] # c\n    versions:\n      1:\n        hash: sha256:00\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, found := lock.Parse("nact.lock", data)
		if (first == nil) == (found == nil) {
			t.Fatalf("there is a file, %v, and there are findings: %v", first != nil, found)
		}
		if first == nil {
			return
		}
		text := first.Encode()
		second, found := lock.Parse("nact.lock", text)
		if found != nil {
			t.Fatalf("what was written cannot be read: %s\n%s", shown(found), text)
		}
		if again := second.Encode(); string(again) != string(text) {
			t.Errorf("written again it is\n%s\nand was\n%s", again, text)
		}
		placeless(first)
		if placeless(second); !reflect.DeepEqual(first, second) {
			t.Errorf("read again it is %+v\nand was %+v", second, first)
		}
	})
}
