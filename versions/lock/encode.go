package lock

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

const header = `# What is published of these tools, version by version. nactgen lock adds to this file; nobody edits it:
# a published version never changes. Commit it together with the manifest.
`

// maxNoted bounds the differences in the comment on a version.
const maxNoted = 20

// hashPrefix names the algorithm of hashes.
const hashPrefix = "sha256:"

// Encode returns the file in its canonical form: a header, the tools in their order, and below each version, as comments,
// what it changed. Text that is not UTF-8 gets U+FFFD in its place. [Parse] of a file that [Publish] made gives that
// file again.
func (f *File) Encode() []byte {
	w := new(writer)
	w.b.WriteString(header)
	w.line("lock", strconv.Itoa(format))
	if len(f.Tools) > 0 {
		w.b.WriteByte('\n')
		w.block("tools", func() {
			for i, t := range f.Tools {
				if i > 0 {
					w.b.WriteByte('\n')
				}
				w.block(token(t.Name), func() { w.tool(t) })
			}
		})
	}
	return []byte(w.b.String())
}

// writer writes mappings, indented by two spaces a level.
type writer struct {
	b      strings.Builder
	indent string
}

func (w *writer) line(key, value string) { fmt.Fprintf(&w.b, "%s%s: %s\n", w.indent, key, value) }

func (w *writer) block(key string, content func()) {
	fmt.Fprintf(&w.b, "%s%s:\n", w.indent, key)
	outer := w.indent
	w.indent += "  "
	content()
	w.indent = outer
}

// text writes a text for people, always in quotes.
func (w *writer) text(key, value string) { w.line(key, quoted(value)) }

// list writes a list on one line, unless it is empty.
func (w *writer) list(key string, elements []string) {
	if len(elements) > 0 {
		w.line(key, "["+strings.Join(elements, ", ")+"]")
	}
}

func (w *writer) tool(t *Tool) {
	w.line("id", token(t.ID))
	w.list("was", tokens(t.Was))
	if t.Withdrawn {
		w.line("withdrawn", "true")
	}
	w.block("versions", func() {
		for i, v := range t.Versions {
			w.block(strconv.Itoa(v.Number), func() {
				if i > 0 {
					w.notes(t.Versions[i-1], v)
				}
				w.version(v)
			})
		}
	})
}

// notes writes what a version changed, for the reviewer.
func (w *writer) notes(before, v *Version) {
	differences := sigdiff.WorstFirst(sigdiff.Compare(before.Signature, v.Signature))
	for _, d := range differences[:min(len(differences), maxNoted)] {
		fmt.Fprintf(&w.b, "%s# since %d, %s: %s\n", w.indent, before.Number, d.Class, d.Message)
	}
	if more := len(differences) - maxNoted; more > 0 {
		fmt.Fprintf(&w.b, "%s# and %d more\n", w.indent, more)
	}
}

func (w *writer) version(v *Version) {
	s := &v.Signature
	w.line("hash", hashPrefix+v.Hash)
	w.line("name", token(s.Name))
	w.text("description", s.Description)
	if s.Img != "" {
		w.text("img", s.Img)
	}
	w.list("tags", tokens(s.Tags))
	if len(s.Inputs) > 0 {
		w.block("inputs", func() {
			for i := range s.Inputs {
				w.block(token(s.Inputs[i].ID), func() { w.input(&s.Inputs[i]) })
			}
		})
	}
	if outputs := s.Published(); len(outputs) > 0 {
		w.block("outputs", func() {
			for i := range outputs {
				w.block(token(outputs[i].ID), func() { w.output(&outputs[i]) })
			}
		})
	}
}

func (w *writer) input(in *nact.Input) {
	w.text("name", in.Name)
	w.line("type", token(string(in.Type)))
	if !in.Required() {
		w.line("required", "false")
	}
	w.limits(in)
	if in.Items != nil {
		w.block("items", func() {
			w.line("type", token(string(in.Items.Type)))
			w.limits(in.Items)
			w.values(in.Items.AllowedValues)
		})
		w.count("min_items", in.MinItems)
		w.count("max_items", in.MaximumItems())
		if in.Unique {
			w.line("unique", "true")
		}
	}
	if in.Default != nil {
		w.line("default", literal(in.Default))
	}
	var examples []string
	for _, example := range in.Examples {
		examples = append(examples, literal(example))
	}
	w.list("examples", examples)
	w.text("description", in.Description)
	w.values(in.AllowedValues)
}

// limits writes what an input, or an element of a list, may be beyond its type.
func (w *writer) limits(in *nact.Input) {
	w.bound("min", in.Min)
	if in.Type == nact.Int {
		w.bound("max", nact.Limit(in.Maximum()))
	}
	w.number("min", in.Least)
	w.number("max", in.Most)
	w.count("decimals", in.Decimals)
	w.count("min_length", in.MinLength)
	w.count("max_length", in.MaxLength)
	if in.Pattern != "" {
		w.text("pattern", in.Pattern)
	}
	if in.Format != "" {
		w.line("format", token(in.Format))
	}
}

func (w *writer) output(out *nact.Output) {
	w.text("name", out.Name)
	w.line("type", token(string(out.Type)))
	w.text("description", out.Description)
	w.values(out.AllowedValues)
}

func (w *writer) bound(key string, n *int64) {
	if n != nil {
		w.line(key, strconv.FormatInt(*n, 10))
	}
}

func (w *writer) number(key string, n *float64) {
	if n != nil {
		w.line(key, literal(*n))
	}
}

// count writes a limit of how many there may be, of which 0 is none.
func (w *writer) count(key string, n int) {
	if n > 0 {
		w.line(key, strconv.Itoa(n))
	}
}

func (w *writer) values(values []nact.AllowedValue) {
	if len(values) == 0 {
		return
	}
	w.block("values", func() {
		for _, v := range values {
			w.text(token(v.Name), v.Description)
		}
	})
}

// literal writes a default or an example. Texts are quoted, so that they are told from numbers and booleans; a list is its JSON text.
func literal(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case []any:
		return quoted(string(jsontext.AppendValue(nil, v)))
	case float64:
		return string(jsontext.AppendNumber(nil, v))
	case bool:
		return strconv.FormatBool(v)
	}
	return quoted(fmt.Sprint(v))
}

// plain matches texts that all readers of YAML read as text without quotes, apart from those that match notText.
var plain = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_-]*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)

// notText matches words that some readers of YAML read as a boolean or null.
var notText = regexp.MustCompile(`(?i)^(true|false|yes|no|on|off|y|n|null)$`)

// token writes a name, in quotes only where it needs them.
func token(s string) string {
	if plain.MatchString(s) && !notText.MatchString(s) {
		return s
	}
	return quoted(s)
}

func tokens(list []string) []string {
	var written []string
	for _, s := range list {
		written = append(written, token(s))
	}
	return written
}

// quoted writes a text in double quotes. Characters that do not show are escaped, so that a review sees them.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s { // bytes that are not UTF-8 come as U+FFFD
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case !hidden(r):
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// hidden reports whether a character is invisible: it controls, formats or separates text, or is no character.
func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp) || r == 0xFFFE || r == 0xFFFF
}
