package cel

import (
	"hash/maphash"
	"net/netip"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// dynSet is a set of dyn values under [Equal]. Finding one takes as long as reading it, whatever else is in the set:
// the seed of the hash is random, so that nobody can choose values that collide.
type dynSet struct {
	seed    maphash.Seed
	buckets map[uint64][]any
}

func newDynSet(values ...any) *dynSet {
	s := &dynSet{seed: maphash.MakeSeed(), buckets: make(map[uint64][]any, len(values))}
	for _, v := range values {
		s.add(v)
	}
	return s
}

// add adds a value, and reports whether none in the set equals it.
func (s *dynSet) add(v any) bool {
	hash := s.hash(v)
	if InFunc(v, s.buckets[hash], Equal) {
		return false
	}
	s.buckets[hash] = append(s.buckets[hash], v)
	return true
}

// has reports whether a value in the set equals v.
func (s *dynSet) has(v any) bool { return InFunc(v, s.buckets[s.hash(v)], Equal) }

// hash returns the same number for values that are equal. NaN, which equals nothing, has another one each time.
func (s *dynSet) hash(v any) uint64 {
	v = plain(v)
	if f, ok := floatOf(v); ok {
		return maphash.Comparable(s.seed, f)
	}
	switch v := v.(type) {
	case nil, bool, string, time.Duration, netip.Addr, netip.Prefix, Type:
		return maphash.Comparable(s.seed, v)
	case []byte:
		return maphash.Bytes(s.seed, v)
	case time.Time:
		return s.mix(uint64(v.Unix()), uint64(v.Nanosecond()))
	case nact.Opt[any]:
		if v.Has {
			return s.mix(1, s.hash(v.Value))
		}
	case list:
		return s.hashList(v)
	case mapping:
		return s.hashMap(v)
	}
	return 0
}

func (s *dynSet) hashList(l list) uint64 {
	hash := uint64(l.size())
	for i := range l.size() {
		hash = s.mix(hash, s.hash(l.at(i)))
	}
	return hash
}

// hashMap adds up the entries, since they have no order.
func (s *dynSet) hashMap(m mapping) uint64 {
	hash := uint64(m.size())
	for _, key := range m.keys() {
		value, _ := m.find(key)
		hash += s.mix(s.hash(key), s.hash(value))
	}
	return hash
}

// mix makes one hash of two.
func (s *dynSet) mix(a, b uint64) uint64 { return maphash.Comparable(s.seed, [2]uint64{a, b}) }
