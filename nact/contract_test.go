package nact_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

const forecastID = "0479a45d-ad0a-49d4-94db-75edf00d2ca4"

// forecast is a signature with an input of every kind.
func forecast() nact.Signature {
	return nact.Signature{
		ToolID: forecastID, Name: "lookup_forecast", Description: "Look up a forecast.", Version: 1,
		Inputs: []nact.Input{
			{ID: "city", Name: "City", Type: nact.String, MaxLength: 5},
			{ID: "day", Name: "Day", Type: nact.Enum, Default: "TODAY", AllowedValues: []nact.AllowedValue{{Name: "TODAY"}, {Name: "TOMORROW"}}},
			{ID: "hours", Name: "Hours", Type: nact.Int, Optional: true, Min: nact.Limit(1), Max: nact.Limit(48)},
			{ID: "metric", Name: "Metric", Type: nact.Boolean, Optional: true},
			{ID: "from", Name: "From", Type: nact.String, Optional: true, Format: "date"},
			{ID: "station", Name: "Station", Type: nact.Int, Optional: true},
		},
		Outputs: []nact.Output{{ID: "summary", Name: "Summary", Type: nact.String}},
	}
}

func contractOf(t *testing.T, versions ...nact.Signature) []*nact.Contract {
	t.Helper()
	tool := nact.Tool{Versions: versions, Formats: nact.CheckFormat, Invoke: noInvoke}
	if err := nact.Verify([]nact.Tool{tool}); err != nil {
		t.Fatal(err)
	}
	return ready(t, tool)
}

// ready returns the contracts of a tool's versions.
func ready(t *testing.T, tool nact.Tool) []*nact.Contract {
	t.Helper()
	contracts, err := nact.Contracts([]nact.Tool{tool})
	if err != nil {
		t.Fatal(err)
	}
	return contracts[0]
}

// TestContractsRefuse: of what is wrong with tools that were made by hand, what would have a call panic is an error.
func TestContractsRefuse(t *testing.T) {
	older := nact.Signature{ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "lookup", Description: "Look up.", Version: 1}
	newer := older
	newer.Version = 2
	with := func(s nact.Signature, inputs []nact.Input, outputs []nact.Output) nact.Signature {
		s.Inputs, s.Outputs = inputs, outputs
		return s
	}
	day := []nact.Input{{ID: "day", Name: "Day", Type: nact.String, Description: "Which day.", Format: "date"}}
	sky := []nact.Output{{ID: "sky", Name: "Sky", Type: nact.String}}
	for want, tool := range map[string]nact.Tool{
		"nact: tool 1: it needs a version and an Invoke function":                                 {Invoke: noInvoke},
		"nact: tool 1: it needs a version and an Invoke function ":                                {Versions: []nact.Signature{older}},
		`nact: tool lookup, version 1: the input "day" has a format, and the tool has no Formats`: {Invoke: noInvoke, Versions: []nact.Signature{with(older, day, nil)}},
		`nact: tool lookup, version 1: the current version lacks the input "day"`:                 {Invoke: noInvoke, Formats: nact.CheckFormat, Versions: []nact.Signature{with(older, day, nil), newer}},
		`nact: tool lookup, version 1: the current version lacks the output "sky"`:                {Invoke: noInvoke, Versions: []nact.Signature{with(older, nil, sky), newer}},
	} {
		if _, err := nact.Contracts([]nact.Tool{tool}); err == nil || err.Error() != strings.TrimSpace(want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestCheckAccepts(t *testing.T) {
	tests := []struct {
		name string
		call []nact.Argument
		want nact.Arguments
	}{
		{"defaults are filled in, other optional inputs are absent", []nact.Argument{{"City", "Omaha"}},
			nact.Arguments{"Omaha", "TODAY", nil, nil, nil, nil}},
		{"every input, in whatever order", []nact.Argument{{"From", "2026-01-31"}, {"Metric", true}, {"Station", json.Number("7")}, {"Hours", json.Number("48")}, {"Day", "TOMORROW"}, {"City", ""}},
			nact.Arguments{"", "TOMORROW", int64(48), true, "2026-01-31", int64(7)}},
		{"a whole number with a fraction of zero", []nact.Argument{{"City", "Omaha"}, {"Hours", json.Number("5.0")}},
			nact.Arguments{"Omaha", "TODAY", int64(5), nil, nil, nil}},
		{"an int64", []nact.Argument{{"City", "Omaha"}, {"Hours", int64(5)}},
			nact.Arguments{"Omaha", "TODAY", int64(5), nil, nil, nil}},
		{"the default maximum itself", []nact.Argument{{"City", "Omaha"}, {"Station", json.Number("65535")}},
			nact.Arguments{"Omaha", "TODAY", nil, nil, nil, int64(65535)}},
		{"no lower bound without a minimum", []nact.Argument{{"City", "Omaha"}, {"Station", json.Number("-9223372036854775808")}},
			nact.Arguments{"Omaha", "TODAY", nil, nil, nil, int64(-9223372036854775808)}},
		{"length in code points, not bytes", []nact.Argument{{"City", "Ōöü☃𝄞"}},
			nact.Arguments{"Ōöü☃𝄞", "TODAY", nil, nil, nil, nil}},
	}
	contract := contractOf(t, forecast())[0]
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, violations := contract.Check(test.call)
			if violations != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %#v, %v; want %#v", got, violations, test.want)
			}
		})
	}
}

