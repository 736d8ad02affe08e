package draft

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/invisible"
)

// wide is how many columns a line of the draft has at most, where it could as well be several.
const wide = 120

// A value is what stands behind a key: literal, text, mapping or list; or an item of a list: commented.
type value interface {
	// inline is the value in one line; flow says that it stands inside of brackets. It reports false if it takes several.
	inline(flow bool) (string, bool)
}

// literal is a number, a boolean or null.
type literal string

// text is a scalar that is text, or an expression.
type text string

// mapping is a mapping, in its order.
type mapping []entry

// entry is a key with its value. Comments stand above it, the note behind it.
type entry struct {
	comments []string
	key      string
	value    value
	note     string
}

// list is a list of values.
type list []value

// commented is an item of a list with a comment above it.
type commented struct {
	comment string
	value   value
}

// block is a mapping that has a line for each entry, however short they are.
type block mapping

func (m *mapping) add(key string, v value) { *m = append(*m, entry{key: key, value: v}) }

func (m *mapping) note(key string, v value, note string) {
	*m = append(*m, entry{key: key, value: v, note: note})
}

func (l literal) inline(bool) (string, bool) { return string(l), true }

func (t text) inline(flow bool) (string, bool) { return quote(string(t), flow), true }

func (c commented) inline(bool) (string, bool) { return "", false }

func (b block) inline(bool) (string, bool) { return "", false }

func (m mapping) inline(bool) (string, bool) {
	parts := make([]string, len(m))
	for i, e := range m {
		v, ok := e.value.inline(true)
		if !ok || len(e.comments) > 0 || e.note != "" {
			return "", false
		}
		parts[i] = quote(e.key, true) + ": " + v
	}
	return "{" + strings.Join(parts, ", ") + "}", true
}

func (l list) inline(bool) (string, bool) {
	parts := make([]string, len(l))
	for i, v := range l {
		part, ok := v.inline(true)
		if !ok {
			return "", false
		}
		parts[i] = part
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

// bare is text that YAML and the manifest take as such without quotes; in brackets, also without what ends a value there.
var (
	bare    = regexp.MustCompile(`^[A-Za-z_/][^\x00-\x1f]*$`)
	special = regexp.MustCompile(`^(?i:true|false|yes|no|on|off|null|nan|[-+]?\.(inf|nan))$|: |:$| #`)
	closes  = regexp.MustCompile("[][{},?#:&*!|>'\"%@`]")
)

// quote is a text as a scalar of YAML. It has no line breaks.
func quote(s string, flow bool) string {
	expression := strings.HasPrefix(s, "${") && !flow
	plain := (bare.MatchString(s) || expression) && !special.MatchString(s) && s == strings.TrimSpace(s) && !escaped(s)
	if plain && flow && closes.MatchString(s) {
		plain = false
	}
	switch {
	case plain:
		return s
	case strings.ContainsAny(s, `"\`) && !escaped(s):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return double(s)
}

// escaped reports whether a text has characters that need an escape.
func escaped(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return needsEscape(r) })
}

func needsEscape(r rune) bool {
	return invisible.Is(r) || r == '\n' || r == '\t' || r == 0x85 || r == 0xFEFF || r == utf8.RuneError
}

// double is a text in double quotes.
func double(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case needsEscape(r):
			b.WriteString(escape(r))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func escape(r rune) string {
	const digits = "0123456789ABCDEF"
	out := []byte(`\U00000000`)
	for i := len(out) - 1; r > 0; i-- {
		out[i] = digits[r&15]
		r >>= 4
	}
	return string(out)
}

// writer writes a draft.
type writer struct{ strings.Builder }

// comment writes comments at an indentation, each folded into lines.
func (w *writer) comment(indent string, comments []string) {
	for _, c := range comments {
		if c == "" {
			w.WriteString(indent + "#\n")
			continue
		}
		for i, line := range fold(c, wide-len(indent)-2) {
			mark := "# "
			if i > 0 && strings.HasPrefix(c, "- ") {
				mark = "#   "
			}
			w.WriteString(indent + mark + line + "\n")
		}
	}
}

// mapping writes the entries of a mapping, one a line or more.
func (w *writer) mapping(m mapping, indent string) {
	for _, e := range m {
		w.comment(indent, e.comments)
		w.WriteString(indent + quote(e.key, false) + ":")
		w.behind(e.value, e.note, indent, len(indent)+len(e.key)+1)
	}
}

// behind writes a value behind its key or dash, which ends at a column.
func (w *writer) behind(v value, note, indent string, column int) {
	line, ok := v.inline(false)
	if _, scalar := v.(mapping); ok && (column+len(line) < wide || !scalar && !isList(v)) {
		w.WriteString(" " + line + trailing(note) + "\n")
		return
	}
	w.WriteString(trailing(note) + "\n")
	switch v := v.(type) {
	case mapping:
		w.mapping(v, indent+"  ")
	case block:
		w.mapping(mapping(v), indent+"  ")
	case list:
		for _, item := range v {
			w.item(item, indent+"  ")
		}
	}
}

func isList(v value) bool {
	_, ok := v.(list)
	return ok
}

// item writes an item of a list.
func (w *writer) item(v value, indent string) {
	if c, ok := v.(commented); ok {
		w.comment(indent, []string{c.comment})
		v = c.value
	}
	line, ok := v.inline(false)
	m, isMapping := v.(mapping)
	if ok && len(indent)+2+len(line) < wide || !isMapping || len(m) == 0 {
		w.WriteString(indent + "- " + line + "\n")
		return
	}
	var below writer
	below.mapping(m, indent+"  ")
	w.WriteString(indent + "- " + strings.TrimPrefix(below.String(), indent+"  "))
}

func trailing(note string) string {
	if note == "" {
		return ""
	}
	return " # " + note
}

// fold breaks a line between words.
func fold(line string, most int) []string {
	var lines []string
	rest := line
	for len(rest) > most {
		at := strings.LastIndexByte(rest[:most+1], ' ')
		if at <= 0 {
			if at = strings.IndexByte(rest, ' '); at < 0 {
				break
			}
		}
		lines = append(lines, rest[:at])
		rest = rest[at+1:]
	}
	return append(lines, rest)
}
