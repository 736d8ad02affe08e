package upstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"

	"github.com/nactgen/nactgen/nact"
)

// writing is a call that changes something, with its entry in the journal of the invocation. The methods of a nil one do nothing: the
// call reads, or nobody keeps a journal.
type writing struct {
	entry     *nact.Entry
	operation string
}

func writeOf(ctx context.Context, r *request) *writing {
	if safe(r.method) {
		return nil
	}
	entry := nact.EntryOf(ctx)
	if entry == nil {
		return nil
	}
	return &writing{entry, r.operation}
}

// ahead notes that r is about to be sent, as far as later runs of the invocation have to know of it.
func (w *writing) ahead(ctx context.Context, call *Call, r *request) error {
	if w == nil || !w.entry.Noted() {
		return nil
	}
	return w.entry.Ahead(ctx, w.operation, call.digest(r), r.repeatable)
}

// key returns the key under which the call may be sent more than once.
func (w *writing) key() string {
	if w == nil {
		return (*nact.Entry)(nil).Key()
	}
	return w.entry.Key()
}

// ended notes that no further attempt is made.
func (w *writing) ended() {
	if w != nil {
		w.entry.Ended()
	}
}

// digest returns a text that is the same for requests that ask for the same. Credentials have no part in it.
func (c *Call) digest(r *request) string {
	path, _ := c.Path.finish() // it has no error: r was made of it
	body := c.Body
	if _, params, err := mime.ParseMediaType(c.ContentType); err == nil && params["boundary"] != "" {
		body = bytes.ReplaceAll(body, []byte(params["boundary"]), nil) // it is another one each time
	}
	sum := sha256.New()
	add := func(part string) { fmt.Fprintf(sum, "%d %s ", len(part), part) }
	for _, part := range []string{r.operation, r.method, c.Accept, path, c.Query.String(), c.Link, c.Location} {
		add(part)
	}
	for _, field := range c.Header.fields {
		add(field.Name)
		add(field.Value)
	}
	sum.Write(body)
	return hex.EncodeToString(sum.Sum(nil))
}
