package tiktoken

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
)

// TestTables: the tables are those that OpenAI publishes, by the checksums in tiktoken_ext/openai_public.py.
func TestTables(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"o200k_base", o200kBase, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"},
		{"cl100k_base", cl100kBase, "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"},
	} {
		published := sha256.New()
		rank := 0
		for line := range strings.Lines(c.table) {
			fmt.Fprintf(published, "%s %d\n", strings.TrimSuffix(line, "\n"), rank)
			rank++
		}
		if got := fmt.Sprintf("%x", published.Sum(nil)); got != c.want {
			t.Errorf("%s has the checksum %s, and is published with %s", c.name, got, c.want)
		}
	}
}

// TestPieces: a text is cut where tiktoken's patterns cut it.
func TestPieces(t *testing.T) {
	for _, c := range []struct{ text, o200k, cl100k string }{
		{"don't WE'LL", "don't| WE'LL", "don|'t| WE|'LL"},
		{"camelCase HTTPServer", "camel|Case| HTTPServer", "camelCase| HTTPServer"},
		{"a  b   c", "a| | b|  | c", "a| | b|  | c"},
		{"a \n\n b", "a| \n\n| b", "a| \n\n| b"},
		{"\n\n \na", "\n\n \n|a", "\n\n \n|a"},
		{"a \t", "a| \t", "a| \t"},
		{"a\u3000\u00a0b", "a|\u3000|\u00a0b", "a|\u3000|\u00a0b"},
		{"12345 {\"a\": 1}//\n", "123|45| {\"|a|\":| |1|}//\n", "123|45| {\"|a|\":| |1|}//\n"},
		{"http://x/\r\n/", "http|://|x|/\r\n/", "http|://|x|/\r\n|/"},
		{"e\u0301é 日本", "e\u0301é| 日本", "e|\u0301é| 日本"},
	} {
		for _, by := range []struct {
			encoding *Encoding
			want     string
		}{{O200kBase, c.o200k}, {Cl100kBase, c.cl100k}} {
			var pieces []string
			for rest := c.text; rest != ""; rest = rest[len(pieces[len(pieces)-1]):] {
				pieces = append(pieces, by.encoding.piece(rest))
			}
			if got := strings.Join(pieces, "|"); got != by.want {
				t.Errorf("%q is cut %q; want %q", c.text, got, by.want)
			}
		}
	}
}

// TestNoText: bytes that are no UTF-8 are counted, each by itself.
func TestNoText(t *testing.T) {
	if n, err := O200kBase.Count("a\xff\xfeb"); n != 4 || err != nil {
		t.Errorf("%d tokens, %v", n, err)
	}
}
