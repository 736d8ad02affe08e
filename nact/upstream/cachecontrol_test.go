package upstream

import (
	"strings"
	"testing"
)

// FuzzCacheControl: however an answer's Cache-Control is written, it forbids what it forbids.
func FuzzCacheControl(f *testing.F) {
	for _, seed := range []string{
		"", "max-age=60", "no-store", "private=\"a, b\", max-age=60", "no-cache=\"X-A\"", `x="\"", no-store`, `x="`, "max-age =1", "a=b=c", "max-age=\"\\6\\0\"",
		"max-age=" + strings.Repeat("9", 30), ",, ,\t,no-store", "é=1", "max-age=60,\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, ok := parseCacheControl([]string{line})
		if got.maxAge < 0 || !got.hasMaxAge && got.maxAge != 0 {
			t.Errorf("%q: max-age is %s", line, got.maxAge)
		}
		upper, upperOK := parseCacheControl([]string{strings.Map(asciiUpper, line)})
		if upper != got || upperOK != ok {
			t.Errorf("%q: %+v, and in capitals %+v", line, got, upper)
		}
		if !ok {
			return
		}
		for _, lines := range [][]string{{line, "no-store"}, {"no-store", line}, {line + ", no-store"}, {`x="a,b"`, line, "no-store=1"}} {
			stricter, ok := parseCacheControl(lines)
			if want := (cacheControl{true, got.noCache, got.hasMaxAge, got.maxAge}); !ok || stricter != want {
				t.Errorf("%q: %+v and %t, want %+v", lines, stricter, ok, want)
			}
		}
	})
}

func asciiUpper(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}
