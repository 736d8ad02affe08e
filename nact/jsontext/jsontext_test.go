package jsontext

import (
	"encoding/json"
	"testing"
)

func TestAppendString(t *testing.T) {
	tests := map[string]string{
		"":                   `""`,
		"plain <b> & 'more'": `"plain <b> & 'more'"`,
		"é☃𝄞\u2028\u007f":    `"é☃𝄞` + "\u2028\u007f" + `"`,
		"a\"b\\c/d":          `"a\"b\\c/d"`,
		"\n\r\t\b\f\x00\x1f": `"\n\r\t\u0008\u000c\u0000\u001f"`,
		"a\xffb\xc3":         `"a` + "\ufffd" + `b` + "\ufffd" + `"`,
		"\ufffd":             `"` + "\ufffd" + `"`,
	}
	for s, want := range tests {
		got := AppendString([]byte("x"), s)
		if string(got) != "x"+want || !json.Valid(got[1:]) {
			t.Errorf("%q: got %s, want %s", s, got[1:], want)
		}
	}
}
