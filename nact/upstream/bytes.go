package upstream

import (
	"bytes"
	"context"
	"net/http"
	"strings"
)

// DoBytes is [Client.Do] for an answer of any type, which it returns as it is. One that is text or JSON where the call accepts neither is
// an error: that is how upstreams, and what stands before them, say that something went wrong.
func (c *Client) DoBytes(ctx context.Context, call *Call) ([]byte, Answer, error) {
	reader := &bytesReader{accept: call.Accept}
	answer, err := c.do(ctx, call, reader)
	return reader.body, answer, err
}

// bytesReader reads an answer as it is.
type bytesReader struct {
	accept string // the media type that was asked for
	body   []byte
}

func (r *bytesReader) unfit(header http.Header) string {
	media, why := mediaOf(header)
	accepted := mediaType(r.accept)
	switch {
	case why != "":
		return why
	case media == accepted || accepted == "application/octet-stream":
		return ""
	case strings.HasPrefix(media, "text/"):
		return "the answer is text"
	case isJSON(media):
		return "the answer is JSON"
	}
	return ""
}

func (r *bytesReader) read(_ http.Header, body []byte, memory *share) publicError {
	if !memory.take(len(body)) {
		return unreadable(errNoMemory.Error())
	}
	r.body = bytes.Clone(body)
	if r.body == nil {
		r.body = []byte{} // nil is null
	}
	return nil
}
