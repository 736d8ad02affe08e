package upstream

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// whole reports whether the status says that the answer is all that there is to it: the body of a 206 is a part, and a 202
// promises the answer for later.
func (e *entry) whole() bool {
	switch e.status {
	case http.StatusOK, http.StatusNonAuthoritativeInfo, http.StatusNoContent:
		return true
	}
	return false
}

// answer returns the entry as the answer of one call, which has its headers for itself.
func (e *entry) answer() Answer { return newAnswer(e.status, e.header.Clone()) }

// kept is the same for a call that made no request: it says how old the answer is.
func (e *entry) kept(now time.Time) Answer {
	header := e.header.Clone()
	header.Set("Age", strconv.FormatInt(int64(e.age(now)/time.Second), 10))
	answer := newAnswer(e.status, header)
	answer.cached = true
	return answer
}

// age is how long ago the origin made the answer, or found it good (RFC 9111, section 4.2.3).
func (e *entry) age(now time.Time) time.Duration {
	age := deltaSeconds(e.header.Get("Age")) + e.received.Sub(e.asked)
	return max(age, e.received.Sub(e.date()), 0) + now.Sub(e.received)
}

// date is when the origin made the answer, or when it was received if it does not say so.
func (e *entry) date() time.Time {
	if date, err := http.ParseTime(e.header.Get("Date")); err == nil {
		return date
	}
	return e.received
}

// deltaSeconds parses a number of seconds (RFC 9111, section 1.2.2); 0 if it is none, at most 2^31.
func deltaSeconds(text string) time.Duration {
	const most = 1 << 31
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil { // too large for 64 bits
		seconds = most
	}
	return time.Duration(min(seconds, most)) * time.Second
}

// entryOverhead is about what an entry takes beside its texts, in bytes: its key, the entry itself and where the store has it.
const entryOverhead = 768

// memory is about how many bytes the entry takes, with its key.
func (e *entry) memory() int64 {
	return int64(entryOverhead + cap(e.body) + headerMemory(e.header))
}

// confirmed is the entry after the upstream has said with a 304 that it is still good: the headers of that take the place of
// those that were kept (RFC 9111, section 3.2), except where they describe the body.
func (e *entry) confirmed(by http.Header, asked, received time.Time) *entry {
	header := e.header.Clone()
	header.Del("Age")
	fields := maps.Clone(by)
	for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Type", "Content-Range", "Transfer-Encoding", "Connection"} {
		delete(fields, name)
	}
	maps.Copy(header, fields)
	return &entry{status: e.status, header: header, body: e.body, redirected: e.redirected, asked: asked, received: received}
}
