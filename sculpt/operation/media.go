package operation

import (
	"mime"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/spec"
)

// acceptable is the media type to ask for: one that the document leaves open is JSON.
func acceptable(mediaType string) string {
	if isOpen(mediaType) {
		return "application/json"
	}
	return mediaType
}

// answerMedia chooses the media type of the answer: the one that the step accepts, else the first that is JSON, else one
// that can be. nil without a message means that the answer has no JSON.
func answerMedia(op *spec.Operation, accept string) (media *spec.Media, message string) {
	content := successContent(op)
	if accept == "" {
		return JSONMedia(content), ""
	}
	i := slices.IndexFunc(content, func(m *spec.Media) bool { return strings.EqualFold(m.Type, accept) })
	switch {
	case i < 0 && len(content) == 0:
		return nil, "the operation answers nothing that could be read; leave out \"accept\""
	case i < 0:
		return nil, "the operation does not answer " + accept + diag.Known(accept, MediaTypes(content))
	case !IsJSON(accept):
		return nil, accept + " is no JSON, and answers of other types cannot be read in this release"
	}
	return content[i], ""
}

// JSONMedia returns the first media type that is JSON, else one that the document leaves open, else nil.
func JSONMedia(content []*spec.Media) *spec.Media {
	for _, fits := range []func(string) bool{IsJSON, isOpen} {
		if i := slices.IndexFunc(content, func(m *spec.Media) bool { return fits(m.Type) }); i >= 0 {
			return content[i]
		}
	}
	return nil
}

// successContent is what the operation answers when it succeeds: its lowest 2xx answer with content, else that of 2XX,
// else the default answer of an operation that declares no success. A HEAD has no content, whatever is declared.
func successContent(op *spec.Operation) []*spec.Media {
	if op.Method == "HEAD" {
		return nil
	}
	answers := Successes(op)
	for _, r := range answers {
		if len(r.Content) > 0 {
			return r.Content
		}
	}
	if i := slices.IndexFunc(op.Responses, func(r *spec.Response) bool { return r.Status == "default" }); i >= 0 && len(answers) == 0 {
		return op.Responses[i].Content
	}
	return nil
}

// Successes returns the declared answers of a success: exact statuses, then 2XX.
func Successes(op *spec.Operation) []*spec.Response {
	return slices.DeleteFunc(slices.Clone(op.Responses), func(r *spec.Response) bool { return r.Status[0] != '2' })
}

// IsJSON reports whether a media type is JSON: application/json, or a type with the suffix +json (RFC 6838).
func IsJSON(mediaType string) bool {
	t, _, err := mime.ParseMediaType(mediaType)
	return err == nil && (t == "application/json" || t == "text/json" || strings.HasSuffix(t, "+json"))
}

// isOpen reports whether a media type is a range that JSON is in.
func isOpen(mediaType string) bool { return mediaType == "*/*" || mediaType == "application/*" }

// MediaTypes returns the names of media types.
func MediaTypes(content []*spec.Media) []string {
	names := make([]string, len(content))
	for i, m := range content {
		names[i] = m.Type
	}
	return names
}
