package upstream

import (
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// As says which kind of value the text of a cell or a field stands for.
type As int

// The values. The zero As is the text itself.
const (
	AsText    As = iota
	AsInteger    // a whole number, however it is written: 007, +7, 7.0
	AsNumber     // a number: 007, .5, 1e3
	AsBoolean    // true or false, in capitals or not, or 1 or 0
	AsJSON       // the value of which it is the JSON
)

// Member is a column of a table or a field of a form.
type Member struct {
	Name     string
	As       As
	Optional bool // an empty text stands for null
	List     bool // of a form: the field can stand there several times, and is a list
}

// Members are the members of a table or a form that are read.
type Members struct {
	Named  []Member
	Others *Member // how members of any other name are read; nil: they are not
}

// of returns the member of a name, or nil if it is not read.
func (m Members) of(name string) *Member {
	for i := range m.Named {
		if m.Named[i].Name == name {
			return &m.Named[i]
		}
	}
	return m.Others
}

// write adds the value that a text stands for. wrong says why there is none, without what the text is.
func (m *Member) write(w *jsonWriter, text string) (wrong string) {
	trimmed := strings.TrimSpace(text)
	switch {
	case text == "" && m.Optional:
		w.raw("null")
		return ""
	case m.As == AsText:
		w.string(text)
		return ""
	case trimmed == "" && m.Optional:
		w.raw("null")
		return ""
	}
	value, wanted := "", ""
	switch m.As {
	case AsInteger:
		value, wanted = integerJSON(trimmed), "a whole number"
	case AsNumber:
		value, wanted = numberJSON(trimmed), "a number"
	case AsBoolean:
		value, wanted = booleanJSON(trimmed), "true or false"
	default:
		value, wanted = validJSON(trimmed), "JSON"
	}
	switch {
	case value != "":
		w.raw(value)
		return ""
	case trimmed == "":
		return "nothing, wanted " + wanted
	}
	return "another text, wanted " + wanted
}

// integerJSON is numberJSON for a whole number, which the [Decoder] may refuse for its size.
func integerJSON(text string) string {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	number := numberJSON(text)
	if number == "" {
		return ""
	}
	if _, whole := jsonscan.Uint(strings.TrimPrefix(number, "-")); !whole {
		return ""
	}
	return number
}

// numberJSON returns a decimal number as JSON writes it, without a plus sign and leading zeros; empty if it is none.
func numberJSON(text string) string {
	unsigned, sign := strings.TrimPrefix(text, "+"), ""
	if digits, negative := strings.CutPrefix(text, "-"); negative {
		unsigned, sign = digits, "-"
	}
	end := strings.IndexAny(unsigned, "eE")
	if end < 0 {
		end = len(unsigned)
	}
	whole, fraction, _ := strings.Cut(unsigned[:end], ".")
	if strings.Trim(whole+fraction, "0123456789") != "" || whole+fraction == "" {
		return ""
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	number := sign + whole + fraction + unsigned[end:]
	if stop, bad := jsonscan.Number([]byte(number), 0); bad != "" || stop != len(number) {
		return ""
	}
	return number
}

// booleanJSON returns true or false, or an empty string for a text that stands for neither.
func booleanJSON(text string) string {
	switch strings.ToLower(text) {
	case "true", "1":
		return "true"
	case "false", "0":
		return "false"
	}
	return ""
}

// validJSON returns a text that is one JSON value; empty if it is none.
func validJSON(text string) string {
	if end, bad := jsonscan.Value([]byte(text), 0, maxDepth); bad != "" || end != len(text) {
		return ""
	}
	return text
}
