package nact_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// TestSpelled checks what becomes of the names of an enum, and that the arguments of the call stay as they are.
func TestSpelled(t *testing.T) {
	given := nact.Arguments{"NEXT_DAY", []any{"SAME_DAY", "NEXT_DAY", "OTHER"}, nil, "NEXT_DAY"}
	got := given
	for i := range 3 {
		got = nact.Spelled(got, i, "NEXT_DAY", "next day", "SAME_DAY", "NEXT_DAY")
	}
	if want := (nact.Arguments{"next day", []any{"NEXT_DAY", "next day", "OTHER"}, nil, "NEXT_DAY"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := (nact.Arguments{"NEXT_DAY", []any{"SAME_DAY", "NEXT_DAY", "OTHER"}, nil, "NEXT_DAY"}); !reflect.DeepEqual(given, want) {
		t.Errorf("the arguments of the call are %q", given)
	}
}
