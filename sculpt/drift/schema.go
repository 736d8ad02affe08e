package drift

import (
	"fmt"
	"mime"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// lost returns the values of a that b lacks, each once. Whole numbers are equal however they are written.
func lost(a, b []any) []any {
	var gone []any
	for _, v := range a {
		is := func(other any) bool { return equal(v, other) }
		if !slices.ContainsFunc(b, is) && !slices.ContainsFunc(gone, is) {
			gone = append(gone, v)
		}
	}
	return gone
}

func equal(a, b any) bool {
	x, isX := number(a)
	y, isY := number(b)
	if isX && isY {
		return x == y
	}
	return a == b
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// tightened says in which way a schema allows less of a value than another, but for its type and its enum, or is "".
func tightened(old, new *spec.Schema) string {
	var how []string
	if n := new.Minimum; n != nil && (old.Minimum == nil || *n > *old.Minimum) {
		how = append(how, fmt.Sprintf("at least %v", *n))
	}
	if n := new.Maximum; n != nil && (old.Maximum == nil || *n < *old.Maximum) {
		how = append(how, fmt.Sprintf("at most %v", *n))
	}
	if n := new.MinLength; n != nil && *n > 0 && (old.MinLength == nil || *n > *old.MinLength) {
		how = append(how, fmt.Sprintf("at least %d characters", *n))
	}
	if n := new.MaxLength; n != nil && (old.MaxLength == nil || *n < *old.MaxLength) {
		how = append(how, fmt.Sprintf("at most %d characters", *n))
	}
	if new.Pattern != "" && new.Pattern != old.Pattern {
		how = append(how, "the pattern "+new.Pattern)
	}
	return strings.Join(how, ", ")
}

// more lists the types that the alternatives of a schema have, and those of another lack. A schema without alternatives
// allows everything.
func more(old, new *spec.Schema) []string {
	if len(old.OneOf) == 0 || len(new.OneOf) == 0 {
		return nil
	}
	var names []string
	for _, branch := range new.OneOf {
		same := func(other *spec.Schema) bool { return other.Kind == branch.Kind }
		if name := shape.Describe(&spec.Schema{Kind: branch.Kind}); !slices.ContainsFunc(old.OneOf, same) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// media is the entry of a media type, or nil.
func media(content []*spec.Media, mediaType string) *spec.Media {
	if i := slices.IndexFunc(content, func(m *spec.Media) bool { return strings.EqualFold(m.Type, mediaType) }); i >= 0 {
		return content[i]
	}
	return nil
}

// firstJSON is the first entry that is JSON, or nil.
func firstJSON(content []*spec.Media) *spec.Media {
	if i := slices.IndexFunc(content, func(m *spec.Media) bool { return isJSON(m.Type) }); i >= 0 {
		return content[i]
	}
	return nil
}

// isJSON reports whether a media type is JSON (RFC 6838).
func isJSON(mediaType string) bool {
	t, _, err := mime.ParseMediaType(mediaType)
	return err == nil && (t == "application/json" || t == "text/json" || strings.HasSuffix(t, "+json"))
}

// mediaTypes lists media types for a message.
func mediaTypes(content []*spec.Media) string {
	var names []string
	for _, m := range content {
		names = append(names, m.Type)
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " or ")
}
