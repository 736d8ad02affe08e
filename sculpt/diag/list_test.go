package diag

import (
	"slices"
	"testing"
)

func at(line, column int) Position { return Position{File: "nact.yaml", Line: line, Column: column} }

func TestSort(t *testing.T) {
	var l List
	l.Errorf(at(2, 10), 1, "r", "b")
	l.Errorf(at(2, 9), 1, "r", "c")
	l.Warnf(at(2, 10), 1, "r", "a")
	l.Errorf(at(2, 10), 3, "r", "b")
	l.Errorf(Position{File: "a.json", Line: 7}, 1, "r", "d")
	l.Errorf(at(10, 1), 1, "r", "e")
	l.Errorf(Position{File: "nact.yaml"}, 0, "r", "f")
	l.Sort()
	var got []string
	for _, d := range l {
		got = append(got, d.String())
	}
	want := []string{
		"a.json:7: d", "nact.yaml: f", "nact.yaml:2:9: c", "nact.yaml:2:10: warning: a", "nact.yaml:2:10: b", "nact.yaml:10:1: e",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if l[4].Length != 3 {
		t.Errorf("of two equal findings the shorter one was kept")
	}
}

func TestSortKeepsAnErrorOverAnEqualWarning(t *testing.T) {
	var l List
	l.Warnf(at(1, 1), 1, "r", "a")
	l.Errorf(at(1, 1), 1, "r", "a")
	if l.Sort(); len(l) != 1 || l[0].Severity != Error {
		t.Errorf("got %v, want the error alone", l)
	}
}

func TestHasErrors(t *testing.T) {
	var l List
	l.Warnf(at(1, 1), 1, "r", "a")
	if l.HasErrors() {
		t.Error("a warning counts as an error")
	}
	l.Errorf(at(1, 1), 1, "r", "100%% %s", "b")
	if !l.HasErrors() || l[1].Message != "100% b" {
		t.Errorf("the error is lost or garbled: %v", l)
	}
}

func TestDiagnosticStringIsOneHarmlessLine(t *testing.T) {
	d := Diagnostic{Pos: Position{File: "a\nb", Line: 1}, Message: "x\x1b[31m\r\n\u202ey\xff"}
	if got, want := d.String(), `a\u000ab:1: x\u001b[31m\u000d\u000a\u202ey\xff`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := (Diagnostic{Message: "x"}).String(); got != "x" {
		t.Errorf("without a position: %q", got)
	}
}
