package docdiff

import (
	"fmt"
	"slices"
	"strings"

	runtime "github.com/nactgen/nactgen/nact/cel"
	calls "github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// lost returns the values of a that b lacks, each once. Whole numbers are equal however they are written.
func lost(a, b []any) []any {
	var gone []any
	for _, v := range a {
		is := func(other any) bool { return spec.SameValue(v, other) }
		if !slices.ContainsFunc(b, is) && !slices.ContainsFunc(gone, is) {
			gone = append(gone, v)
		}
	}
	return gone
}

// tightened describes in which way the new schema allows fewer values than the old one, apart from its type and its enum. It is empty if it allows as
// many.
func tightened(old, new *spec.Schema) string {
	var how []string
	note := func(tighter bool, format string, args ...any) {
		if tighter {
			how = append(how, fmt.Sprintf(format, args...))
		}
	}
	if bound := least(old, new); bound != "" {
		how = append(how, bound)
	}
	if bound := most(old, new); bound != "" {
		how = append(how, bound)
	}
	for _, of := range new.MultipleOf {
		note(!slices.Contains(old.MultipleOf, of), "multiples of %v", of)
	}
	atLeast := func(old, new *int64, of string) {
		note(new != nil && *new > 0 && raised(old, new), "at least %d "+of, value(new))
	}
	atMost := func(old, new *int64, of string) { note(lowered(old, new), "at most %d "+of, value(new)) }
	atLeast(old.MinLength, new.MinLength, "characters")
	atMost(old.MaxLength, new.MaxLength, "characters")
	note(new.Pattern != "" && new.Pattern != old.Pattern, "the pattern %s", new.Pattern)
	note(new.Format != old.Format && (new.Format == "int32" || slices.Contains(runtime.Formats(), new.Format)), "the format %s", new.Format)
	atLeast(old.MinItems, new.MinItems, "elements")
	atMost(old.MaxItems, new.MaxItems, "elements")
	note(new.UniqueItems && !old.UniqueItems, "distinct elements")
	return strings.Join(how, ", ")
}

// raised reports whether a bound is higher than before, or there was none.
func raised[T int64 | float64](old, new *T) bool { return new != nil && (old == nil || *new > *old) }

// lowered reports whether a bound is lower than before, or there was none.
func lowered[T int64 | float64](old, new *T) bool { return new != nil && (old == nil || *new < *old) }

// least describes a lower bound that is new or higher than before, or returns "".
func least(old, new *spec.Schema) string {
	switch {
	case raised(old.Above, new.Above) && (old.Minimum == nil || *new.Above >= *old.Minimum):
		return fmt.Sprintf("above %v", *new.Above)
	case new.Above == nil && raised(old.Minimum, new.Minimum):
		return fmt.Sprintf("at least %v", *new.Minimum)
	}
	return ""
}

// most describes an upper bound that is new or lower than before, or returns "".
func most(old, new *spec.Schema) string {
	switch {
	case lowered(old.Below, new.Below) && (old.Maximum == nil || *new.Below <= *old.Maximum):
		return fmt.Sprintf("below %v", *new.Below)
	case new.Below == nil && lowered(old.Maximum, new.Maximum):
		return fmt.Sprintf("at most %v", *new.Maximum)
	}
	return ""
}

// value returns a limit, or 0 if there is none.
func value(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// more lists the types that alternatives of the new schema have and none of the old one has. It is nil if one of them has no alternatives, and so allows
// everything.
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

// media returns the entry of a media type, or nil.
func media(content []*spec.Media, mediaType string) *spec.Media {
	if i := slices.IndexFunc(content, func(m *spec.Media) bool { return strings.EqualFold(m.Type, mediaType) }); i >= 0 {
		return content[i]
	}
	return nil
}

// firstJSON returns the first entry that is JSON, or nil.
func firstJSON(content []*spec.Media) *spec.Media {
	if i := slices.IndexFunc(content, func(m *spec.Media) bool { return calls.IsJSON(m.Type) }); i >= 0 {
		return content[i]
	}
	return nil
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
