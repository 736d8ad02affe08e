package upstream

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// JSONLines is an answer with a JSON value on each line (ndjson, JSON lines). It is read as their list. Blank lines are passed over.
type JSONLines struct{}

func (JSONLines) reader(accept string, decode func(*Decoder)) bodyReader {
	types := []string{
		"application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl", "application/jsonlines", "application/x-jsonlines",
		"application/json-lines", "application/x-json-stream", "application/stream+json", "application/json", "text/plain", "application/octet-stream",
	}
	return &notated{name: "lines of JSON", types: types, accept: accept, decode: decode, convert: convertJSONLines}
}

func convertJSONLines(w *jsonWriter, _ http.Header, body []byte) publicError {
	return w.values("line", bytes.Split(trimMark(body), []byte("\n")))
}

// values adds the list of the values of texts. Blank texts have none.
func (w *jsonWriter) values(noun string, texts [][]byte) publicError {
	w.raw("[")
	for i, text := range texts {
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		end, bad := jsonscan.Value(text, 0, maxDepth-1)
		if bad == "" && end < len(text) {
			bad = jsonscan.BadTail
		}
		if bad != "" {
			return unreadable(noun + " " + strconv.Itoa(i+1) + ": malformed JSON at byte " + strconv.Itoa(end) + ": " + string(bad))
		}
		w.separate()
		w.text = append(w.text, text...)
	}
	w.raw("]")
	return nil
}
