package draft

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// split returns the words of a name in lower case: of listPets, PetsController_findAll, repos/list-for-org. Letters lose their diacritics; everything else
// that is no letter or digit of ASCII separates words.
func split(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(brands.Replace(transliterated(name)))
	for i, c := range runes {
		if c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			flush()
			continue
		}
		if i > 0 && startsWord(runes, i) {
			flush()
		}
		word = append(word, c)
	}
	flush()
	return words
}

// transliterated returns a name with ASCII letters in place of Latin letters with diacritics, and of ligatures.
func transliterated(name string) string {
	if !strings.ContainsFunc(name, func(c rune) bool { return c > unicode.MaxASCII }) {
		return name
	}
	return strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return c
	}, norm.NFKD.String(ligatures.Replace(name)))
}

// ligatures are letters without a decomposition in Unicode.
var ligatures = strings.NewReplacer("ß", "ss", "ẞ", "SS", "æ", "ae", "Æ", "Ae", "œ", "oe", "Œ", "Oe", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ð", "d", "Ð", "D", "þ", "th", "Þ", "Th", "ı", "i")

// brands are words with capitals inside.
var brands = strings.NewReplacer("OpenAPI", "Openapi", "OAuth", "Oauth", "GitHub", "Github", "GitLab", "Gitlab", "YouTube", "Youtube", "LinkedIn", "Linkedin", "PayPal", "Paypal", "WhatsApp", "Whatsapp")

// startsWord reports whether the letter at i begins a word by its case: the P of listPets and the U of GetURLs do, the R of GetURLs does not.
func startsWord(runes []rune, i int) bool {
	before, c := runes[i-1], runes[i]
	if !unicode.IsUpper(c) {
		return false
	}
	if unicode.IsLower(before) || unicode.IsDigit(before) {
		return true
	}
	return unicode.IsUpper(before) && i+2 < len(runes) && unicode.IsLower(runes[i+1]) && (runes[i+1] != 's' || unicode.IsLower(runes[i+2]))
}

// singular returns the singular of a noun by a few rules.
func singular(noun string) string {
	for _, rule := range []struct{ suffix, instead string }{
		{"people", "person"}, {"children", "child"}, {"indices", "index"}, {"series", "series"}, {"news", "news"}, {"status", "status"}, {"statuses", "status"}, {"addresses", "address"}, {"ies", "y"},
		{"sses", "ss"}, {"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""},
	} {
		if rest, ok := strings.CutSuffix(noun, rule.suffix); ok && len(rest)+len(rule.instead) > 2 {
			return rest + rule.instead
		}
	}
	return noun
}

// plural returns the plural of a noun by a few rules.
func plural(noun string) string {
	switch {
	case singular(noun) != noun, noun == "media", noun == "data", noun == "metadata", len(noun) == 3 && noun[2] == 's':
		return noun
	case strings.HasSuffix(noun, "y") && len(noun) > 2 && !strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return strings.TrimSuffix(noun, "y") + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// withLast returns words with the last one changed.
func withLast(words []string, change func(string) string) []string {
	if len(words) == 0 {
		return words
	}
	changed := slices.Clone(words)
	changed[len(changed)-1] = change(changed[len(changed)-1])
	return changed
}

// snake joins words to a name in snake case, of as many words as fit into so many characters. Words in front that do not begin with a letter are left out.
func snake(words []string, most int) string {
	for len(words) > 0 && (words[0][0] < 'a' || words[0][0] > 'z') {
		words = words[1:]
	}
	name := strings.Join(words, "_")
	for len(name) > most {
		cut := strings.LastIndexByte(name, '_')
		if cut < 0 {
			return name[:most]
		}
		name = name[:cut]
	}
	return name
}

// capitals returns a text as the name of a value of an enum, or of a failure: WORDS_IN_CAPITALS. It is empty if the text has no words.
func capitals(text string) string {
	words := split(text)
	if text == strings.ToUpper(text) {
		words = split(strings.ToLower(text))
	}
	if len(words) == 0 {
		return ""
	}
	if name := strings.ToUpper(strings.Join(words, "_")); name[0] >= 'A' {
		return name
	} else {
		return "V_" + name
	}
}

// sentence joins words to the beginning of a sentence.
func sentence(words []string) string {
	text := strings.Join(words, " ")
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// has reports whether any of the words is among others.
func has(words []string, others ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(others, w) })
}

// last returns the last word, or "".
func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
