package manifest

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Value is a value with its place. An unset Value was not written, or was written wrongly and has been reported; nothing
// more is to be said about it then. Its V is the default that the manifest's reference names, if that is a constant, and
// its Pos is that of the wrong value, or of what lacks it.
type Value[T any] struct {
	V      T
	Pos    diag.Position
	Set    bool
	Length int // bytes in the source, for underlining; 0 if it spans lines
}

// Span returns where the value stands.
func (v Value[T]) Span() (pos diag.Position, length int) { return v.Pos, v.Length }

func (v Value[T]) place() place { return place{v.Pos, v.Length} }

// Texts returns the texts of values.
func Texts(values []Value[string]) []string {
	return lists.Map(values, func(v Value[string]) string { return v.V })
}

// problem is why a value is refused: the name of the rule, and what is wrong as the end of a sentence about the value. Of a
// name, instead is what was probably meant.
type problem struct{ rule, text, instead string }

func problemf(rule, format string, args ...any) *problem {
	return &problem{rule: rule, text: fmt.Sprintf(format, args...)}
}

// parser makes a value of a scalar: parse makes it of the YAML node, or says why it cannot. Form says which it takes.
type parser[T any] struct {
	form  Form
	parse func(n *yaml.Node) (T, *problem)
}

// value is the target of a scalar.
func value[T any](dst *Value[T], p parser[T]) target {
	return target{
		form:  leaf(p.form),
		unset: func(pos diag.Position) { dst.Pos = pos },
		read: func(r *reader, what string, n *yaml.Node) {
			if got, ok := readValue(r, what, n, p); ok {
				*dst = got
			}
		},
	}
}

func readValue[T any](r *reader, what string, n *yaml.Node, p parser[T]) (v Value[T], ok bool) {
	if r.refused[n] || !r.legible(n) {
		return v, false
	}
	at := r.place(n)
	got, problem := p.parse(n)
	if problem != nil {
		text := problem.text
		if problem.rule == "empty" && n == r.optional {
			text += ", or leave the key out"
		}
		r.errorf(at, problem.rule, "%s %s", what, text)
		return v, false
	}
	return Value[T]{V: got, Pos: at.pos, Length: at.length, Set: true}, true
}

// check is what a text must be: refuse says why one is not right. Form narrows that of any text, as far as a form can say what is checked.
type check struct {
	form   Form
	refuse func(s string) *problem
}

// text is a string that satisfies all checks. Blanks and line breaks around it are dropped.
func text(checks ...check) parser[string] {
	form := Form{Kind: Text}
	for _, c := range checks {
		form = form.narrowed(c.form)
	}
	return parser[string]{form, func(n *yaml.Node) (string, *problem) {
		if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!timestamp" {
			instead := ""
			if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
				instead = fmt.Sprintf("; write \"%s\" if that is meant", diag.Clip(n.Value))
			}
			return "", problemf("wrong-kind", "must be text, not %s%s", kindOf(n), instead)
		}
		s := strings.TrimSpace(n.Value)
		if s == "" {
			return "", problemf("empty", "is empty; write a text")
		}
		for _, check := range checks {
			if p := check.refuse(s); p != nil {
				return "", p
			}
		}
		return s, nil
	}}
}

// scalarText is any scalar as it is written, also a number or a boolean.
var scalarText = parser[string]{Form{Kind: Single}, func(n *yaml.Node) (string, *problem) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return "", problemf("wrong-kind", "must be a single value, not %s", kindOf(n))
	}
	return n.Value, nil
}}

// oneLine refuses text of several lines.
var oneLine = check{Form{Patterns: []string{`[^\n]*`}}, func(s string) *problem {
	if strings.Contains(s, "\n") {
		return problemf("bad-value", "must be a single line")
	}
	return nil
}}

// atMost refuses text of more than n characters.
func atMost(n int) check {
	return check{Form{MaxLength: n}, func(s string) *problem {
		if have := utf8.RuneCountInString(s); have > n {
			return problemf("too-long", "has %d characters; at most %d are allowed", have, n)
		}
		return nil
	}}
}

// oneOf refuses all but the given texts.
func oneOf(allowed ...string) check {
	return check{Form{Words: allowed, Closed: true}, func(s string) *problem {
		if slices.Contains(allowed, s) {
			return nil
		}
		return problemf("bad-value", "must be %s, not %s%s", alternatives(allowed), diag.Quote(s), diag.DidYouMean(s, allowed))
	}}
}

// alternatives joins texts as a sentence does: a, b or c.
func alternatives(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// boolean is true or false. The words yes, no, on and off are texts in YAML 1.2, and refused.
var boolean = parser[bool]{Form{Kind: Boolean}, func(n *yaml.Node) (bool, *problem) {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
		return false, problemf("bad-boolean", "must be true or false, not %s", kindOf(n))
	}
	return strings.EqualFold(n.Value, "true"), nil
}}

