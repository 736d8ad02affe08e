package sigdiff

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// Signatures come from elsewhere: what a message repeats of them is quoted, so that no control character gets out, and
// clipped, so that a message stays a line.
const (
	maxQuoted = 60 // characters of one text
	maxListed = 12 // elements of one list
)

func quote(text string) string {
	if characters := []rune(text[:min(len(text), 4*maxQuoted+4)]); len(characters) > maxQuoted {
		text = string(characters[:maxQuoted]) + "…"
	}
	return strconv.Quote(text)
}

var token = regexp.MustCompile(`^[A-Za-z0-9_-]{1,60}$`)

// quoteToken leaves a type, a format or an enum value as it is, if it looks like one.
func quoteToken(text string) string {
	if token.MatchString(text) {
		return text
	}
	return quote(text)
}

func quoteAll(texts []string) string {
	if len(texts) == 0 {
		return "none"
	}
	var quoted []string
	for _, text := range texts[:min(len(texts), maxListed)] {
		quoted = append(quoted, quote(text))
	}
	if more := len(texts) - len(quoted); more > 0 {
		quoted = append(quoted, fmt.Sprintf("%d more", more))
	}
	return strings.Join(quoted, ", ")
}

func quoteValue(value any) string {
	if text, ok := value.(string); ok {
		return quote(text)
	}
	return string(jsontext.AppendValue(nil, value))
}

func boundText[T int64 | float64](n *T) string {
	if n == nil {
		return "none"
	}
	return quoteValue(*n)
}
