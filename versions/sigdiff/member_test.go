package sigdiff_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// full is a signature in which every member has a value.
func full() nact.Signature {
	return nact.Signature{
		ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "lookup_weather", Description: "A tool.", Img: "https://example.com/sun.png",
		Version: 2, Tags: []string{"weather"},
		Inputs: []nact.Input{{
			ID: "day", Name: "Day", Type: nact.Enum, Description: "The day.", Optional: true, Min: at(1), Max: at(2), MinLength: 1, MaxLength: 3,
			AllowedValues: values("TODAY"), Format: "date", Pattern: "^T", Default: "TODAY", Examples: []any{"TODAY"},
		}, {
			ID: "amount", Name: "Amount", Type: nact.Number, Description: "How much.", Least: nact.Bound(1), Most: nact.Bound(2), Decimals: 2,
		}, {
			ID: "tags", Name: "Tags", Type: nact.List, Description: "The tags.", MinItems: 1, MaxItems: 3,
			Items: &nact.Input{Type: nact.Enum, AllowedValues: values("A"), Pattern: "^A"},
		}},
		Outputs:  []nact.Output{{ID: "sky", Name: "Sky", Type: nact.Enum, Description: "The sky.", AllowedValues: values("CLEAR")}},
		Failures: values("GONE"),
	}
}

// published is what a version promises for good.
func published(s *nact.Signature) string { return string(s.AppendJSON(nil, 0)) }

// TestEveryMember changes one member at a time, whichever there are: Compare finds it, and it shows in what is published.
func TestEveryMember(t *testing.T) {
	implied := map[string]bool{".Inputs.Optional": true} // an input with a default is never required
	paths := members("", reflect.TypeFor[nact.Signature]())
	if len(paths) < 35 {
		t.Fatalf("only %d members found", len(paths))
	}
	for _, path := range paths {
		t.Run(path[1:], func(t *testing.T) {
			older, newer := full(), full()
			changeMember("", path, reflect.ValueOf(&newer).Elem())
			if reflect.DeepEqual(older, newer) {
				t.Fatal("the member did not change")
			}
			differences := sigdiff.Compare(older, newer)
			if (differences == nil) != implied[path] {
				t.Errorf("Compare finds %v", differences)
			}
			if got := published(&older) == published(&newer); got != implied[path] {
				t.Errorf("the same is published: %v, want %v", got, implied[path])
			}
		})
	}
}

// members returns the paths of all members that are no structs, those of elements of lists included.
func members(path string, t reflect.Type) []string {
	switch {
	case t.Kind() == reflect.Struct:
		var paths []string
		for i := range t.NumField() {
			paths = append(paths, members(path+"."+t.Field(i).Name, t.Field(i).Type)...)
		}
		return paths
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		return append(members(path, t.Elem()), path)
	}
	return []string{path}
}

// changeMember changes what stands at want below v, which stands at path.
func changeMember(path, want string, v reflect.Value) {
	if path == want {
		changeValue(v)
		return
	}
	if !strings.HasPrefix(want, path) {
		return
	}
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct {
		last := want[strings.LastIndexByte(want, '.')+1:]
		at := 0 // the element that has the member
		for i := range v.Len() {
			if field := v.Index(i).FieldByName(last); field.IsValid() && field.Kind() == reflect.Pointer && !field.IsNil() || slices.Contains([]string{"Decimals", "MinItems", "MaxItems"}, last) && !field.IsZero() {
				at = i
			}
		}
		v = v.Index(at)
	}
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			changeMember(path+"."+v.Type().Field(i).Name, want, v.Field(i))
		}
	}
}

func changeValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Pointer:
		changed := reflect.New(v.Type().Elem())
		changed.Elem().Set(v.Elem())
		changeValue(changed.Elem())
		v.Set(changed)
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.5)
	case reflect.Struct: // what the elements of a list are
		changeValue(v.FieldByName("Pattern"))
	case reflect.Interface:
		v.Set(reflect.ValueOf(int64(7)))
	case reflect.Slice:
		v.SetZero()
	default:
		panic("a member of a kind that this test does not know: " + v.Kind().String())
	}
}

// TestEveryKindIsPublished: whatever Compare finds changes what is published.
func TestEveryKindIsPublished(t *testing.T) {
	catalogue := kinds()
	for _, s := range steps(catalogue) {
		older, newer := versions(catalogue, s)
		newer.Version = older.Version
		if published(&older) == published(&newer) {
			t.Errorf("%s: the same is published", s.name(catalogue))
		}
	}
}