func TestCheckRefuses(t *testing.T) {
	tests := []struct {
		name     string
		argument nact.Argument
		rule     string
		message  string
	}{
		{"unknown", nact.Argument{"Planet", "Mars"}, nact.RuleUnknown, `"Planet" is not a parameter of lookup_forecast, which takes "City", "Day", "Hours", "Metric", "From" and "Station".`},
		{"almost known", nact.Argument{"Citty", "Omaha"}, nact.RuleUnknown, `"Citty" is not a parameter of lookup_forecast, which takes "City", "Day", "Hours", "Metric", "From" and "Station". Did you mean "City"?`},
		{"an ID instead of a name", nact.Argument{"hours", json.Number("1")}, nact.RuleUnknown, `"hours" is not a parameter of lookup_forecast, which takes "City", "Day", "Hours", "Metric", "From" and "Station". Did you mean "Hours"?`},
		{"null", nact.Argument{"City", nil}, nact.RuleNull, `"City" has no value: give one.`},
		{"null though optional", nact.Argument{"Hours", nil}, nact.RuleNull, `"Hours" has no value: give one or leave the parameter out.`},
		{"number as string", nact.Argument{"City", json.Number("5")}, nact.RuleType, `"City" must be a string, not a number.`},
		{"array as string", nact.Argument{"City", []any(nil)}, nact.RuleType, `"City" must be a string, not an array.`},
		{"object as string", nact.Argument{"City", map[string]any(nil)}, nact.RuleType, `"City" must be a string, not an object.`},
		{"boolean as enum", nact.Argument{"Day", true}, nact.RuleType, `"Day" must be a string, not a boolean.`},
		{"string as int", nact.Argument{"Hours", "5"}, nact.RuleType, `"Hours" must be a whole number, not a string.`},
		{"fraction", nact.Argument{"Hours", json.Number("5.5")}, nact.RuleType, `"Hours" must be a whole number of at most 48; this one is fractional or too large.`},
		{"beyond all ints", nact.Argument{"Hours", json.Number("1e400")}, nact.RuleType, `"Hours" must be a whole number of at most 48; this one is fractional or too large.`},
		{"string as boolean", nact.Argument{"Metric", "true"}, nact.RuleType, `"Metric" must be true or false, not a string.`},
		{"number as boolean", nact.Argument{"Metric", json.Number("1")}, nact.RuleType, `"Metric" must be true or false, not a number.`},
		{"above the maximum", nact.Argument{"Hours", json.Number("49")}, nact.RuleMax, `"Hours" is above its maximum of 48.`},
		{"above the default maximum", nact.Argument{"Station", json.Number("65536")}, nact.RuleMax, `"Station" is above its maximum of 65535.`},
		{"below the minimum", nact.Argument{"Hours", json.Number("0")}, nact.RuleMin, `"Hours" is below its minimum of 1.`},
		{"too long", nact.Argument{"City", "Ōöü☃𝄞!"}, nact.RuleMaxLength, `"City" has 6 characters: it may have at most 5.`},
		{"not an allowed value", nact.Argument{"Day", "SUNDAY"}, nact.RuleAllowedValues, `"Day" must be one of its allowed values: "TODAY" and "TOMORROW".`},
		{"almost an allowed value", nact.Argument{"Day", "today"}, nact.RuleAllowedValues, `"Day" must be one of its allowed values: "TODAY" and "TOMORROW". Did you mean "TODAY"?`},
		{"not of the format", nact.Argument{"From", "tomorrow"}, nact.RuleFormat, `"From" must be a date such as 2026-01-31.`},
	}
	contract := contractOf(t, forecast())[0]
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			call := []nact.Argument{test.argument}
			if test.argument.Name != "City" {
				call = append(call, nact.Argument{Name: "City", Value: "Omaha"})
			}
			args, got := contract.Check(call)
			want := []nact.Violation{{Parameter: test.argument.Name, Rule: test.rule, Message: test.message}}
			if args != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("\n got %v, %q\nwant %q", args, got, want)
			}
		})
	}
}

