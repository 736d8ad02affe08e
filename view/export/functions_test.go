package export_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/view/export"
)

// function is one of a list, by what it is for all providers.
type function struct {
	name       string
	parameters json.RawMessage // nil: it has none
}

// functionLists are the formats of lists of functions, and how one is read.
var functionLists = map[string]func(t *testing.T, content []byte) []function{
	"openai":        responsesFunctions,
	"openai-strict": responsesFunctions,
	"openai-chat": func(t *testing.T, content []byte) (list []function) {
		for _, f := range decoded[[]struct {
			Function struct {
				Name       string
				Parameters json.RawMessage
			}
		}](t, content) {
			list = append(list, function{f.Function.Name, f.Function.Parameters})
		}
		return list
	},
	"anthropic": func(t *testing.T, content []byte) (list []function) {
		for _, f := range decoded[[]struct {
			Name        string
			InputSchema json.RawMessage `json:"input_schema"`
		}](t, content) {
			list = append(list, function{f.Name, f.InputSchema})
		}
		return list
	},
	"gemini": func(t *testing.T, content []byte) (list []function) {
		for _, f := range decoded[[]struct {
			FunctionDeclarations []struct {
				Name                 string
				ParametersJSONSchema json.RawMessage `json:"parametersJsonSchema"`
			}
		}](t, content)[0].FunctionDeclarations {
			list = append(list, function{f.Name, f.ParametersJSONSchema})
		}
		return list
	},
}

func responsesFunctions(t *testing.T, content []byte) (list []function) {
	for _, f := range decoded[[]struct {
		Name       string
		Parameters json.RawMessage
	}](t, content) {
		list = append(list, function{f.Name, f.Parameters})
	}
	return list
}

