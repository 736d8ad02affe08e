package jsonscan_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

var texts = []string{
	``, ` `, `{}`, `[]`, ` {"a" : [1, -2.5e+3, true, false, null, "x"]} ` + "\n", `{"a":1,}`, `{"a" 1}`, `{a:1}`, `{"a":1`, `[1 2]`, `[1,]`, `[,1]`, `"a`, `"\u00e9\n"`,
	`"\u00g9"`, `"\x"`, "\"\x01\"", "\"\x7f\xff\"", `01`, `-`, `1.`, `1e`, `.5`, `nul`, `truee`, `{} {}`, `{"type":"object","properties":{"a":{"type":["string","null"]}}}`,
	strings.Repeat("[", 10000) + strings.Repeat("]", 10000), strings.Repeat("[", 10001) + strings.Repeat("]", 10001),
}

// TestValid: a text is valid if encoding/json says so.
func TestValid(t *testing.T) {
	for _, text := range texts {
		if got, want := jsonscan.Valid([]byte(text)), json.Valid([]byte(text)); got != want {
			t.Errorf("%.40q: valid %t, want %t", text, got, want)
		}
	}
}

func FuzzValid(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, want := jsonscan.Valid(text), json.Valid(text); got != want {
			t.Errorf("%q: valid %t, want %t", text, got, want)
		}
	})
}
