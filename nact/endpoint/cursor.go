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
	filters url.Values // canonical; nil: none
}

const (
	cursorVersion = 1
	cursorSum     = 8
	cursorHead    = 1 + cursorSum // what stands before the payload
	lastKey       = "last="
	listKey       = "&list="
)

// issuer returns what the cursors of a handler are bound to: the service, and if callers see different tools, what they see.
func issuer(c Config) string {
	if c.View == nil {
		return c.Name
	}
	return c.Name + "\x00" + c.View.Name
}

var errCursor = errors.New("not a cursor of this service")

// encode returns the cursor as text for a query parameter. The service is its [issuer].
func (c *cursor) encode(service string) string {
	b := c.appendPayload(append(make([]byte, 0, 256), make([]byte, cursorHead)...))
	b[0] = cursorVersion
	sum := checksum(service, b[cursorHead:])
	copy(b[1:], sum[:])
	return base64.RawURLEncoding.EncodeToString(b)
}

func (c *cursor) appendPayload(b []byte) []byte {
	b = append(append(b, lastKey...), url.QueryEscape(c.last)...)
	b = append(append(b, listKey...), url.QueryEscape(c.list)...)
	return append(append(b, ';'), c.filters.Encode()...)
}

// decodeCursor accepts exactly what encode returns for the same service: one cursor has one spelling.
func decodeCursor(service, text string) (*cursor, error) {
	b, err := base64.RawURLEncoding.AppendDecode(make([]byte, 0, 256), []byte(text))
	if err != nil || len(b) < cursorHead || b[0] != cursorVersion || string(base64.RawURLEncoding.AppendEncode(make([]byte, 0, 344), b)) != text {
		return nil, errCursor
	}
	payload := b[cursorHead:]
	if sum := checksum(service, payload); !bytes.Equal(b[1:cursorHead], sum[:]) {
		return nil, errCursor
	}
	c, err := parsePayload(string(payload))
	if err != nil || !bytes.Equal(c.appendPayload(make([]byte, 0, 256)), payload) {
		return nil, errCursor
	}
	return c, nil
}

func parsePayload(payload string) (c *cursor, err error) {
	head, tail, _ := strings.Cut(payload, ";")
	last, list, _ := strings.Cut(strings.TrimPrefix(head, lastKey), listKey)
	c = new(cursor)
	if c.last, err = url.QueryUnescape(last); err != nil {
		return nil, err
	}
	if c.list, err = url.QueryUnescape(list); err != nil || tail == "" {
		return c, err
	}
	c.filters, err = url.ParseQuery(tail)
	return c, err
}

func checksum(service string, payload []byte) [cursorSum]byte {
	text := append(make([]byte, 0, 256), "nact cursor\x00"...)
	text = append(append(append(text, service...), 0), payload...)
	sum := sha256.Sum256(text)
	return [cursorSum]byte(sum[:])
}
