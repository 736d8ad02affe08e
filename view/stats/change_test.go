package stats

import (
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

func tool(id, name, description string) nact.Signature {
	return nact.Signature{ToolID: id, Name: name, Description: description, Version: 1, Outputs: []nact.Output{{ID: "a", Name: "A", Type: nact.String, Description: "It."}}}
}

// TestCompare: tools that take as many tokens as before are not listed; those that are, are found by their ID or else by their name.
func TestCompare(t *testing.T) {
	older := []nact.Signature{
		tool("1", "same", "Do it."), tool("2", "longer", "Do it."), tool("3", "old_name", "Do it."), tool("4", "new_id", "Do it."), tool("5", "gone", "Do it."), tool("6", "reworded", "Do it."),
	}
	newer := []nact.Signature{
		tool("7", "new", "Do it."), tool("6", "reworded", "Do me."), tool("40", "new_id", "Do it now and here."), tool("3", "new_name", "Do it now."), tool("2", "longer", "Do it again."), tool("1", "same", "Do it."),
	}
	c, err := Compare(older, newer, Encodings[0])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	sum := 0
	for _, change := range c.Tools {
		before, after := change.Before, change.After
		switch {
		case before == nil:
			got, before = append(got, change.Tool+" new"), new(Promise)
		case after == nil:
			got, after = append(got, change.Tool+" gone"), new(Promise)
		default:
			got = append(got, change.Tool)
		}
		sum += after.NACT - before.NACT
	}
	if want := []string{"gone gone", "longer", "new new", "new_id", "new_name"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if c.Before.Function == 0 || c.Before.Function >= c.Before.NACT {
		t.Errorf("as functions they were %d tokens", c.Before.Function)
	}
	if c.After.NACT-c.Before.NACT != sum || c.Before.NACT == 0 {
		t.Errorf("all of them: %+v to %+v, and one by one %d more", c.Before, c.After, sum)
	}
}

// TestCompareNothing: where nothing differs, nothing is written.
func TestCompareNothing(t *testing.T) {
	list := []nact.Signature{tool("1", "same", "Do it.")}
	c, err := Compare(list, list, Encodings[0])
	if err != nil || len(c.Tools) > 0 || c.Tools == nil {
		t.Fatalf("%+v, %v", c, err)
	}
	var b strings.Builder
	if c.WriteText(&b, plainName) != nil || c.WriteMarkdown(&b, plainName) != nil || b.Len() > 0 {
		t.Errorf("got %q", b.String())
	}
}

// FuzzCompare: what somebody gives diff as a base is counted or refused, whatever it holds.
func FuzzCompare(f *testing.F) {
	s := tool("1", "same", "Do it.")
	s.Inputs = []nact.Input{{ID: "n", Name: "N", Type: nact.Int, Default: int64(3)}, {ID: "e", Name: "E", Type: nact.Enum, AllowedValues: []nact.AllowedValue{{Name: "A", Description: "B."}}, Examples: []any{"A"}}}
	f.Add(s.AppendJSON(nil, 0))
	f.Add([]byte(`{"name":"` + "`|\\n" + `","input_parameters":[{"type":"weird","default":true,"max":1e9,"examples":[null]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		base, err := sigdiff.Decode(data)
		if err != nil {
			return
		}
		c, err := Compare([]nact.Signature{base}, nil, Encodings[0])
		if err != nil || len(c.Tools) != 1 || c.Before.NACT == 0 || c.Before.Function == 0 {
			t.Fatalf("%+v, %v", c, err)
		}
		var b strings.Builder
		if err := c.WriteMarkdown(&b, plainName); err != nil || strings.Count(b.String(), "\n") != 4 {
			t.Errorf("%q, %v", b.String(), err)
		}
	})
}
