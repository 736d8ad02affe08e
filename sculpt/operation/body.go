package operation

import (
	"mime"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact/upstream"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// BodyMedia returns the media type in which a step sends its body, or would if it sent one; nil if the operation takes none.
func (o *Operation) BodyMedia() *spec.Media {
	if o.media != nil {
		return o.media
	}
	media, _ := BodyMedia(o.Spec, "")
	return media
}

// BodyForm is how a body of a media type is written, and the type that is sent. Text is sent as UTF-8, which text/* has to say: without it, it is
// US-ASCII (RFC 2046, section 4.1.2). A form whose schema is a string has no members to write: the string is the form as it is sent.
func BodyForm(mediaType string, schema *spec.Schema) (sent string, form plan.BodyForm) {
	switch {
	case IsJSON(mediaType), isOpen(mediaType):
		return acceptable(mediaType), plan.JSONBody
	case isForm(mediaType) && schema.Kind != spec.String:
		return mediaType, plan.FormBody
	case isMultipart(mediaType):
		return Essence(mediaType), plan.PartsBody
	case strings.HasPrefix(Essence(mediaType), "text/") && Charset(mediaType) == "":
		return mediaType + "; charset=utf-8", plan.RawBody
	}
	return mediaType, plan.RawBody
}

// Charset is what a media type says that its text is written in, in lower case; empty if it says nothing.
func Charset(mediaType string) string { return strings.ToLower(parameter(mediaType, "charset")) }

// parameter is a parameter of a media type, or an empty string.
func parameter(mediaType, name string) string {
	_, params, err := mime.ParseMediaType(mediaType)
	if err != nil {
		return ""
	}
	return params[name]
}

// IsFile reports whether the document describes a part of a multipart body as a file: text that is binary, or that holds something of a media
// type as it is.
func IsFile(s *spec.Schema) bool {
	if s.Kind != spec.String && s.Kind != spec.Any {
		return false
	}
	return s.Format == "binary" || s.ContentType != "" && s.ContentEncoding == ""
}

// FieldOf is how a member of the body is written. It is nil if that follows from its value alone.
func (o *Operation) FieldOf(member string) *plan.Field {
	e := o.media.EncodingOf(member)
	if e == nil {
		if strings.ContainsAny(member, "[]") && o.media.Schema.Property(member) != nil {
			return &plan.Field{Name: member}
		}
		return nil
	}
	f := &plan.Field{Name: member, Styled: e.Styled}
	if e.Styled {
		f.Style, f.Explode, f.Reserved = e.Style, e.Explode, e.AllowReserved
	} else {
		f.Type = SingleType(e)
	}
	if o.BodyForm == plan.FormBody && !IsJSON(f.Type) {
		f.Type = "" // of text, which a field has no type for
	}
	for _, h := range e.Headers {
		if value, ok := Constant(h.Schema); ok && o.BodyForm == plan.PartsBody {
			f.Headers = append(f.Headers, plan.PartHeader{Name: h.Name, Value: value})
		}
	}
	return f
}

// Constant is the only text that a schema allows, if that can be a header.
func Constant(s *spec.Schema) (value string, ok bool) {
	if len(s.Enum) != 1 {
		return "", false
	}
	value, ok = s.Enum[0].(string)
	return value, ok && upstream.FitsHeader(value)
}

// SingleType is the media type of an encoding, if it says a single one; otherwise it is empty.
func SingleType(e *spec.Encoding) string {
	if strings.ContainsAny(e.ContentType, ",*") {
		return ""
	}
	return strings.TrimSpace(e.ContentType)
}

// send adds to the fields those of the members of the body that a step sends, or all that the document says something of.
func (o *Operation) send(s *manifest.Step) {
	if s.Body == nil || o.BodyForm != plan.FormBody && o.BodyForm != plan.PartsBody {
		return
	}
	all := s.Body.Kind != manifest.Map
	members := lists.Map(s.Body.Entries, func(e *manifest.Entry) string { return e.Key.V })
	if s.Paginate != nil && s.Paginate.Next != nil && s.Paginate.Next.Body.Set {
		members = append(members, MemberPath(s.Paginate.Next.Body.V, o.media.Schema)[0])
	}
	known := lists.Map(o.media.Encoding, func(e *spec.Encoding) string { return e.Member })
	for _, p := range o.media.Schema.Properties {
		if !slices.Contains(known, p.Name) {
			known = append(known, p.Name)
		}
	}
	var fields []*plan.Field
	for _, name := range known {
		sent := all || slices.Contains(members, name) || slices.ContainsFunc(o.Fields, func(f *plan.Field) bool { return f.Name == name })
		if f := o.FieldOf(name); sent && f != nil {
			fields = append(fields, f)
		}
	}
	o.Fields = fields
}

// MemberPath is the way to a member of a body: the names of the objects that it is in, and its own. A member of the body can have dots in
// its name.
func MemberPath(name string, body *spec.Schema) []string {
	if body.Property(name) != nil {
		return []string{name}
	}
	return strings.Split(name, ".")
}
