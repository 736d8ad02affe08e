package naming

import (
	"slices"
	"strings"
	"unicode"
)

// initialisms are written in capitals, or all small at the start of an unexported name.
var initialisms = map[string]bool{
	"ACL": true, "API": true, "ASCII": true, "CIDR": true, "CPU": true, "CSS": true, "CSV": true, "DNS": true, "EOF": true, "GUID": true, "HTML": true,
	"HTTP": true, "HTTPS": true, "ID": true, "IP": true, "JSON": true, "JWT": true, "QPS": true, "RAM": true, "RPC": true, "SDK": true,
	"SLA": true, "SMTP": true, "SQL": true, "SSH": true, "TCP": true, "TLS": true, "TTL": true, "UDP": true, "UI": true, "UID": true,
	"UUID": true, "URI": true, "URL": true, "UTF8": true, "VM": true, "XML": true, "YAML": true,
}

// Exported returns s as an exported Go name: gridId, grid_id, grid-id and @grid.id are all GridID. What no Go name
// can begin with gets an X before it. The result is empty if s has neither letters nor digits.
func Exported(s string) string {
	var b strings.Builder
	for _, w := range words(s) {
		b.WriteString(title(w))
	}
	name := b.String()
	if name != "" && !unicode.IsUpper([]rune(name)[0]) {
		return "X" + name
	}
	return name
}

// Unexported returns s as an unexported Go name: gridId, grid_id, grid-id and @grid.id are all gridID.
func Unexported(s string) string {
	var b strings.Builder
	for i, w := range words(s) {
		if i == 0 {
			w = lower(w)
		} else {
			w = title(w)
		}
		b.WriteString(w)
	}
	name := b.String()
	if name == "" {
		return ""
	}
	if first := []rune(name)[0]; !unicode.IsLetter(first) || unicode.IsUpper(first) {
		return "x" + name
	}
	return name
}

// title returns a word with a capital, or in capitals if it is an initialism or the plural of one.
func title(w string) string {
	upper := strings.ToUpper(w)
	if initialisms[upper] {
		return upper
	}
	if one, plural := strings.CutSuffix(upper, "S"); plural && initialisms[one] {
		return one + "s"
	}
	runes := []rune(w)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

// lower maps rune by rune, so that a letter never becomes more than one.
func lower(s string) string { return strings.Map(unicode.ToLower, s) }

// words splits s at everything that is neither a letter nor a digit, and before capitals that begin a word. A sign
// before a number is a word: +1 and -1 are different names. Words of a text without small letters come in small letters.
func words(s string) []string {
	var list []string
	if len(s) > 1 && s[1] >= '0' && s[1] <= '9' {
		switch s[0] {
		case '+':
			list = append(list, "plus")
		case '-':
			list = append(list, "minus")
		}
	}
	if !strings.ContainsFunc(s, unicode.IsLower) {
		s = lower(s)
	}
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, run := range strings.FieldsFunc(s, apart) {
		list = append(list, camelWords([]rune(run))...)
	}
	return list
}

// camelWords splits camelCase: before a capital after a small letter or digit, and before the last of several
// capitals if a small letter follows, unless that is the s of a plural: userIDs is user IDs.
func camelWords(run []rune) []string {
	var list []string
	start := 0
	for i := 1; i < len(run); i++ {
		if !unicode.IsUpper(run[i]) {
			continue
		}
		if !unicode.IsUpper(run[i-1]) || i+1 < len(run) && unicode.IsLower(run[i+1]) && !pluralS(run[i+1:]) {
			list = append(list, string(run[start:i]))
			start = i
		}
	}
	return append(list, string(run[start:]))
}

// pluralS reports whether rest begins with an s that ends a word.
func pluralS(rest []rune) bool {
	return rest[0] == 's' && (len(rest) == 1 || unicode.IsUpper(rest[1]))
}

// irregular are the nouns that APIs use whose plural has an ending of its own.
var irregular = map[string]string{"child": "children", "person": "people"}

// Singular returns an English plural's singular, as well as that can be told from its ending: periods is period.
// A word that is no plural stays.
func Singular(s string) string {
	small := lower(s)
	for one, many := range irregular {
		if small == many {
			return one
		}
	}
	has := func(endings ...string) bool {
		return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(small, e) })
	}
	switch {
	case has("series", "species", "ss", "us", "is") || len(small) < 3:
		return s
	case has("ies"):
		return s[:len(s)-3] + "y"
	case has("sses", "xes", "ches", "shes"):
		return s[:len(s)-2]
	case has("s"):
		return s[:len(s)-1]
	}
	return s
}

// Plural returns an English noun's plural, as well as that can be told from its ending. What is one already stays.
func Plural(s string) string {
	small := lower(s)
	switch {
	case irregular[small] != "":
		return irregular[small]
	case s == "" || Singular(s) != s:
		return s
	case strings.HasSuffix(small, "y") && len(s) > 1 && !strings.ContainsAny(small[len(small)-2:len(small)-1], "aeiou"):
		return s[:len(s)-1] + "ies"
	case strings.HasSuffix(small, "s"), strings.HasSuffix(small, "x"), strings.HasSuffix(small, "ch"), strings.HasSuffix(small, "sh"):
		return s + "es"
	}
	return s + "s"
}

// snake returns s as the base of a file's name: small letters and digits of ASCII, underscores between words.
func snake(s string) string {
	ascii := func(r rune) rune {
		if r > '~' {
			return '_'
		}
		return r
	}
	return lower(strings.Join(words(strings.Map(ascii, s)), "_"))
}
