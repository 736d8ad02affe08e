package cel_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

var formats = []string{
	"", "plain", "%", "%%", "100%%", "%s", "%d", "%f", "%e", "%b", "%o", "%x", "%X", "%q", "%S", "% d", "%+d", "%5d", "%.f", "%.0f", "%.2f", "%.3e", "%.2s", "%.100f",
	"%.101f", "%.", "%.5", "%.-1f", "%.99999999999999999999f", "é%sé", "%s%s", "%%%s%%", "%é", "%.2é",
}

func TestFormat(t *testing.T) {
	diff2(t, "a.format([b])", formats, dyns, func(format string, arg any) (any, error) { return either(cel.Format(format, arg)) })
	diff1(t, "a.format([])", formats, func(format string) (any, error) { return either(cel.Format(format)) })
	for _, clause := range []string{"%s", "%d", "%f", "%.0f", "%.12f", "%e", "%.0e"} {
		diff1(t, "'"+clause+"'.format([a])", floats, func(f float64) (any, error) { return either(cel.Format(clause, f)) })
	}
	diff1(t, "'%.2f'.format([a])", floats, func(f float64) (any, error) { return cel.Fixed(f, 2), nil })
	for _, clause := range []string{"%s", "%d", "%f", "%e", "%b", "%o", "%x", "%X"} {
		diff1(t, "'"+clause+"'.format([a])", ints, func(n int64) (any, error) { return either(cel.Format(clause, n)) })
		diff1(t, "'"+clause+"'.format([a])", uints, func(n uint64) (any, error) { return either(cel.Format(clause, n)) })
	}
	for _, clause := range []string{"%s", "%x", "%X"} {
		diff1(t, "'"+clause+"'.format([a])", texts, func(s string) (any, error) { return either(cel.Format(clause, s)) })
	}
	diff1(t, "'%s %s'.format([a, 1])", dyns, func(v any) (any, error) { return either(cel.Format("%s %s", v, int64(1))) })
}

func FuzzFormat(f *testing.F) {
	for _, format := range formats {
		f.Add(format, "x", int64(-1), 1.5)
	}
	program := compile(f, "a.format(b)", []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[[]any]()})
	f.Fuzz(func(t *testing.T, format, s string, n int64, x float64) {
		args := []any{s, n, x, []any{s, nil}, map[string]any{s: n}}
		for first := range args {
			got, err := cel.Format(format, args[first:]...)
			want, wantErr := evaluate(program, []any{format, args[first:]})
			if (err != nil) != (wantErr != nil) || err == nil && got != want {
				t.Errorf("Format(%q, %v) = %q, %v; the reference: %q, %v", format, args[first:], got, err, want, wantErr)
			}
		}
	})
}
