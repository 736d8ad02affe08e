package endpoint

import (
	"encoding/json"
	"net/http"

	"github.com/nactgen/nactgen/nact"
)

// storedAnswer is the answer of an invocation as a store keeps it: what the caller got, and what the log says of it.
type storedAnswer struct {
	Status  int         `json:"status"`
	Media   string      `json:"media"`
	Header  http.Header `json:"header,omitempty"`
	Body    []byte      `json:"body"`
	Failure string      `json:"failure,omitempty"`
	Writes  nact.Writes `json:"writes,omitempty"`
}

func encodeAnswer(a *answer) ([]byte, error) {
	return json.Marshal(storedAnswer{a.status, a.media, a.header, a.body, a.failure, a.writes()})
}

// decodeAnswer returns the answer to a repeated invocation.
func decodeAnswer(stored []byte) (*answer, error) {
	var s storedAnswer
	if err := json.Unmarshal(stored, &s); err != nil {
		return nil, err
	}
	if s.Header == nil {
		s.Header = http.Header{}
	}
	s.Header[replayedField] = []string{"true"}
	a := &answer{status: s.Status, media: s.Media, header: s.Header, body: s.Body, failure: s.Failure}
	if len(s.Writes) > 0 {
		a.changes = s.Writes
	}
	return a, nil
}
