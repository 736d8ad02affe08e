// Package exprrun evaluates compiled expressions for tests, and prints what they come to.
package exprrun

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/cel"
)

// Case is an expression with what it reads bound to it.
type Case struct {
	ID  string
	Run func() (any, error)
}

// Result is what a case came to: the text of its value, or its error.
type Result struct {
	ID, Value, Error string
}

// Main runs the cases and prints a Result for each, as a line of JSON.
func Main(cases []Case) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for _, c := range cases {
		if err := encoder.Encode(c.result()); err != nil {
			panic(err)
		}
	}
}

func (c Case) result() (r Result) {
	r.ID = c.ID
	defer func() {
		if p := recover(); p != nil {
			r.Value, r.Error = "", fmt.Sprint("PANIC: ", p)
		}
	}()
	value, err := c.Run()
	if err != nil {
		r.Error = "error: " + err.Error()
		return r
	}
	r.Value = Text(value)
	return r
}

// Bench runs each case for a while. The values of the Results are nanoseconds and allocations of one run. What decodes
// an answer calls Loop, which stands for the runs of the expression.
func Bench(cases []Case) {
	encoder := json.NewEncoder(os.Stdout)
	for _, c := range cases {
		measuring = true
		if _, err := c.Run(); err != nil {
			measured = err.Error()
		}
		if err := encoder.Encode(Result{ID: c.ID, Value: measured}); err != nil {
			panic(err)
		}
	}
}

var (
	measuring bool
	measured  string
)

// Loop runs f: many times, and measures it, in a benchmark.
func Loop(f func() (any, error)) (any, error) {
	if measuring {
		r := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
		measured = fmt.Sprint(float64(r.T.Nanoseconds())/float64(r.N), " ", float64(r.AllocsPerOp()))
	}
	return f()
}

// Text is a value as text that tells any two different values of CEL apart.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case cel.Type:
		return "type(" + string(v) + ")"
	case []byte:
		return "b" + strconv.Quote(string(v))
	case time.Time:
		return "timestamp(" + v.UTC().Format(time.RFC3339Nano) + ")"
	case netip.Addr:
		return "ip(" + v.String() + ")"
	case netip.Prefix:
		return "cidr(" + v.String() + ")"
	case time.Duration:
		return "duration(" + strconv.FormatInt(int64(v), 10) + ")"
	case cel.Object:
		return objectText(v)
	}
	return kindText(reflect.ValueOf(v))
}

func objectText(o cel.Object) string {
	if reflect.ValueOf(o).IsNil() {
		return "null"
	}
	var entries []string
	for _, name := range o.Members() {
		value, _ := o.Member(name)
		entries = append(entries, strconv.Quote(name)+": "+Text(value))
	}
	slices.Sort(entries)
	return "{" + strings.Join(entries, ", ") + "}"
}

func kindText(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10) + "u"
	case reflect.Float64:
		return "double(" + strconv.FormatFloat(v.Float(), 'g', -1, 64) + ")"
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Slice:
		if v.IsNil() {
			return "null"
		}
		return listText(v)
	case reflect.Map:
		if v.IsNil() {
			return "null"
		}
		return mapText(v)
	case reflect.Struct:
		return wrapperText(v)
	}
	panic("no value of CEL: " + v.Type().String())
}

func listText(v reflect.Value) string {
	elems := make([]string, v.Len())
	for i := range elems {
		elem := v.Index(i)
		if elem.Kind() == reflect.Struct {
			if object, ok := elem.Addr().Interface().(cel.Object); ok {
				elems[i] = Text(object)
				continue
			}
		}
		elems[i] = Text(elem.Interface())
	}
	return "[" + strings.Join(elems, ", ") + "]"
}

func mapText(v reflect.Value) string {
	var entries []string
	for _, key := range v.MapKeys() {
		text := "unreachable" // under NaN
		if value := v.MapIndex(key); value.IsValid() {
			text = Text(value.Interface())
		}
		entries = append(entries, Text(key.Interface())+": "+text)
	}
	slices.Sort(entries)
	return "{" + strings.Join(entries, ", ") + "}"
}

// wrapperText is the text of a nact.Opt or a nact.Null.
func wrapperText(v reflect.Value) string {
	value := v.FieldByName("Value")
	if valid := v.FieldByName("Valid"); valid.IsValid() {
		if !valid.Bool() {
			return "null"
		}
		return Text(value.Interface())
	}
	if !v.FieldByName("Has").Bool() {
		return "none"
	}
	return "some(" + Text(value.Interface()) + ")"
}
