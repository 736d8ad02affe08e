package endpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
)

// A cursor is the boundary of a page and the filters of the walk that it belongs
// to, so that a client may go on with the cursor alone. The boundary is the last
// item that was answered, not its index: what is added or removed before it moves
// nothing. A cursor is good for every instance and every later release of the
// service that issued it.
//
// Its bytes are a version, a checksum over the service's name and the payload,
// and the payload, in base64. The checksum finds cursors that are damaged, made
// up or another service's. It is no secret: nothing that a cursor says is not
// public.
type cursor struct {
	list    string     // which enumeration: "tools", or a tool ID
	last    string     // key of the last item that was answered
	filters url.Values // canonical
}

const (
	cursorVersion = 1
	cursorSum     = 8
)

var errCursor = errors.New("not a cursor of this service")

// encode returns the cursor as text for a query parameter. The service is its name.
func (c *cursor) encode(service string) string {
	payload := url.Values{"list": {c.list}, "last": {c.last}}.Encode() + ";" + c.filters.Encode()
	text := append([]byte{cursorVersion}, checksum(service, payload)...)
	return base64.RawURLEncoding.EncodeToString(append(text, payload...))
}

// decodeCursor accepts exactly what encode returns for the same service.
func decodeCursor(service, text string) (*cursor, error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(b) < 1+cursorSum || b[0] != cursorVersion {
		return nil, errCursor
	}
	payload := string(b[1+cursorSum:])
	if !bytes.Equal(b[1:1+cursorSum], checksum(service, payload)) {
		return nil, errCursor
	}
	head, tail, _ := strings.Cut(payload, ";")
	position, err := url.ParseQuery(head)
	if err != nil {
		return nil, errCursor
	}
	filters, err := url.ParseQuery(tail)
	if err != nil {
		return nil, errCursor
	}
	c := &cursor{list: position.Get("list"), last: position.Get("last"), filters: filters}
	if c.encode(service) != text { // one cursor, one spelling
		return nil, errCursor
	}
	return c, nil
}

func checksum(service, payload string) []byte {
	sum := sha256.Sum256([]byte("nact cursor\x00" + service + "\x00" + payload))
	return sum[:cursorSum]
}
