package endpoint

import (
	"math/bits"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// index is what tools are filtered by, in the order in which they are enumerated. A search by a name looks at sixty-four tools at a time, and reads
// the signature of hardly any that it does not find; one by tags passes only those with the rarest of them.
type index struct {
	signatures []*nact.Signature
	versions   []int
	newest     []int              // for every sixty-four tools: the highest of their versions
	having     [][wordBits]uint64 // for every sixty-four tools, by the pair: a bit for each tool that may have it in its name
	tags       map[string][]int32 // the positions of the tools with a tag, ascending
}

// wordBits is how many tools stand in a word of [index.having], and how many pairs are told apart.
const wordBits = 64

func newIndex(signatures []*nact.Signature) *index {
	words := (len(signatures) + wordBits - 1) / wordBits
	x := &index{
		signatures: signatures, versions: make([]int, len(signatures)),
		newest: make([]int, words), having: make([][wordBits]uint64, words), tags: make(map[string][]int32),
	}
	for i, s := range signatures {
		x.versions[i] = s.Version
		x.newest[i/wordBits] = max(x.newest[i/wordBits], s.Version)
		for set := pairsOf(s.Name); set != 0; set &= set - 1 {
			x.having[i/wordBits][set.lowest()] |= 1 << (i % wordBits)
		}
		for _, tag := range s.Tags {
			x.tags[tag] = append(x.tags[tag], int32(i))
		}
	}
	return x
}

// pairs is a set of the pairs of bytes that stand side by side in a text. It may have more than there are, and never fewer: a
// text has all the pairs of each of its parts.
type pairs uint64

func pairsOf(text string) pairs {
	var set pairs
	for i := 1; i < len(text); i++ {
		pair := uint32(text[i-1])<<8 | uint32(text[i])
		set |= 1 << (pair * 2654435769 >> 26) // Fibonacci hashing: the upper 6 bits
	}
	return set
}

// lowest returns the number of the lowest pair of a set that is not empty.
func (p pairs) lowest() int { return bits.TrailingZeros64(uint64(p)) }

// filter is what a walk lists of the tools of an index.
type filter struct {
	*index
	name  string
	pairs pairs // of the name
	tags  []string
	least int     // the least version
	among []int32 // the positions of the tools with the rarest of tags; unused without tags
}

// filter reads the filters of a walk.
func (x *index) filter(filters url.Values) *filter {
	f := &filter{index: x, name: filters.Get("name"), tags: filters["tag"]}
	f.pairs = pairsOf(f.name)
	f.least, _ = strconv.Atoi(filters.Get("version"))
	for i, tag := range f.tags {
		if positions := x.tags[tag]; i == 0 || len(positions) < len(f.among) {
			f.among = positions
		}
	}
	return f
}

// next returns the position of the first tool, from a position on, that the filter lets through; the number of tools if there is none.
func (f *filter) next(from int) int {
	if len(f.tags) > 0 {
		behind, _ := slices.BinarySearch(f.among, int32(from))
		for _, i := range f.among[behind:] {
			if f.lists(int(i)) {
				return int(i)
			}
		}
		return len(f.signatures)
	}
	for i := f.candidate(from); i < len(f.signatures); i = f.candidate(i + 1) {
		if f.versions[i] >= f.least && f.lists(i) {
			return i
		}
	}
	return len(f.signatures)
}

// candidate returns the position of the first tool, from a position on, whose name may have the pairs; the number of tools if there is none.
func (f *filter) candidate(from int) int {
	start := ^uint64(0) << (from % wordBits)
	for word := from / wordBits; word < len(f.newest); word, start = word+1, ^uint64(0) {
		if f.newest[word] < f.least {
			continue
		}
		found, having := start, &f.having[word]
		for set := f.pairs; set != 0 && found != 0; set &= set - 1 {
			found &= having[set.lowest()%wordBits]
		}
		if found != 0 {
			return min(word*wordBits+bits.TrailingZeros64(found), len(f.signatures))
		}
	}
	return len(f.signatures)
}

func (f *filter) lists(i int) bool {
	s := f.signatures[i]
	lacks := func(tag string) bool { return !slices.Contains(s.Tags, tag) }
	return s.Version >= f.least && strings.Contains(s.Name, f.name) && !slices.ContainsFunc(f.tags, lacks)
}
