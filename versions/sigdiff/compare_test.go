package sigdiff_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// classes returns the class of every rule.
func classes() map[string]sigdiff.Class {
	byRule := map[string]sigdiff.Class{}
	for _, r := range sigdiff.Rules() {
		byRule[r.Name] = r.Class
	}
	return byRule
}

// rulesOf returns the rules of differences, sorted, each once, but for the one that says that the version grew.
func rulesOf(differences []sigdiff.Difference) []string {
	var rules []string
	for _, d := range differences {
		if d.Rule != sigdiff.RuleVersion {
			rules = append(rules, d.Rule)
		}
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

func TestKinds(t *testing.T) {
	catalogue := kinds()
	for _, s := range steps(catalogue) {
		t.Run(s.name(catalogue), func(t *testing.T) {
			older, newer := versions(catalogue, s)
			got := sigdiff.Compare(older, newer)
			if want := s.rules(catalogue); !slices.Equal(rulesOf(got), want) {
				t.Errorf("got %v, want the rules %v", got, want)
			}
			for _, d := range got {
				if d.Class != classes()[d.Rule] {
					t.Errorf("%v is not of the class of its rule", d)
				}
				if strings.HasSuffix(d.Message, ".") || d.Message == "" {
					t.Errorf("%q is no sentence without its full stop", d.Message)
				}
			}
		})
	}
}

// TestPairs composes all pairs of kinds, each in both directions: no difference hides another.
func TestPairs(t *testing.T) {
	catalogue := kinds()
	byRule := classes()
	all := steps(catalogue)
	for i, first := range all {
		for _, second := range all[i+1:] {
			if first.kind == second.kind {
				continue
			}
			older, newer := versions(catalogue, first, second)
			got := sigdiff.Compare(older, newer)
			want := slices.Concat(first.rules(catalogue), second.rules(catalogue))
			slices.Sort(want)
			if want = slices.Compact(want); !slices.Equal(rulesOf(got), want) {
				t.Fatalf("%s and %s: got %v, want the rules %v", first.name(catalogue), second.name(catalogue), got, want)
			}
			worst := sigdiff.None
			for _, rule := range want {
				worst = max(worst, byRule[rule])
			}
			if sigdiff.Overall(got) != worst {
				t.Fatalf("%s and %s: got %v, want %v", first.name(catalogue), second.name(catalogue), sigdiff.Overall(got), worst)
			}
		}
	}
}

func TestVersionNumbers(t *testing.T) {
	tests := []struct {
		name   string
		change func(s *nact.Signature)
		want   string
		class  sigdiff.Class
	}{
		{"the same", func(*nact.Signature) {}, "", sigdiff.None},
		{"a higher version", func(s *nact.Signature) { s.Version = 7 }, "version", sigdiff.None},
		{"a lower version", func(s *nact.Signature) { s.Version = 2 }, "version-back", sigdiff.Breaking},
		{"a change of text in the same version", func(s *nact.Signature) { s.Description = "Other." }, "description version-same", sigdiff.Breaking},
		{"a change of text in a lower version", func(s *nact.Signature) { s.Description, s.Version = "Other.", 2 }, "description version-back", sigdiff.Breaking},
		{"an ID in capitals", func(s *nact.Signature) { s.ToolID = strings.ToUpper(s.ToolID) }, "", sigdiff.None},
		{"an int's default maximum spelled out", func(s *nact.Signature) { s.Inputs[0].Max = at(65535) }, "", sigdiff.None},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			older := nact.Signature{ToolID: "abc", Version: 3, Inputs: []nact.Input{{ID: "n", Name: "N", Type: nact.Int}}}
			newer := older
			newer.Inputs = slices.Clone(older.Inputs)
			test.change(&newer)
			differences := sigdiff.Compare(older, newer)
			var rules []string
			for _, d := range differences {
				rules = append(rules, d.Rule)
			}
			if got := strings.Join(rules, " "); got != test.want || sigdiff.Overall(differences) != test.class {
				t.Errorf("got %v, want %s: %v", differences, test.want, test.class)
			}
		})
	}
}

