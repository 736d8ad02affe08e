package catalog

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
)

// Query says which operations of a list are looked for. The zero Query is for all.
type Query struct {
	Tags    []string // one of them; none: any
	Methods []string // one of them, in upper or lower case; none: any
	Writes  bool     // operations that can change something
	Reads   bool     // operations that cannot
	Words   []string // all of them, in any place and in upper or lower case
}

// Of returns the operations of a list that a query is for: without words in the list's order, otherwise the best matches first.
func (q Query) Of(list []*Operation) []*Operation {
	found := []*Operation{}
	rank := map[*Operation]int{}
	for _, op := range list {
		n, ok := q.rank(op)
		if ok && q.fits(op) {
			found = append(found, op)
			rank[op] = n
		}
	}
	slices.SortStableFunc(found, func(a, b *Operation) int { return cmp.Compare(rank[b], rank[a]) })
	return found
}

func (q Query) fits(op *Operation) bool {
	is := func(name string) func(string) bool {
		return func(other string) bool { return strings.EqualFold(name, other) }
	}
	return (len(q.Tags) == 0 || slices.ContainsFunc(op.Tags, func(tag string) bool { return slices.ContainsFunc(q.Tags, is(tag)) })) &&
		(len(q.Methods) == 0 || slices.ContainsFunc(q.Methods, is(op.Method))) &&
		(!q.Writes || op.Writes) && (!q.Reads || !op.Writes)
}

// The ranks of a word, by where it stands.
const (
	inDescription = 1
	inTag         = 4
	inSummary     = 8
	inPath        = 16
	inID          = 32
	isID          = 64
)

// rank is how well the words fit an operation. It reports false if one does not.
func (q Query) rank(op *Operation) (rank int, ok bool) {
	for _, word := range q.Words {
		n := op.rank(strings.ToLower(word))
		if n == 0 {
			return 0, false
		}
		rank += n
	}
	return rank, true
}

// rank is that of the best place of a word in lower case, and 0 if it has none.
func (op *Operation) rank(word string) int {
	has := func(text string) bool { return strings.Contains(strings.ToLower(text), word) }
	switch {
	case strings.EqualFold(op.ID, word) || strings.EqualFold(op.Call, word):
		return isID
	case has(op.ID):
		return inID
	case has(op.Path):
		return inPath
	case has(op.Summary):
		return inSummary
	case has(op.Upstream) || slices.ContainsFunc(op.Tags, has):
		return inTag
	case has(op.Description):
		return inDescription
	}
	return 0
}

// Tags returns the tags of operations, each once, in the order in which they come.
func Tags(list []*Operation) []string {
	var tags []string
	for _, tag := range lists.FlatMap(list, func(op *Operation) []string { return op.Tags }) {
		if !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// Calls returns how steps call operations, in their order.
func Calls(list []*Operation) []string {
	return lists.Map(list, func(op *Operation) string { return op.Call })
}