func TestDecodeFillsIn(t *testing.T) {
	const wire = `{"toolId": "X", "name": "n", "version": "2", "currentVersion": 3, "new_member": {"a": [1]},
		"input_parameters": [
			{"id": "a", "name": "A"},
			{"id": "b", "name": "B", "type": "int", "max-length": -1, "min": -5.0, "required": true, "default": 1e1},
			{"id": "c", "name": "C", "required": false, "max-length": 5, "default": null, "examples": ["x", null, true, 7]}],
		"output_parameters": [{"id": "o", "name": "O", "required": true}]}`
	want := nact.Signature{
		ToolID: "x", Name: "n", Version: 2,
		Inputs: []nact.Input{
			{ID: "a", Name: "A", Type: nact.String},
			{ID: "b", Name: "B", Type: nact.Int, Min: at(-5), Default: int64(10), Optional: true},
			{ID: "c", Name: "C", Type: nact.String, Optional: true, MaxLength: 5, Examples: []any{"x", true, int64(7)}},
		},
		Outputs: []nact.Output{{ID: "o", Name: "O", Type: nact.String}},
	}
	got, err := sigdiff.Decode([]byte(wire))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v, %v\nwant %+v", got, err, want)
	}
	if limit := got.Inputs[1].Maximum(); limit != 65535 || got.Inputs[1].Required() || !got.Inputs[0].Required() {
		t.Errorf("the maximum is %d", limit)
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct{ name, wire, want string }{
		{"version in words", `{"version": "two"}`, `sigdiff: "two" is no version number`},
		{"negative version", `{"version": -1}`, `sigdiff: "-1" is no version number`},
		{"fractional bound", `{"input_parameters": [{"name": "A", "min": 1.5}]}`, `sigdiff: input "A": 1.5 is no whole number of 64 bits`},
		{"bound beyond 64 bits", `{"input_parameters": [{"name": "A", "max": 9223372036854775808}]}`, `sigdiff: input "A": 9223372036854775808 is no whole number of 64 bits`},
		{"number that is nearly zero", `{"input_parameters": [{"name": "A", "max": 1e-400}]}`, `sigdiff: input "A": 1e-400 is no whole number of 64 bits`},
		{"bound in words", `{"input_parameters": [{"name": "A", "max": "many"}]}`, `sigdiff: input "A": max is no number`},
		{"default that is an object", `{"input_parameters": [{"name": "A", "default": {}}]}`, `sigdiff: input "A": default: {} is neither a string nor a number nor a boolean`},
		{"example that is a list", `{"input_parameters": [{"name": "A", "examples": [[]]}]}`, `sigdiff: input "A": examples: [] is neither a string nor a number nor a boolean`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, err := sigdiff.Decode([]byte(test.wire)); err == nil || err.Error() != test.want {
				t.Errorf("got %v, %v, want %s", got, err, test.want)
			}
		})
	}
}

// TestDecodePublished: a signature that a service publishes is read as the one that the service has.
func TestDecodePublished(t *testing.T) {
	catalogue := kinds()
	check := func(name string, s nact.Signature) {
		s.Description = "Quotes \" and \\, <b>&, \n\t\r\x00\x1f\x7f, ü, \u2028, 𝄞."
		data := s.AppendJSON(nil, 7)
		back, err := sigdiff.Decode(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := sigdiff.Compare(s, back); got != nil {
			t.Errorf("%s: decoded again it differs: %v", name, got)
		}
		if again := back.AppendJSON(nil, 7); string(again) != string(data) || !slices.Equal(back.Failures, s.Failures) {
			t.Errorf("%s: published again it is\n%s\nwant\n%s", name, again, data)
		}
	}
	check("every member", full())
	for _, s := range steps(catalogue) {
		older, newer := versions(catalogue, s)
		check(s.name(catalogue)+", before", older)
		check(s.name(catalogue), newer)
	}
}

func TestSplitFailures(t *testing.T) {
	own := []nact.Output{{ID: "sky", Name: "Sky"}}
	declared := (&nact.Signature{Failures: values("GONE")}).Published()
	reworded := slices.Clone(declared)
	reworded[1].Description = "Why."
	tests := []struct {
		name      string
		published []nact.Output
		own       []nact.Output
		failures  []nact.AllowedValue
	}{
		{"none", own, own, nil},
		{"after others", slices.Concat(own, declared), own, values("GONE")},
		{"alone", declared, []nact.Output{}, values("GONE")},
		{"without a detail", declared[:1], declared[:1], nil},
		{"before others", slices.Concat(declared, own), slices.Concat(declared, own), nil},
		{"in other words", reworded, reworded, nil},
		{"nothing", nil, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			outputs, failures := sigdiff.SplitFailures(test.published)
			if !reflect.DeepEqual(outputs, test.own) || !reflect.DeepEqual(failures, test.failures) {
				t.Errorf("got %v and %v", outputs, failures)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	signature := full()
	f.Add(signature.AppendJSON(nil, 0))
	f.Add([]byte(`{"version":"1","input_parameters":[{"min":5e0,"default":"\ud800"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := sigdiff.Decode(data)
		if err != nil {
			return
		}
		again, err := sigdiff.Decode(s.AppendJSON(nil, 0))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if got := sigdiff.Compare(s, again); got != nil {
			t.Errorf("read again it differs: %v", got)
		}
	})
}
