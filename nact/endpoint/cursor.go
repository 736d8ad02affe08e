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
	lastKey       = "last="
	listKey       = "&list="
)

var errCursor = errors.New("not a cursor of this service")

// encode returns the cursor as text for a query parameter. The service is its name.
func (c *cursor) encode(service string) string {
	payload := lastKey + url.QueryEscape(c.last) + listKey + url.QueryEscape(c.list) + ";" + c.filters.Encode()
	text := append(make([]byte, 0, 256), cursorVersion)
	text = append(text, checksum(service, payload)...)
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
	last, list, _ := strings.Cut(strings.TrimPrefix(head, lastKey), listKey)
	c := &cursor{filters: url.Values{}}
	if c.last, err = url.QueryUnescape(last); err != nil {
		return nil, errCursor
	}
	if c.list, err = url.QueryUnescape(list); err != nil {
		return nil, errCursor
	}
	if tail != "" {
		if c.filters, err = url.ParseQuery(tail); err != nil {
			return nil, errCursor
		}
	}
	if c.encode(service) != text { // one cursor, one spelling
		return nil, errCursor
	}
	return c, nil
}

func checksum(service, payload string) []byte {
	text := append(make([]byte, 0, 256), "nact cursor\x00"...)
	text = append(append(append(text, service...), 0), payload...)
	sum := sha256.Sum256(text)
	return sum[:cursorSum]
}
