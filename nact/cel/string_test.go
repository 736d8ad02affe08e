package cel_test

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

func TestSubstrings(t *testing.T) {
	diff1(t, "size(a)", texts, total1(cel.Size))
	diff2(t, "a.charAt(b)", texts, indices, fallible2(cel.CharAt))
	diff2(t, "a.substring(b)", texts, indices, fallible2(cel.Substring))
	diff3(t, "a.substring(b, c)", texts, indices, indices, fallible3(cel.SubstringRange))
}

func TestSearch(t *testing.T) {
	parts := append([]string{"bc", "bca", "本", "語日", "x👍", "aa", "\xfe", "y"}, texts...)
	diff2(t, "a.indexOf(b)", texts, parts, total2(cel.IndexOf))
	diff3(t, "a.indexOf(b, c)", texts, parts, indices, fallible3(cel.IndexOfFrom))
	diff2(t, "a.lastIndexOf(b)", texts, parts, total2(cel.LastIndexOf))
	diff3(t, "a.lastIndexOf(b, c)", texts, parts, indices, fallible3(cel.LastIndexOfFrom))
}

func TestTransformations(t *testing.T) {
	diff1(t, "a.lowerAscii()", texts, total1(cel.LowerASCII))
	diff1(t, "a.upperAscii()", texts, total1(cel.UpperASCII))
	diff1(t, "a.reverse()", texts, total1(cel.ReverseString))
	diff1(t, "strings.quote(a)", texts, total1(cel.Quote))
}

// What the generator prints as functions of package strings must mean the same as well.
func TestStandardStrings(t *testing.T) {
	diff1(t, "a.trim()", texts, total1(strings.TrimSpace))
	diff2(t, "a.split(b)", texts, texts, total2(strings.Split))
	diff3(t, "a.split(b, c)", texts, texts, []int64{-1, 0, 1, 2, 100}, func(s, sep string, n int64) (any, error) {
		return strings.SplitN(s, sep, int(n)), nil
	})
	diff3(t, "a.replace(b, c)", texts, texts, texts, fallible3(cel.ReplaceAll))
	for _, n := range []int64{-1, 0, 1, 2, 100} {
		diff3(t, fmt.Sprintf("a.replace(b, c, %d)", n), texts, texts, texts, func(s, old, new string) (any, error) { return either(cel.Replace(s, old, new, n)) })
	}
	diff3(t, "a.replace(b, c)", texts, texts, texts, func(s, old, new string) (any, error) {
		return strings.ReplaceAll(s, old, new), nil
	})
	diff2(t, "a.replace(b, '-', 2)", texts, texts, func(s, old string) (any, error) {
		return strings.Replace(s, old, "-", 2), nil
	})
	diff2(t, "a.contains(b)", texts, texts, total2(strings.Contains))
	diff2(t, "a.startsWith(b)", texts, texts, total2(strings.HasPrefix))
	diff2(t, "a.endsWith(b)", texts, texts, total2(strings.HasSuffix))
}

func TestMatches(t *testing.T) {
	patterns := []string{"", "a", "^a", "a$", "^.$", `\d`, "(?i)abc", "[", "(", "a{1001}", "日", `\C`, `\p{L}`, "^$", "(?=a)"}
	diff2(t, "a.matches(b)", texts, patterns, fallible2(cel.Matches))
}

func TestBase64(t *testing.T) {
	encoded := append([]string{"YWJj", "YQ==", "YQ=", "YQ", "Y", "YQ==\n", "Y\nQ", "-_-_", "+/+/", "-_8", "+/8", "YWJ j"}, texts...)
	diff1(t, "base64.decode(a)", encoded, fallible1(cel.Base64Decode))
	diff1(t, "base64.decodeUrl(a)", encoded, fallible1(cel.Base64DecodeURL))
	diff1(t, "base64.encode(a)", byteStrings, total1(base64.StdEncoding.EncodeToString))
	diff1(t, "base64.encodeUrl(a)", byteStrings, total1(base64.URLEncoding.EncodeToString))
}

func FuzzSearch(f *testing.F) {
	f.Add("日本語日本", "日", int64(1))
	f.Add("x\xffy", "\xfe", int64(0))
	argTypes := []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[int64]()}
	first := compile(f, "a.indexOf(b, c)", argTypes)
	last := compile(f, "a.lastIndexOf(b, c)", argTypes)
	f.Fuzz(func(t *testing.T, s, sub string, offset int64) {
		args := []any{s, sub, offset}
		got, err := cel.IndexOfFrom(s, sub, offset)
		if want, wantErr := evaluate(first, args); (err != nil) != (wantErr != nil) || err == nil && got != want {
			t.Errorf("IndexOfFrom%q = %d, %v; the reference: %v, %v", args, got, err, want, wantErr)
		}
		got, err = cel.LastIndexOfFrom(s, sub, offset)
		if want, wantErr := evaluate(last, args); (err != nil) != (wantErr != nil) || err == nil && got != want {
			t.Errorf("LastIndexOfFrom%q = %d, %v; the reference: %v, %v", args, got, err, want, wantErr)
		}
	})
}
