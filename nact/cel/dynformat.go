package cel

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Format is the format function of strings: %s, %d, %f, %e, %b, %o, %x, %X and %%, with
// a precision of at most 100 as in %.2f. Arguments that no clause uses are ignored.
func Format(format string, args ...any) (string, error) {
	var b strings.Builder
	rest := format
	for {
		text, clause, ok := strings.Cut(rest, "%")
		b.WriteString(text)
		if !ok {
			return b.String(), nil
		}
		if after, isPercent := strings.CutPrefix(clause, "%"); isPercent {
			b.WriteByte('%')
			rest = after
			continue
		}
		if len(args) == 0 {
			return "", fmt.Errorf("format %q has more clauses than arguments", format)
		}
		verb, precision, after, err := ParseClause(clause)
		if err != nil {
			return "", fmt.Errorf("format %q: %w", format, err)
		}
		s, err := formatValue(verb, precision, plain(args[0]))
		if err != nil {
			return "", err
		}
		b.WriteString(s)
		rest, args = after, args[1:]
	}
}

func formatValue(verb byte, precision int, v any) (string, error) {
	switch verb {
	case 's':
		return formatString(v)
	case 'd':
		return formatDecimal(v)
	case 'e', 'f':
		return formatFloat(verb, precision, v)
	case 'b':
		return formatBinary(v)
	case 'o':
		return formatInteger(v, 8)
	case 'x':
		return formatHex(v)
	case 'X':
		s, err := formatHex(v)
		return strings.ToUpper(s), err
	}
	return "", fmt.Errorf("format has no clause %%%c", verb)
}

func formatString(v any) (string, error) {
	switch v := plain(v).(type) {
	case nil:
		return "null", nil
	case float64:
		return decimal(v), nil
	case []byte:
		return string(v), nil
	case time.Time:
		return StringFromTime(v.UTC()), nil
	case Type:
		return string(v), nil
	case netip.Addr, netip.Prefix: // they have a text for string() alone
		return "", noOverload("format %s", v)
	case list:
		return formatList(v)
	case mapping:
		return formatMap(v)
	}
	s, err := DynString(v)
	if err != nil {
		return "", noOverload("format %s", v)
	}
	return s, nil
}

func formatList(l list) (string, error) {
	texts := make([]string, l.size())
	for i := range texts {
		var err error
		if texts[i], err = formatString(l.at(i)); err != nil {
			return "", err
		}
	}
	return "[" + strings.Join(texts, ", ") + "]", nil
}

// formatMap orders a map by the texts of its keys.
func formatMap(m mapping) (string, error) {
	type entry struct{ key, value string }
	entries := make([]entry, 0, m.size())
	for _, key := range sortedKeys(m) {
		value, _ := m.find(key)
		keyText, err := formatString(key)
		if err != nil {
			return "", err
		}
		valueText, err := formatString(value)
		if err != nil {
			return "", err
		}
		entries = append(entries, entry{keyText, valueText})
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	texts := make([]string, len(entries))
	for i, e := range entries {
		texts[i] = e.key + ": " + e.value
	}
	return "{" + strings.Join(texts, ", ") + "}", nil
}

func formatDecimal(v any) (string, error) {
	if f, ok := v.(float64); ok {
		return decimal(f), nil
	}
	return formatInteger(v, 10)
}

func formatFloat(verb byte, precision int, v any) (string, error) {
	f, ok := floatOf(v)
	if !ok {
		return "", noOverload("format %"+string(verb), v)
	}
	if verb == 'f' {
		return Fixed(f, precision), nil
	}
	if !IsFinite(f) {
		return decimal(f), nil
	}
	return strconv.FormatFloat(f, verb, precision, 64), nil
}

func formatBinary(v any) (string, error) {
	if b, ok := v.(bool); ok {
		if b {
			return "1", nil
		}
		return "0", nil
	}
	return formatInteger(v, 2)
}

func formatHex(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return hex.EncodeToString([]byte(v)), nil
	case []byte:
		return hex.EncodeToString(v), nil
	}
	return formatInteger(v, 16)
}

func formatInteger(v any, base int) (string, error) {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, base), nil
	case uint64:
		return strconv.FormatUint(v, base), nil
	}
	return "", noOverload(fmt.Sprintf("format in base %d", base), v)
}

// FormatList is [Format] with its arguments in a list.
func FormatList(format string, args []any) (string, error) { return Format(format, args...) }

const (
	defaultPrecision = 6
	maxPrecision     = 100 // the default of the reference
)

// ParseClause takes the precision, by default 6, and the verb of a clause of [Format] from what follows the percent sign.
func ParseClause(s string) (verb byte, precision int, rest string, err error) {
	precision = defaultPrecision
	if after, ok := strings.CutPrefix(s, "."); ok {
		s = strings.TrimLeft(after, "0123456789")
		digits := after[:len(after)-len(s)]
		precision, err = strconv.Atoi(digits)
		if err != nil || precision > maxPrecision {
			return 0, 0, "", fmt.Errorf("the precision %q is not a number up to %d", digits, maxPrecision)
		}
	}
	if s == "" {
		return 0, 0, "", errors.New("a clause has no letter")
	}
	return s[0], precision, s[1:], nil
}
