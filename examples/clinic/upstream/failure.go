package upstream

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// padding is how many bytes an oversized answer has beside its own.
const padding = 9 << 20

// play answers a request as the fault has it. a is what the operation came to, if it was carried out.
func (f Fault) play(w http.ResponseWriter, r *http.Request, a answer) {
	switch f.Failure {
	case HangBefore, HangAfter:
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	case ServerError, ErrorAfter:
		refused(http.StatusInternalServerError, "INTERNAL", "Something went wrong.").send(w)
	case TooMany:
		w.Header().Set("Retry-After", "1")
		refused(http.StatusTooManyRequests, "TOO_MANY_REQUESTS", "There are too many requests.").send(w)
	case Reset:
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
		a.header(w)
		w.Write(half(a.body))
		http.NewResponseController(w).Flush() // an error means that the client left
		panic(http.ErrAbortHandler)
	case Malformed:
		answer{a.status, half(a.body)}.send(w)
	case MissingField:
		answer{a.status, without(a.body, f.Field)}.send(w)
	case Oversized:
		answer{a.status, padded(a.body)}.send(w)
	default:
		a.send(w)
	}
}

func half(body []byte) []byte { return body[:len(body)/2] }

// without returns an object without a member, or without its first one.
func without(object []byte, member string) []byte {
	d := json.NewDecoder(bytes.NewReader(object))
	d.Token() // {
	for separator := "{"; d.More(); separator = "," {
		start := d.InputOffset()
		name, _ := d.Token()
		var value json.RawMessage
		d.Decode(&value)
		if member != "" && name != member {
			continue
		}
		rest := object[d.InputOffset():]
		if separator == "{" {
			rest = bytes.TrimPrefix(rest, []byte(","))
			return append([]byte("{"), rest...)
		}
		return append(bytes.Clone(object[:start]), rest...)
	}
	return object
}

// padded returns an object with one member more, a long one.
func padded(object []byte) []byte {
	long := append([]byte(`{"padding":"`), bytes.Repeat([]byte("x"), padding)...)
	long = append(long, `",`...)
	return append(long, object[1:]...)
}
