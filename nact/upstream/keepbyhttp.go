package upstream

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// KeepByHTTP keeps answers as HTTP has it for a cache that is not shared (RFC 9111): as long as Cache-Control or Expires say, and not at all
// where no-store or "Vary: *" stand. One without such a time, or after it, is asked about with its ETag and Last-Modified before it is
// handed out again, and not kept if it has neither. One that came by way of a redirect is not kept: what it says is about another URL.
func KeepByHTTP() Caching { return keepByHTTP{} }

type keepByHTTP struct{}

func (keepByHTTP) fresh(e *entry, now time.Time) bool {
	control, storable := storable(e)
	return storable && !control.noCache && e.age(now) < lifetime(e, control)
}

func (keepByHTTP) conditions(e *entry) http.Header {
	if _, storable := storable(e); !storable {
		return nil
	}
	conditions := make(http.Header)
	if tag := e.header.Get("Etag"); tag != "" {
		conditions.Set("If-None-Match", tag)
	}
	if modified := e.header.Get("Last-Modified"); modified != "" {
		conditions.Set("If-Modified-Since", modified)
	}
	if len(conditions) == 0 {
		return nil
	}
	return conditions
}

// storable reports whether an answer may be kept at all, with what its Cache-Control says.
func storable(e *entry) (cacheControl, bool) {
	control, ok := parseCacheControl(e.header["Cache-Control"])
	return control, ok && e.whole() && !e.redirected && !control.noStore && !variesByAnything(e.header["Vary"])
}

// variesByAnything reports whether an answer depends on more than its request.
func variesByAnything(vary []string) bool {
	return slices.ContainsFunc(vary, func(line string) bool {
		return slices.ContainsFunc(strings.Split(line, ","), func(name string) bool { return strings.TrimSpace(name) == "*" })
	})
}

// lifetime is up to which age an answer counts as fresh (RFC 9111, section 4.2.1); 0 if the upstream does not say.
func lifetime(e *entry, control cacheControl) time.Duration {
	if control.hasMaxAge {
		return control.maxAge
	}
	expires := e.header["Expires"]
	if len(expires) != 1 {
		return 0
	}
	at, err := http.ParseTime(expires[0])
	if err != nil {
		return 0
	}
	return at.Sub(e.date())
}
