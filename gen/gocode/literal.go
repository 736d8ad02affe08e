package gocode

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/internal/invisible"
)

// Lit returns data as a Go literal: a string, a bool, an untyped integer, a float constant, nil. What text holds
// cannot leave its quotes.
func Lit(v any) *jen.Statement {
	switch v := v.(type) {
	case nil:
		return jen.Nil()
	case string:
		return text(v)
	case bool, float64, int:
		return jen.Lit(v)
	case int64:
		return jen.Op(strconv.FormatInt(v, 10))
	case uint64:
		return jen.Op(strconv.FormatUint(v, 10))
	}
	panic(fmt.Sprintf("gocode: no literal is a %T", v))
}

// text is a string in the quotes in which it reads better: JSON has backquotes.
func text(s string) *jen.Statement {
	hidden := func(r rune) bool { return !unicode.IsPrint(r) || invisible.Is(r) }
	if strings.ContainsAny(s, `"\`) && strconv.CanBackquote(s) && !strings.ContainsFunc(s, hidden) {
		return jen.Op("`" + s + "`")
	}
	return jen.Lit(s)
}

// AnyLit is Lit for a place of type any, where an integer must say its type. It may also be a list of literals.
func AnyLit(v any) *jen.Statement {
	switch v := v.(type) {
	case int64, uint64:
		return jen.Id(fmt.Sprintf("%T", v)).Call(Lit(v))
	case []any:
		return jen.Index().Any().Values(Each(v, AnyLit)...)
	}
	return Lit(v)
}

// Keyed is one element of a composite literal: key: value.
func Keyed(key string, value jen.Code) jen.Code { return jen.Id(key).Op(":").Add(value) }

// Fields are the fields of a struct literal, in the order in which they are set.
type Fields []jen.Code

// Set sets a field.
func (f *Fields) Set(name string, value jen.Code) { *f = append(*f, Keyed(name, value)) }

// SetLit sets a field to a literal, which may be a duration. A zero value is left out: it is what the field has anyway.
func (f *Fields) SetLit(name string, value any) {
	switch d, isDuration := value.(time.Duration); {
	case reflect.ValueOf(value).IsZero():
	case isDuration:
		f.Set(name, Duration(d))
	default:
		f.Set(name, Lit(value))
	}
}

// Each returns the code of each element of a list.
func Each[T any, C jen.Code](list []T, code func(T) C) []jen.Code {
	codes := make([]jen.Code, len(list))
	for i, x := range list {
		codes[i] = code(x)
	}
	return codes
}

// Lines puts the elements of a composite literal or the arguments of a call on lines of their own, in the order given.
func Lines(elems ...jen.Code) *jen.Statement {
	if len(elems) == 0 {
		return jen.Values()
	}
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, elems...)
}

// Strings returns a list of strings: []string{"a", "b"}.
func Strings(list []string) *jen.Statement {
	return jen.Index().String().Values(Each(list, text)...)
}

// Date returns a day, midnight in UTC: time.Date(2026, time.November, 20, 0, 0, 0, 0, time.UTC).
func Date(t time.Time) *jen.Statement {
	year, month, day := t.Date()
	return Instant(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// Instant returns a time in UTC.
func Instant(t time.Time) *jen.Statement {
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	return jen.Qual("time", "Date").Call(
		jen.Lit(year), jen.Qual("time", month.String()), jen.Lit(day),
		jen.Lit(hour), jen.Lit(minute), jen.Lit(second), jen.Lit(t.Nanosecond()), jen.Qual("time", "UTC"),
	)
}

// Duration returns d in the largest unit that it is a whole number of: 5*time.Second.
func Duration(d time.Duration) *jen.Statement {
	if d < 0 && d != math.MinInt64 {
		return jen.Op("-").Add(Duration(-d))
	}
	for _, u := range [...]struct {
		name string
		unit time.Duration
	}{{"Hour", time.Hour}, {"Minute", time.Minute}, {"Second", time.Second}, {"Millisecond", time.Millisecond}, {"Microsecond", time.Microsecond}} {
		if d >= u.unit && d%u.unit == 0 {
			if d == u.unit {
				return jen.Qual("time", u.name)
			}
			return jen.Lit(int(d/u.unit)).Op("*").Qual("time", u.name)
		}
	}
	return jen.Qual("time", "Duration").Call(Lit(int64(d)))
}

// Bytes returns a number of bytes, a whole number of MiB as 16 << 20.
func Bytes(n int64) *jen.Statement {
	if n > 0 && n%(1<<20) == 0 {
		return jen.Lit(int(n >> 20)).Op("<<").Lit(20)
	}
	return Lit(n)
}

// Elements puts the elements of a composite literal on one line if they are few.
func Elements(elems []jen.Code) *jen.Statement {
	const few = 2
	if len(elems) <= few {
		return jen.Values(elems...)
	}
	return Lines(elems...)
}

// FittedFields are the fields of a struct literal that stands on one line if they are few and short.
type FittedFields struct {
	Fields
	Width int // about how many characters they take
}

// Add adds a field. width is about how many characters its value takes.
func (f *FittedFields) Add(name string, value jen.Code, width int) {
	f.Set(name, value)
	f.Width += len(name) + len(": , ") + width
}

// Literal returns the fields in their braces.
func (f FittedFields) Literal() *jen.Statement {
	const most, longest = 3, 96
	if len(f.Fields) > most || f.Width > longest {
		return Lines(f.Fields...)
	}
	return jen.Values(f.Fields...)
}
