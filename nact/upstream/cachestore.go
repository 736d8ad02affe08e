package upstream

import (
	"container/list"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// cacheStore holds entries up to a number of bytes. What has not been used for the longest time makes room.
type cacheStore struct {
	limit, used int64
	order       list.List                           // of *cacheItem, the one used last in front
	resources   map[digest]map[digest]*list.Element // by the two parts of a key
}

type cacheItem struct {
	key   cacheKey
	entry *entry
}

// get returns the entry of a key, or nil.
func (s *cacheStore) get(key cacheKey) *entry {
	element := s.resources[key.resource][key.variant]
	if element == nil {
		return nil
	}
	s.order.MoveToFront(element)
	return element.Value.(*cacheItem).entry
}

// put removes what the key has, and stores e in its place unless it is larger than the limit.
func (s *cacheStore) put(key cacheKey, e *entry) {
	s.remove(s.resources[key.resource][key.variant])
	size := e.memory()
	if size > s.limit {
		return
	}
	for s.used+size > s.limit {
		s.remove(s.order.Back())
	}
	if s.resources[key.resource] == nil {
		s.resources[key.resource] = make(map[digest]*list.Element)
	}
	s.resources[key.resource][key.variant] = s.order.PushFront(&cacheItem{key, e})
	s.used += size
}

// drop removes e, if it is still what the key has.
func (s *cacheStore) drop(key cacheKey, e *entry) {
	if element := s.resources[key.resource][key.variant]; element != nil && element.Value.(*cacheItem).entry == e {
		s.remove(element)
	}
}

// dropAll removes all entries of a resource.
func (s *cacheStore) dropAll(resource digest) {
	for _, element := range s.resources[resource] {
		s.remove(element)
	}
}

// remove removes an element of the order; nil is none.
func (s *cacheStore) remove(element *list.Element) {
	if element == nil {
		return
	}
	item := s.order.Remove(element).(*cacheItem)
	s.used -= item.entry.memory()
	variants := s.resources[item.key.resource]
	delete(variants, item.key.variant)
	if len(variants) == 0 {
		delete(s.resources, item.key.resource)
	}
}

// cacheKey tells answers apart. It holds hashes alone: URLs and headers have credentials in them.
type cacheKey struct {
	resource digest // of the URL
	variant  digest // of all else that the answer may depend on
}

type digest [sha256.Size]byte

// newCacheKey returns the key of a request's answer. All headers are part of it, which includes all credentials and whatever an
// answer may name in Vary. A call that wants no body has answers of its own, as they hold none.
func newCacheKey(r *request) cacheKey {
	text := appendText(nil, r.method)
	if r.reader != nil {
		text = append(text, 1)
	}
	for _, status := range r.unfollowed { // of those that another call follows, the answer is that of the target
		text = binary.AppendUvarint(text, uint64(status))
	}
	for _, name := range slices.Sorted(maps.Keys(r.header)) {
		text = appendText(text, name)
		text = binary.AppendUvarint(text, uint64(len(r.header[name])))
		for _, value := range r.header[name] {
			text = appendText(text, value)
		}
	}
	body := sha256.Sum256(r.body)
	text = append(text, body[:]...)
	return cacheKey{resource: resourceOf(r.url), variant: sha256.Sum256(text)}
}

func resourceOf(u *url.URL) digest { return sha256.Sum256([]byte(u.String())) }

// appendText appends a text with its length, so that no two lists of texts come to the same bytes.
func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// conditionsOf are the headers by which r asks the upstream whether e is still what it would answer; nil: there is no such question. A POST has none, since
// what is unchanged is no reason to answer it with 304 (RFC 9110, section 13.2.2).
func conditionsOf(r *request, e *entry) http.Header {
	if !safe(r.method) {
		return nil
	}
	return r.caching.conditions(e)
}

// cacheable reports whether the answer of a request may come from a cache. One with conditions, ranges or directives of its own
// asks for something other than the answer as a whole, and a multipart body is another one each time.
func cacheable(r *request) bool {
	if !r.reads || r.method == http.MethodOptions || r.caching == nil || r.caching == KeepNothing() ||
		strings.HasPrefix(r.header.Get("Content-Type"), "multipart/") {
		return false
	}
	for _, name := range []string{
		"Cache-Control", "Pragma", "Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since",
	} {
		if r.header[name] != nil {
			return false
		}
	}
	return true
}
