package compat_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/compat"
)

// full is a signature in which every member has a value.
func full() compat.Signature {
	return compat.Signature{
		ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "lookup_weather", Description: "A tool.", Img: "https://example.com/sun.png",
		Version: 2, CurrentVersion: 3, Tags: []string{"weather"},
		Inputs: []compat.Input{{
			ID: "day", Name: "Day", Type: compat.Enum, Description: "The day.", Optional: true, Min: at(1), Max: at(2), MaxLength: 3,
			AllowedValues: values("TODAY"), Format: "date", Default: "TODAY", Examples: []any{"TODAY"},
		}},
		Outputs: []compat.Output{{ID: "sky", Name: "Sky", Type: compat.Enum, Description: "The sky.", AllowedValues: values("CLEAR")}},
	}
}

// TestEveryMember changes one member at a time, whichever there are: Compare finds it, and the hash changes with it.
func TestEveryMember(t *testing.T) {
	unlocked := map[string]bool{".CurrentVersion": true} // the only member that may change
	implied := map[string]bool{".Inputs.Optional": true} // an input with a default is never required
	paths := members("", reflect.TypeFor[compat.Signature]())
	if len(paths) < 25 {
		t.Fatalf("only %d members found", len(paths))
	}
	for _, path := range paths {
		t.Run(path[1:], func(t *testing.T) {
			older, newer := full(), full()
			changeMember("", path, reflect.ValueOf(&newer).Elem())
			if reflect.DeepEqual(older, newer) {
				t.Fatal("the member did not change")
			}
			differences := compat.Compare(older, newer)
			if (differences == nil) != implied[path] {
				t.Errorf("Compare finds %v", differences)
			}
			if got, want := older.Hash() == newer.Hash(), unlocked[path] || implied[path]; got != want {
				t.Errorf("the hash is the same: %v, want %v", got, want)
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
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct {
		v = v.Index(0)
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
		n := v.Elem().Int() + 1
		v.Set(reflect.ValueOf(&n))
	case reflect.Interface:
		v.Set(reflect.ValueOf(int64(7)))
	case reflect.Slice:
		v.SetZero()
	default:
		panic("a member of a kind that this test does not know: " + v.Kind().String())
	}
}

// TestHashOfEveryKind: whatever Compare finds changes the hash.
func TestHashOfEveryKind(t *testing.T) {
	catalogue := kinds()
	for _, s := range steps(catalogue) {
		older, newer := versions(catalogue, s)
		newer.Version = older.Version
		if older.Hash() == newer.Hash() {
			t.Errorf("%s: the hash is the same", s.name(catalogue))
		}
	}
}

func TestDecodeFillsIn(t *testing.T) {
	const wire = `{"toolId": "X", "name": "n", "version": "2", "currentVersion": 3, "new_member": {"a": [1]},
		"input_parameters": [
			{"id": "a", "name": "A"},
			{"id": "b", "name": "B", "type": "int", "max-length": -1, "min": -5.0, "required": true, "default": 1e1},
			{"id": "c", "name": "C", "required": false, "max-length": 5, "default": null, "examples": ["x", true, 7]}],
		"output_parameters": [{"id": "o", "name": "O", "required": true}]}`
	want := compat.Signature{
		ToolID: "X", Name: "n", Version: 2, CurrentVersion: 3,
		Inputs: []compat.Input{
			{ID: "a", Name: "A", Type: compat.String},
			{ID: "b", Name: "B", Type: compat.Int, Min: at(-5), Default: int64(10), Optional: true},
			{ID: "c", Name: "C", Type: compat.String, Optional: true, MaxLength: 5, Examples: []any{"x", true, int64(7)}},
		},
		Outputs: []compat.Output{{ID: "o", Name: "O", Type: compat.String}},
	}
	var got compat.Signature
	if err := json.Unmarshal([]byte(wire), &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v, %v\nwant %+v", got, err, want)
	}
	if limit, limited := got.Inputs[1].Maximum(); limit != 65535 || !limited || got.Inputs[1].Required() || !got.Inputs[0].Required() {
		t.Errorf("the maximum is %d, %v", limit, limited)
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct{ name, wire, want string }{
		{"version in words", `{"version": "two"}`, `compat: "two" is no version number`},
		{"negative version", `{"version": -1}`, `compat: "-1" is no version number`},
		{"fractional bound", `{"input_parameters": [{"name": "A", "min": 1.5}]}`, `compat: input "A": 1.5 is no whole number of 64 bits`},
		{"bound beyond 64 bits", `{"input_parameters": [{"name": "A", "max": 9223372036854775808}]}`, `compat: input "A": 9223372036854775808 is no whole number of 64 bits`},
		{"number that is nearly zero", `{"input_parameters": [{"name": "A", "max": 1e-400}]}`, `compat: input "A": 1e-400 is no whole number of 64 bits`},
		{"bound in words", `{"input_parameters": [{"name": "A", "max": "many"}]}`, `compat: input "A": max is no number`},
		{"default that is an object", `{"input_parameters": [{"name": "A", "default": {}}]}`, `compat: input "A": default: {} is neither a string nor a number nor a boolean`},
		{"example that is a list", `{"input_parameters": [{"name": "A", "examples": [[]]}]}`, `compat: input "A": examples: [] is neither a string nor a number nor a boolean`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := full()
			if err := json.Unmarshal([]byte(test.wire), &got); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if !reflect.DeepEqual(got, full()) {
				t.Error("the signature changed all the same")
			}
		})
	}
}

func TestEncodeDecode(t *testing.T) {
	catalogue := kinds()
	older, newer := versions(catalogue, steps(catalogue)[0])
	for _, s := range []compat.Signature{full(), older, newer} {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back compat.Signature
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if got := compat.Compare(s, back); got != nil {
			t.Errorf("decoded again it differs: %v", got)
		}
	}
}

func TestSplitFailures(t *testing.T) {
	own := []compat.Output{{ID: "sky", Name: "Sky"}}
	s := compat.Signature{Outputs: slices.Concat(own, compat.FailureOutputs(values("GONE")))}
	outputs, failures := s.SplitFailures()
	if !reflect.DeepEqual(outputs, own) || !reflect.DeepEqual(failures, values("GONE")) {
		t.Errorf("got %v and %v", outputs, failures)
	}
	none := compat.Signature{Outputs: slices.Concat(own, compat.FailureOutputs(nil))}
	if outputs, failures = none.SplitFailures(); !reflect.DeepEqual(outputs, own) || failures != nil {
		t.Errorf("without failures: got %v and %v", outputs, failures)
	}
	other := compat.Signature{Outputs: []compat.Output{compat.FailureOutputs(values("GONE"))[0], own[0]}}
	if outputs, failures = other.SplitFailures(); len(outputs) != 2 || failures != nil {
		t.Errorf("without a detail: got %v and %v", outputs, failures)
	}
}

func FuzzDecode(f *testing.F) {
	signature := full()
	f.Add(signature.AppendJSON(nil))
	f.Add([]byte(`{"version":"1","input_parameters":[{"min":5e0,"default":"\ud800"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s, again compat.Signature
		if json.Unmarshal(data, &s) != nil {
			return
		}
		if err := json.Unmarshal(s.AppendJSON(nil), &again); err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if got := compat.Compare(s, again); got != nil {
			t.Errorf("read again it differs: %v", got)
		}
	})
}
