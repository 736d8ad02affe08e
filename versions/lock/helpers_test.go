package lock_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/versions/lock"
)

const (
	weatherID = "0479a45d-ad0a-49d4-94db-75edf00d2ca4"
	tidesID   = "6f1c2f2e-3a55-4b0c-9a43-0a4d6d7c1b11"
	otherID   = "11111111-2222-4333-8444-555555555555"
)

// entry is a tool of the manifest in line 10.
func entry(id, name string, version int, changes ...func(*lock.Entry)) lock.Entry {
	at := func(line int) lock.Mark {
		return lock.Mark{Pos: diag.Position{File: "nact.yaml", Line: line, Column: 3}, Length: 4}
	}
	e := lock.Entry{
		Signature: nact.Signature{
			ToolID: id, Name: name, Version: version, Description: "A tool.",
			Inputs: []nact.Input{
				{ID: "city", Name: "City", Type: nact.String, Description: "The city.", MaxLength: 120},
				{ID: "day", Name: "Day", Type: nact.Enum, Description: "The day.", Optional: true, Default: "TODAY", AllowedValues: values("TODAY", "TOMORROW")},
			},
			Outputs: []nact.Output{{ID: "summary", Name: "Summary", Type: nact.String, Description: "In a sentence."}},
		},
		Marks: lock.Marks{Name: at(10), ID: at(11), Version: at(12), Was: at(13), Withdrawn: at(14), Disabled: at(15)},
	}
	for _, change := range changes {
		change(&e)
	}
	return e
}

func values(names ...string) []nact.AllowedValue {
	var list []nact.AllowedValue
	for _, name := range names {
		list = append(list, nact.AllowedValue{Name: name, Description: "This is " + name + "."})
	}
	return list
}

// The changes of entries.

func was(name string) func(*lock.Entry) { return func(e *lock.Entry) { e.Was = name } }

func withdrawn(e *lock.Entry) { e.Withdrawn = true }

func disabled(e *lock.Entry) { e.Disabled = true }

func describedAs(text string) func(*lock.Entry) {
	return func(e *lock.Entry) { e.Signature.Description = text }
}

func unitsAdded(e *lock.Entry) {
	e.Signature.Inputs = append(e.Signature.Inputs, nact.Input{ID: "units", Name: "Units", Type: nact.String, Optional: true, Description: "The units."})
}

func listsAdded(e *lock.Entry) {
	e.Signature.Inputs = append(e.Signature.Inputs,
		nact.Input{ID: "amount", Name: "Amount", Type: nact.Number, Description: "How much.", Least: nact.Bound(1), Most: nact.Bound(99.5), Decimals: 2, Default: 5.5, Optional: true, Examples: []any{1.25}},
		nact.Input{ID: "codes", Name: "Codes", Type: nact.List, Description: "The codes.", Items: &nact.Input{Type: nact.String, MinLength: 1, Pattern: `^[A-Z"]+$`}, MinItems: 1, MaxItems: 3, Unique: true, Default: []any{"A", `B"`}, Optional: true},
		nact.Input{ID: "days", Name: "Days", Type: nact.List, Description: "The days.", Items: &nact.Input{Type: nact.Enum, AllowedValues: values("TODAY")}, MaxItems: 100, Optional: true, Examples: []any{[]any{"TODAY"}, []any{}}},
		nact.Input{ID: "limits", Name: "Limits", Type: nact.List, Description: "The limits.", Items: &nact.Input{Type: nact.Int, Min: nact.Limit(1), Max: nact.Limit(nact.DefaultMax)}, MaxItems: 100, Optional: true, Examples: []any{[]any{int64(5)}}},
	)
	e.Signature.Outputs = append(e.Signature.Outputs, nact.Output{ID: "total", Name: "Total", Type: nact.Number, Description: "In all."})
}

func cityGone(e *lock.Entry) { e.Signature.Inputs = e.Signature.Inputs[1:] }

func failing(e *lock.Entry) {
	e.Signature.Failures = values("CITY_NOT_FOUND")
}

// publish publishes the entries of each step after those of the step before.
func publish(t *testing.T, steps ...[]lock.Entry) *lock.File {
	t.Helper()
	f := new(lock.File)
	for _, entries := range steps {
		changed, _, err := lock.Publish(f, entries)
		if err != nil {
			t.Fatal(err)
		}
		f = changed
	}
	return f
}

// reread returns a file as it is read from disk, so that its parts have places.
func reread(t *testing.T, f *lock.File) *lock.File {
	t.Helper()
	again, found := lock.Parse("nact.lock", f.Encode())
	if found != nil {
		t.Fatal(shown(found))
	}
	return again
}

// shown returns findings as a user sees them, without source.
func shown(found diag.List) string {
	var b strings.Builder
	for _, d := range found {
		b.WriteString(d.String() + " [" + d.Rule + "]\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
