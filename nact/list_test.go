package nact_test

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// numbers is a contract of a tool with an input of each type that the draft of N-ACT has not.
func numbers(t *testing.T) *nact.Contract {
	t.Helper()
	s := nact.Signature{
		ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "sum_up", Description: "Sum up.", Version: 1,
		Inputs: []nact.Input{
			{ID: "n", Name: "N", Type: nact.Number, Optional: true, Least: nact.Bound(-1.1), Most: nact.Bound(1e6), Decimals: 2},
			{ID: "any", Name: "Any", Type: nact.Number, Optional: true},
			{ID: "l", Name: "L", Type: nact.List, Optional: true, Items: &nact.Input{Type: nact.String, MaxLength: 3}, MinItems: 1, MaxItems: 3, Unique: true},
			{ID: "m", Name: "M", Type: nact.List, Items: &nact.Input{Type: nact.Number}, Default: []any{1.5}},
			{ID: "code", Name: "Code", Type: nact.String, Optional: true, MinLength: 2, Pattern: "^[A-Zü]"},
		},
	}
	tool := nact.Tool{Versions: []nact.Signature{s}, Invoke: neverInvoked}.ReadingAll()
	if err := nact.Verify([]nact.Tool{tool}); err != nil {
		t.Fatal(err)
	}
	return ready(t, tool)[0]
}

func neverInvoked(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil }

// rules returns the rules of violations.
func rules(violations []nact.Violation) string {
	var list []string
	for _, v := range violations {
		list = append(list, v.Rule)
	}
	return strings.Join(list, " ")
}

// TestNumbers: what is taken is the number that was given, digit for digit, and its limits are compared as they are written.
func TestNumbers(t *testing.T) {
	c := numbers(t)
	for text, want := range map[string]any{
		"0": 0.0, "1e2": 100.0, "12.50": 12.5, "-1.1": -1.1, "1000000": 1e6, "0.01": 0.01, "999999.99": 999999.99,
		"-1.11": "min", "1000000.01": "max", "0.001": "decimals", "1e400": "digits", "-1e400": "digits", "1e-400": "digits", "-0": "type", "-0.0e5": "type",
		"1000000.001": "max decimals", "0.100000000000000000001": "digits", "1e999999999999999999999": "digits", "0e999999999999999999999": 0.0,
	} {
		for _, asText := range []bool{false, true} {
			check, value := c.Check, any(json.Number(text))
			if asText {
				check, value = c.CheckTexts, text
			}
			args, violations := check([]nact.Argument{{Name: "N", Value: value}})
			got := any(rules(violations))
			if violations == nil {
				got = args[0]
			}
			if got != want {
				t.Errorf("%s, as text %t: got %v, want %v", text, asText, got, want)
			}
		}
	}
	for _, digits := range []string{"37.77492950000001", "0.1", "9007199254740992", "5e-324", "1.7976931348623157e308"} {
		if args, violations := c.Check([]nact.Argument{{Name: "Any", Value: json.Number(digits)}}); violations != nil {
			t.Errorf("%s: %v", digits, violations)
		} else if given, _ := json.Number(digits).Float64(); args[1] != given {
			t.Errorf("%s is %v", digits, args[1])
		}
	}
	if _, violations := c.Check([]nact.Argument{{Name: "Any", Value: int64(9007199254740993)}}); rules(violations) != "digits" {
		t.Errorf("2^53+1: %v", violations)
	}
	for _, value := range []any{"NaN", "1,5", "12 EUR", "\"1\"", "[1]", "", " ", "0x10", "+1", ".5", "1_000", "Infinity", 1.5, true} {
		if _, violations := c.CheckTexts([]nact.Argument{{Name: "N", Value: value}}); rules(violations) != "type" {
			t.Errorf("%v: %v", value, violations)
		}
	}
	if _, violations := c.Check([]nact.Argument{{Name: "N", Value: "5"}}); rules(violations) != "type" {
		t.Errorf("a string where a number is one: %v", violations)
	}
}

// TestLists: everything that is wrong with a list is said at once, of elements with their place.
func TestLists(t *testing.T) {
	c := numbers(t)
	tests := []struct{ text, want string }{
		{`["a"]`, ""},
		{" [ \"a,b\" ,\"\\u00fc\" ] ", ""},
		{`[]`, "min-items"},
		{`["a","b","a","long","c"]`, "max-items unique max-length"},
		{`["a",1,null,[],{}]`, "max-items type null type type"},
		{`["a",]`, "type"}, {`["a"] x`, "type"}, {`a, b`, "type"}, {`"a"`, "type"}, {`{"0":"a"}`, "type"}, {``, "type"}, {`["\ud800"]`, "type"},
	}
	for _, test := range tests {
		if _, violations := c.CheckTexts([]nact.Argument{{Name: "L", Value: test.text}}); rules(violations) != test.want {
			t.Errorf("%s: got %v, want %s", test.text, violations, test.want)
		} else {
			for _, v := range violations {
				if v.Parameter != "L" {
					t.Errorf("%s: %+v is not about the list", test.text, v)
				}
			}
		}
	}
	_, violations := c.Check([]nact.Argument{{Name: "L", Value: []any{"a", "b", "a"}}})
	if want := `"L[2]" is the same as "L[0]": each element may stand once.`; len(violations) != 1 || violations[0].Message != want {
		t.Errorf("got %v, want %s", violations, want)
	}
	many := make([]any, 5000)
	if _, violations := c.Check([]nact.Argument{{Name: "L", Value: many}}); len(violations) != 102 || !strings.Contains(violations[101].Message, "4900 more") {
		t.Errorf("%d violations, the last is %v", len(violations), violations[len(violations)-1])
	}
	if _, violations := c.CheckTexts([]nact.Argument{{Name: "L", Value: []any{"a"}}}); rules(violations) != "type" {
		t.Errorf("an array where a string holds one: %v", violations)
	}
}