func TestCheckReportsAllViolations(t *testing.T) {
	_, got := contractOf(t, forecast())[0].Check([]nact.Argument{
		{"Metric", "yes"}, {"Planet", "Mars"}, {"Hours", json.Number("0")}, {"Hours", json.Number("5")}, {"Hours", json.Number("5")},
	})
	want := []string{"Metric type", "Planet unknown", "Hours min", "Hours duplicate", "City required"}
	if rules := rulesOf(got); !reflect.DeepEqual(rules, want) {
		t.Errorf("got %q, want %q", rules, want)
	}
}

func TestCheckOfToolWithoutInputs(t *testing.T) {
	s := forecast()
	s.Inputs = nil
	_, got := contractOf(t, s)[0].Check([]nact.Argument{{"City", "Omaha"}})
	if want := `"City" is not a parameter of lookup_forecast, which takes none.`; len(got) != 1 || got[0].Message != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCheckBoundsItsAnswer(t *testing.T) {
	call := []nact.Argument{{"City", "Omaha"}, {strings.Repeat("x", 1<<16), "long"}}
	for i := range 10_000 {
		call = append(call, nact.Argument{Name: fmt.Sprint("p", i), Value: "stray"})
	}
	_, got := contractOf(t, forecast())[0].Check(call)
	if len(got) != 101 {
		t.Fatalf("%d violations are reported", len(got))
	}
	if last := got[100].Message; last != "9901 more parameters are unknown." {
		t.Errorf("the last violation is %q", last)
	}
	if len(got[0].Message) > 1000 {
		t.Errorf("a message has %d bytes", len(got[0].Message))
	}
}

func TestLongListsAreShortened(t *testing.T) {
	s := forecast()
	s.Inputs[1].AllowedValues = nil
	for i := range 100 {
		s.Inputs[1].AllowedValues = append(s.Inputs[1].AllowedValues, nact.AllowedValue{Name: fmt.Sprint("DAY_", i)})
	}
	s.Inputs[1].Default = "DAY_99"
	_, got := contractOf(t, s)[0].Check([]nact.Argument{{"City", "Omaha"}, {"Day", "Day 98"}})
	if want := `"DAY_58", "DAY_59" and 40 more. Did you mean "DAY_98"?`; len(got) != 1 || !strings.HasSuffix(got[0].Message, want) {
		t.Errorf("got %q, want it to end with %s", got, want)
	}
}

func TestContractSaysWhatItIsOf(t *testing.T) {
	contracts := contractOf(t, versions()...)
	if got := contracts[0].Signature().Version; got != 1 {
		t.Errorf("the first contract is of version %d", got)
	}
	if got := contracts[0].Tool().Current().Version; got != 3 {
		t.Errorf("the current version of its tool is %d", got)
	}
}

func rulesOf(violations []nact.Violation) []string {
	var rules []string
	for _, v := range violations {
		rules = append(rules, v.Parameter+" "+v.Rule)
	}
	return rules
}
