package lock_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/versions/lock"
)

var update = flag.Bool("update", false, "write the goldens in testdata")

// everything is a file in which every key stands.
func everything(t *testing.T) *lock.File {
	number := func(e *lock.Entry) {
		low, high := int64(-9223372036854775808), int64(9223372036854775807)
		s := &e.Signature
		s.Img, s.Tags = "https://example.com/sun.png", []string{"weather", "on", "two words"}
		s.Description = "Quotes \" and \\, # no comment,\n\ta [list], {a: b}, ü, 𝄞,\u00a0hidden: \x00 \u007f \u0085 \u200b \u2028 \u202e \U000e0001 \ufeff."
		s.Inputs = append(s.Inputs,
			nact.Input{ID: "hours", Name: "Hours", Type: nact.Int, Min: &low, Max: &high, Optional: true, Default: int64(12), Examples: []any{int64(-1), int64(2)}},
			nact.Input{ID: "metric", Name: "yes", Type: nact.Boolean, Optional: true, Default: false, Examples: []any{true}},
			nact.Input{ID: "from", Name: "From", Type: nact.String, Optional: true, Format: "date", Default: "2026-01-31", Examples: []any{"true", "7", "null"}},
			nact.Input{ID: "no", Name: "No", Type: nact.Enum, Optional: true, Default: "NO", AllowedValues: values("NO", "ON", "1E5", "0479a45d-ad0a-49d4-94db-75edf00d2ca4")},
			nact.Input{ID: "odd key: \"x\" #1", Name: "Odd", Type: nact.Int, Max: nact.Limit(nact.DefaultMax)})
		s.Outputs = append(s.Outputs, nact.Output{ID: "temp-fh", Name: "Temperature", Type: nact.Int}, nact.Output{ID: "all", Name: "All", Type: nact.JSON})
	}
	bare := func(e *lock.Entry) { e.Signature.Inputs, e.Signature.Outputs = nil, nil }
	return publish(t,
		[]lock.Entry{entry(weatherID, "lookup_weather", 1, number), entry(tidesID, "lookup_tides", 1, bare)},
		[]lock.Entry{entry(weatherID, "lookup_weather", 3, number, unitsAdded, failing, listsAdded), entry(tidesID, "watch_tides", 2, bare, was("lookup_tides"), withdrawn)},
	)
}

func TestEncode(t *testing.T) {
	got := everything(t).Encode()
	file := filepath.Join("testdata", "nact.lock")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestCommittedFiles: the files that are published keep their hashes and their bytes.
func TestCommittedFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*", lock.Name))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, filepath.Join("..", "..", "bench", lock.Name), filepath.Join("testdata", lock.Name)) {
		t.Run(file, func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f, found := lock.Parse(file, want)
			if found != nil {
				t.Fatal(shown(found))
			}
			if got := f.Encode(); string(got) != string(want) {
				t.Errorf("encoded again it is\n%s", got)
			}
		})
	}
}

func TestParseInvertsEncode(t *testing.T) {
	want := everything(t)
	got := reread(t, want)
	if string(got.Encode()) != string(want.Encode()) {
		t.Errorf("encoded again it is\n%s\nwant\n%s", got.Encode(), want.Encode())
	}
	if placeless(got); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if empty := reread(t, new(lock.File)); !reflect.DeepEqual(empty, new(lock.File)) {
		t.Errorf("an empty file is read as %+v", empty)
	}
}

// placeless removes the places.
func placeless(f *lock.File) {
	for _, t := range f.Tools {
		t.At = lock.Mark{}
		for _, v := range t.Versions {
			v.At = lock.Mark{}
		}
	}
}

// TestYAMLAgrees: what a reader of YAML sees is what the file says.
func TestYAMLAgrees(t *testing.T) {
	f := everything(t)
	var document struct {
		Lock  int
		Tools map[string]struct {
			ID        string
			Was       []string
			Withdrawn bool
			Versions  map[int]struct {
				Hash, Name, Description, Img string
				Tags                         []string
				Inputs, Outputs              map[string]map[string]any
			}
		}
	}
	if err := yaml.Unmarshal(f.Encode(), &document); err != nil {
		t.Fatal(err)
	}
	if document.Lock != 1 || len(document.Tools) != len(f.Tools) {
		t.Fatalf("YAML reads %+v", document)
	}
	for _, tool := range f.Tools {
		got := document.Tools[tool.Name]
		if got.ID != tool.ID || got.Withdrawn != tool.Withdrawn || !reflect.DeepEqual(got.Was, tool.Was) {
			t.Errorf("of %s YAML reads %+v", tool.Name, got)
		}
		for _, v := range tool.Versions {
			got, s := got.Versions[v.Number], &v.Signature
			if got.Hash != "sha256:"+v.Hash || got.Name != s.Name || got.Description != s.Description || got.Img != s.Img || !reflect.DeepEqual(got.Tags, s.Tags) {
				t.Errorf("of %s %d YAML reads %+v", tool.Name, v.Number, got)
			}
			if len(got.Inputs) != len(s.Inputs) || len(got.Outputs) != len(s.Published()) {
				t.Errorf("of %s %d YAML reads %d inputs and %d outputs", tool.Name, v.Number, len(got.Inputs), len(got.Outputs))
			}
			for i := range s.Inputs {
				checkYAMLInput(t, got.Inputs[s.Inputs[i].ID], &s.Inputs[i])
			}
		}
	}
}

func checkYAMLInput(t *testing.T, got map[string]any, in *nact.Input) {
	t.Helper()
	wantValues := map[string]any(nil)
	for _, v := range in.AllowedValues {
		if wantValues == nil {
			wantValues = map[string]any{}
		}
		wantValues[v.Name] = v.Description
	}
	gotValues, _ := got["values"].(map[string]any)
	if got["name"] != in.Name || got["type"] != string(in.Type) || got["description"] != in.Description || !reflect.DeepEqual(gotValues, wantValues) {
		t.Errorf("YAML reads the input %v, want %+v", got, in)
	}
	want := in.Default
	switch v := want.(type) {
	case int64:
		want = int(v)
	case []any:
		want = string(jsontext.AppendValue(nil, v))
	}
	if !reflect.DeepEqual(got["default"], want) {
		t.Errorf("YAML reads the default %#v, want %#v", got["default"], want)
	}
}
