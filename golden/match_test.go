package golden

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode"
)

// matchOf returns a text of at least so many characters that a pattern matches, and whether one was found. Patterns are those of documents, as
// far as Go reads them.
func matchOf(pattern string, least int) (string, bool) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return "", false
	}
	for _, more := range []int{0, 1, 2, 7, least, 35} {
		var b strings.Builder
		matching(&b, tree.Simplify(), more)
		if text := b.String(); compiled.MatchString(text) && len(text) >= least && text != "" {
			return text, true
		}
	}
	return "", false
}

// matching writes a text that a part of a pattern matches; what can be repeated is, so many times more than it must.
func matching(b *strings.Builder, r *syntax.Regexp, more int) {
	repeat := func(least int) {
		for range least {
			matching(b, r.Sub[0], more)
		}
	}
	switch r.Op {
	case syntax.OpLiteral:
		b.WriteString(string(r.Rune))
	case syntax.OpCharClass:
		b.WriteRune(ofClass(r.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpCapture:
		matching(b, r.Sub[0], more)
	case syntax.OpConcat:
		for _, sub := range r.Sub {
			matching(b, sub, more)
		}
	case syntax.OpAlternate:
		matching(b, r.Sub[0], more)
	case syntax.OpPlus:
		repeat(1 + more)
	case syntax.OpStar:
		repeat(more)
	case syntax.OpQuest:
		repeat(min(more, 1))
	case syntax.OpRepeat:
		repeat(r.Min)
	}
}

// ofClass is a character of a class: a letter or a digit if there is one.
func ofClass(pairs []rune) rune {
	for _, wanted := range "a1A_" {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] <= wanted && wanted <= pairs[i+1] {
				return wanted
			}
		}
	}
	for i := 0; i < len(pairs); i += 2 {
		for c := pairs[i]; c <= min(pairs[i+1], pairs[i]+200); c++ {
			if unicode.IsGraphic(c) && c != ' ' {
				return c
			}
		}
	}
	return pairs[0]
}

func TestMatchOf(t *testing.T) {
	for _, pattern := range []string{`^[A-Z]{4}$`, `^(a|b)+\d{2,}$`, `^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`, `^SM[0-9a-fA-F]{32}$`, `.+@.+`, `^[^/]+$`} {
		text, ok := matchOf(pattern, 0)
		if !ok || !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("%s: %q, %t", pattern, text, ok)
		}
	}
	if text, ok := matchOf(`^[a-z]+$`, 10); !ok || len(text) < 10 {
		t.Errorf("%q has fewer than ten characters", text)
	}
}