func decoded[T any](t *testing.T, content []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(content, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func eachList(t *testing.T, f func(t *testing.T, format string, p *plan.Plan, list []function)) {
	for name, p := range manifests(t) {
		for _, format := range slices.Sorted(maps.Keys(functionLists)) {
			t.Run(name+" "+format, func(t *testing.T) {
				offered := export.Offered(p)
				list := functionLists[format](t, exported(t, format, p).Content)
				if len(list) != len(offered.Tools) {
					t.Fatalf("%d functions for %d tools", len(list), len(offered.Tools))
				}
				f(t, format, offered, list)
			})
		}
	}
}

// TestFunctionLists: lists are what the types of the providers' SDKs have, with the rules that these say of names.
func TestFunctionLists(t *testing.T) {
	schemas := map[string]*jsonschema.Schema{}
	for format := range functionLists {
		schemas[format] = part(t, "functions.schema.json", "#/$defs/"+format)
	}
	eachList(t, func(t *testing.T, format string, p *plan.Plan, _ []function) {
		if err := schemas[format].Validate(jsonOf(t, exported(t, format, p).Content)); err != nil {
			t.Error(err)
		}
	})
}

// TestFunctionCalls: what a list lets a model give as arguments the service takes, but for what the provider's keywords cannot say, and all that the
// service takes a model can give.
func TestFunctionCalls(t *testing.T) {
	inWords := func(format string, s *nact.Signature, v nact.Violation) bool { // the rule stands in a description alone
		i := slices.IndexFunc(s.Inputs, func(in nact.Input) bool { return in.Name == v.Parameter })
		gemini := slices.Contains([]string{nact.RulePattern, nact.RuleDecimals}, v.Rule) && format == "gemini"
		unsaid := slices.Contains([]string{nact.RuleMinLength, nact.RuleMaxLength, nact.RuleUnique}, v.Rule)
		return gemini || unsaid && (format == "openai-strict" || format == "gemini") || v.Rule == nact.RuleFormat && s.Inputs[i].Format == "uri" && format == "openai-strict"
	}
	eachList(t, func(t *testing.T, format string, p *plan.Plan, list []function) {
		for i, tool := range p.Tools {
			s := &tool.Signature
			if list[i].name != s.Name {
				t.Fatalf("%s stands where %s does", list[i].name, s.Name)
			}
			if list[i].parameters == nil {
				if len(s.Inputs) > 0 || format != "gemini" {
					t.Errorf("%s has no parameters", s.Name)
				}
				continue
			}
			parameters := compiled(t, list[i].parameters)
			contracts, err := nact.Contracts([]nact.Tool{nact.Tool{Versions: []nact.Signature{*s}, Invoke: neverInvoked}.ReadingAll()})
			if err != nil {
				t.Fatal(err)
			}
			for what, call := range calls(s) {
				arguments, ok := byID(s, call)
				if !ok {
					continue
				}
				if format == "openai-strict" {
					call = withoutNull(s, call)
					arguments = allGiven(s, arguments)
				}
				_, violations := contracts[0][0].Check(call)
				taken := !slices.ContainsFunc(violations, func(v nact.Violation) bool { return !inWords(format, s, v) })
				if valid := parameters.Validate(arguments) == nil; valid != taken {
					t.Errorf("%s, %s: the list allows it: %v; the service finds %v", s.Name, what, valid, violations)
				}
			}
		}
	})
}

// byID are the arguments of a call as a model gives them; false if no object has them.
func byID(s *nact.Signature, call []nact.Argument) (map[string]any, bool) {
	arguments := map[string]any{}
	for _, a := range call {
		id := a.Name
		if i := slices.IndexFunc(s.Inputs, func(in nact.Input) bool { return in.Name == a.Name }); i >= 0 {
			id = s.Inputs[i].ID
		}
		if _, twice := arguments[id]; twice {
			return nil, false
		}
		arguments[id] = a.Value
	}
	return arguments, true
}

// allGiven has null for each input that a call can leave out and does.
func allGiven(s *nact.Signature, arguments map[string]any) map[string]any {
	for i := range s.Inputs {
		if _, given := arguments[s.Inputs[i].ID]; !given && !s.Inputs[i].Required() {
			arguments[s.Inputs[i].ID] = nil
		}
	}
	return arguments
}

// withoutNull is what is sent of a call in strict mode: what is null and can be left out is.
func withoutNull(s *nact.Signature, call []nact.Argument) []nact.Argument {
	return slices.DeleteFunc(slices.Clone(call), func(a nact.Argument) bool {
		i := slices.IndexFunc(s.Inputs, func(in nact.Input) bool { return in.Name == a.Name })
		return a.Value == nil && i >= 0 && !s.Inputs[i].Required()
	})
}

// TestStrictMode holds the schemas of openai-strict to the documented rules of strict mode. No JSON Schema of them is published.
func TestStrictMode(t *testing.T) {
	eachList(t, func(t *testing.T, format string, _ *plan.Plan, list []function) {
		if format != "openai-strict" {
			return
		}
		for _, f := range list {
			for _, broken := range strictRules(decoded[map[string]any](t, f.parameters), true) {
				t.Errorf("%s: %s", f.name, broken)
			}
		}
	})
	loose := decoded[map[string]any](t, []byte(`{"type": "object", "properties": {"a": {"type": "string", "maxLength": 3, "format": "uri", "default": "x"}, "b": {}}, "required": ["a"]}`))
	if broken := strictRules(loose, true); len(broken) != 6 {
		t.Errorf("of six rules that are broken these are found: %q", broken)
	}
}

// strictRules are the rules of strict mode that a schema breaks.
func strictRules(schema map[string]any, root bool) (broken []string) {
	taken := []string{"type", "title", "description", "enum", "anyOf", "$ref", "$defs", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
		"pattern", "format", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
	for _, keyword := range slices.Sorted(maps.Keys(schema)) {
		if !slices.Contains(taken, keyword) {
			broken = append(broken, keyword+" is not taken")
		}
	}
	formats := []any{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
	if f, ok := schema["format"]; ok && !slices.Contains(formats, f) {
		broken = append(broken, "the format is not taken")
	}
	if schema["type"] == nil && schema["anyOf"] == nil && schema["$ref"] == nil {
		broken = append(broken, "it has no type")
	}
	if schema["type"] != "object" {
		if root {
			broken = append(broken, "the root is no object")
		}
		return broken
	}
	if schema["additionalProperties"] != false {
		broken = append(broken, "additionalProperties is not false")
	}
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !slices.Contains(required, any(name)) {
			broken = append(broken, name+" is not required")
		}
		broken = append(broken, strictRules(properties[name].(map[string]any), false)...)
	}
	return broken
}

// TestRefusedFunctions: what a provider refuses is an error that says which tool it is, and what to do.
func TestRefusedFunctions(t *testing.T) {
	long := "a" + strings.Repeat("_b", 33) // 67 characters
	longer := "a" + strings.Repeat("_b", 64)
	tool := func(name, inputs string) string {
		return strings.NewReplacer("NAME", name, "INPUTS", inputs).Replace(`
nact: 1
service: {name: notes}
go: {dir: service, module: example.com/notes}
upstreams: {notes: {openapi: notes.yaml}}
tools:
  NAME:
    description: Find notes.
    inputs: {INPUTS}
    steps: {found: {call: notes.findNotes}}
    outputs: {count: {type: int, description: How many there are., value: "${size(steps.found.body)}"}}
`)
	}
	enum := func(id string, values, width int) string {
		var list []string
		for i := range values {
			list = append(list, fmt.Sprintf("V%s%04d", strings.Repeat("X", width-5), i))
		}
		return id + ": {type: enum, description: One., values: [" + strings.Join(list, ", ") + "]}"
	}
	tests := []struct {
		name, manifest string
		want           map[string]string // by format; the others export it
	}{
		{"a long name", tool(long, ""), map[string]string{
			"openai":        "the tool " + long + ": OpenAI takes names of tools of at most 64 characters, and " + long + " has 67; give it a shorter one in the manifest",
			"openai-strict": "the tool " + long + ": OpenAI takes names of tools of at most 64 characters, and " + long + " has 67; give it a shorter one in the manifest",
			"openai-chat":   "the tool " + long + ": OpenAI takes names of tools of at most 64 characters, and " + long + " has 67; give it a shorter one in the manifest",
			"anthropic":     "the tool " + long + ": Anthropic takes names of tools of at most 64 characters, and " + long + " has 67; give it a shorter one in the manifest",
		}},
		{"a very long name", tool(longer, ""), map[string]string{
			"gemini": "the tool " + longer + ": Gemini takes names of tools of at most 128 characters, and " + longer + " has 129; give it a shorter one in the manifest",
		}},
		{"a long input", tool("find_notes", long+": {description: A text.}"), map[string]string{
			"anthropic": "the tool find_notes: Anthropic takes names of inputs of at most 64 characters, and " + long + " has 67; give it a shorter one in the manifest",
			"gemini":    "the tool find_notes: Gemini takes names of inputs of at most 64 characters, and " + long + " has 67; give it a shorter one in the manifest",
		}},
		{"many values", tool("find_notes", enum("one", 600, 5)+", "+enum("two", 401, 5)), map[string]string{
			"openai-strict": "the tool find_notes: its enums have 1001 values, and OpenAI's strict mode takes at most 1000; export openai, which is not strict, or make an enum a string",
		}},
		{"long values", tool("find_notes", enum("one", 300, 60)), map[string]string{
			"openai-strict": "the tool find_notes: the 300 values of one have 18000 characters, and OpenAI's strict mode takes at most 15000; export openai, which is not strict, or make an enum a string",
		}},
		{"long values together", tool("find_notes", enum("one", 249, 240)+", "+enum("two", 249, 240)+", "+enum("three", 99, 240)), map[string]string{
			"openai-strict": "the tool find_notes: the ids and values of its inputs have 143291 characters, and OpenAI's strict mode takes at most 120000; export openai, which is not strict, or make an enum a string",
		}},
	}
	for _, test := range tests {
		p := planOf(t, "testdata/inputs/nact.yaml", test.manifest)
		for format := range functionLists {
			t.Run(test.name+" "+format, func(t *testing.T) {
				if strings.HasPrefix(test.name, "a very long") && test.want[format] == "" {
					return
				}
				_, err := export.Find(format).Write(p, nil)
				got := ""
				if err != nil {
					got = err.Error()
				}
				if got != test.want[format] {
					t.Errorf("got  %s\nwant %s", got, test.want[format])
				}
			})
		}
	}
}
