// Package apikeys proves who calls a service by API keys. A service knows only their hashes: whoever reads what it knows cannot call.
//
// A hash is a plain SHA-256, which is fast to compute for whoever tries keys out. That is safe for keys of which nobody can try out all: a key needs at
// least 128 bits that were drawn at random. [New] makes such keys. Passwords, and what people think of, are none.
package apikeys

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact/callers"
)

// line is what is known of one key.
type line struct {
	number  int // where it stands, from 1
	id      string
	sum     [sha256.Size]byte
	expires time.Time // from then on the key is not valid; zero: it is always
	scopes  []string
}

// Beginnings of words of a line.
const (
	sumPrefix     = "sha256:"
	expiresPrefix = "expires="
)

// read reads keys, a line each:
//
//	# a comment
//	ID sha256:HEX SCOPE SCOPE
//	ID sha256:HEX expires=2027-01-31 SCOPE
//
// An ID may have several keys. The error says everything that is wrong, by line, and repeats no more of the text than IDs.
func read(text string) ([]line, error) {
	var lines []line
	var findings []error
	first := make(map[[sha256.Size]byte]int)
	number := 0
	for words := range strings.SplitSeq(text, "\n") {
		number++
		words = strings.TrimSpace(words)
		if words == "" || words[0] == '#' {
			continue
		}
		l, err := readLine(strings.Fields(words))
		if before := first[l.sum]; err == nil && before > 0 {
			err = fmt.Errorf("the same key stands in line %d: give each caller its own", before)
		}
		if err != nil {
			findings = append(findings, fmt.Errorf("line %d: %w", number, err))
			continue
		}
		l.number = number
		first[l.sum] = number
		lines = append(lines, l)
	}
	return lines, errors.Join(findings...)
}

// form is what a line has to be.
const form = "ID sha256:HEX SCOPE..., with expires=2027-01-31 before the scopes of a key that ends"

func readLine(words []string) (l line, err error) {
	if !callers.IsID(words[0]) {
		return l, errors.New("the line must begin with " + callers.IDForm + "; a line is " + form)
	}
	l.id = words[0]
	if len(words) < 2 || !strings.HasPrefix(words[1], sumPrefix) {
		return l, fmt.Errorf("after the ID %s stands no sha256:HEX; a line is %s", l.id, form)
	}
	sum, err := hex.DecodeString(words[1][len(sumPrefix):])
	if err != nil || len(sum) != sha256.Size {
		return l, fmt.Errorf("the hash of %s is not sha256: and 64 hexadecimal digits; --new-api-key %s makes a key and its line", l.id, l.id)
	}
	l.sum = [sha256.Size]byte(sum)
	words = words[2:]
	if len(words) > 0 && strings.HasPrefix(words[0], expiresPrefix) {
		if l.expires, err = readTime(words[0][len(expiresPrefix):]); err != nil {
			return l, fmt.Errorf("of %s: %w", l.id, err)
		}
		words = words[1:]
	}
	for _, word := range words {
		if !callers.IsScope(word) || strings.HasPrefix(word, expiresPrefix) || strings.HasPrefix(word, sumPrefix) {
			return l, fmt.Errorf("after the hash of %s stands something that is no scope; a line is %s", l.id, form)
		}
	}
	l.scopes = words
	return l, nil
}

// readTime reads when a key ends: with a day, or at a moment.
func readTime(text string) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1), nil
	}
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, errors.New("expires= takes the last day, in UTC, such as 2027-01-31, or a moment such as 2027-01-31T12:00:00Z")
	}
	return moment, nil
}
