package cel_test

import (
	"errors"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/cel"
)

func TestBudget(t *testing.T) {
	budget := cel.Budget(10)
	for _, n := range []int{4, 0, 6} {
		if err := budget.Spend(n); err != nil {
			t.Fatalf("%d of the 10: %v", n, err)
		}
	}
	if err := budget.SpendBytes(15); err != nil {
		t.Errorf("15 bytes are less than an element: %v", err)
	}
	for _, n := range []int{1, 0, 1 << 62} {
		if err := budget.Spend(n); err != cel.ErrBudget {
			t.Errorf("%d more: %v", n, err)
		}
	}
}

func TestBudgetSpendBytes(t *testing.T) {
	budget := cel.Budget(10)
	if err := budget.SpendBytes(10 * 16); err != nil {
		t.Error(err)
	}
	if err := budget.SpendBytes(16); err != cel.ErrBudget {
		t.Errorf("16 bytes more: %v", err)
	}
}

func TestBudgetSpendAll(t *testing.T) {
	text := "0123456789abcdef"
	for _, test := range []struct {
		v    any
		want cel.Budget
	}{
		{nil, 1},
		{int64(1), 1},
		{"short", 1},
		{text, 2},
		{[]byte(text + text), 3},
		{[]string{text, text}, 5},
		{[]any{text, nil, []any{}}, 5},
		{map[string]any{text: 1.5}, 4},
		{time.Time{}, 1},
		{&struct {
			Name nact.Opt[string]
			Next *struct{}
		}{Name: nact.Some(text)}, 6},
	} {
		budget := test.want
		if err := budget.SpendAll(test.v); err != nil || budget != 0 {
			t.Errorf("%#v: %v, with %d left of %d", test.v, err, budget, test.want)
		}
		budget = test.want - 1
		if err := budget.SpendAll(test.v); err != cel.ErrBudget {
			t.Errorf("%#v with one less: %v", test.v, err)
		}
	}
}

func TestLength(t *testing.T) {
	for _, test := range []struct {
		v    any
		want int
	}{
		{nil, 0}, {1.5, 0}, {"0123456789abcdef", 1}, {make([]byte, 40), 2}, {[]any{nil, "a"}, 2}, {[]int64{1, 2, 3}, 3}, {map[string]any{"a": nil}, 1},
	} {
		if got := cel.Length(test.v); got != test.want {
			t.Errorf("Length(%#v) = %d, want %d", test.v, got, test.want)
		}
	}
}

// TestBudgetIsNotAbsorbed holds that a spent budget ends && and || whatever the other side is.
func TestBudgetIsNotAbsorbed(t *testing.T) {
	side := func(v bool, err error) func() (bool, error) { return func() (bool, error) { return v, err } }
	spent, failed := side(false, cel.ErrBudget), side(false, errors.New("failed"))
	for _, other := range []func() (bool, error){side(true, nil), side(false, nil), failed} {
		if v, err := cel.AndFunc(spent, other); v || err != cel.ErrBudget {
			t.Errorf("spent && other = %t, %v", v, err)
		}
		if v, err := cel.OrFunc(spent, other); v || err != cel.ErrBudget {
			t.Errorf("spent || other = %t, %v", v, err)
		}
	}
	for name, got := range map[string]func() (bool, error){
		"true && spent":    func() (bool, error) { return cel.AndFunc(side(true, nil), spent) },
		"failed && spent":  func() (bool, error) { return cel.AndFunc(failed, spent) },
		"false || spent":   func() (bool, error) { return cel.OrFunc(side(false, nil), spent) },
		"failed || spent ": func() (bool, error) { return cel.OrFunc(failed, spent) },
	} {
		if v, err := got(); v || err != cel.ErrBudget {
			t.Errorf("%s = %t, %v", name, v, err)
		}
	}
}
