package nact_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

const otherID = "6f1c2f2e-3a55-4b0c-9a43-0a4d6d7c1b11"

// findings returns the lines of what is wrong with tools.
func findings(tools ...nact.Tool) string {
	if err := nact.Verify(tools); err != nil {
		return err.Error()
	}
	return ""
}

func toolOf(versions ...nact.Signature) nact.Tool {
	return nact.Tool{Versions: versions, Formats: nact.CheckFormat, Invoke: noInvoke}
}

// schemas returns the tool with a schema of an output.
func schemas(tool nact.Tool, id, schema string) nact.Tool {
	tool.Schemas = map[string]string{id: schema}
	return tool
}

// withdrawn returns the tool withdrawn on a day and with a sunset.
func withdrawn(tool nact.Tool, since, sunset string) nact.Tool {
	day := func(text string) time.Time {
		t, err := time.Parse(time.DateOnly, text)
		if err != nil {
			panic(err)
		}
		return t
	}
	tool.Withdrawn = &nact.Withdrawal{Since: day(since), Sunset: day(sunset)}
	return tool
}

func TestContractsRefuseSignature(t *testing.T) {
	enum := []nact.AllowedValue{{Name: "A"}, {Name: "B"}}
	input := func(in nact.Input) func(*nact.Signature) {
		if in.ID == "" {
			in.ID, in.Name = "x", "X"
		}
		return func(s *nact.Signature) { s.Inputs = append(s.Inputs, in) }
	}
	output := func(out nact.Output) func(*nact.Signature) {
		if out.ID == "" {
			out.ID, out.Name = "x", "X"
		}
		return func(s *nact.Signature) { s.Outputs = append(s.Outputs, out) }
	}
	tests := []struct {
		name   string
		change func(*nact.Signature)
		want   string
	}{
		{"tool ID is no UUID", func(s *nact.Signature) { s.ToolID = "forecast" }, `, version 1: tool ID "forecast" is not a UUID in lower case`},
		{"tool ID in capitals", func(s *nact.Signature) { s.ToolID = strings.ToUpper(forecastID) }, `, version 1: tool ID "0479A45D-AD0A-49D4-94DB-75EDF00D2CA4" is not a UUID in lower case`},
		{"long name", func(s *nact.Signature) { s.Name = strings.Repeat("x", 255) }, `is not snake case of at most 254 characters`},
		{"no description", func(s *nact.Signature) { s.Description = "" }, `, version 1: it has no description`},
		{"long description", func(s *nact.Signature) { s.Description = strings.Repeat("ü", 2000) }, `, version 1: its description has 2000 characters: at most 1999 are allowed`},
		{"description is not UTF-8", func(s *nact.Signature) { s.Description = "\xff" }, `, version 1: its description is not UTF-8`},
		{"zero width space in a description", func(s *nact.Signature) { s.Description = "a\u200bb" }, `, version 1: its description has the character U+200B, which nobody sees`},
		{"tag character in a tag", func(s *nact.Signature) { s.Tags = []string{"a\U000E0041"} }, `, version 1: its tag has the character U+E0041, which nobody sees`},
		{"mark of direction in a name", func(s *nact.Signature) { s.Inputs[0].Name = "\u202Ea" }, `its name has the character U+202E, which nobody sees`},
		{"img is no URL", func(s *nact.Signature) { s.Img = "icon.png" }, `, version 1: img "icon.png" is not an absolute URL`},
		{"tag twice", func(s *nact.Signature) { s.Tags = []string{"a", "a"} }, `, version 1: tag "a" is empty or given twice`},
		{"empty tag", func(s *nact.Signature) { s.Tags = []string{""} }, `, version 1: tag "" is empty or given twice`},
		{"version 0", func(s *nact.Signature) { s.Version = 0 }, `, version 0: versions count from 1`},

		{"input ID twice", input(nact.Input{ID: "city", Name: "Town", Type: nact.String}), `, input "city": its ID is empty or taken by another`},
		{"input name twice", input(nact.Input{ID: "town", Name: "City", Type: nact.String}), `, input "town": its name "City" is empty or taken by another`},
		{"input without a name", input(nact.Input{ID: "town", Type: nact.String}), `, input "town": its name "" is empty or taken by another`},
		{"input without a type", input(nact.Input{}), `, input "x": type "" is not one of string, int, number, boolean, enum and list`},
		{"json input", input(nact.Input{Type: nact.JSON}), `, input "x": type "json" is not one of string, int, number, boolean, enum and list`},
		{"limits of a string", input(nact.Input{Type: nact.String, Max: nact.Limit(1)}), `, input "x": only an int has Min and Max`},
		{"length of an int", input(nact.Input{Type: nact.Int, MaxLength: 1}), `, input "x": only a string has MinLength, MaxLength, Pattern and Format`},
		{"format of an enum", input(nact.Input{Type: nact.Enum, AllowedValues: enum, Format: "date"}), `, input "x": only a string has MinLength, MaxLength, Pattern and Format`},
		{"negative length", input(nact.Input{Type: nact.String, MaxLength: -1}), `, input "x": its minimum length 0 and its maximum length -1 do not agree`},
		{"unknown format", input(nact.Input{Type: nact.String, Format: "phone"}), `, input "x": format "phone" is not one of date, date-time, time, email, uri and uuid`},
		{"minimum above the maximum", input(nact.Input{Type: nact.Int, Min: nact.Limit(2), Max: nact.Limit(1)}), `, input "x": its minimum 2 is above its maximum 1`},
		{"minimum above the default maximum", input(nact.Input{Type: nact.Int, Min: nact.Limit(70000)}), `, input "x": its minimum 70000 is above its maximum 65535`},
		{"enum without values", input(nact.Input{Type: nact.Enum}), `, input "x": an enum has allowed values, and nothing else has: this enum has 0`},
		{"string with values", input(nact.Input{Type: nact.String, AllowedValues: enum}), `, input "x": an enum has allowed values, and nothing else has: this string has 2`},
		{"enum value in small letters", input(nact.Input{Type: nact.Enum, AllowedValues: []nact.AllowedValue{{Name: "first"}}}), `, input "x": value "first" is not snake case in capitals of at most 255 characters`},
		{"long enum value", input(nact.Input{Type: nact.Enum, AllowedValues: []nact.AllowedValue{{Name: strings.Repeat("A", 256)}}}), `is not snake case in capitals of at most 255 characters`},
		{"long description of an enum value", input(nact.Input{Type: nact.Enum, AllowedValues: []nact.AllowedValue{{Name: "A", Description: strings.Repeat("x", 2001)}}}), `, input "x": its description of A has 2001 characters: at most 2000 are allowed`},
		{"enum value twice", input(nact.Input{Type: nact.Enum, AllowedValues: []nact.AllowedValue{{Name: "A"}, {Name: "A"}}}), `, input "x": value A is given twice`},
		{"default above the maximum", input(nact.Input{Type: nact.Int, Default: int64(65536)}), `, input "x": its default 65536 does not fit: "X" is above its maximum of 65535.`},
		{"default outside the enum", input(nact.Input{Type: nact.Enum, AllowedValues: enum, Default: "C"}), `, input "x": its default C does not fit: "X" must be one of its allowed values`},
		{"default of another type", input(nact.Input{Type: nact.String, Default: int64(1)}), `, input "x": its default 1 does not fit: "X" must be a string, not a number.`},
		{"default is an int", input(nact.Input{Type: nact.Int, Default: 1}), `, input "x": its default is a int: it must be a string, an int64, a float64, a bool or an []any`},
		{"minimum length above the maximum", input(nact.Input{Type: nact.String, MinLength: 2, MaxLength: 1}), `its minimum length 2 and its maximum length 1 do not agree`},
		{"pattern that is none", input(nact.Input{Type: nact.String, Pattern: "("}), `its pattern is no regular expression`},
		{"decimals of an int", input(nact.Input{Type: nact.Int, Decimals: 1}), `only a number has Least, Most and Decimals`},
		{"bounds of a number that cross", input(nact.Input{Type: nact.Number, Least: nact.Bound(2), Most: nact.Bound(1.5)}), `its minimum 2 is above its maximum 1.5`},
		{"bound of too many digits", input(nact.Input{Type: nact.Number, Least: nact.Bound(0.125), Decimals: 2}), `its bound 0.125 is no number that it could take`},
		{"infinite bound", input(nact.Input{Type: nact.Number, Most: nact.Bound(math.Inf(1))}), `its bound +Inf is no number that it could take`},
		{"list of nothing", input(nact.Input{Type: nact.List}), `a list has Items, which say what its elements are`},
		{"list of lists", input(nact.Input{Type: nact.List, Items: &nact.Input{Type: nact.List, Items: &nact.Input{Type: nact.Int}}}), `the elements of a list are no lists`},
		{"items of a string", input(nact.Input{Type: nact.String, Unique: true}), `only a list has Items, MinItems, MaxItems and Unique`},
		{"sizes that cross", input(nact.Input{Type: nact.List, Items: &nact.Input{Type: nact.Int}, MinItems: 101}), `its minimum of 101 elements and its maximum of 100 do not agree`},
		{"element with a default", input(nact.Input{Type: nact.List, Items: &nact.Input{Type: nact.Int, Default: int64(1)}}), `the elements of a list have a type and limits only`},
		{"limit of an element", input(nact.Input{Type: nact.List, Items: &nact.Input{Type: nact.Int, MaxLength: 1}}), `items of "x": only a string has`},
		{"default with a wrong element", input(nact.Input{Type: nact.List, Items: &nact.Input{Type: nact.Int}, Default: []any{int64(1), "x"}}), `"X[1]" must be a whole number, not a string.`},
		{"example too long", input(nact.Input{Type: nact.String, MaxLength: 1, Examples: []any{"a", "bc"}}), `, input "x": its example 2 bc does not fit: "X" has 2 characters: it may have at most 1.`},

		{"output ID twice", output(nact.Output{ID: "summary", Name: "Text", Type: nact.String}), `, output "summary": its ID is empty or taken by another`},
		{"output name twice", output(nact.Output{ID: "text", Name: "Summary", Type: nact.String}), `, output "text": its name "Summary" is empty or taken by another`},
		{"output of no type", output(nact.Output{Type: "float"}), `, output "x": type "float" is not one of string, int, number, boolean, enum and json`},
		{"output enum without values", output(nact.Output{Type: nact.Enum}), `, output "x": an enum has allowed values, and nothing else has: this enum has 0`},
		{"output with the ID of the failure", func(s *nact.Signature) {
			s.Outputs = append(s.Outputs, nact.Output{ID: nact.FailureID, Name: "X", Type: nact.String})
			s.Failures = enum
		}, `, output "failure": its ID is empty or taken by another`},
		{"output with the name of the failure detail", func(s *nact.Signature) {
			s.Outputs = append(s.Outputs, nact.Output{ID: "x", Name: nact.FailureDetailName, Type: nact.String})
			s.Failures = enum
		}, `, output "failure_detail": its name "Failure detail" is empty or taken by another`},
		{"failure in small letters", func(s *nact.Signature) { s.Failures = []nact.AllowedValue{{Name: "gone"}} }, `, output "failure": value "gone" is not snake case in capitals of at most 255 characters`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := forecast()
			test.change(&s)
			if got := findings(toolOf(s).ReadingAll()); !strings.Contains(got, test.want) || strings.Contains(got, "\n") {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestContractsRefuseNames(t *testing.T) {
	for _, name := range []string{"", "Lookup Forecast", "lookupForecast", "lookup-forecast", "_lookup", "lookup_", "lookup__forecast", "1lookup", "lookup_försök"} {
		s := forecast()
		s.Name = name
		if got := findings(toolOf(s)); !strings.Contains(got, "is not snake case") {
			t.Errorf("name %q: got %q", name, got)
		}
	}
	for _, name := range []string{"lookup", "lookup_forecast_2", "a1_2b", strings.Repeat("x", 254)} {
		s := forecast()
		s.Name = name
		if got := findings(toolOf(s)); got != "" {
			t.Errorf("name %q: got %s", name, got)
		}
	}
}

func TestContractsRefuseTools(t *testing.T) {
	detailed := forecast()
	detailed.Outputs = append(detailed.Outputs, nact.Output{ID: "details", Name: "Details", Type: nact.JSON})
	other := forecast()
	other.ToolID, other.Name = otherID, "lookup_tides"
	sameName := forecast()
	sameName.ToolID = otherID
	sameID := forecast()
	sameID.Name = "lookup_tides"
	second := forecast()
	second.Version = 2
	movedID := second
	movedID.ToolID = otherID

	tests := []struct {
		name  string
		tools []nact.Tool
		want  string
	}{
		{"sound", []nact.Tool{toolOf(forecast(), second), toolOf(other)}, ""},
		{"none at all", nil, ""},
		{"no version", []nact.Tool{{Formats: nact.CheckFormat, Invoke: noInvoke}}, "nact: tool 1: it has no version"},
		{"a schema of nothing", []nact.Tool{schemas(toolOf(forecast()), "nothing", "{}")}, `nact: tool lookup_forecast: it has a schema for "nothing", which is no output of type json`},
		{"a schema that is no object", []nact.Tool{schemas(toolOf(detailed), "details", "true")}, `nact: tool lookup_forecast: the schema of the output "details" is no JSON object`},
		{"a schema that is no JSON", []nact.Tool{schemas(toolOf(detailed), "details", "{")}, `nact: tool lookup_forecast: the schema of the output "details" is no JSON object`},
		{"a format that nothing checks", []nact.Tool{{Versions: []nact.Signature{forecast()}, Invoke: noInvoke}}, `nact: tool lookup_forecast: input "from" has a format, and the tool has no Formats`},
		{"no function", []nact.Tool{{Versions: []nact.Signature{forecast()}, Formats: nact.CheckFormat}}, "nact: tool lookup_forecast: it has no Invoke function"},
		{"same name", []nact.Tool{toolOf(forecast()), toolOf(sameName)}, "nact: tool lookup_forecast: another tool has the same name"},
		{"same ID", []nact.Tool{toolOf(forecast()), toolOf(sameID)}, "nact: tool lookup_tides: its ID " + forecastID + " is also that of lookup_forecast"},
		{"versions of different IDs", []nact.Tool{toolOf(forecast(), movedID)}, "nact: tool lookup_forecast, version 2: its tool ID is " + otherID + ", that of version 1 is " + forecastID},
		{"newest version first", []nact.Tool{toolOf(second, forecast())}, "nact: tool lookup_forecast, version 1: it stands after version 2: list the oldest first"},
		{"same version twice", []nact.Tool{toolOf(forecast(), forecast())}, "nact: tool lookup_forecast, version 1: it stands after version 1: list the oldest first"},
		{"sunset before the withdrawal", []nact.Tool{withdrawn(toolOf(forecast()), "2026-11-20", "2026-11-19")},
			"nact: tool lookup_forecast: its sunset on 2026-11-19 is before its withdrawal on 2026-11-20"},
		{"sunset with the withdrawal", []nact.Tool{withdrawn(toolOf(forecast()), "2026-11-20", "2026-11-20")}, ""},
		{"everything at once", []nact.Tool{{}, {Versions: []nact.Signature{sameID}, Formats: nact.CheckFormat}, toolOf(sameName)},
			"nact: tool 1: it has no version\nnact: tool lookup_tides: it has no Invoke function"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := findings(test.tools...); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestContractsRefuseBreakingVersion(t *testing.T) {
	tests := []struct {
		name   string
		change func(older, newer *nact.Signature)
		want   string // empty: no break
	}{
		{"texts", func(_, n *nact.Signature) {
			n.Description, n.Tags, n.Inputs[0].Description = "Another.", []string{"new"}, "Another."
		}, ""},
		{"optional input added", func(_, n *nact.Signature) {
			n.Inputs = append(n.Inputs, nact.Input{ID: "x", Name: "X", Type: nact.String, Optional: true})
		}, ""},
		{"output added", func(_, n *nact.Signature) {
			n.Outputs = append(n.Outputs, nact.Output{ID: "x", Name: "X", Type: nact.Int})
		}, ""},
		{"first failures added", func(_, n *nact.Signature) { n.Failures = []nact.AllowedValue{{Name: "GONE"}} }, ""},
		{"constraints loosened", func(_, n *nact.Signature) {
			n.Inputs[0].MaxLength, n.Inputs[2].Min, n.Inputs[2].Max, n.Inputs[4].Format = 0, nil, nact.Limit(100), ""
		}, ""},
		{"input value added", func(_, n *nact.Signature) {
			n.Inputs[1].AllowedValues = append([]nact.AllowedValue{{Name: "WEEKEND"}}, n.Inputs[1].AllowedValues...)
		}, ""},
		{"input turned optional", func(_, n *nact.Signature) { n.Inputs[0].Optional = true }, ""},
		{"default for a required input", func(_, n *nact.Signature) { n.Inputs[0].Default = "Omaha" }, ""},

		{"required input added", func(_, n *nact.Signature) {
			n.Inputs = append(n.Inputs, nact.Input{ID: "x", Name: "X", Type: nact.String})
		}, `input "x" is new and required: a new input must be optional`},
		{"input gone", func(_, n *nact.Signature) { n.Inputs = n.Inputs[1:] }, `input "city" of version 1 is gone: that needs a new tool`},
		{"input renamed", func(_, n *nact.Signature) { n.Inputs[0].Name = "Town" }, `input "city" was string "City" and is string "Town": that needs a new tool`},
		{"input retyped", func(_, n *nact.Signature) { n.Inputs[5].Type = nact.String }, `input "station" was int "Station" and is string "Station": that needs a new tool`},
		{"input turned required", func(_, n *nact.Signature) { n.Inputs[2].Optional = false }, `input "hours" was optional and is required: that needs a new tool`},
		{"default gone", func(_, n *nact.Signature) { n.Inputs[1].Default = nil }, `input "day" was optional and is required: that needs a new tool`},
		{"another default", func(_, n *nact.Signature) { n.Inputs[1].Default = "TOMORROW" }, `input "day" has another default, so that a call without it would mean something else: that needs a new tool`},
		{"first default of an optional input", func(_, n *nact.Signature) { n.Inputs[2].Default = int64(1) }, `input "hours" has another default, so that a call without it would mean something else: that needs a new tool`},
		{"no default of an input that stays optional", func(_, n *nact.Signature) { n.Inputs[1].Default, n.Inputs[1].Optional = nil, true }, `input "day" has another default, so that a call without it would mean something else: that needs a new tool`},
		{"lower maximum", func(_, n *nact.Signature) { n.Inputs[2].Max = nact.Limit(47) }, `input "hours" takes fewer numbers than before: that needs a new tool`},
		{"maximum below the default one", func(_, n *nact.Signature) { n.Inputs[5].Max = nact.Limit(65534) }, `input "station" takes fewer numbers than before: that needs a new tool`},
		{"higher minimum", func(_, n *nact.Signature) { n.Inputs[2].Min = nact.Limit(2) }, `input "hours" takes fewer numbers than before: that needs a new tool`},
		{"first minimum", func(_, n *nact.Signature) { n.Inputs[5].Min = nact.Limit(0) }, `input "station" takes fewer numbers than before: that needs a new tool`},
		{"shorter strings", func(_, n *nact.Signature) { n.Inputs[0].MaxLength = 4 }, `input "city" takes fewer strings than before: that needs a new tool`},
		{"first maximum length", func(_, n *nact.Signature) { n.Inputs[4].MaxLength = 100 }, `input "from" takes fewer strings than before: that needs a new tool`},
		{"first format", func(o, _ *nact.Signature) { o.Inputs[4].Format = "" }, `input "from" takes fewer strings than before: that needs a new tool`},
		{"input value gone", func(_, n *nact.Signature) { n.Inputs[1].AllowedValues = n.Inputs[1].AllowedValues[:1] }, `input "day" no longer takes TOMORROW: that needs a new tool`},
		{"output gone", func(_, n *nact.Signature) { n.Outputs = nil }, `output "summary" of version 1 is gone: that needs a new tool`},
		{"output retyped", func(_, n *nact.Signature) { n.Outputs[0].Type = nact.JSON }, `output "summary" was string "Summary" and is json "Summary": that needs a new tool`},
		{"failure added to others", func(o, n *nact.Signature) {
			o.Failures = []nact.AllowedValue{{Name: "GONE"}}
			n.Failures = []nact.AllowedValue{{Name: "GONE"}, {Name: "LOST"}}
		}, `output "failure" may newly be LOST, which older clients do not know: that needs a new tool`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			older, newer := forecast(), forecast()
			newer.Version = 2
			test.change(&older, &newer)
			want := test.want
			if want != "" {
				want = "nact: tool lookup_forecast, version 2: " + want
			}
			if got := findings(toolOf(older, newer)); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func TestPublished(t *testing.T) {
	s := forecast()
	if got := len(s.Published()); got != 1 {
		t.Errorf("without failures, %d outputs are published", got)
	}
	s.Failures = []nact.AllowedValue{{Name: "GONE", Description: "It is gone."}}
	published := s.Published()
	if len(published) != 3 || len(s.Outputs) != 1 {
		t.Fatalf("%d outputs are published, and %d are left", len(published), len(s.Outputs))
	}
	if f := published[1]; f.ID != "failure" || f.Name != "Failure" || f.Type != nact.Enum || f.AllowedValues[0] != s.Failures[0] {
		t.Errorf("the failure is published as %+v", f)
	}
	if d := published[2]; d.ID != "failure_detail" || d.Name != "Failure detail" || d.Type != nact.String {
		t.Errorf("the failure detail is published as %+v", d)
	}
}