// TestEveryRule finds rules that no test reaches.
func TestEveryRule(t *testing.T) {
	reached := map[string]bool{sigdiff.RuleVersion: true, sigdiff.RuleVersionBack: true, sigdiff.RuleVersionSame: true}
	for _, k := range kinds() {
		for _, rule := range strings.Fields(k.forth + " " + k.back) {
			reached[rule] = true
		}
	}
	for _, r := range sigdiff.Rules() {
		if !reached[r.Name] {
			t.Errorf("the rule %s has no kind of change", r.Name)
		}
		delete(reached, r.Name)
	}
	for rule := range reached {
		t.Errorf("the rule %s is not among Rules", rule)
	}
}

func TestMessages(t *testing.T) {
	catalogue := kinds()
	tests := []struct{ kind, parameter, want string }{ // a kind that starts with ~ is reversed
		{"tool: another name", "", `the tool was called "lookup_weather" and is called "lookup_forecast"`},
		{"tool: tag added", "", `the tags of the tool were "left", "right" and are "new", "left", "right"`},
		{"input: another name", "One", `the input "One" is called "Two" now`},
		{"input: string to int", "string_to_int", `the input "string_to_int" was of type string and is of type int`},
		{"input: first minimum", "first_minimum", `the minimum of the input "first_minimum" was none and is 1`},
		{"input: first maximum, below 65535", "first_maximum_below_65535", `the maximum of the input "first_maximum_below_65535" was 65535 and is 100`},
		{"input: another format", "another_format", `the input "another_format" needed the format date and needs uuid`},
		{"input: first format", "first_format", `the input "first_format" now needs the format date`},
		{"~input: first format", "first_format", `the input "first_format" no longer needs the format date`},
		{"input: first default of an optional one", "first_default_of_an_optional_one", `the input "first_default_of_an_optional_one" had no default and has 1: a call without it means something else`},
		{"~input: first default of an optional one", "first_default_of_an_optional_one", `the input "first_default_of_an_optional_one" had the default 1 and has none: a call without it means something else`},
		{"input: another default", "another_default", `the input "another_default" had the default 1 and has 2: a call without it means something else`},
		{"output: value added", "value_added", `the output "value_added" may be B, which older clients do not know`},
		{"output: added", "added", `the output "added" is new`},
	}
	for _, test := range tests {
		t.Run(test.kind, func(t *testing.T) {
			name, reversed := strings.CutPrefix(test.kind, "~")
			i := slices.IndexFunc(catalogue, func(k kind) bool { return k.name == name })
			got := sigdiff.Compare(versions(catalogue, step{i, reversed}))[0]
			if got.Message != test.want || got.Parameter != test.parameter {
				t.Errorf("got %q about %q, want %q", got.Message, got.Parameter, test.want)
			}
		})
	}
}

func TestMessagesQuote(t *testing.T) {
	older := nact.Signature{Inputs: []nact.Input{{ID: "x", Name: "a\r\n\x1b[31m\u202e" + strings.Repeat("x", 500)}}}
	got := sigdiff.Compare(older, nact.Signature{})[0].Message
	if want := `the input "a\r\n\x1b[31m\u202e` + strings.Repeat("x", 51) + `…" is gone`; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// TestSameIDTwice: a signature that is not valid equals itself, and no change of it is overlooked.
func TestSameIDTwice(t *testing.T) {
	twice := nact.Signature{Inputs: []nact.Input{{ID: "x", Name: "A"}, {ID: "x", Name: "B"}, {Name: "C"}, {Name: "D"}}}
	if got := sigdiff.Compare(twice, twice); got != nil {
		t.Errorf("it differs from itself: %v", got)
	}
	once := nact.Signature{Inputs: twice.Inputs[1:]}
	if got := sigdiff.Overall(sigdiff.Compare(twice, once)); got != sigdiff.Breaking {
		t.Errorf("without one of the two: got %v", got)
	}
}

// TestNameOfAnother: an input that is gone is not taken for one that has its name and another's ID.
func TestNameOfAnother(t *testing.T) {
	older := nact.Signature{Version: 1, Inputs: []nact.Input{{ID: "a", Name: "A"}, {ID: "b", Name: "B"}}}
	newer := nact.Signature{Version: 2, Inputs: []nact.Input{{ID: "a", Name: "B"}}}
	if got, want := rulesOf(sigdiff.Compare(older, newer)), []string{"input-name", "input-removed"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
