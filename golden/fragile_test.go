package golden

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// The forms in which fragile-read says what to do instead.
var (
	readAs     = regexp.MustCompile(`: read it as (.*?)(?:, which leaves it out then)?$`)
	readVarAs  = regexp.MustCompile(`: read it as (.*), an optional, and run the steps that send it only where it is there, with when: (vars\.(.*)\.hasValue\(\))$`)
	runWhere   = regexp.MustCompile(`: run (\w+) only where it is there, with when: (.*)$`)
	askFirst   = regexp.MustCompile(`: ask first, as in \.\.\. \? (.*) : \.\.\.$`)
	conditions = map[string]string{ // of what askFirst leaves open
		"int(steps.visit.body.?hour.orValue('0'))": "steps.visit.body.?hour.orValue('0').matches('^[0-9]{1,2}$')",
		"100 / steps.visit.body.?heads.orValue(1)": "steps.visit.body.?heads.orValue(1) != 0",
	}
)

// TestFragileReads does what is said of the reads that can fail, one after the other, until nothing is said of any.
func TestFragileReads(t *testing.T) {
	folder := t.TempDir()
	for _, c := range readCases(t, "findings") {
		if c.name == "warnings_fragile" {
			c.write(t, folder)
		}
	}
	t.Chdir(folder)
	const most = 60 // rounds
	for range most {
		r, err := pipeline.Run("nact.yaml", pipeline.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Findings.HasErrors() {
			t.Fatalf("what was said makes errors:\n%s", render(t, r.Findings))
		}
		found := false
		for _, d := range r.Findings {
			if d.Rule == "fragile-read" {
				followAdvice(t, folder, d)
				found = true
				break
			}
		}
		if !found {
			return
		}
	}
	t.Errorf("after %d rounds something is still said", most)
}

// followAdvice changes the manifest as a finding says.
func followAdvice(t *testing.T, folder string, d diag.Diagnostic) {
	t.Helper()
	path := filepath.Join(folder, "nact.yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	line := lines[d.Pos.Line-1]
	start := d.Pos.Column - 1
	before, read, after := line[:start], line[start:start+d.Length], line[start+d.Length:]
	if m := readVarAs.FindStringSubmatch(d.Message); m != nil {
		lines[d.Pos.Line-1] = before + m[1] + after
		for i, other := range lines {
			if name, sends := sender(other, "${vars."+m[3]+"}"); sends {
				lines[i] = under(strings.Replace(other, "vars."+m[3], "vars."+m[3]+".value()", 1), name, m[2])
			}
		}
	} else if m := readAs.FindStringSubmatch(d.Message); m != nil {
		lines[d.Pos.Line-1] = before + m[1] + after
	} else if m := runWhere.FindStringSubmatch(d.Message); m != nil {
		lines[d.Pos.Line-1] = under(line, m[1], m[2])
	} else if m := askFirst.FindStringSubmatch(d.Message); m != nil && conditions[m[1]] != "" && m[1] == read {
		lines[d.Pos.Line-1] = before + conditions[m[1]] + " ? " + read + " : 0" + after
	} else {
		t.Fatalf("%s says nothing that can be done", d)
	}
	if lines[d.Pos.Line-1] == line {
		t.Fatalf("%s changes nothing", d)
	}
	writeFile(t, path, []byte(strings.Join(lines, "\n")))
}

// sender returns the step that stands in a line and sends a value.
func sender(line, value string) (name string, ok bool) {
	name, rest, ok := strings.Cut(strings.TrimSpace(line), ": {call: ")
	return name, ok && strings.Contains(rest, value)
}

// under returns the line of a step that runs only where a condition holds, and where it did before.
func under(line, step, condition string) string {
	begin := step + `: {when: "`
	if strings.Contains(line, begin) {
		return strings.Replace(line, begin, begin+condition+" && ", 1)
	}
	return strings.Replace(line, step+": {", begin+condition+`", `, 1)
}
