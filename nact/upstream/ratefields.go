package upstream

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// exhausted returns for how long an upstream says with an answer that no call is left, or 0. It reads, of three generations,
//
//   - RateLimit, of the draft of the IETF (draft-ietf-httpapi-ratelimit-headers-10): a list of quotas, of which r is what remains, and t the
//     seconds until there is more. Of several that are used up the longest counts.
//   - RateLimit-Remaining and RateLimit-Reset, of its versions up to 06: a number, and seconds.
//   - X-RateLimit-Remaining and X-RateLimit-Reset, which no standard describes: GitHub and many others reset at a time of Unix, others after so
//     many seconds. What is no plausible number of seconds is a time; a clock that is wrong here does not matter if the answer has a Date.
func exhausted(header http.Header, now time.Time) time.Duration {
	if list := header["Ratelimit"]; len(list) > 0 {
		return longestQuota(strings.Join(list, ","))
	}
	for _, fields := range [...]struct{ remaining, reset string }{{"Ratelimit-Remaining", "Ratelimit-Reset"}, {"X-Ratelimit-Remaining", "X-Ratelimit-Reset"}} {
		if text := header[fields.remaining]; len(text) > 0 {
			if remaining, err := strconv.ParseFloat(text[0], 64); err == nil && remaining < 1 {
				return resetAfter(header, fields.reset, now)
			}
		}
	}
	return 0
}

// longestQuota returns the longest time that a quota of a RateLimit field needs which is used up: `"burst";r=0;t=5, "day";r=90;t=600`.
func longestQuota(list string) (longest time.Duration) {
	for _, quota := range splitUnquoted(list, ',') {
		remaining, reset := -1.0, 0.0
		for _, param := range splitUnquoted(quota, ';') {
			name, text, _ := strings.Cut(strings.TrimSpace(param), "=")
			number, err := strconv.ParseFloat(text, 64)
			switch {
			case err != nil:
			case name == "r":
				remaining = number
			case name == "t":
				reset = number
			}
		}
		if remaining == 0 {
			longest = max(longest, secondsOf(reset))
		}
	}
	return longest
}

// splitUnquoted splits text at separators that do not stand in a string.
func splitUnquoted(text string, separator rune) []string {
	quoted, escaped := false, false
	return strings.FieldsFunc(text, func(c rune) bool {
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		}
		return c == separator && !quoted
	})
}

// Numbers from which a reset is a time, in seconds or milliseconds since 1970, and no number of seconds: 30 years, and those years in milliseconds.
const (
	unixSeconds      = 1e9
	unixMilliseconds = 1e12
)

// resetAfter returns the time until a reset, which a header field gives as seconds or as a time of Unix.
func resetAfter(header http.Header, field string, now time.Time) time.Duration {
	reset, err := strconv.ParseFloat(header.Get(field), 64)
	if err != nil || reset < unixSeconds {
		return secondsOf(reset)
	}
	if at, err := http.ParseTime(header.Get("Date")); err == nil {
		now = at
	}
	if reset >= unixMilliseconds {
		reset /= 1000
	}
	return secondsOf(reset - float64(now.Unix()))
}

// secondsOf returns a number of seconds that an upstream has sent, at least 0 and at most a day.
func secondsOf(seconds float64) time.Duration {
	if math.IsNaN(seconds) {
		return 0
	}
	return time.Duration(min(max(seconds, 0), 24*60*60) * float64(time.Second))
}
