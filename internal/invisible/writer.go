package invisible

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Escape returns text with each character that [In] finds as \u and its four hexadecimal digits, as JSON has it, so that the text
// of a JSON document means the same afterwards. What is not UTF-8 becomes U+FFFD.
func Escape(text string) string {
	var b []byte
	copied := 0
	for at, c := range In(text) {
		b = append(b, text[copied:at]...)
		for _, unit := range utf16.AppendRune(nil, c) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
		copied = at + utf8.RuneLen(c)
	}
	if copied == 0 {
		return text
	}
	return string(append(b, text[copied:]...))
}

// Remove returns text without the characters that [In] finds.
func Remove(text string) string {
	var b strings.Builder
	copied := 0
	for at, c := range In(text) {
		b.WriteString(text[copied:at])
		copied = at + utf8.RuneLen(c)
	}
	if copied == 0 {
		return text
	}
	return b.String() + text[copied:]
}

// NewWriter returns a writer to w that escapes what is written as [Escape] does. A terminal shows it, and obeys nothing in it. A
// character may be split between two writes; the start of one that is never finished is not written.
func NewWriter(w io.Writer) io.Writer { return &writer{w: w} }

// Unwrapped returns the writer that is under one of [NewWriter], for a protocol that counts the bytes of what it writes; any other it returns as it is.
func Unwrapped(w io.Writer) io.Writer {
	if escaping, ok := w.(*writer); ok {
		return escaping.w
	}
	return w
}

type writer struct {
	w       io.Writer
	pending []byte // the start of a character
}

func (w *writer) Write(p []byte) (int, error) {
	text := append(w.pending, p...)
	whole := len(text) - unfinished(text)
	w.pending = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(w.w, Escape(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// unfinished returns the bytes at the end of text that start a character and do not end it.
func unfinished(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}