// TestListArguments: lists are copies with the types that tools have, and a default stays what it is.
func TestListArguments(t *testing.T) {
	type color string
	args := nact.Arguments{[]any{"RED"}, nil, []any{int64(1), int64(2)}, 2.5}
	if got := nact.EnumsOf[color](args, 0); !reflect.DeepEqual(got, []color{"RED"}) {
		t.Errorf("got %v", got)
	}
	if got := nact.OptListOf[string](args, 1); got.Has {
		t.Errorf("got %v", got)
	}
	if got := nact.OptListOf[int64](args, 2); !got.Has || len(got.Value) != 2 {
		t.Errorf("got %v", got)
	}
	if got := nact.OptEnumsOf[color](args, 0); !got.Has || got.Value[0] != "RED" {
		t.Errorf("got %v", got)
	}
	if args.Float(3) != 2.5 || args.OptFloat(1).Has {
		t.Error("the number is another one")
	}
	c := numbers(t)
	first, _ := c.Check(nil)
	nact.ListOf[float64](first, 3)[0] = 9
	if second, _ := c.Check(nil); nact.ListOf[float64](second, 3)[0] != 1.5 {
		t.Error("a call has changed the default of others")
	}
}

// TestTexts: what texts must be.
func TestTexts(t *testing.T) {
	c := numbers(t)
	for text, want := range map[string]string{"AB": "", "üb": "", "A": "min-length", "": "min-length", "ü": "min-length", "xA": "pattern"} {
		if _, violations := c.Check([]nact.Argument{{Name: "Code", Value: text}}); rules(violations) != want {
			t.Errorf("%q: got %v, want %s", text, violations, want)
		}
	}
	if nact.CheckPattern("(", "(") {
		t.Error("a pattern that is none matches")
	}
}

// TestListFingerprints: the same list is the same call, however it is spelled, and other elements are another one.
func TestListFingerprints(t *testing.T) {
	c := numbers(t)
	of := func(l string) string {
		args, violations := c.CheckTexts([]nact.Argument{{Name: "M", Value: l}})
		if violations != nil {
			t.Fatal(violations)
		}
		return c.Fingerprint(args)
	}
	if of(`[1.5]`) != of(` [1.50] `) {
		t.Error("the same list in another spelling is another call")
	}
	if of(`[1.5]`) == of(`[1,5]`) || of(`[1,2]`) == of(`[2,1]`) || of(`[]`) == of(`[0]`) {
		t.Error("another list is the same call")
	}
	if args, _ := c.Check(nil); c.Fingerprint(args) != of(`[1.5]`) {
		t.Error("a default that is written out is another call")
	}
}

// TestNumberOutputs: a number is answered as one that JSON has.
func TestNumberOutputs(t *testing.T) {
	out := nact.Output{ID: "o", Name: "O", Type: nact.Number}
	tests := []struct {
		value any
		want  string
	}{{12.5, `"12.5"`}, {math.Copysign(0, -1), `"0"`}, {1e21, `"1e+21"`}, {nact.Some(0.1), `"0.1"`}, {math.NaN(), ""}, {math.Inf(1), ""}, {int64(5), ""}}
	for _, test := range tests {
		tool := nact.Tool{Invoke: func(context.Context, nact.Arguments) (nact.Results, error) { return nact.Results{test.value}, nil }, Versions: []nact.Signature{{
			ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "sum_up", Description: "Sum up.", Version: 1, Outputs: []nact.Output{out},
		}}}
		answer, err := ready(t, tool)[0].Invoke(t.Context(), nil)
		if (err == nil) != (test.want != "") {
			t.Errorf("%v: %v", test.value, err)
		} else if err == nil && string(answer.Values[0].AppendText(nil)) != test.want {
			t.Errorf("%v: got %s, want %s", test.value, answer.Values[0].AppendText(nil), test.want)
		}
	}
}

// FuzzTexts holds what is read of a text to encoding/json: what is taken is the same value, with all its digits.
func FuzzTexts(f *testing.F) {
	for _, seed := range []string{"1.5", "-0", "1e400", `["a"]`, `[1,2.5]`, `[`, `[1e-400]`, `[0.30000000000000004]`, "123456789012345678"} {
		f.Add(seed)
	}
	s := nact.Signature{ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "sum_up", Description: "Sum up.", Version: 1, Inputs: []nact.Input{
		{ID: "n", Name: "N", Type: nact.Number, Optional: true},
		{ID: "m", Name: "M", Type: nact.List, Items: &nact.Input{Type: nact.Number}, Optional: true},
	}}
	contracts, err := nact.Contracts([]nact.Tool{nact.Tool{Versions: []nact.Signature{s}, Invoke: neverInvoked}.ReadingAll()})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if args, violations := contracts[0][0].CheckTexts([]nact.Argument{{Name: "N", Value: text}}); violations == nil {
			var want float64
			if json.Unmarshal([]byte(text), &want) != nil || args[0] != want {
				t.Errorf("%q is read as %v", text, args[0])
			}
		}
		if args, violations := contracts[0][0].CheckTexts([]nact.Argument{{Name: "M", Value: text}}); violations == nil {
			var want []float64
			if json.Unmarshal([]byte(text), &want) != nil || len(want) != len(args[1].([]any)) {
				t.Fatalf("%q is read as %v", text, args[1])
			}
			for i, n := range nact.ListOf[float64](args, 1) {
				if n != want[i] {
					t.Errorf("%q is read as %v", text, args[1])
				}
			}
		}
	})
}
