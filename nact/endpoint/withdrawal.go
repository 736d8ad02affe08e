package endpoint

import (
	"net/http"
	"strconv"

	"github.com/nactgen/nactgen/nact"
)

// withdrawalHeader returns the fields of answers about a withdrawn tool: Deprecation (RFC 9745), whose value is a date
// and nothing else, and Sunset (RFC 8594) if that is decided. It is nil for a tool that is not withdrawn.
func withdrawalHeader(w *nact.Withdrawal) http.Header {
	if w == nil {
		return nil
	}
	since := int64(0)
	if !w.Since.IsZero() {
		since = w.Since.Unix()
	}
	header := http.Header{"Deprecation": {"@" + strconv.FormatInt(since, 10)}}
	if !w.Sunset.IsZero() {
		header["Sunset"] = []string{w.Sunset.UTC().Format(http.TimeFormat)}
	}
	return header
}

// announce says in the header of an answer that the tool at the address is withdrawn. Errors say so too.
func (t target) announce(header http.Header) {
	if t.tool == nil {
		return
	}
	for name, values := range t.tool.withdrawn {
		header[name] = values
	}
}
