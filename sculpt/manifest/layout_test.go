package manifest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// scalars returns every scalar of a document with its layout.
func scalars(t *testing.T, src string) (*places, []*yaml.Node) {
	t.Helper()
	p := newPlaces(newSource("nact.yaml", []byte(src)))
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(src), &doc); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	var all []*yaml.Node
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			all = append(all, n)
		}
		for _, child := range n.Content {
			walk(child)
		}
	}
	walk(&doc)
	return p, all
}

// checkLayout checks that every character of n is found at the place in the source where it stands, save those that
// stand for something else there. Blank texts hold no expression, and are not followed.
func checkLayout(t *testing.T, p *places, n *yaml.Node) {
	t.Helper()
	l := p.layout(n)
	if strings.Trim(n.Value, " \n") == "" {
		return
	}
	if len(l.runs) == 0 {
		t.Errorf("%q is not laid out in\n%s", n.Value, p.src.data)
		return
	}
	last := -1
	for i, c := range n.Value {
		at := l.at(i)
		if at < l.start || at >= l.end && c != '\n' || at < last {
			t.Errorf("byte %d of %q is at %d, outside %d to %d or before %d, in\n%s", i, n.Value, at, l.start, l.end, last, p.src.data)
			return
		}
		last = at
		if got, _ := utf8.DecodeRune(p.src.data[at:]); got != c && !standsFor(p.src.data[at:], c) {
			t.Errorf("byte %d of %q is %q, but at %s stands %q in\n%s", i, n.Value, c, p.src.pos(at), got, p.src.data)
			return
		}
	}
}

// standsFor reports whether the source can stand for the character c: an escape, a doubled quote, a folded line break.
func standsFor(src []byte, c rune) bool {
	switch src[0] {
	case '\\':
		return true
	case '\n':
		return c == ' ' || c == '\n'
	}
	return strings.HasPrefix(string(src), "''") && c == '\''
}

func TestLayoutFindsEveryCharacter(t *testing.T) {
	for name, src := range map[string]string{
		"plain":                   "a: b c\n",
		"plain over lines":        "a: b c\n  d  \n\n\n  e\nf: g\n",
		"plain with CRLF":         "a: b\r\n  c\r\n\r\n  d\r\n",
		"single quotes":           "a: 'it''s ''quoted'''\n",
		"single quotes folded":    "a: 'b  \n  \n   c ''\n  '\n",
		"double quotes":           `a: "\"b\" \u00e9\x41\U0001F600 \\ \t	c"` + "\n",
		"double quotes folded":    "a: \"b  \n\n\n   c\\\n     d \\\n\n  \\ e\n  \"\n",
		"literal":                 "a: |\n  b\n    c\n\n  d\nf: g\n",
		"literal stripped":        "a: |-\n  b\n\nf: g\n",
		"literal kept":            "a: |+\n  b\n\n\nf: g\n",
		"literal with indicator":  "a:\n  b: |2\n     c\n    d\n",
		"literal after blanks":    "a: |\n\n\n  b\n",
		"literal with CRLF":       "a: |\r\n  b\r\n    c\r\n\r\n  d\r\n",
		"literal without end":     "a: |\n  b",
		"literal with comment":    "a: |  # c\n  b # no comment\n",
		"literal of a list":       "- |\n b\n- c\n",
		"literal with blank line": "a: |\n  b\n    \n  c\n",
		"folded":                  "a: >\n  b\n  c\n\n  d\n\n\n  e\nf: g\n",
		"folded more indented":    "a: >\n  b\n    c\n\n    d\n  e\n",
		"folded after blanks":     "a: >-\n\n  b\n  c\n",
		"folded with indicator":   "a:\n  b: >2-\n      c\n    d\n    e\n",
		"folded with tabs":        "a: >\n  b\n  \tc\n  d\n",
		"anchored and tagged":     "a: &x  b c\nd: !!str  e f\ng: &y |\n  h\ni: &z\n  j k\n",
		"flow":                    "a: {b: c d, e: 'f''g', h: \"i\n  j\", k: [l, m\n n]}\n",
		"wide characters":         "é: {ü: '日本', c: 日 本}\n日: 本\n  語\n",
		"byte order mark":         "\uFEFFa: b\nc: d\n",
		"document start":          "--- # x\na: b\n...\n",
	} {
		t.Run(name, func(t *testing.T) {
			r, all := scalars(t, src)
			for _, n := range all {
				checkLayout(t, r, n)
			}
		})
	}
}

// TestLayoutOfRandomScalars puts random texts in every style and every context.
func TestLayoutOfRandomScalars(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "bc", "''", "é", "日本", "${", "}", "  ", " ", "\t", "\n", "\n\n", "x(y)", "#", "-", "\n  ", " \n"}
	laidOut := 0
	for range 500 {
		var text strings.Builder
		for range 1 + random.IntN(12) {
			text.WriteString(words[random.IntN(len(words))])
		}
		for _, style := range []string{"|", "|-", "|+", ">", ">-", ">+", ">3", "|3-", "'", "\"", "plain", "flow"} {
			src := styled(text.String(), style, random)
			var doc yaml.Node
			if yaml.Unmarshal([]byte(src), &doc) != nil {
				continue
			}
			r, all := scalars(t, src)
			for _, n := range all {
				checkLayout(t, r, n)
				laidOut++
			}
			if t.Failed() {
				return
			}
		}
	}
	if laidOut < 10_000 {
		t.Errorf("only %d scalars were laid out: the texts are not YAML often enough", laidOut)
	}
}

// styled returns a document in which text stands in a style. It need not be valid.
func styled(text, style string, random *rand.Rand) string {
	indent := strings.Repeat(" ", 2+random.IntN(3))
	indented := strings.ReplaceAll(text, "\n", "\n"+indent)
	switch style {
	case "'":
		return "k:\n  v: '" + indented + "'\n  w: x\n"
	case "\"":
		indented = strings.ReplaceAll(indented, "é", `\u00e9`)
		indented = strings.ReplaceAll(indented, "\t", "\\t\\\n"+indent)
		return "k:\n  v: \"" + indented + "\"\n  w: x\n"
	case "plain":
		return "k:\n  v: a" + indented + "\n  w: x\n"
	case "flow":
		return "k: {v: a" + indented + ", w: 'x" + indented + "'}\n"
	}
	return fmt.Sprintf("k:\n  v: %s\n%s%s\n  w: x\n", style, indent+"  ", strings.ReplaceAll(text, "\n", "\n"+indent+"  "))
}
