package cel_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/cel"
)

// soon runs what takes milliseconds if it is as fast as it should be, and hours if it takes a product of what it is given.
func soon(t *testing.T, run func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); run() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("no end after a minute")
	}
}

// many returns a list of that many different values.
func many(n int) []any {
	values := make([]any, n)
	for i := range values {
		values[i] = map[string]any{"a": []any{float64(i), "x"}}
	}
	return values
}

func TestSetsOfManyValues(t *testing.T) {
	const n = 300_000
	a, b := many(n), many(n + 1)[1:]
	soon(t, func() {
		if distinct, err := cel.DynDistinct(append(many(n), a...)); err != nil || len(distinct) != n {
			t.Errorf("%d distinct values, %v", len(distinct), err)
		}
	})
	for _, test := range []struct {
		name     string
		relation func(a, b any) (bool, error)
		want     bool
	}{{"contains", cel.DynContainsAll, false}, {"intersects", cel.DynIntersects, true}, {"equivalent", cel.DynEquivalent, false}} {
		soon(t, func() {
			if got, err := test.relation(a, b); err != nil || got != test.want {
				t.Errorf("%s: %t, %v", test.name, got, err)
			}
		})
	}
}

// TestDistinctOfNaN holds that values which equal nothing are not looked for among each other.
func TestDistinctOfNaN(t *testing.T) {
	const n = 300_000
	values := make([]any, n)
	for i := range values {
		values[i] = []any{math.NaN()}
	}
	soon(t, func() {
		if distinct, err := cel.DynDistinct(values); err != nil || len(distinct) != n {
			t.Errorf("%d distinct values, %v", len(distinct), err)
		}
	})
}

// TestLongTexts holds that a text does not become larger than memory because another one says so.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	const want = "bytes, the limit is 67108864"
	if _, err := cel.ReplaceAll(long, "", long); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("ReplaceAll: %v", err)
	}
	if _, err := cel.Replace(long, "x", long, 65); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Replace: %v", err)
	}
	if _, err := cel.Join(make([]string, 100), long); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Join: %v", err)
	}
	if _, err := cel.DynJoin(make([]string, 100), long); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("DynJoin: %v", err)
	}
	if s, err := cel.Replace(long, "x", long, 3); err != nil || len(s) != 4<<20-3 {
		t.Errorf("Replace of 3: %d bytes, %v", len(s), err)
	}
}

// TestLayoutOfQuotes holds that a layout is read once.
func TestLayoutOfQuotes(t *testing.T) {
	const n = 2_000_000
	soon(t, func() {
		if text, err := cel.FormatDate("2026-11-20", "'-"+strings.Repeat("''", n)+"'"); err != nil || len(text) != 1+n {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	})
}

// TestHostilePatterns holds that a pattern which an upstream chose is refused where it would take long.
func TestHostilePatterns(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, test := range []struct{ s, pattern, want string }{
		{"", strings.Repeat("a", 1001), "too large"},
		{"", strings.Repeat("(a{0,30}){0,30}", 20), "too large"},
		{long, "(a{0,31}){31}b", "too long"},
		{long, `(a|b|c|d|e|f|g)*x`, ""},
		{long, "^b", ""},
		{"", "(", "missing closing )"},
	} {
		soon(t, func() {
			_, err := cel.Matches(test.s, test.pattern)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("%.40s on %d bytes: %v, want %q", test.pattern, len(test.s), err, test.want)
			}
		})
	}
}

// TestPatternsSpend holds that compiling counts, also with a text that is empty.
func TestPatternsSpend(t *testing.T) {
	budget := cel.Budget(10_000)
	matches := 0
	for range 1000 {
		found, err := cel.MatchesWithin(&budget, "", "^[a-z]*$")
		if err == cel.ErrBudget {
			break
		}
		if err != nil || !found {
			t.Fatalf("%t, %v", found, err)
		}
		matches++
	}
	if matches < 5 || matches > 50 {
		t.Errorf("%d matches within 10,000", matches)
	}
}
