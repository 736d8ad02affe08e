package cel

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
)

const (
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
