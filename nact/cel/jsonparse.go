package cel

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// maxJSON is how many bytes JSONParse accepts, as in the reference.
const maxJSON = 10 << 20

// JSONParse returns the value of a JSON text as a dyn value, absent if the text is
// not JSON. Integers that fit are int, other numbers double. A text of more than
// 10 MiB, one with more values than its size accounts for, and a number that no double can hold are errors.
func JSONParse(s string) (nact.Opt[any], error) {
	if len(s) > maxJSON {
		return nact.Opt[any]{}, fmt.Errorf("json.parse: the text has %d bytes, the limit is %d", len(s), maxJSON)
	}
	if scalar, ok := parseScalar(strings.TrimSpace(s)); ok {
		return nact.Some(scalar), nil
	}
	if !fitsMemory(s) {
		return nact.Opt[any]{}, errJSONValues
	}
	decoder := json.NewDecoder(strings.NewReader(s))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nact.Opt[any]{}, nil
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nact.Opt[any]{}, nil
	}
	value, err := withNumbers(value)
	if err != nil {
		return nact.Opt[any]{}, fmt.Errorf("json.parse: %w", err)
	}
	return nact.Some(value), nil
}

// parseScalar reads a lone string without escapes or a lone number more leniently
// than JSON is, as the reference does.
func parseScalar(s string) (any, bool) {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' && !strings.Contains(s, `\`) {
		return s[1 : len(s)-1], true
	}
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return nil, false
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && IsFinite(f)
}

// withNumbers replaces the numbers of a decoded value by int64 and float64.
func withNumbers(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n, nil
		}
		return v.Float64()
	case []any:
		for i := range v {
			if v[i], err = withNumbers(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for key := range v {
			if v[key], err = withNumbers(v[key]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
