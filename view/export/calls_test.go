package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/view/export"
)

// TestCalls: what the body of an exported operation allows the service takes, and nothing else.
func TestCalls(t *testing.T) {
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			var document struct {
				Paths map[string]struct {
					Post struct {
						RequestBody struct {
							Content map[string]struct{ Schema json.RawMessage }
						}
					}
				}
			}
			if err := json.Unmarshal(exported(t, "openapi", p).Content, &document); err != nil {
				t.Fatal(err)
			}
			for _, tool := range export.Offered(p).Tools {
				s := &tool.Signature
				body := compiled(t, document.Paths["/tools/"+s.ToolID+":invoke"].Post.RequestBody.Content["application/json"].Schema)
				contracts, err := nact.Contracts([]nact.Tool{nact.Tool{Versions: []nact.Signature{*s}, Writes: true, Invoke: neverInvoked}.ReadingAll()})
				if err != nil {
					t.Fatal(err)
				}
				for what, call := range calls(s) {
					call = wired(s, call)
					_, violations := contracts[0][0].CheckTexts(call)
					violations = slices.DeleteFunc(violations, func(v nact.Violation) bool { return saidOfContent(s, v) })
					if valid := allows(t, body, s.Name, call); valid != (len(violations) == 0) {
						t.Errorf("%s, %s: the document allows it: %v; the service finds %v", s.Name, what, valid, violations)
					}
				}
				if allows(t, body, "another", wired(s, calls(s)["all inputs"])) {
					t.Errorf("%s can be called by another name", s.Name)
				}
			}
		})
	}
}

func neverInvoked(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil }

// wired returns a call as it stands on the wire of N-ACT.
func wired(s *nact.Signature, call []nact.Argument) []nact.Argument {
	sent := slices.Clone(call)
	for i := range sent {
		at := slices.IndexFunc(s.Inputs, func(in nact.Input) bool { return in.Name == sent[i].Name })
		if at >= 0 && s.Inputs[at].Type.IsText() && sent[i].Value != nil {
			text, err := json.Marshal(sent[i].Value)
			if err != nil {
				panic(err)
			}
			sent[i].Value = string(text)
		}
	}
	return sent
}

// saidOfContent reports whether a violation is about what a string holds, of which the document has a schema that validators do not apply.
func saidOfContent(s *nact.Signature, v nact.Violation) bool {
	general := []string{nact.RuleUnknown, nact.RuleDuplicate, nact.RuleRequired, nact.RuleNull}
	return slices.ContainsFunc(s.Inputs, func(in nact.Input) bool { return in.Name == v.Parameter && in.Type.IsText() }) &&
		(!slices.Contains(general, v.Rule) || strings.Contains(v.Message, "["))
}

// calls are calls of a tool, right and wrong, by what they are.
func calls(s *nact.Signature) map[string][]nact.Argument {
	var all, required []nact.Argument
	for i := range s.Inputs {
		in := &s.Inputs[i]
		a := nact.Argument{Name: in.Name, Value: valueFor(in)}
		all = append(all, a)
		if in.Required() {
			required = append(required, a)
		}
	}
	with := func(i int, v any) []nact.Argument {
		changed := append([]nact.Argument{}, all...)
		changed[i].Value = v
		return changed
	}
	list := map[string][]nact.Argument{
		"all inputs": all, "the required ones": required, "none": {}, "an unknown one": append(append([]nact.Argument{}, all...), nact.Argument{Name: "nobody", Value: "x"}),
	}
	for i := range s.Inputs {
		in := &s.Inputs[i]
		list["without "+in.ID] = append(append([]nact.Argument{}, all[:i]...), all[i+1:]...)
		list[in.ID+" twice"] = append(append([]nact.Argument{}, all...), all[i])
		list[in.ID+" null"] = with(i, nil)
		list[in.ID+" of another type"] = with(i, map[bool]any{true: "5", false: json.Number("5")}[in.Type != nact.String && in.Type != nact.Enum])
		switch {
		case in.Type == nact.Int:
			list[in.ID+" too large"] = with(i, json.Number("99999999999999"))
			list[in.ID+" too small"] = with(i, json.Number("-99999999999999"))
		case in.Type == nact.Number:
			list[in.ID+" too small"] = with(i, json.Number("-99999999999999"))
			list[in.ID+" of many digits"] = with(i, json.Number("1.23456"))
		case in.Type == nact.List:
			list[in.ID+" of many"] = with(i, slices.Repeat([]any{valueFor(in.Items)}, in.MaximumItems()+1))
			list[in.ID+" of none"] = with(i, []any{})
			list[in.ID+" of another kind"] = with(i, []any{nil})
		case in.Type == nact.Enum:
			list[in.ID+" of no value"] = with(i, "NO_SUCH_VALUE")
		case in.Format != "":
			list[in.ID+" of no format"] = with(i, "x y")
		case in.MaxLength > 0:
			list[in.ID+" too long"] = with(i, strings.Repeat("x", in.MaxLength+1))
		}
	}
	return list
}

func valueFor(in *nact.Input) any {
	switch in.Type {
	case nact.Int:
		if in.Min != nil {
			return *in.Min
		}
		return int64(1)
	case nact.Boolean:
		return true
	case nact.Number:
		if in.Least != nil {
			return *in.Least
		}
		return 0.5
	case nact.List:
		return []any{valueFor(in.Items)}
	case nact.Enum:
		return in.AllowedValues[0].Name
	}
	return map[string]string{
		"": "1", "date": "2026-11-23", "date-time": "2026-11-23T10:00:00Z", "time": "10:00:00Z", "email": "ada@example.com", "uri": "https://example.com", "uuid": "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
	}[in.Format]
}

func compiled(t *testing.T, raw json.RawMessage) *jsonschema.Schema {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("body.json", v); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("body.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// allows reports whether a schema allows a call.
func allows(t *testing.T, s *jsonschema.Schema, name string, call []nact.Argument) bool {
	t.Helper()
	type argument struct {
		Name  string `json:"name"`
		Value any    `json:"value"`
	}
	list := []argument{}
	for _, a := range call {
		list = append(list, argument(a))
	}
	raw, err := json.Marshal(map[string]any{"name": name, "input_parameters": list})
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(v) == nil
}
