package endpoint

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// index is what tools are filtered by, in the order in which they are enumerated. A search reads sixteen bytes of each tool that it
// passes, and the signature of hardly any that it does not find; one by tags passes only those with the rarest of them.
type index struct {
	signatures []*nact.Signature
	versions   []int
	pairs      []pairs
	tags       map[string][]int32 // where the tools with a tag are
}

func newIndex(signatures []*nact.Signature) *index {
	x := &index{signatures: signatures, tags: make(map[string][]int32)}
	for i, s := range signatures {
		x.versions = append(x.versions, s.Version)
		x.pairs = append(x.pairs, pairsOf(s.Name))
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

// filter is what a walk lists of the tools of an index.
type filter struct {
	*index
	name  string
	pairs pairs // of the name
	tags  []string
	least int     // version
	among []int32 // where the tools with the rarest of the tags are; without tags it is not looked at
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
	versions := f.versions[from:]
	for i, has := range f.index.pairs[from:] {
		if has&f.pairs == f.pairs && versions[i] >= f.least && f.lists(from+i) {
			return from + i
		}
	}
	return len(f.signatures)
}

func (f *filter) lists(i int) bool {
	s := f.signatures[i]
	return s.Version >= f.least && strings.Contains(s.Name, f.name) && containsAll(s.Tags, f.tags)
}

func containsAll(have, want []string) bool {
	for _, tag := range want {
		if !slices.Contains(have, tag) {
			return false
		}
	}
	return true
}
