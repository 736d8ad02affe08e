package diag

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName is how long a name may be, in characters, for a suggestion to be sought: longer ones are not typed by hand.
const longestName = 128

// Suggest returns the candidate that the author of name most likely meant, or "" if none is near. Case and the
// separators - and _ count for little: gridId is near grid_id. An abbreviation is near too: desc for description. Of
// candidates that are equally near the first in alphabetical order is returned, so their order does not matter.
func Suggest(name string, candidates []string) string {
	wanted := fold(name)
	if len(wanted) == 0 || len(wanted) > longestName {
		return ""
	}
	farthest := reach(len(wanted))
	best, bestRank := "", rank{}
	for _, candidate := range candidates {
		folded := fold(candidate)
		if candidate == name || len(folded) > longestName {
			continue
		}
		r := rank{folded: distance(wanted, folded), exact: distance([]rune(name), []rune(candidate)), name: candidate}
		if abbreviates(wanted, folded) {
			r.folded = min(r.folded, farthest)
		}
		if r.folded <= farthest && (best == "" || r.before(bestRank)) {
			best, bestRank = candidate, r
		}
	}
	return best
}

// Quote returns s in quotes, shortened, for a message.
func Quote(s string) string { return strconv.Quote(Clip(s)) }

// Clip shortens s for a message.
func Clip(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// DidYouMean returns `; did you mean "x"?` with the suggestion for name, or "" if there is none.
func DidYouMean(name string, candidates []string) string {
	if s := Suggest(name, candidates); s != "" {
		return fmt.Sprintf("; did you mean %q?", s)
	}
	return ""
}

// suggested matches what DidYouMean returns, at the end of a message.
var suggested = regexp.MustCompile(`; did you mean ("(?:[^"\\]|\\.)*")\?$`)

// Suggested returns what the message of a diagnostic supposes to be meant, as [DidYouMean] has it there; false if it supposes nothing.
func (d Diagnostic) Suggested() (name string, ok bool) {
	m := suggested.FindStringSubmatch(d.Message)
	if m == nil {
		return "", false
	}
	name, err := strconv.Unquote(m[1])
	return name, err == nil
}

// rank orders candidates: by the distance of the folded names, then of the names as written, then by name.
type rank struct {
	folded, exact int
	name          string
}

func (r rank) before(other rank) bool {
	return cmp.Or(cmp.Compare(r.folded, other.folded), cmp.Compare(r.exact, other.exact), cmp.Compare(r.name, other.name)) < 0
}

// reach returns how many edits away a candidate may be from a name of n characters: one of every three, at most three.
func reach(n int) int {
	if n == 2 {
		return 1
	}
	return min(n/3, 3)
}

// abbreviates reports whether one of the names is the start of the other, and long enough not to be so by chance.
func abbreviates(a, b []rune) bool {
	n := min(len(a), len(b))
	return n >= 3 && slices.Equal(a[:n], b[:n])
}

// fold returns name in lower case without separators.
func fold(name string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, name))
}

// distance returns the number of insertions, deletions, substitutions and swaps of neighbours that make b of a, where
// no place is edited twice.
func distance(a, b []rune) int {
	before, previous, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			substitution := previous[j-1]
			if a[i-1] != b[j-1] {
				substitution++
			}
			current[j] = min(previous[j]+1, current[j-1]+1, substitution)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
		}
		before, previous, current = previous, current, before
	}
	return previous[len(b)]
}

// mostListed is how many names a message lists.
const mostListed = 8

// Known ends a message about an unknown name: with the nearest one, or else with those that there are.
func Known(name string, names []string) string {
	if s := DidYouMean(name, names); s != "" {
		return s
	}
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	switch {
	case len(names) == 0:
		return ""
	case len(names) == 1:
		return "; there is only " + names[0]
	case len(names) > mostListed:
		return fmt.Sprintf("; there are %s and %d more", strings.Join(names[:mostListed], ", "), len(names)-mostListed)
	}
	last := len(names) - 1
	return "; there are " + strings.Join(names[:last], ", ") + " and " + names[last]
}
