package upstream

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"net/http"
	"net/url"
	"slices"
)

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
	return cacheKey{resource: resourceOf(r.url), variant: sha256.Sum256(text)}
}

func resourceOf(u *url.URL) digest { return sha256.Sum256([]byte(u.String())) }

// appendText appends a text with its length, so that no two lists of texts come to the same bytes.
func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// cacheable reports whether the answer of a request may come from a cache. One with conditions, ranges or directives of its own
// asks for something other than the answer as a whole.
func cacheable(r *request) bool {
	if r.method != http.MethodGet && r.method != http.MethodHead || r.caching == nil || r.caching == KeepNothing() {
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
