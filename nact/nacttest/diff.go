package nacttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// parse returns the value of JSON text, its numbers to the digit.
func parse(text []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more after the end of the JSON value")
	}
	return value, nil
}

// normal returns value as it is after it was encoded to JSON and decoded again.
func normal(value any) (any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return parse(text)
}

// difference is one place at which two JSON values differ.
type difference struct {
	pointer   string // RFC 6901; empty for the whole values
	want, got string // as messages show them; "none" where one has no such member or element
}

// in describes the difference for a message: whose says what the values are, verb where got comes from.
func (d difference) in(whose, verb string) string {
	if d.pointer != "" {
		whose += " at " + d.pointer
	}
	return fmt.Sprintf("%s: wanted %s, %s %s", whose, d.want, verb, d.got)
}

// differences returns how got differs from want, one for each place; pointer leads to both.
func differences(pointer string, want, got any) []difference {
	switch want := want.(type) {
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			return objectDifferences(pointer, want, got)
		}
	case []any:
		if got, ok := got.([]any); ok {
			return listDifferences(pointer, want, got)
		}
	case json.Number:
		if got, ok := got.(json.Number); ok && sameNumber(want, got) {
			return nil
		}
	default:
		if want == got {
			return nil
		}
	}
	return []difference{{pointer, show(want), show(got)}}
}

func objectDifferences(pointer string, want, got map[string]any) (found []difference) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if value, ok := got[name]; ok {
			found = append(found, differences(member(pointer, name), want[name], value)...)
		} else {
			found = append(found, difference{member(pointer, name), show(want[name]), "none"})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			found = append(found, difference{member(pointer, name), "none", show(got[name])})
		}
	}
	return found
}

func listDifferences(pointer string, want, got []any) (found []difference) {
	for i := range max(len(want), len(got)) {
		at := member(pointer, strconv.Itoa(i))
		switch {
		case i >= len(got):
			found = append(found, difference{at, show(want[i]), "none"})
		case i >= len(want):
			found = append(found, difference{at, "none", show(got[i])})
		default:
			found = append(found, differences(at, want[i], got[i])...)
		}
	}
	return found
}

// member is the JSON pointer to what a value has under a name or an index.
func member(pointer, name string) string {
	return pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// sameNumber compares whole numbers to the digit, others as JSON numbers are read.
func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	if !strings.ContainsAny(string(a+b), ".eE") {
		return false
	}
	x, errX := strconv.ParseFloat(string(a), 64)
	y, errY := strconv.ParseFloat(string(b), 64)
	return errX == nil && errY == nil && x == y
}

// show prints a value for a message: as JSON, cut where it is long.
func show(value any) string {
	const longest = 300
	text, err := json.Marshal(value)
	switch {
	case err != nil:
		return fmt.Sprint(value)
	case len(text) > longest:
		return strings.ToValidUTF8(string(text[:longest]), "") + "…"
	}
	return string(text)
}
