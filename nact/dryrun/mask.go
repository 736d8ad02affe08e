package dryrun

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// mask is the secrets to be hidden, the longest first.
type mask []string

func newMask(secrets []string) mask {
	known := slices.DeleteFunc(slices.Clone(secrets), func(s string) bool { return s == "" })
	slices.SortStableFunc(known, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return known
}

// text returns a text without secrets, be they as they are, percent-encoded, escaped as in a string of JSON, or two of these at once.
func (m mask) text(s string) string {
	if len(m) == 0 {
		return s
	}
	hidden := make([]bool, len(s))
	plain := newView(s)
	m.mark(plain, hidden)
	for _, outer := range []decoder{percent, escape} {
		decoded, changed := plain.decoded(outer)
		if !changed {
			continue
		}
		m.mark(decoded, hidden)
		for _, inner := range []decoder{percent, escape} {
			if twice, changed := decoded.decoded(inner); changed {
				m.mark(twice, hidden)
			}
		}
	}
	return hide(s, hidden)
}

// mark marks the bytes of secrets as hidden, by where they stand in the text that is viewed.
func (m mask) mark(v view, hidden []bool) {
	for _, secret := range m {
		for from := 0; ; {
			i := strings.Index(v.text[from:], secret)
			if i < 0 {
				break
			}
			for j := v.at[from+i]; j < v.at[from+i+len(secret)]; j++ {
				hidden[j] = true
			}
			from += i + 1
		}
	}
}

// view is what a text stands for when it is decoded.
type view struct {
	text string
	at   []int // where in the text that is viewed each byte begins, and where the last one ends
}

func newView(s string) view {
	v := view{text: s, at: make([]int, len(s)+1)}
	for i := range v.at {
		v.at[i] = i
	}
	return v
}

// decoder returns what the beginning of a text stands for, and how long that is.
type decoder func(s string) (plain string, size int)

// decoded returns a view of the text once more decoded, and whether that makes a difference.
func (v view) decoded(decode decoder) (view, bool) {
	var text strings.Builder
	at := make([]int, 0, len(v.at))
	for i := 0; i < len(v.text); {
		plain, size := decode(v.text[i:])
		for range len(plain) {
			at = append(at, v.at[i])
		}
		text.WriteString(plain)
		i += size
	}
	at = append(at, v.at[len(v.text)])
	return view{text.String(), at}, text.Len() != len(v.text)
}

// hide replaces each run of hidden bytes.
func hide(s string, hidden []bool) string {
	if !slices.Contains(hidden, true) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch {
		case !hidden[i]:
			b.WriteByte(s[i])
		case i == 0 || !hidden[i-1]:
			b.WriteString(nact.Hidden)
		}
	}
	return b.String()
}

// percent decodes a percent-encoded byte.
func percent(s string) (plain string, size int) {
	if s[0] == '%' && len(s) >= 3 {
		if c, err := hex.DecodeString(s[1:3]); err == nil {
			return string(c), 3
		}
	}
	return s[:1], 1
}

// escape decodes an escape of a string of JSON.
func escape(s string) (plain string, size int) {
	if s[0] != '\\' || len(s) < 2 {
		return s[:1], 1
	}
	if c := strings.IndexByte(`"\/bfnrt`, s[1]); c >= 0 {
		return "\"\\/\b\f\n\r\t"[c : c+1], 2
	}
	first, ok := unit(s)
	if !ok {
		return s[:1], 1
	}
	if second, ok := unit(s[6:]); ok && utf16.IsSurrogate(first) {
		if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
			return string(r), 12
		}
	}
	return string(first), 6
}

// unit returns the UTF-16 code unit of an escape such as \u00e9 at the beginning of a text.
func unit(s string) (rune, bool) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

// json returns text, which is valid, compact JSON, without secrets in its strings and numbers, and without needless escapes. The result
// is valid JSON, too.
func (m mask) json(text []byte) []byte {
	var b []byte
	for i := 0; i < len(text); {
		size := tokenSize(text[i:])
		b = m.appendToken(b, text[i:i+size])
		i += size
	}
	return b
}

// tokenSize returns how long the token is with which a text of JSON begins.
func tokenSize(text []byte) int {
	if text[0] != '"' {
		if i := slices.IndexFunc(text, func(c byte) bool { return strings.IndexByte(`{}[],:"`, c) >= 0 }); i > 0 {
			return i
		} else if i < 0 {
			return len(text)
		}
		return 1
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// appendToken appends a token. One in which something is hidden becomes a string.
func (m mask) appendToken(b, token []byte) []byte {
	if strings.IndexByte(`{}[],:`, token[0]) >= 0 {
		return append(b, token...)
	}
	plain := string(token)
	if token[0] == '"' {
		if json.Unmarshal(token, &plain) != nil {
			return jsontext.AppendString(b, nact.Hidden)
		}
		return jsontext.AppendString(b, m.text(plain))
	}
	if masked := m.text(plain); masked != plain {
		return jsontext.AppendString(b, masked)
	}
	return append(b, token...)
}

// beginning returns at most n bytes from the beginning of a text, without a part of a secret at its end.
func (m mask) beginning(s string, n int) string {
	const longest = 18 // bytes of an escape that is percent-encoded and stands for one
	edge := 0
	if len(m) > 0 {
		edge = longest * len(m[0])
	}
	begun := s
	if len(s) > n+edge {
		begun = s[:n+edge]
	} else {
		edge = 0
	}
	masked := m.text(begun)
	shown := masked[:min(max(len(masked)-edge, 0), n)]
	for len(shown) > 0 && !utf8.ValidString(shown) {
		shown = shown[:len(shown)-1]
	}
	return shown
}
