package invisible_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"unicode"

	"github.com/nactgen/nactgen/internal/invisible"
)

// TestIn: what nobody sees is found, and what letters and emoji are made of is not.
func TestIn(t *testing.T) {
	for text, want := range map[string]string{
		"Find a city.\n\tß 日本 — “x”":        "",
		"a\u200Bb\u00ADc":                   "[1 200B][5 AD]",
		"\x1b[31m\x7f\u009b\r\n":            "[0 1B][5 7F][6 9B][8 D]",
		"\u2066a\u2069\u202E\u061C":         "[0 2066][4 2069][7 202E][10 61C]",
		"\U000E0001\U000E0041\U000E007F":    "[0 E0001][4 E0041][8 E007F]",
		"\u115F\u3164\uFFA0\u034F\u17B4":    "[0 115F][3 3164][6 FFA0][9 34F][11 17B4]",
		"\uFFFE\u2028\uFFF9":                "[0 FFFE][3 2028][6 FFF9]",
		"\u0600123":                         "", // ARABIC NUMBER SIGN is seen
		"می\u200Cخواهم, ه\u200Dه":           "",
		"क\u094D\u200Dष र\u094D\u200Cय":     "",
		"ක\u0DCA\u200Dය":                    "",
		"بَ\u200Cب":                         "", // behind a vowel sign that scripts share
		"a\u200Db\u200Cc":                   "[1 200D][5 200C]",
		"م\u200C a":                         "[2 200C]",
		"م\u200Cक":                          "[2 200C]",
		"م\u200C\u200Cم":                    "[2 200C][5 200C]",
		"1\u200C2 ١\u200C٢":                 "[1 200C][8 200C]",
		"❤\uFE0F ⚖\uFE0E ©\uFE0F ℹ\uFE0F":   "",
		"👩🏽\u200D🔬 👁\uFE0F\u200D🗨\uFE0F":    "",
		"🏳\uFE0F\u200D🌈 🙂\u200D↔\uFE0F":     "",
		"1\uFE0F\u20E3 #\uFE0F\u20E3":       "",
		"1\uFE0F a\uFE0F \uFE0F":            "[1 FE0F][6 FE0F][10 FE0F]",
		"❤\uFE0E\uFE0E":                     "[6 FE0E]",
		"👩\u200D a\u200D🔬":                  "[4 200D][9 200D]",
		"漢\uFE00 漢\U000E0100":               "[3 FE00][10 E0100]",
		"🏴\U000E0067\U000E0062\U000E007F":   "[4 E0067][8 E0062][12 E007F]",
		"no UTF-8: \xe2\x80 \xff\u200B\xff": "[14 200B]",
	} {
		got := ""
		for at, c := range invisible.In(text) {
			got += fmt.Sprintf("[%d %X]", at, c)
		}
		if got != want {
			t.Errorf("%+q: got %s, want %s", text, got, want)
		}
	}
}

// TestIs holds Is to what Unicode derives: whatever is ignorable by default, and every control character but two, is not seen.
func TestIs(t *testing.T) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		ignorable := unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Bidi_Control)
		if (ignorable || unicode.IsControl(c) && c != '\n' && c != '\t') && !invisible.Is(c) {
			t.Errorf("%U is seen", c)
		}
		if unicode.In(c, unicode.L, unicode.N, unicode.P, unicode.S, unicode.Zs) && !ignorable && invisible.Is(c) {
			t.Errorf("%U is not seen", c)
		}
	}
}

func TestName(t *testing.T) {
	for c, want := range map[rune]string{
		'\u200B': "U+200B ZERO WIDTH SPACE", '\uFE0F': "U+FE0F VARIATION SELECTOR-16", '\U000E01EF': "U+E01EF VARIATION SELECTOR-256",
		'\U000E0041': "U+E0041 (a tag character, which hides 'A')", '\u0085': "U+0085 (a control character)", '\uFFFE': "U+FFFE",
	} {
		if got := invisible.Name(c); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestWriter: what is written byte by byte is escaped as what is written at once, and JSON still says the same.
func TestWriter(t *testing.T) {
	const text = "a\u200B é 日 👩\u200D🔬 \x1b[31m \u009b \U000E0041\u202E\n"
	const want = `a\u200b é 日 👩` + "\u200D" + `🔬 \u001b[31m \u009b \udb40\udc41\u202e` + "\n"
	if got := invisible.Escape(text); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, size := range []int{1, 2, 3, 5, len(text)} {
		var b bytes.Buffer
		w := invisible.NewWriter(&b)
		for rest := []byte(text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if n, err := w.Write(rest[:min(size, len(rest))]); err != nil || n != min(size, len(rest)) {
				t.Fatalf("%d, %v", n, err)
			}
		}
		for _, c := range invisible.In(b.String()) {
			t.Errorf("in writes of %d bytes %U was written: %q", size, c, b.String())
		}
	}
	document, err := json.Marshal(map[string]string{text: text})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := invisible.NewWriter(&b).Write(document); err != nil {
		t.Fatal(err)
	}
	var read map[string]string
	if err := json.Unmarshal(b.Bytes(), &read); err != nil || read[text] != text {
		t.Errorf("%s says %q, %v", b.Bytes(), read, err)
	}
	if bytes.ContainsRune(b.Bytes(), '\u202E') {
		t.Errorf("%q", b.String())
	}
}

// TestWriterOfWhatIsNoText: a character that never ends holds nothing up.
func TestWriterOfWhatIsNoText(t *testing.T) {
	var b bytes.Buffer
	w := invisible.NewWriter(&b)
	for _, part := range []string{"a\xe2", "b\xff\xfe", "c\xf0\x9f", "\x91\xa9d"} {
		io.WriteString(w, part)
	}
	if got, want := b.String(), "a\xe2b\xff\xfec👩d"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
