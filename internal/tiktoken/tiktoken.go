// Package tiktoken counts tokens by the encodings that OpenAI publishes with tiktoken (https://github.com/openai/tiktoken).
//
// The tables are files of text beside the code: the tokens in the order of their ranks, a line each, in base64. As map
// literals of Go, which is how modules have them, they take the compiler as long as the whole checker does.
package tiktoken

import (
	_ "embed" // for the tables
	"encoding/base64"
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed o200k_base.txt
var o200kBase string

//go:embed cl100k_base.txt
var cl100kBase string

// Encoding is one way to split text into tokens. It may be used by several goroutines at the same time.
type Encoding struct {
	ranks  func() (map[string]int, error) // of tokens; the lower, the earlier they are merged
	pieces *regexp.Regexp                 // what is encoded by itself; its first group is white space
}

// The encodings. The patterns are tiktoken's, but for its \s+(?!\S), which Go's regular expressions do not have: see
// [Encoding.piece].
var (
	O200kBase = newEncoding(o200kBase, `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|`+
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|`+
		`\p{N}{1,3}| ?[^`+space+`\p{L}\p{N}]+[\r\n/]*|[`+space+`]*[\r\n]+|([`+space+`]+)`)
	Cl100kBase = newEncoding(cl100kBase, `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|`+
		`\p{N}{1,3}| ?[^`+space+`\p{L}\p{N}]+[\r\n]*|[`+space+`]*[\r\n]+|([`+space+`]+)`)
)

// space is Unicode's White_Space, which is what tiktoken means by \s.
const space = `\t-\r \x{85}\p{Z}`

func newEncoding(table, pattern string) *Encoding {
	return &Encoding{
		ranks:  sync.OnceValues(func() (map[string]int, error) { return parse(table) }),
		pieces: regexp.MustCompile(`^(?:` + pattern + `)`),
	}
}

// parse reads a table.
func parse(table string) (map[string]int, error) {
	ranks := make(map[string]int, strings.Count(table, "\n"))
	for line := range strings.Lines(table) {
		token, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("line %d of a table of tokens: %w", len(ranks)+1, err)
		}
		ranks[string(token)] = len(ranks)
	}
	return ranks, nil
}

// Count returns how many tokens a text is, and an error if the tables cannot be read. What tiktoken gives a meaning, such
// as <|endoftext|>, is text like other.
func (e *Encoding) Count(text string) (int, error) {
	ranks, err := e.ranks()
	if err != nil {
		return 0, err
	}
	count := 0
	for text != "" {
		piece := e.piece(text)
		if _, whole := ranks[piece]; whole {
			count++
		} else {
			count += merged(piece, ranks)
		}
		text = text[len(piece):]
	}
	return count, nil
}

// piece returns the first piece of a text that is not empty. White space before anything else leaves its last character to
// that: it is \s+(?!\S)|\s+.
func (e *Encoding) piece(text string) string {
	at := e.pieces.FindStringSubmatchIndex(text)
	if at == nil { // a byte that is no UTF-8
		return text[:1]
	}
	piece := text[:at[1]]
	if at[2] < 0 || at[1] == len(text) {
		return piece
	}
	if next, _ := utf8.DecodeRuneInString(text[at[1]:]); !unicode.IsSpace(next) {
		if _, last := utf8.DecodeLastRuneInString(piece); last < len(piece) {
			return piece[:len(piece)-last]
		}
	}
	return piece
}

// merged returns how many tokens remain of a piece whose bytes are merged to tokens, of two neighbours always those first
// that make the token of the lowest rank.
func merged(piece string, ranks map[string]int) int {
	ends := make([]int, len(piece)+1) // of the parts so far, from 0
	for i := range ends {
		ends[i] = i
	}
	for {
		lowest, at := math.MaxInt, 0
		for i := 0; i+2 < len(ends); i++ {
			if rank, ok := ranks[piece[ends[i]:ends[i+2]]]; ok && rank < lowest {
				lowest, at = rank, i
			}
		}
		if lowest == math.MaxInt {
			return len(ends) - 1
		}
		ends = append(ends[:at+1], ends[at+2:]...)
	}
}
