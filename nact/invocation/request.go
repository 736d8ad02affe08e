package invocation

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// FieldRequestID is the header field in which callers give requests an ID, and are told it.
const FieldRequestID = "X-Request-Id"

// Identify returns the request with a header whose context is ctx. Its ID is the one that the caller gives, if that is plain and short, or else made. One
// that was identified before stays as it is.
func Identify(ctx context.Context, header http.Header) *nact.Request {
	if r := nact.RequestOf(ctx); r != nil {
		return r
	}
	id := ""
	if fields := header[FieldRequestID]; len(fields) == 1 && isRequestID(fields[0]) {
		id = fields[0]
	} else {
		id = madeID()
	}
	var trace nact.Trace
	if fields := header["Traceparent"]; len(fields) == 1 {
		trace = nact.NewTrace(fields[0], strings.Join(header["Tracestate"], ","))
	}
	return nact.NewRequest(ctx, id, trace)
}

// longestID bounds the ID that a caller gives, in bytes.
const longestID = 128

// isRequestID reports whether an ID may stand in the log and in a header as it is.
func isRequestID(id string) bool {
	for i := range len(id) {
		c := id[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-_.:=+/@", c) >= 0) {
			return false
		}
	}
	return id != "" && len(id) <= longestID
}

// madeID returns 16 random hexadecimal digits: enough to tell requests apart, and no secret.
func madeID() string {
	var random [8]byte
	var text [16]byte
	binary.NativeEndian.PutUint64(random[:], rand.Uint64())
	hex.Encode(text[:], random[:])
	return string(text[:])
}

// SpeaksOfDryRun reports whether a text has the words "dry run" in it, however they are written and joined: dry_run, Dry-Run, isDryRun. A request
// that says so anywhere but where its protocol asks for a dry run must be refused, since it must not write.
func SpeaksOfDryRun(text string) bool {
	const words = "dryrun"
	found := 0 // how many of the letters of words stand before, with nothing but other characters between them
	for i := 0; i < len(text); i++ {
		letter := text[i] | 0x20 // in lower case
		switch {
		case !isLetter(letter):
			continue
		case found > 0 && letter == words[found]:
			found++
		case letter == words[0] && (text[i] == 'D' || i == 0 || !isLetter(text[i-1]|0x20)): // where a word begins: not as in laundry
			found = 1
		default:
			found = 0
		}
		if found == len(words) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }
