package callers_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// sharedCache stands in front of a service, as a proxy of many callers does (RFC 9111). It keeps what it may, asks before it answers again what says no-cache,
// and can be one that does not know a part of the rules.
type sharedCache struct {
	origin        http.Handler
	private, vary bool // it heeds Cache-Control: private, and Vary
	kept          map[string]*httptest.ResponseRecorder
	revalidated   int // answers from what is kept
}

// key returns under what the answer to a request is kept, with the fields that Vary names in it.
func (c *sharedCache) key(r *http.Request, vary string) string {
	key := r.URL.String()
	if c.vary {
		for name := range strings.SplitSeq(vary, ",") {
			key += fmt.Sprintf("\n%s: %q", name, r.Header.Values(strings.TrimSpace(name)))
		}
	}
	return key
}

func (c *sharedCache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var kept *httptest.ResponseRecorder
	for key, candidate := range c.kept {
		if key == c.key(r, candidate.Header().Get("Vary")) {
			kept = candidate
		}
	}
	if kept != nil && !strings.Contains(kept.Header().Get("Cache-Control"), "no-cache") {
		send(w, kept)
		return
	}
	if kept != nil {
		r.Header.Set("If-None-Match", kept.Header().Get("ETag"))
	}
	answer := httptest.NewRecorder()
	c.origin.ServeHTTP(answer, r)
	control := answer.Header().Get("Cache-Control")
	switch {
	case answer.Code == http.StatusNotModified:
		c.revalidated++
		answer = kept
	case answer.Code == http.StatusOK && !strings.Contains(control, "no-store") && !(c.private && strings.Contains(control, "private")):
		c.kept[c.key(r, answer.Header().Get("Vary"))] = answer
	}
	send(w, answer)
}

// send answers as it was answered before.
func send(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	w.Write(answer.Body.Bytes())
}

// TestSharedCaches: what is enumerated for one caller comes to no other, whatever cache they share, even one that does not know what is private, or what
// answers vary by.
func TestSharedCaches(t *testing.T) {
	callers := []string{"", "a,it.read", "b,it.read,it.write", "c,it.read"}
	paths := []string{"/", "/tools", "/tools?pageLimit=1", "/tools?name=it", "/tools/" + readID, "/tools/" + writeID, "/tools/openapi.json"}
	for _, private := range []bool{true, false} {
		for _, vary := range []bool{true, false} {
			service := newService(t, tokens{}, true)
			cache := &sharedCache{origin: service.Gate, private: private, vary: vary, kept: make(map[string]*httptest.ResponseRecorder)}
			for range 2 {
				for _, path := range paths {
					for _, caller := range callers {
						r := httptest.NewRequest("GET", path, nil)
						if caller != "" {
							r.Header.Set("Authorization", "Bearer "+caller)
						}
						got := httptest.NewRecorder()
						cache.ServeHTTP(got, r)
						want := service.ask(path, caller, "")
						if got.Code != want.StatusCode || got.Body.String() != text(want) || got.Header().Get("WWW-Authenticate") != want.Header.Get("WWW-Authenticate") {
							t.Errorf("heeds private %t, Vary %t: %q gets another answer of %s than the service's: %d %s", private, vary, caller, path, got.Code, got.Body)
						}
					}
				}
			}
			if (cache.revalidated > 0) == private {
				t.Errorf("heeds private %t, Vary %t: it answered %d times from what it keeps", private, vary, cache.revalidated)
			}
		}
	}
}
