package cel_test

import (
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"testing"
	"time"

	celgo "cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/ext"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/cel"
)

// The tests hold the functions against the reference implementation: an
// expression over the variables a, b and c is evaluated by it for all
// combinations of some arguments, and the function must answer the same value, or
// fail where the reference fails.

// diff1 compares f with an expression over a.
func diff1[A any](t *testing.T, expression string, as []A, f func(A) (any, error)) {
	t.Helper()
	diff(t, expression, []reflect.Type{reflect.TypeFor[A]()}, func(try func(got any, err error, args ...any)) {
		for _, a := range as {
			got, err := f(a)
			try(got, err, a)
		}
	})
}

// diff2 compares f with an expression over a and b.
func diff2[A, B any](t *testing.T, expression string, as []A, bs []B, f func(A, B) (any, error)) {
	t.Helper()
	diff(t, expression, []reflect.Type{reflect.TypeFor[A](), reflect.TypeFor[B]()}, func(try func(got any, err error, args ...any)) {
		for _, a := range as {
			for _, b := range bs {
				got, err := f(a, b)
				try(got, err, a, b)
			}
		}
	})
}

// diff3 compares f with an expression over a, b and c.
func diff3[A, B, C any](t *testing.T, expression string, as []A, bs []B, cs []C, f func(A, B, C) (any, error)) {
	t.Helper()
	argTypes := []reflect.Type{reflect.TypeFor[A](), reflect.TypeFor[B](), reflect.TypeFor[C]()}
	diff(t, expression, argTypes, func(try func(got any, err error, args ...any)) {
		for _, a := range as {
			for _, b := range bs {
				for _, c := range cs {
					got, err := f(a, b, c)
					try(got, err, a, b, c)
				}
			}
		}
	})
}

func diff(t *testing.T, expression string, argTypes []reflect.Type, run func(try func(got any, err error, args ...any))) {
	t.Helper()
	t.Run(fmt.Sprintf("%s %v", expression, argTypes), func(t *testing.T) {
		program := compile(t, expression, argTypes)
		differences := 0
		run(func(got any, err error, args ...any) {
			t.Helper()
			want, wantErr := evaluate(program, args)
			if differences == maxDifferences {
				return
			}
			differences++
			if (err != nil) != (wantErr != nil) {
				t.Errorf("of %#v: error %v, the reference: %v", args, err, wantErr)
			} else if got := canonical(got); err == nil && !same(got, want) {
				t.Errorf("of %#v: %#v, the reference: %#v", args, got, want)
			} else {
				differences--
			}
		})
	})
}

// maxDifferences is how many differences of one expression are shown.
const maxDifferences = 10

var variables = []string{"a", "b", "c"}

// compile checks and plans an expression whose variables have the CEL types of the Go types.
func compile(t testing.TB, expression string, argTypes []reflect.Type) celgo.Program {
	t.Helper()
	options := []celgo.EnvOption{
		celgo.OptionalTypes(), celgo.CrossTypeNumericComparisons(true),
		ext.Strings(), ext.Math(), ext.Lists(), ext.Sets(), ext.Encoders(), ext.Bindings(), ext.TwoVarComprehensions(),
		ext.Network(),
	}
	for i, argType := range argTypes {
		options = append(options, celgo.Variable(variables[i], celType(argType)))
	}
	env, err := celgo.NewEnv(options...)
	if err != nil {
		t.Fatal(err)
	}
	checked, issues := env.Compile(expression)
	if issues.Err() != nil {
		t.Fatal(issues.Err())
	}
	program, err := env.Program(checked)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func celType(t reflect.Type) *celgo.Type {
	switch t {
	case reflect.TypeFor[[]byte]():
		return celgo.BytesType
	case reflect.TypeFor[time.Time]():
		return celgo.TimestampType
	case reflect.TypeFor[time.Duration]():
		return celgo.DurationType
	case reflect.TypeFor[netip.Addr]():
		return ext.IPType
	case reflect.TypeFor[netip.Prefix]():
		return ext.CIDRType
	}
	switch t.Kind() {
	case reflect.Bool:
		return celgo.BoolType
	case reflect.Int64:
		return celgo.IntType
	case reflect.Uint64:
		return celgo.UintType
	case reflect.Float64:
		return celgo.DoubleType
	case reflect.String:
		return celgo.StringType
	case reflect.Slice:
		return celgo.ListType(celType(t.Elem()))
	case reflect.Map:
		return celgo.MapType(celType(t.Key()), celType(t.Elem()))
	case reflect.Struct: // nact.Opt
		value, _ := t.FieldByName("Value")
		return celgo.OptionalType(celType(value.Type))
	}
	return celgo.DynType
}

func evaluate(program celgo.Program, args []any) (any, error) {
	values := make(map[string]any, len(args))
	for i, arg := range args {
		values[variables[i]] = toReference(arg)
	}
	result, _, err := program.Eval(values)
	if err != nil {
		return nil, err
	}
	return fromReference(result), nil
}

// toReference returns a Go value as the reference wants it: as it is, but for what
// the reference does not know.
func toReference(v any) any {
	switch v := v.(type) {
	case nact.Opt[any]:
		if !v.Has {
			return types.OptionalNone
		}
		return types.OptionalOf(types.DefaultTypeAdapter.NativeToValue(toReference(v.Value)))
	case nact.Null[int64]:
		if !v.Valid {
			return nil
		}
		return v.Value
	case cel.Type:
		return typesOfReference[v]
	case cel.Object:
		if reflect.ValueOf(v).IsNil() {
			return nil
		}
		m := map[string]any{}
		for _, name := range v.Members() {
			value, _ := v.Member(name)
			m[name] = toReference(value)
		}
		return m
	case string, []byte, time.Time, time.Duration, []int64, netip.Addr, netip.Prefix:
		return v
	}
	return toReferenceByKind(reflect.ValueOf(v))
}

func toReferenceByKind(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = toReference(element(v, i))
		}
		return list
	case reflect.Map:
		m := map[ref.Val]ref.Val{}
		for _, key := range v.MapKeys() {
			adapt := types.DefaultTypeAdapter.NativeToValue
			m[adapt(toReference(key.Interface()))] = adapt(toReference(v.MapIndex(key).Interface()))
		}
		return m
	case reflect.String:
		return v.String()
	case reflect.Invalid:
		return nil
	}
	return v.Interface()
}

