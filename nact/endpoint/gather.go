package endpoint

import (
	"context"
	"net/http"
)

// Gatherer is the connection of a server that can put writes together. net/http hands on an answer of more than 4 KiB in two pieces at least, the
// first of which has the header: two system calls, and two turns of the client.
type Gatherer interface {
	// Gather lets a small piece that is written wait for the next one, from now on until Send. What waits is copied.
	Gather()

	// Send writes what waits, if anything does.
	Send() error
}

type gathererKey struct{}

// WithGatherer returns the context of a connection whose requests a [Handler] serves: see ConnContext of [http.Server].
func WithGatherer(ctx context.Context, g Gatherer) context.Context {
	return context.WithValue(ctx, gathererKey{}, g)
}

// gathering calls write, whose pieces leave together if the connection of the request can do that.
func gathering(r *http.Request, write func() error) error {
	g, ok := r.Context().Value(gathererKey{}).(Gatherer)
	if !ok {
		return write()
	}
	g.Gather()
	err := write()
	if sendErr := g.Send(); err == nil {
		err = sendErr
	}
	return err
}
