package mcp

import (
	"net/http"
	"slices"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// Codes of JSON-RPC errors, and of the errors that the Model Context Protocol adds.
const (
	codeParse              = -32700
	codeInvalidRequest     = -32600
	codeMethodNotFound     = -32601
	codeInvalidParams      = -32602
	codeHeaderMismatch     = -32020
	codeUnsupportedVersion = -32022
)

// rpcError is an error of the protocol: the request could not be served at all. What goes wrong in a tool is a result.
type rpcError struct {
	code   int
	text   string
	asked  string // codeUnsupportedVersion: the revision that was asked for
	status int    // of HTTP, in revisions without a handshake; 0: 400
}

// unsupported is the answer to a request of another revision.
func unsupported(revision string) *rpcError {
	return &rpcError{code: codeUnsupportedVersion, asked: revision, text: "the service does not speak this revision of the protocol"}
}

// httpStatus returns the status with which the error goes over HTTP. Clients of revisions with a handshake look into the body if a message was
// read at all.
func (e *rpcError) httpStatus(handshake bool) int {
	switch {
	case handshake && e.code != codeParse && e.code != codeInvalidRequest && e.code != codeUnsupportedVersion:
		return http.StatusOK
	case e.status != 0:
		return e.status
	}
	return http.StatusBadRequest
}

// append appends the value of the member error.
func (e *rpcError) append(b []byte) []byte {
	o := jsontext.NewObject(b)
	o.Int("code", int64(e.code))
	o.Text("message", e.text)
	if e.code == codeUnsupportedVersion {
		o.Object("data", func(o *jsontext.Object) {
			o.List("supported", len(revisions), func(b []byte, i int) []byte { return jsontext.AppendString(b, revisions[i]) })
			o.Text("requested", e.asked)
		})
	}
	return o.End()
}

// The revisions of the protocol that are spoken.
const (
	revision20260728 = "2026-07-28"
	revision20251125 = "2025-11-25"
	revision20250618 = "2025-06-18"
)

// revisions are all of them, the newest first.
var revisions = []string{revision20260728, revision20251125, revision20250618}

// hasHandshake reports whether clients of a revision begin with initialize. The other ones say in each request which revision it is of.
func hasHandshake(revision string) bool { return revision <= revision20251125 }

// agreed returns the revision that a handshake comes to: the one that the client asks for, or else the newest that has handshakes.
func agreed(asked string) string {
	if slices.Contains(revisions, asked) && hasHandshake(asked) {
		return asked
	}
	return revision20251125
}
