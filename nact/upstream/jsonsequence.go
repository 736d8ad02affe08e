package upstream

import (
	"bytes"
	"net/http"
)

// JSONSequence is an answer with a record separator before each JSON value (application/json-seq, RFC 7464). It is read as their list. A
// number, true, false or null without a line feed behind it was cut off.
type JSONSequence struct{}

func (JSONSequence) reader(accept string, decode func(*Decoder)) bodyReader {
	return &notated{name: "a sequence of JSON", types: []string{"application/json-seq"}, accept: accept, decode: decode, convert: convertJSONSequence}
}

func convertJSONSequence(w *jsonWriter, _ http.Header, body []byte) publicError {
	texts := bytes.Split(trimMark(body), []byte{'\x1e'})
	if len(bytes.TrimSpace(texts[0])) > 0 {
		return unreadable("it does not begin with a record separator")
	}
	for _, text := range texts[1:] {
		if cutOff(text) {
			return unreadable("it has a value that was cut off")
		}
	}
	return w.values("value", texts[1:])
}

// cutOff reports whether a text may have lost its end without being malformed.
func cutOff(text []byte) bool {
	if len(text) == 0 || bytes.IndexByte([]byte(" \t\r\n"), text[len(text)-1]) >= 0 {
		return false
	}
	return bytes.IndexByte([]byte(`"{[`), bytes.TrimSpace(text)[0]) < 0
}
