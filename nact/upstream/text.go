package upstream

import (
	"context"
	"net/http"
	"strings"
)

// DoText is [Client.Do] for an answer that is text, which it returns: text/*, XML, or of the type that the call accepts. What it is
// written in the answer says itself: UTF-8, US-ASCII or ISO-8859-1. Where it says nothing, it has to be UTF-8.
func (c *Client) DoText(ctx context.Context, call *Call) (string, Answer, error) {
	reader := &textReader{accept: call.Accept}
	answer, err := c.do(ctx, call, reader)
	return reader.text, answer, err
}

// textReader reads an answer that is text.
type textReader struct {
	accept string // the media type that was asked for
	text   string
}

func (r *textReader) unfit(header http.Header) string {
	media, why := mediaOf(header)
	switch {
	case why != "":
		return why
	case media == "" || media == mediaType(r.accept) || strings.HasPrefix(media, "text/") || isXML(media):
		return ""
	}
	return "the answer is no text"
}

func (r *textReader) read(header http.Header, body []byte, memory *share) (wrong publicError) {
	if !memory.take(len(body)) {
		return unreadable(errNoMemory.Error())
	}
	r.text, wrong = textIn(header, body)
	return wrong
}
