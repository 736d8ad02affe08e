package nacttest

import (
	"errors"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

type priceArgs struct {
	Kind  string          `json:"kind"`
	Slots nact.Opt[int64] `json:"slots,omitzero"`
}

type price struct {
	Cents int64            `json:"cents"`
	Note  nact.Opt[string] `json:"note,omitzero"`
}

// TestFunctions: each result is used once, by a call whose arguments fit.
func TestFunctions(t *testing.T) {
	f := NewFunctions(t,
		Return{Step: "a", Function: "price", Args: `{"kind":"x"}`, Result: `{"cents":1}`},
		Return{Step: "b", Function: "price", Args: `{"slots":2}`, Result: `{"cents":2,"note":"n"}`},
		Return{Step: "c", Function: "list", Result: `[3]`},
		Return{Step: "d", Function: "price", Fail: "SOLD_OUT", Detail: "None."},
		Return{Step: "e", Function: "never", Result: "1", Optional: true},
	)
	second, err := Called[*price](f, "price", priceArgs{Kind: "y", Slots: nact.Some[int64](2)})
	if err != nil || second.Cents != 2 || second.Note != nact.Some("n") {
		t.Errorf("got %v and %v", second, err)
	}
	first, err := Called[*price](f, "price", priceArgs{Kind: "x"})
	if err != nil || first.Cents != 1 || first.Note.Has {
		t.Errorf("got %v and %v", first, err)
	}
	if list, err := Called[[]int64](f, "list", struct{}{}); err != nil || len(list) != 1 {
		t.Errorf("got %v and %v", list, err)
	}
	_, err = Called[*price](f, "price", priceArgs{Kind: "x"})
	var failure *nact.Failure
	if !errors.As(err, &failure) || failure.Name != "SOLD_OUT" || failure.Detail != "None." {
		t.Errorf("got %v", err)
	}
}

// TestFunctionsFail: what an example has not recorded, and what nothing asks for, fails the test.
func TestFunctionsFail(t *testing.T) {
	for _, tt := range []struct {
		name    string
		returns []Return
		want    string
	}{
		{"no result", nil, `the example records no result of price for {"kind":"x"}`},
		{"other arguments", []Return{{Step: "a", Function: "price", Args: `{"kind":"y"}`, Result: "{}", Optional: true}}, `step a: args at /kind: wanted "y", called with "x"`},
		{"another result", []Return{{Step: "a", Function: "price", Result: `"text"`}}, "the recorded result of the step a is none of price"},
		{"left over", []Return{{Step: "a", Function: "price", Result: "{}"}, {Step: "b", Function: "price", Result: "{}"}}, "nothing asked for the recorded result of the step b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := observe(t, func(t testing.TB) {
				_, _ = Called[*price](NewFunctions(t, tt.returns...), "price", priceArgs{Kind: "x"})
			})
			if !strings.Contains(got, tt.want) {
				t.Errorf("the test was told %q, want %q", got, tt.want)
			}
		})
	}
}
