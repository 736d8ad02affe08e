// Package yamlout writes YAML for people to continue with: manifests and other documents with comments, in which short values are on one line. The same
// values give the same text.
package yamlout

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/invisible"
)

// wide is the number of columns from which a value that could be on one line is written on several.
const wide = 120

// A Value is the value of a key: Literal, Text, Mapping, Block or List; or an item of a list: Commented.
type Value interface {
	// Inline returns the value on one line, and false if it needs several. Flow says that it stands inside of brackets.
	Inline(flow bool) (string, bool)
}

// Literal is a number, a boolean or null.
type Literal string

// Text is a scalar that is text, or an expression.
type Text string

// Mapping is a mapping whose entries keep their order.
type Mapping []Entry

// Entry is a key with its value. The comments are above it, the note is a comment after it.
type Entry struct {
	Comments []string
	Key      string
	Value    Value
	Note     string
}

// List is a list of values.
type List []Value

// Commented is an item of a list with a comment above it.
type Commented struct {
	Comment string
	Value   Value
}

// Block is a mapping that is never written on one line.
type Block Mapping

// Map returns a mapping of keys, each followed by its value: a Value, or a string, a number or a boolean that becomes one. Entries whose value is nil or an
// empty string are left out; an empty Text is kept.
func Map(pairs ...any) Mapping {
	var m Mapping
	for i := 0; i < len(pairs); i += 2 {
		if v := valueOf(pairs[i+1]); v != nil {
			m.Add(pairs[i].(string), v)
		}
	}
	return m
}

func valueOf(v any) Value {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		if v == "" {
			return nil
		}
		return Text(v)
	case Mapping:
		if v == nil {
			return nil
		}
		return v
	case List:
		if v == nil {
			return nil
		}
		return v
	case Value:
		return v
	}
	return Scalar(v)
}

// Scalar returns a number, a boolean or nil as a literal.
func Scalar(v any) Literal {
	switch v := v.(type) {
	case nil:
		return "null"
	case float64:
		return Literal(strconv.FormatFloat(v, 'f', -1, 64))
	}
	return Literal(fmt.Sprint(v))
}

// Texts returns a list of texts.
func Texts[T ~string](texts ...T) List {
	var l List
	for _, t := range texts {
		l = append(l, Text(t))
	}
	return l
}

// Add adds an entry at the end.
func (m *Mapping) Add(key string, v Value) { *m = append(*m, Entry{Key: key, Value: v}) }

// Annotate is Add for an entry with a note.
func (m *Mapping) Annotate(key string, v Value, note string) {
	*m = append(*m, Entry{Key: key, Value: v, Note: note})
}

func (l Literal) Inline(bool) (string, bool) { return string(l), true }

func (t Text) Inline(flow bool) (string, bool) { return Quote(string(t), flow), true }

func (c Commented) Inline(bool) (string, bool) { return "", false }

func (b Block) Inline(bool) (string, bool) { return "", false }

func (m Mapping) Inline(bool) (string, bool) {
	parts := make([]string, len(m))
	for i, e := range m {
		v, ok := e.Value.Inline(true)
		if !ok || len(e.Comments) > 0 || e.Note != "" {
			return "", false
		}
		parts[i] = Quote(e.Key, true) + ": " + v
	}
	return "{" + strings.Join(parts, ", ") + "}", true
}

func (l List) Inline(bool) (string, bool) {
	parts := make([]string, len(l))
	for i, v := range l {
		part, ok := v.Inline(true)
		if !ok {
			return "", false
		}
		parts[i] = part
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

// Texts that match bare and not special need no quotes. Inside of brackets they must not match closes either.
var (
	bare    = regexp.MustCompile(`^[A-Za-z_/][^\x00-\x1f]*$`)
	special = regexp.MustCompile(`^(?i:true|false|yes|no|on|off|null|nan|[-+]?\.(inf|nan))$|: |:$| #`)
	closes  = regexp.MustCompile("[][{},?#:&*!|>'\"%@`]")
)

// Quote returns a text as a scalar of YAML without line breaks, in quotes if it needs them.
func Quote(s string, flow bool) string {
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
	return Double(s)
}

// escaped reports whether a text has characters that need an escape.
func escaped(s string) bool { return strings.ContainsFunc(s, needsEscape) }

func needsEscape(r rune) bool {
	return invisible.Is(r) || r == '\n' || r == '\t' || r == 0x85 || r == 0xFEFF || r == utf8.RuneError
}

// Double returns a text in double quotes.
func Double(s string) string {
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
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Writer writes values of YAML, one after the other.
type Writer struct{ strings.Builder }

// Comments writes comments at an indentation, each folded into lines.
func (w *Writer) Comments(indent string, comments []string) {
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

// Mapping writes the entries of a mapping at an indentation.
func (w *Writer) Mapping(m Mapping, indent string) {
	for _, e := range m {
		w.Comments(indent, e.Comments)
		w.WriteString(indent + Quote(e.Key, false) + ":")
		w.behind(e.Value, e.Note, indent, len(indent)+len(e.Key)+1)
	}
}

// behind writes a value after its key, which ends at a column.
func (w *Writer) behind(v Value, note, indent string, column int) {
	line, ok := v.Inline(false)
	_, isMapping := v.(Mapping)
	_, isList := v.(List)
	if ok && (column+len(line) < wide || !isMapping && !isList) {
		w.WriteString(" " + line + trailing(note) + "\n")
		return
	}
	w.WriteString(trailing(note) + "\n")
	switch v := v.(type) {
	case Mapping:
		w.Mapping(v, indent+"  ")
	case Block:
		w.Mapping(Mapping(v), indent+"  ")
	case List:
		for _, item := range v {
			w.item(item, indent+"  ")
		}
	}
}

// item writes an item of a list.
func (w *Writer) item(v Value, indent string) {
	if c, ok := v.(Commented); ok {
		w.Comments(indent, []string{c.Comment})
		v = c.Value
	}
	line, ok := v.Inline(false)
	m, isMapping := v.(Mapping)
	if ok && len(indent)+2+len(line) < wide || !isMapping || len(m) == 0 {
		w.WriteString(indent + "- " + line + "\n")
		return
	}
	var below Writer
	below.Mapping(m, indent+"  ")
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
