package spec_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/spec"
	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzParse parses a document and resolves all its operations. Whatever it
// holds, that ends in positioned errors or in operations that keep what their
// types promise.
func FuzzParse(f *testing.F) {
	f.Add([]byte(pets))
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[0].Data)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := spec.Parse(filepath.Join(dir, "fuzz"), data)
		if err != nil {
			checkErrors(t, err)
			return
		}
		if _, err := doc.SecuritySchemes(); err != nil {
			checkErrors(t, err)
		}
		for _, e := range doc.Operations() {
			ops, err := doc.Resolve(e)
			if err != nil {
				checkErrors(t, err)
				continue
			}
			checkOperation(t, ops[0])
		}
	})
}

func checkErrors(t *testing.T, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			checkErrors(t, e)
		}
		return
	}
	var located *spec.Error
	if !errors.As(err, &located) || located.Pos.File == "" || located.Message == "" {
		t.Errorf("an error without a place: %v", err)
	}
}

func checkOperation(t *testing.T, op *spec.Operation) {
	seen := map[*spec.Schema]bool{}
	for _, p := range op.Parameters {
		if p.Style == "" || p.In == spec.InPath && !p.Required {
			t.Errorf("incomplete parameter %+v", p)
		}
		checkSchema(t, p.Schema, seen)
	}
	if op.Body != nil {
		for _, m := range op.Body.Content {
			checkSchema(t, m.Schema, seen)
		}
	}
	for _, r := range op.Responses {
		for _, m := range r.Content {
			checkSchema(t, m.Schema, seen)
		}
	}
}

func checkSchema(t *testing.T, s *spec.Schema, seen map[*spec.Schema]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	switch {
	case s == nil:
		t.Fatal("no schema")
	case (s.Kind == spec.Array) != (s.Items != nil):
		t.Errorf("items of %+v", s)
	case s.OneOf != nil && s.Kind != spec.Any:
		t.Errorf("branches of %+v", s)
	}
	inner := append([]*spec.Schema(nil), s.OneOf...)
	if s.Items != nil {
		inner = append(inner, s.Items)
	}
	if s.Additional != nil {
		inner = append(inner, s.Additional)
	}
	for _, p := range s.Properties {
		inner = append(inner, p.Schema)
	}
	for _, i := range inner {
		checkSchema(t, i, seen)
	}
}