// element returns an element of a slice, a pointer to it if that is an object.
func element(slice reflect.Value, i int) any {
	if object, ok := slice.Index(i).Addr().Interface().(cel.Object); ok {
		return object
	}
	return slice.Index(i).Interface()
}

var typesOfReference = map[cel.Type]*celgo.Type{
	cel.BoolType: types.BoolType, cel.BytesType: types.BytesType, cel.FloatType: types.DoubleType,
	cel.DurationType: types.DurationType, cel.IntType: types.IntType, cel.ListType: types.ListType,
	cel.MapType: types.MapType, cel.NullType: types.NullType, cel.OptionalType: types.OptionalType,
	cel.StringType: types.StringType, cel.TimeType: types.TimestampType, cel.TypeType: types.TypeType, cel.UintType: types.UintType,
	cel.IPType: ext.IPType, cel.CIDRType: ext.CIDRType,
}

// fromReference returns a result of the reference in the types that canonical returns.
func fromReference(v ref.Val) any {
	switch v := v.(type) {
	case types.Null:
		return nil
	case *types.Optional:
		if !v.HasValue() {
			return nact.Opt[any]{}
		}
		return nact.Some(fromReference(v.GetValue()))
	case *types.Type:
		return cel.Type(v.TypeName())
	case traits.Mapper:
		m := map[any]any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			m[fromReference(key)] = fromReference(v.Get(key))
		}
		return m
	case traits.Lister:
		list := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			list = append(list, fromReference(it.Next()))
		}
		return list
	}
	return v.Value()
}

// canonical returns a result of ours with lists as []any, maps as map[any]any
// and optionals as nact.Opt[any].
func canonical(v any) any {
	switch v := v.(type) {
	case cel.Object:
		if reflect.ValueOf(v).IsNil() {
			return nil
		}
		m := map[any]any{}
		for _, name := range v.Members() {
			m[name], _ = v.Member(name)
		}
		return canonical(m)
	case []byte, time.Time, time.Duration, netip.Addr, netip.Prefix, cel.Type, nil:
		return v
	}
	value := reflect.ValueOf(v)
	switch value.Kind() {
	case reflect.Slice:
		list := make([]any, value.Len())
		for i := range list {
			list[i] = canonical(element(value, i))
		}
		return list
	case reflect.Map:
		m := map[any]any{}
		for _, key := range value.MapKeys() {
			m[key.Interface()] = canonical(value.MapIndex(key).Interface())
		}
		return m
	case reflect.Struct:
		if valid := value.FieldByName("Valid"); valid.IsValid() {
			if !valid.Bool() {
				return nil
			}
			return canonical(value.FieldByName("Value").Interface())
		}
		if !value.FieldByName("Has").Bool() {
			return nact.Opt[any]{}
		}
		return nact.Some(canonical(value.FieldByName("Value").Interface()))
	case reflect.String:
		return value.String()
	}
	return v
}

// same reports whether two results are the same, down to the sign of zero and the offset of times.
func same(a, b any) bool {
	switch a := a.(type) {
	case float64:
		b, ok := b.(float64)
		return ok && (math.Float64bits(a) == math.Float64bits(b) || a != a && b != b)
	case time.Time:
		b, ok := b.(time.Time)
		return ok && a.Format(time.RFC3339Nano) == b.Format(time.RFC3339Nano)
	case nact.Opt[any]:
		b, ok := b.(nact.Opt[any])
		return ok && a.Has == b.Has && same(a.Value, b.Value)
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !same(a[i], b[i]) {
				return false
			}
		}
		return true
	case map[any]any:
		b, ok := b.(map[any]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key := range a {
			value, ok := b[key]
			if !ok || !same(a[key], value) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

// total1 to fallible3 make functions of any result fit diff1 to diff3.

func total1[A, R any](f func(A) R) func(A) (any, error) {
	return func(a A) (any, error) { return f(a), nil }
}

func total2[A, B, R any](f func(A, B) R) func(A, B) (any, error) {
	return func(a A, b B) (any, error) { return f(a, b), nil }
}

func fallible1[A, R any](f func(A) (R, error)) func(A) (any, error) {
	return func(a A) (any, error) { return either(f(a)) }
}

func fallible2[A, B, R any](f func(A, B) (R, error)) func(A, B) (any, error) {
	return func(a A, b B) (any, error) { return either(f(a, b)) }
}

func fallible3[A, B, C, R any](f func(A, B, C) (R, error)) func(A, B, C) (any, error) {
	return func(a A, b B, c C) (any, error) { return either(f(a, b, c)) }
}

func either[R any](v R, err error) (any, error) { return v, err }
