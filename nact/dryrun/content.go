package dryrun

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// body shows the body of a request: JSON as JSON, text as text, several parts as a list of them. Of anything else, and of what is too
// much to be shown, there is only the size.
func (r *run) body(o *jsontext.Object, contentType string, body []byte) {
	media, params, err := mime.ParseMediaType(contentType)
	switch {
	case err == nil && strings.HasPrefix(media, "multipart/"):
		if parts, err := readParts(body, params["boundary"]); err == nil && len(parts) > 0 {
			o.List("parts", len(parts), func(b []byte, i int) []byte { return r.appendPart(b, parts[i]) })
			return
		}
		o.Int("bytes", int64(len(body)))
	case isJSON(media) && json.Valid(body):
		r.json(o, "body", body)
	case isText(media):
		r.text(o, "body", body)
	default:
		o.Int("bytes", int64(len(body)))
	}
}

// arguments shows what a function is given.
func (r *run) arguments(o *jsontext.Object, arguments any) {
	if arguments == nil {
		return
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(arguments) == nil { // a number that JSON does not have is the function's to refuse
		r.json(o, "arguments", bytes.TrimSpace(text.Bytes()))
	}
}

// part is a part of a multipart body.
type part struct {
	name, filename, media string
	content               []byte
}

func readParts(body []byte, boundary string) ([]part, error) {
	var parts []part
	reader := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		p, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return parts, nil
		}
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{p.FormName(), p.FileName(), p.Header.Get("Content-Type"), content})
	}
}

// appendPart appends a part: a file by its size, any other with its content.
func (r *run) appendPart(b []byte, p part) []byte {
	o := jsontext.NewObject(b)
	o.Text("name", r.mask.text(p.name))
	if p.filename != "" {
		o.Text("filename", r.mask.text(p.filename))
	}
	if p.media != "" {
		o.Text("content_type", p.media)
	}
	media, _, _ := mime.ParseMediaType(p.media)
	switch {
	case p.filename != "":
		o.Int("bytes", int64(len(p.content)))
	case isJSON(media) && json.Valid(p.content):
		r.json(o, "body", p.content)
	default:
		r.text(o, "body", p.content)
	}
	return o.End()
}

// json shows JSON: as text if it is too long to be shown to its end.
func (r *run) json(o *jsontext.Object, name string, text []byte) {
	var compact bytes.Buffer
	if len(text) > maxContent || json.Compact(&compact, text) != nil || !r.take(compact.Len()) {
		r.text(o, name, text)
		return
	}
	o.Value(name, json.RawMessage(r.mask.json(compact.Bytes())))
}

// text shows text: its beginning, and its size, if it is too long.
func (r *run) text(o *jsontext.Object, name string, text []byte) {
	switch {
	case !utf8.Valid(text):
	case len(text) <= maxContent && r.take(len(text)):
		o.Text(name, r.mask.text(string(text)))
		return
	case len(text) > maxContent && r.take(maxContent):
		o.Text(name, r.mask.beginning(string(text), maxContent))
		o.Bool("cut", true)
	}
	o.Int("bytes", int64(len(text)))
}

// take reports whether so many bytes may still be shown, and counts them then.
func (r *run) take(bytes int) bool {
	if r.content+bytes > maxShown {
		return false
	}
	r.content += bytes
	return true
}

func isJSON(media string) bool {
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

func isText(media string) bool {
	return strings.HasPrefix(media, "text/") || media == "application/x-www-form-urlencoded" || media == "application/xml" || strings.HasSuffix(media, "+xml")
}
