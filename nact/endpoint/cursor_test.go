package endpoint

import (
	"encoding/base64"
	"net/url"
	"reflect"
	"slices"
	"testing"
)

func TestCursorRoundTrip(t *testing.T) {
	tests := []cursor{
		{"tools", "0479a45d-ad0a-49d4-94db-75edf00d2ca4", nil},
		{"tools", "0479a45d-ad0a-49d4-94db-75edf00d2ca4", url.Values{"tag": {"a b;c", "x&y=z"}, "name": {""}, "version": {"3"}}},
		{"0479a45d-ad0a-49d4-94db-75edf00d2ca4", "12", url.Values{"since": {"3"}}},
	}
	for _, want := range tests {
		got, err := decodeCursor("weather", want.encode("weather"))
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("got %+v, %v; want %+v", got, err, want)
		}
	}
}

// Whatever single bit of a cursor is changed, it is no cursor any more.
func TestCursorDamage(t *testing.T) {
	c := cursor{"tools", "0479a45d-ad0a-49d4-94db-75edf00d2ca4", url.Values{"tag": {"a"}}}
	b, err := base64.RawURLEncoding.DecodeString(c.encode("weather"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 * len(b) {
		b[i/8] ^= 1 << (i % 8)
		if got, err := decodeCursor("weather", base64.RawURLEncoding.EncodeToString(b)); err == nil {
			t.Errorf("with bit %d changed it is %+v", i, got)
		}
		b[i/8] ^= 1 << (i % 8)
	}
}

func FuzzCursor(f *testing.F) {
	f.Add((&cursor{"tools", "0479a45d-ad0a-49d4-94db-75edf00d2ca4", url.Values{"tag": {"a", "b"}}}).encode("weather"))
	f.Add((&cursor{"tools", "x", nil}).encode("weather") + "\n")
	f.Add("last=x&list=tools;tag=a&tag=b")
	f.Add("list=tools&last=x;;")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		sum := checksum("weather", []byte(text))
		forged := slices.Concat([]byte{cursorVersion}, sum[:], []byte(text)) // as by one who knows the checksum
		for _, text := range []string{text, base64.RawURLEncoding.EncodeToString(forged)} {
			c, err := decodeCursor("weather", text)
			if err != nil {
				continue
			}
			if again := c.encode("weather"); again != text {
				t.Errorf("%q decodes to %+v, which encodes to %q", text, c, again)
			}
		}
	})
}
