package endpoint

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// A filter finds what a look at every signature finds, from every position on.
func TestFilterFindsAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func(most int) string {
		b := make([]byte, 1+random.IntN(most))
		for i := range b {
			b[i] = "ab_1"[random.IntN(4)]
		}
		return string(b)
	}
	tags := []string{"rare", "common", "other", "none"}
	signatures := make([]*nact.Signature, 300)
	for i := range signatures {
		s := &nact.Signature{Name: word(20), Version: 1 + random.IntN(4)}
		for j, tag := range tags[:3] {
			if random.IntN([]int{50, 2, 4}[j]) == 0 {
				s.Tags = append(s.Tags, tag)
			}
		}
		signatures[i] = s
	}
	index, found := newIndex(signatures), 0
	for range 2000 {
		filters := url.Values{}
		if random.IntN(2) == 0 {
			filters.Set("name", word(4))
		}
		if random.IntN(3) == 0 {
			filters.Set("version", strconv.Itoa(random.IntN(6)))
		}
		for range random.IntN(3) {
			filters.Add("tag", tags[random.IntN(4)])
		}
		f, from := index.filter(filters), random.IntN(len(signatures)+1)
		var got, want []int
		for i := f.next(from); i < len(signatures); i = f.next(i + 1) {
			got = append(got, i)
		}
		least, _ := strconv.Atoi(filters.Get("version"))
		for i := from; i < len(signatures); i++ {
			s := signatures[i]
			lacks := func(tag string) bool { return !slices.Contains(s.Tags, tag) }
			if s.Version >= least && strings.Contains(s.Name, filters.Get("name")) && !slices.ContainsFunc(filters["tag"], lacks) {
				want = append(want, i)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v from %d on: got %v, want %v", filters, from, got, want)
		}
		found += len(want)
	}
	if found < 10_000 {
		t.Errorf("only %d tools were found in all", found)
	}
}

// A set of pairs excludes most names that lack a text, or a search would look at all of them.
func TestPairsExclude(t *testing.T) {
	looked := 0
	for i := range 1000 {
		if pairsOf(fmt.Sprintf("get_repository_%d", i))&pairsOf("workflow") == pairsOf("workflow") {
			looked++
		}
	}
	if looked > 50 {
		t.Errorf("%d of 1000 names have to be looked at", looked)
	}
}
