package upstream

import "net/http"

// keyHeader has the key under which an operation is carried out once.
const keyHeader = "Idempotency-Key"

// keyed is a key as it counts: each operation has keys of its own.
type keyed struct{ operation, key string }

// kept is what an operation came to under a key, and the body of the request.
type kept struct {
	body   string
	answer answer
}

// once carries an operation out unless it was under the request's key: then it answers the same again, whatever has happened since.
func (e *Emulator) once(op *operation, request *Request, c *call) answer {
	key := keyed{op.name, request.Key}
	first, ok := e.answers[key]
	switch {
	case !ok:
		first = kept{string(c.body), op.run(e, c)}
		e.answers[key] = first
	case first.body != string(c.body):
		return refused(http.StatusUnprocessableEntity, "KEY_REUSED", "The key was used for another request.")
	default:
		request.Replayed = true
	}
	return first.answer
}
