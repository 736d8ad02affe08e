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

// normal returns value as encoding it to JSON and back makes it.
func normal(value any) (any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return parse(text)
}

// differences returns how got differs from want, one line for each place; path names the top.
func differences(path string, want, got any) []string {
	switch want := want.(type) {
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			return objectDifferences(path, want, got)
		}
	case []any:
		if got, ok := got.([]any); ok {
			return listDifferences(path, want, got)
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
	return []string{fmt.Sprintf("%s: wanted %s, got %s", path, show(want), show(got))}
}

func objectDifferences(path string, want, got map[string]any) (lines []string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if value, ok := got[name]; ok {
			lines = append(lines, differences(path+"."+name, want[name], value)...)
		} else {
			lines = append(lines, fmt.Sprintf("%s.%s: wanted %s, got none", path, name, show(want[name])))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			lines = append(lines, fmt.Sprintf("%s.%s: wanted none, got %s", path, name, show(got[name])))
		}
	}
	return lines
}

func listDifferences(path string, want, got []any) (lines []string) {
	for i := range min(len(want), len(got)) {
		lines = append(lines, differences(fmt.Sprintf("%s[%d]", path, i), want[i], got[i])...)
	}
	if len(want) != len(got) {
		lines = append(lines, fmt.Sprintf("%s: wanted %d elements, got %d", path, len(want), len(got)))
	}
	return lines
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
