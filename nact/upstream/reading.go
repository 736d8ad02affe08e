package upstream

import (
	"bytes"
	"context"
	"net/http"

	"github.com/nactgen/nactgen/nact"
)

// reading is a call that changes nothing, of an invocation that may be repeated under a key. The methods of a nil one do nothing.
type reading struct {
	bodyReader
	reads   nact.Reads
	request string
	body    []byte // as it was read
}

// readOf returns the reading of r, which reads the body of its answer by way of it.
func readOf(ctx context.Context, call *Call, r *request) *reading {
	reads := nact.ReadsOf(ctx)
	if reads == nil || !safe(r.method) {
		return nil
	}
	read := &reading{bodyReader: r.reader, reads: reads, request: call.digest(r)}
	if r.reader != nil {
		r.reader = read
	}
	return read
}

// recall answers r as an earlier run of the invocation was answered.
func (read *reading) recall(r *request) (Answer, bool) {
	if read == nil {
		return Answer{}, false
	}
	was, ok := read.reads.Recall(read.request)
	if !ok {
		return Answer{}, false
	}
	answer := newAnswer(was.Status, was.Header)
	answer.asked = r.url
	if was.Body != nil && r.read(answer.Header, was.Body) != nil {
		return Answer{}, false
	}
	return answer, true
}

// read keeps what it reads.
func (read *reading) read(header http.Header, body []byte) publicError {
	if err := read.bodyReader.read(header, body); err != nil {
		return err
	}
	read.body = bytes.Clone(body)
	return nil
}

// remember notes an answer for later runs of the invocation. That of a redirect is asked for again: its links lead from another URL.
func (read *reading) remember(a Answer) {
	if read == nil || a.redirected {
		return
	}
	header := a.Header.Clone()
	header.Del("Set-Cookie")
	read.reads.Remember(read.request, nact.Read{Status: a.Status, Header: header, Body: read.body})
}
