package cel

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
)

const (
	maxJSON     = 10 << 20    // bytes that JSONParse accepts, as in the reference
	maxExactInt = 1<<53 - 1   // the greatest integer of which all lesser ones are doubles
	needsEscape = "\"\\<>&\n" // of printable characters, and the commonest control character
)

// JSONEncode returns v as JSON, keys of maps sorted. Integers that a double cannot
// hold become strings, bytes base64, and timestamps and durations the strings
// that string() makes of them. Infinities, NaN and types are errors.
func JSONEncode(v any) (string, error) {
	switch v := plain(v).(type) {
	case nil:
		return "null", nil
	case bool:
		return strconv.FormatBool(v), nil
	case int64:
		return encodeInt(strconv.FormatInt(v, 10), v >= -maxExactInt && v <= maxExactInt), nil
	case uint64:
		return encodeInt(strconv.FormatUint(v, 10), v <= maxExactInt), nil
	case float64:
		return encodeFloat(v)
	case string:
		return encodeString(v), nil
	case []byte:
		return strconv.Quote(base64.StdEncoding.EncodeToString(v)), nil
	case time.Time:
		return strconv.Quote(StringFromTime(v)), nil
	case time.Duration:
		return strconv.Quote(StringFromDuration(v)), nil
	case nact.Opt[any]:
		if !v.Has {
			return "", ErrNoValue
		}
		return JSONEncode(v.Value)
	case list:
		return encodeList(v)
	case mapping:
		return encodeMap(v)
	}
	return "", noOverload("json.encode", v)
}

func encodeInt(digits string, isExact bool) string {
	if isExact {
		return digits
	}
	return strconv.Quote(digits)
}

func encodeFloat(f float64) (string, error) {
	encoded, err := json.Marshal(f)
	if err != nil {
		return "", errors.New("json.encode: JSON has no infinity and no NaN")
	}
	return string(encoded), nil
}

// encodeString quotes a short text without anything to escape as Go does, which
// differs from JSON in what it thinks unprintable: the reference does so too.
func encodeString(s string) string {
	isControl := func(r rune) bool { return r < ' ' }
	if len(s) < 128 && !strings.ContainsAny(s, needsEscape) && strings.IndexFunc(s, isControl) < 0 {
		return strconv.Quote(s)
	}
	return marshalString(s)
}

func marshalString(s string) string {
	encoded, _ := json.Marshal(s) // a string cannot fail
	return string(encoded)
}

func encodeList(l list) (string, error) {
	texts := make([]string, l.size())
	for i := range texts {
		var err error
		if texts[i], err = JSONEncode(l.at(i)); err != nil {
			return "", err
		}
	}
	return "[" + strings.Join(texts, ",") + "]", nil
}

func encodeMap(m mapping) (string, error) {
	members := make([]string, 0, m.size())
	for _, key := range sortedKeys(m) {
		name, ok := key.(string)
		if !ok {
			var err error
			if name, err = JSONEncode(key); err != nil {
				return "", err
			}
		}
		value, _ := m.find(key)
		text, err := JSONEncode(value)
		if err != nil {
			return "", err
		}
		members = append(members, marshalString(name)+":"+text)
	}
	return "{" + strings.Join(members, ",") + "}", nil
}

// JSONParse returns the value of a JSON text as a dyn value, absent if the text is
// not JSON. Integers that fit are int, other numbers double. A text of more than
// 10 MiB and a number that no double can hold are errors.
func JSONParse(s string) (nact.Opt[any], error) {
	if len(s) > maxJSON {
		return nact.Opt[any]{}, fmt.Errorf("json.parse: the text has %d bytes, the limit is %d", len(s), maxJSON)
	}
	if scalar, ok := parseScalar(strings.TrimSpace(s)); ok {
		return nact.Some(scalar), nil
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
