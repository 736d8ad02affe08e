package cel

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxText is how long, in bytes, a result may be that repeats one text as often as something occurs in another. Other results are no longer
// than what they are made of.
const maxText = 64 << 20

// ReplaceAll is strings.ReplaceAll, or an error if the result were longer than 64 MiB.
func ReplaceAll(s, old, replacement string) (string, error) { return Replace(s, old, replacement, -1) }

// Replace is strings.Replace, or an error if the result were longer than 64 MiB.
func Replace(s, old, replacement string, n int64) (string, error) {
	found := int64(strings.Count(s, old))
	if old == "" {
		found = int64(utf8.RuneCountInString(s)) + 1
	}
	if n >= 0 {
		found = min(found, n)
	}
	if err := checkLength("replace", int64(len(s))+found*int64(len(replacement)-len(old))); err != nil {
		return "", err
	}
	return strings.Replace(s, old, replacement, int(found)), nil
}

// Join is strings.Join, or an error if the result were longer than 64 MiB.
func Join(list []string, sep string) (string, error) {
	length := int64(len(sep)) * int64(max(len(list)-1, 0))
	for _, s := range list {
		length += int64(len(s))
	}
	if err := checkLength("join", length); err != nil {
		return "", err
	}
	return strings.Join(list, sep), nil
}

func checkLength(function string, bytes int64) error {
	if bytes > maxText {
		return publicError(fmt.Sprintf("%s: the result has %d bytes, the limit is %d", function, bytes, maxText))
	}
	return nil
}
