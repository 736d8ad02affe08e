package describe

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/spec"
)

// Limits are the restrictions of a value beyond its type, with its default and example. Its JSON is stable.
type Limits struct {
	Format      string          `json:"format,omitempty"`
	Enum        []any           `json:"enum,omitempty"`
	Default     any             `json:"default,omitempty"`
	Minimum     *float64        `json:"minimum,omitempty"`
	Maximum     *float64        `json:"maximum,omitempty"`
	Above       *float64        `json:"above,omitempty"` // exclusive bounds
	Below       *float64        `json:"below,omitempty"`
	MultipleOf  []float64       `json:"multiple_of,omitempty"`
	MinLength   *int64          `json:"min_length,omitempty"`
	MaxLength   *int64          `json:"max_length,omitempty"`
	Pattern     string          `json:"pattern,omitempty"`
	MinItems    *int64          `json:"min_items,omitempty"`
	MaxItems    *int64          `json:"max_items,omitempty"`
	UniqueItems bool            `json:"unique_items,omitempty"`
	Example     json.RawMessage `json:"example,omitempty"`
}

func limitsOf(s *spec.Schema) Limits {
	l := Limits{
		Format: s.Format, Enum: s.Enum, Default: s.Default, MultipleOf: s.MultipleOf,
		MinLength: s.MinLength, MaxLength: s.MaxLength, Pattern: s.Pattern,
		MinItems: s.MinItems, MaxItems: s.MaxItems, UniqueItems: s.UniqueItems,
	}
	if s.Kind == spec.Integer || s.Kind == spec.Number {
		l.Minimum, l.Maximum, l.Above, l.Below = inclusive(s.Minimum, s.Above), inclusive(s.Maximum, s.Below), s.Above, s.Below
	}
	if s.Example != "" {
		l.Example = json.RawMessage(s.Example)
	}
	return l
}

// inclusive returns an inclusive bound, or nil if an exclusive one has the same value.
func inclusive(bound, exclusive *float64) *float64 {
	if exclusive != nil && bound != nil && *bound == *exclusive {
		return nil
	}
	return bound
}

// mostShown is how many values of an enum are listed.
const mostShown = 12

// words returns the limits in words.
func (l *Limits) words() []string {
	var words []string
	add := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if l.Format != "" {
		add("format %s", l.Format)
	}
	if len(l.Enum) == 1 {
		add("always %s", literal(l.Enum[0]))
	} else if len(l.Enum) > 1 {
		add("one of %s", enumeration(l.Enum))
	}
	if l.Default != nil {
		add("default %s", literal(l.Default))
	}
	if text := span(l.Minimum, l.Maximum, number); text != "" {
		words = append(words, text)
	}
	if l.Above != nil {
		add("above %s", number(*l.Above))
	}
	if l.Below != nil {
		add("below %s", number(*l.Below))
	}
	for _, n := range l.MultipleOf {
		add("multiple of %s", number(n))
	}
	if text := span(l.MinLength, l.MaxLength, count); text != "" {
		add("%s %s", text, noun("character", l.MinLength, l.MaxLength))
	}
	if l.Pattern != "" {
		add("pattern %s", l.Pattern)
	}
	if text := span(l.MinItems, l.MaxItems, count); text != "" {
		add("%s %s", text, noun("item", l.MinItems, l.MaxItems))
	}
	if l.UniqueItems {
		add("no item twice")
	}
	if len(l.Example) > 0 {
		add("for example %s", clip(string(l.Example)))
	}
	return words
}

// enumeration lists the values of an enum.
func enumeration(values []any) string {
	var names []string
	for i, v := range values {
		if i == mostShown && len(values) > mostShown+1 {
			return strings.Join(names, ", ") + fmt.Sprintf(" and %d more", len(values)-i)
		}
		names = append(names, literal(v))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// literal returns a value as a literal of CEL, cut if it is long.
func literal(v any) string {
	switch v := v.(type) {
	case string:
		return clip(strconv.Quote(v))
	case float64:
		return number(v)
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

// span describes the range between two inclusive bounds. It is empty if there are none.
func span[T float64 | int64](least, most *T, text func(T) string) string {
	switch {
	case least != nil && most != nil && *least == *most:
		return "exactly " + text(*least)
	case least != nil && most != nil:
		return text(*least) + " to " + text(*most)
	case least != nil:
		return "at least " + text(*least)
	case most != nil:
		return "at most " + text(*most)
	}
	return ""
}

// noun returns what bounds count, in the singular if the last of them is 1.
func noun(one string, least, most *int64) string {
	if last := cmp.Or(most, least); *last == 1 {
		return one
	}
	return one + "s"
}

func number(n float64) string {
	if math.Abs(n) < 1e15 {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

// clip cuts a text that is too long for a line.
func clip(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
