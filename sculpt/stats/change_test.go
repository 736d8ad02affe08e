package stats

import (
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
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