// integer is a whole number within bounds.
func integer(low, high int64) parser[int64] {
	return parser[int64]{within(Integer, float64(low), float64(high)), func(n *yaml.Node) (int64, *problem) {
		if p := numeric(n, "bad-integer", "a whole number"); p != nil {
			return 0, p
		}
		i, err := strconv.ParseInt(n.Value, 0, 64)
		switch {
		case err != nil && n.Tag == "!!float" && strings.ContainsAny(n.Value, ".eE"):
			return 0, problemf("bad-integer", "must be a whole number, not %s", diag.Clip(n.Value))
		case err != nil || i < low || i > high:
			return 0, problemf("bad-integer", "must be %s, not %s", span(low, high), diag.Clip(n.Value))
		}
		return i, nil
	}}
}

func span(low, high int64) string {
	switch {
	case high == math.MaxInt64 && low == math.MinInt64:
		return "a whole number of 64 bits"
	case high == math.MaxInt64:
		return fmt.Sprintf("%d or more", low)
	default:
		return fmt.Sprintf("between %d and %d", low, high)
	}
}

// numeric refuses what is no number, with the rule and the noun for what it must be, and what is an ambiguous one.
func numeric(n *yaml.Node, rule, noun string) *problem {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" && n.Tag != "!!float" {
		return problemf(rule, "must be %s, not %s", noun, kindOf(n))
	}
	return ambiguous(n)
}

// ambiguous refuses numbers that readers and YAML versions take differently: 010 is eight or ten, 1_000 a number or text.
func ambiguous(n *yaml.Node) *problem {
	digits := strings.TrimLeft(n.Value, "+-")
	leadingZero := len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9'
	if strings.Contains(digits, "_") || leadingZero && n.Tag == "!!int" {
		return problemf("bad-number", "is an ambiguous number: %s; write it without leading zeros and underscores, or quote it if it is text", diag.Clip(n.Value))
	}
	return nil
}

// number is a number within bounds.
func number(low, high float64) parser[float64] {
	return parser[float64]{within(Number, low, high), func(n *yaml.Node) (float64, *problem) {
		if p := numeric(n, "bad-number", "a number"); p != nil {
			return 0, p
		}
		f, err := strconv.ParseFloat(n.Value, 64)
		if err != nil || !(f >= low && f <= high) {
			return 0, problemf("bad-number", "must be from %v to %v, not %s", low, high, diag.Clip(n.Value))
		}
		return f, nil
	}}
}

const maxDuration = time.Hour

// duration is a positive time in Go's spelling: 5s, 100ms, 1m30s.
var duration = durationUpTo(maxDuration)

// durationForm matches what Go reads as a time that is not negative, but for most of those that are zero.
var durationForm = regexp.MustCompile(`^\+?(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+$`)

// durationUpTo is a duration of at most some whole hours.
func durationUpTo(most time.Duration) parser[time.Duration] {
	return parser[time.Duration]{shaped("duration", durationForm), func(n *yaml.Node) (time.Duration, *problem) {
		if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
			return 0, problemf("bad-duration", "must be a duration such as 5s, not %s", kindOf(n))
		}
		d, err := time.ParseDuration(n.Value)
		switch {
		case err != nil && (n.Tag == "!!int" || n.Tag == "!!float"):
			return 0, problemf("bad-duration", "must be a duration with its unit; write %ss or %sms", diag.Clip(n.Value), diag.Clip(n.Value))
		case err != nil:
			return 0, problemf("bad-duration", "must be a duration such as 100ms, 5s or 1m30s, not %s", diag.Quote(n.Value))
		case d <= 0 || d > most:
			return 0, problemf("bad-duration", "must be above 0 and at most %dh, not %s", int(most.Hours()), diag.Clip(n.Value))
		}
		return d, nil
	}}
}

// size is a number of bytes, with the unit KiB or MiB or without.
var size = parser[int64]{sizeForm, func(n *yaml.Node) (int64, *problem) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return 0, problemf("bad-size", "must be a number of bytes, not %s", kindOf(n))
	}
	number, unit := n.Value, int64(1)
	for _, u := range []struct {
		suffix string
		bytes  int64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}} {
		if digits, ok := strings.CutSuffix(n.Value, u.suffix); ok {
			number, unit = strings.TrimRight(digits, " "), u.bytes
		}
	}
	i, err := strconv.ParseInt(number, 10, 64)
	if err != nil || i < 1 || i > (1<<30)/unit {
		return 0, problemf("bad-size", "must be a number of bytes, at most 1 GiB, such as 500000, 64KiB or 10MiB, not %s", diag.Quote(n.Value))
	}
	return i * unit, nil
}}

// sizeForm is that of sizes, whatever those with units come to.
var sizeForm = Form{Kind: Either, Is: "size", Forms: []*Form{
	within(Integer, 1, 1<<30).pointer(), {Kind: Text, Patterns: []string{`\+?[0-9]+( *(KiB|MiB))?`}},
}}
