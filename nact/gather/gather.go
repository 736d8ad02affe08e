// Package gather writes answers that are made of several pieces to HTTP connections, in as few system calls as it can.
package gather

import (
	"bufio"
	"context"
	"net/http"
	"sync"
)

// Connection is the connection of a server that can put writes together. net/http hands on an answer of more than 4 KiB in two pieces at least, the
// first of which has the header: two system calls, and two turns of the client.
type Connection interface {
	// Gather lets a small piece that is written wait for the next one, from now on until Send. What waits is copied.
	Gather()

	// Send writes what waits, if anything does.
	Send() error
}

type connectionKey struct{}

// WithConnection returns the context of a connection whose requests are answered by [Write]: see ConnContext of [http.Server].
func WithConnection(ctx context.Context, c Connection) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// Write writes the pieces of a body, which leave together with the header if the connection of the request can do that.
func Write(w http.ResponseWriter, r *http.Request, pieces ...[]byte) error {
	c, ok := r.Context().Value(connectionKey{}).(Connection)
	if !ok {
		return write(w, pieces)
	}
	c.Gather()
	err := write(w, pieces)
	if sendErr := c.Send(); err == nil {
		err = sendErr
	}
	return err
}

// rooms has buffers in which the pieces of a body are put together, since net/http makes a system call of each write. A usual page fits; a
// longer one goes out in parts, so that clients who read slowly hold little memory.
var rooms = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 64<<10) }}

// long is how much net/http hands on without a copy.
const long = 4 << 10

func write(w http.ResponseWriter, pieces [][]byte) error {
	if len(pieces) == 1 || len(pieces) == 2 && len(pieces[1]) > long { // one write, with what a connection lets wait for it
		for _, piece := range pieces {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		return nil
	}
	room := rooms.Get().(*bufio.Writer)
	room.Reset(w)
	for _, piece := range pieces {
		room.Write(piece) // an error stays until Flush
	}
	err := room.Flush()
	room.Reset(nil)
	rooms.Put(room)
	return err
}
