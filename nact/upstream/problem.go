package upstream

import (
	"errors"
	"io"
	"net/http"
)

// Problem reads, with decode, what an upstream said when it answered the 4xx or 5xx that caused err. It reports whether that
// was there, was JSON, and could be read by decode. If not, decode may have read a part of it.
//
// The call must have set KeepProblem. What is decoded is the upstream's text: no log and no caller gets any of it
// but by what is done with it here.
func Problem(err error, decode func(*Decoder)) bool {
	var found *explanation
	return errors.As(err, &found) && Decode(found.text, decode) == nil
}

// maxProblem is how long what an upstream says of a problem can be, in bytes.
const maxProblem = 64 << 10

// explanation is the JSON of an answer with a 4xx or 5xx. It is an error so that it can be the cause of a fault, and never says what it holds.
type explanation struct{ text []byte }

func (*explanation) Error() string { return "the upstream says why in its answer" }

// ReadProblem returns the problem of an answer for [Problem], or nil if it has none. It is what [Options.KeepProblem] takes.
func ReadProblem(response *http.Response) error {
	if response.StatusCode < http.StatusBadRequest || notJSON(response.Header) != "" {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxProblem+1))
	if err != nil || len(text) == 0 || len(text) > maxProblem {
		return nil // the status is known, and says enough
	}
	return &explanation{text}
}

// ProblemOf is [Problem] for an object, which it returns as decode has read it: empty where the upstream said nothing that could be read.
func ProblemOf[T any](err error, decode func(*T, *Decoder)) *T {
	object := new(T)
	if !Problem(err, func(d *Decoder) { decode(object, d) }) {
		return new(T)
	}
	return object
}

// AnyProblem is [ProblemOf] for an object of which nothing is known: a map[string]any.
func AnyProblem(err error) any {
	var value any
	if Problem(err, func(d *Decoder) { value = d.Any() }) {
		if object, ok := value.(map[string]any); ok {
			return object
		}
	}
	return map[string]any{}
}
