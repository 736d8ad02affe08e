package stats

import "testing"

// TestCount: as many tokens as the authors of the encodings count, in the examples that they publish with tiktoken.
func TestCount(t *testing.T) {
	for _, c := range []struct {
		text         string
		o200k, cl100 int
	}{
		{"", 0, 0},
		{"tiktoken is great!", 6, 6},
		{"antidisestablishmentarianism", 6, 6},
		{"2 + 2 = 4", 7, 7},
		{"お誕生日おめでとう", 8, 9},
	} {
		for name, want := range map[string]int{"o200k_base": c.o200k, "cl100k_base": c.cl100} {
			got, err := FindEncoding(name).Count([]byte(c.text))
			if err != nil || got != want {
				t.Errorf("%q by %s: %d tokens, %v; want %d", c.text, name, got, err, want)
			}
		}
	}
	if FindEncoding("p50k_base") != nil {
		t.Error("an encoding is there that is not linked")
	}
}
