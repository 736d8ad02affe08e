package operation

import (
	"mime"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// acceptable is the media type to ask for: one that the document leaves open is JSON.
func acceptable(mediaType string) string {
	if isOpen(mediaType) {
		return "application/json"
	}
	return mediaType
}

// AnswerMedia chooses the media type of the answer: the one that the step accepts, else the first of the best kind. nil without a message
// means that the answer has no body.
func AnswerMedia(op *spec.Operation, accept string) (media *spec.Media, message string) {
	content := successContent(op)
	if accept == "" {
		return best(content, IsJSON, isOpen, isReadable, isAny), ""
	}
	media = ofType(content, accept)
	switch {
	case media == nil && Undescribed(op) && Essence(accept) == "application/json":
		media = undescribed
	case media == nil && len(content) == 0:
		message = "the operation answers nothing that could be read; leave out \"accept\""
	case media == nil:
		message = "the operation does not answer " + accept + diag.Known(accept, MediaTypes(content))
	}
	return media, message
}

// undescribed is JSON of which a document says nothing, not even that there is any.
var undescribed = &spec.Media{Type: "application/json", Schema: &spec.Schema{}}

// Undescribed reports whether a document says nothing of what a success answers, and of neither success that it is a status without a body.
func Undescribed(op *spec.Operation) bool {
	has := func(r *spec.Response) bool { return r.Status != "204" && r.Status != "205" }
	return op.Method != "HEAD" && len(successContent(op)) == 0 && slices.ContainsFunc(Successes(op), has)
}

// BodyMedia chooses the media type of the body that a step sends: the one that it names, else the first of the best kind. nil without
// a message means that the operation takes none.
func BodyMedia(op *spec.Operation, contentType string) (media *spec.Media, message string) {
	if op.Body == nil {
		return nil, ""
	}
	content := op.Body.Content
	if contentType == "" {
		return best(content, IsJSON, isOpen, isForm, isMultipart, IsText, isAny), ""
	}
	if media = ofType(content, contentType); media == nil {
		message = "the operation does not take " + contentType + diag.Known(contentType, MediaTypes(content))
	}
	return media, message
}

// ofType returns the media type of that name, in upper or lower case, or nil.
func ofType(content []*spec.Media, name string) *spec.Media {
	return lists.Find(content, func(m *spec.Media) bool { return strings.EqualFold(m.Type, name) })
}

// best returns the first media type of the first of some kinds of which there is one, or nil.
func best(content []*spec.Media, kinds ...func(mediaType string) bool) *spec.Media {
	for _, is := range kinds {
		if m := lists.Find(content, func(m *spec.Media) bool { return is(m.Type) }); m != nil {
			return m
		}
	}
	return nil
}

// JSONMedia returns the first media type that is JSON, else one that the document leaves open, else nil.
func JSONMedia(content []*spec.Media) *spec.Media { return best(content, IsJSON, isOpen) }

func isReadable(mediaType string) bool {
	return IsText(mediaType) || answerForm(mediaType) != plan.BytesAnswer
}

func isAny(string) bool { return true }

// successContent is what the operation answers when it succeeds: its lowest 2xx answer with content, else that of 2XX,
// else the default answer of an operation that declares no success. A HEAD has no content, whatever is declared.
func successContent(op *spec.Operation) []*spec.Media {
	if op.Method == "HEAD" {
		return nil
	}
	answers := Successes(op)
	if len(answers) == 0 {
		answers = slices.DeleteFunc(slices.Clone(op.Responses), func(r *spec.Response) bool { return r.Status != "default" })
	}
	if r := lists.Find(answers, func(r *spec.Response) bool { return len(r.Content) > 0 }); r != nil {
		return r.Content
	}
	return nil
}

// Successes returns the declared answers of a success: exact statuses, then 2XX.
func Successes(op *spec.Operation) []*spec.Response {
	return slices.DeleteFunc(slices.Clone(op.Responses), func(r *spec.Response) bool { return r.Status[0] != '2' })
}

// BodilessStatuses returns those answers of a success for which the document has no body, where it has one for another.
func BodilessStatuses(op *spec.Operation) []string {
	if len(successContent(op)) == 0 {
		return nil
	}
	var statuses []string
	for _, r := range Successes(op) {
		if len(r.Content) == 0 || r.Status == "204" || r.Status == "205" {
			statuses = append(statuses, r.Status)
		}
	}
	return statuses
}

// IsJSON reports whether a media type is JSON: application/json, text/json, or a type with the suffix +json (RFC 6838).
func IsJSON(mediaType string) bool {
	t := Essence(mediaType)
	return t == "application/json" || t == "text/json" || strings.HasSuffix(t, "+json")
}

// IsText reports whether what has a media type is text that is no JSON.
func IsText(mediaType string) bool {
	t := Essence(mediaType)
	_, sub, _ := strings.Cut(t, "/")
	for _, suffix := range []string{"xml", "yaml"} {
		if sub == suffix || strings.HasSuffix(sub, "+"+suffix) {
			return true
		}
	}
	return strings.HasPrefix(t, "text/") || slices.Contains(textTypes, t)
}

// textTypes are media types of text that do not begin with text/.
var textTypes = []string{
	"application/csv", "application/graphql", "application/javascript", "application/jsonl", "application/sql", "application/toml",
	"application/x-ndjson", "application/x-yaml", "application/vnd.flux", "application/x-jsonnet", "application/x-www-form-urlencoded",
}

// isForm reports whether a media type is that of forms.
func isForm(mediaType string) bool { return Essence(mediaType) == "application/x-www-form-urlencoded" }

// isMultipart reports whether a media type is that of forms with files.
func isMultipart(mediaType string) bool { return Essence(mediaType) == "multipart/form-data" }

// Essence is a media type in lower case, without parameters; empty if it is malformed.
func Essence(mediaType string) string {
	t, _, err := mime.ParseMediaType(mediaType)
	if err != nil {
		return ""
	}
	return t
}

// isOpen reports whether a media type is a range that JSON is in.
func isOpen(mediaType string) bool { return mediaType == "*/*" || mediaType == "application/*" }

// MediaTypes returns the names of media types.
func MediaTypes(content []*spec.Media) []string {
	return lists.Map(content, func(m *spec.Media) string { return m.Type })
}
