package upstream

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strings"
)

// Part is a part of a multipart body: what [NewPart] and [NewFile] return.
type Part struct {
	name  string
	value any // unless it is a file
	file  *partFile
}

// partFile is the content of a part that is a file.
type partFile struct {
	content         []byte
	name, mediaType string
}

// NewPart returns the part of a member of a body. Like that of a [Field] a single value is its text, and an object is JSON; of a list every element is a part.
func NewPart(name string, value any) Part { return Part{name: name, value: value} }

// NewFile returns a part that is a file. Without a media type it has that of its [Field], or else application/octet-stream. The name
// of a file is one that [FitsFilename], otherwise no request is made.
func NewFile(name string, content []byte, filename, mediaType string) Part {
	return Part{name: name, file: &partFile{content, filename, mediaType}}
}

// PartsOf returns the parts of a value whose JSON is an object, a part for each of its members.
func PartsOf(value any) ([]Part, error) {
	text, err := marshal(value)
	if err != nil {
		return nil, &bodyRefusal{"", "it cannot be written as JSON"}
	}
	members, ok := membersOf(json.RawMessage(text))
	if !ok {
		return nil, &bodyRefusal{"", "it is no object"}
	}
	parts := make([]Part, len(members))
	for i, m := range members {
		parts[i] = NewPart(m.name, m.value)
	}
	return parts, nil
}

// Multipart makes the body of a call one of several parts (multipart/form-data), in their order, and sets its content type. The boundary
// is one that nobody can foresee. A value ends neither its part nor a header: what could is an error.
//
// The error is a *[nact.Fault], which does not say the value.
func (c *Call) Multipart(parts []Part, fields ...Field) error {
	var body bytes.Buffer
	w := partWriter{fieldWriter: fieldWriter{fields: fields}, out: multipart.NewWriter(&body)}
	for _, p := range parts {
		if err := w.part(p); err != nil {
			return unsent(c, err)
		}
	}
	if err := w.out.Close(); err != nil {
		return unsent(c, err)
	}
	c.Body, c.ContentType = body.Bytes(), w.out.FormDataContentType()
	return c.checkBody()
}

// partWriter writes the parts of a body.
type partWriter struct {
	fieldWriter
	out *multipart.Writer
}

func (w *partWriter) part(p Part) error {
	if p.file != nil {
		w.field, _ = w.fieldOf(p.name)
		if err := w.distinct(p.name, []writtenField{{name: p.name}}); err != nil {
			return err
		}
		return w.file(p.name, p.file)
	}
	text, err := marshal(p.value)
	if err != nil {
		return &bodyRefusal{p.name, "it cannot be written as JSON"}
	}
	start := len(w.written)
	if err := w.member(p.name, json.RawMessage(text)); err != nil {
		return err
	}
	for _, f := range w.written[start:] {
		if err := w.text(f); err != nil {
			return err
		}
	}
	return nil
}

// file writes a part that is a file.
func (w *partWriter) file(name string, f *partFile) error {
	if !FitsFilename(f.name) {
		return unfitValue{&bodyRefusal{name, "its file has a name that cannot be sent"}}
	}
	mediaType := cmp.Or(f.mediaType, w.field.Type, "application/octet-stream")
	return w.write(name, "; filename="+quoted(f.name), mediaType, f.content)
}

// text writes a part that is no file.
func (w *partWriter) text(f writtenField) error {
	text := strings.Join(f.values, f.style.plainSeparator())
	if f.joined && f.style == Form && strings.Count(text, ",") != len(f.values)-1 {
		return &bodyRefusal{w.field.Name, "one of its values holds what separates them"}
	}
	mediaType := ""
	switch {
	case w.field.Styled:
	case f.json && w.field.Type != "":
		return &bodyRefusal{w.field.Name, "it is an object or a list, and not " + w.field.Type}
	case w.field.Type != "":
		mediaType = w.field.Type
	case f.json:
		mediaType = "application/json"
	}
	return w.write(f.name, "", mediaType, []byte(text))
}

// write writes a part. Its parameters follow the name.
func (w *partWriter) write(name, parameters, mediaType string, content []byte) error {
	if why := plainText(name); why != "" {
		return &bodyRefusal{w.field.Name, "the name of its part cannot be sent"}
	}
	header := textproto.MIMEHeader{"Content-Disposition": {"form-data; name=" + quoted(name) + parameters}}
	if mediaType != "" {
		if why := plainText(mediaType); why != "" {
			return unfitValue{&bodyRefusal{w.field.Name, "its media type cannot be sent"}}
		}
		header.Set("Content-Type", mediaType)
	}
	for _, h := range w.field.Header {
		header.Set(h.Name, h.Value)
	}
	out, err := w.out.CreatePart(header)
	if err != nil {
		return fmt.Errorf("a part of the body: %w", err)
	}
	_, err = out.Write(content)
	return err
}

// quoted is a text in quotes as browsers send the names of parts and files: a quote is percent-encoded, since some servers take a backslash before it
// as it stands. A backslash is written as such servers do not, which none but the author of a document can cause.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`"`, "%22", `\`, `\\`).Replace(text) + `"`
}
