package nacttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"strings"
)

// bodyMisfits returns how the body of a request differs from the wanted one. A form and a multipart body are compared by their fields, whose names
// the wanted one has as they are sent: see [formMisfits] and [partMisfits]; JSON as JSON, and anything else to the letter. The member key of an object or
// a form is compared only if it is wanted.
func (r *request) bodyMisfits(wanted, key string) []string {
	want, err := parse([]byte(wanted))
	if err != nil {
		return textMisfits(wanted, r.body)
	}
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		media = ""
	}
	fields, isObject := want.(map[string]any)
	if _, compared := fields[key]; compared {
		key = ""
	}
	switch {
	case media == "application/x-www-form-urlencoded" && isObject:
		return formMisfits(fields, r.body, key)
	case media == "multipart/form-data" && isObject:
		return partMisfits(fields, r.body, params["boundary"])
	}
	value, err := parse(r.body)
	if sent, is := value.(map[string]any); is && key != "" {
		delete(sent, key)
	}
	if text, isText := want.(string); isText && (err != nil || value != want) {
		return textMisfits(text, r.body)
	}
	if err != nil {
		return []string{fmt.Sprintf("body: wanted the JSON %s, sent %q", show(want), r.body)}
	}
	return shown(differences("", want, value))
}

func textMisfits(wanted string, sent []byte) []string {
	if wanted == string(sent) {
		return nil
	}
	return []string{fmt.Sprintf("body: wanted %q, sent %q", wanted, sent)}
}

func shown(found []difference) []string {
	var misfits []string
	for _, d := range found {
		misfits = append(misfits, d.in("body", "sent"))
	}
	return misfits
}

// formMisfits compares the fields of a form, but for the one called key. A field that is sent several times is a list.
func formMisfits(wanted map[string]any, body []byte, key string) []string {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return []string{fmt.Sprintf("body: wanted a form, sent %q", body)}
	}
	sent := map[string]any{}
	delete(form, key)
	for name, values := range form {
		for _, value := range values {
			add(sent, name, value)
		}
	}
	want := texts(wanted)
	for name, value := range sent {
		if sameJSON(want[name], value) {
			sent[name] = want[name]
		}
	}
	return shown(differences("", want, sent))
}

// sameJSON reports whether two texts are JSON of one object or list.
func sameJSON(wanted, sent any) bool {
	a, isText := wanted.(string)
	b, alsoText := sent.(string)
	if !isText || !alsoText || !strings.HasPrefix(a, "{") && !strings.HasPrefix(a, "[") {
		return false
	}
	x, err := parse([]byte(a))
	if err != nil {
		return false
	}
	y, err := parse([]byte(b))
	return err == nil && len(differences("", x, y)) == 0
}

// add adds a value of a field; of several a list.
func add(fields map[string]any, name string, value any) {
	switch have := fields[name].(type) {
	case nil:
		fields[name] = value
	case []any:
		fields[name] = append(have, value)
	default:
		fields[name] = []any{have, value}
	}
}

// texts returns wanted fields as a form has them: their single values are texts, and a list of one is its element.
func texts(wanted map[string]any) map[string]any {
	all := map[string]any{}
	for name, value := range wanted {
		all[name] = textOf(value)
	}
	return all
}

func textOf(value any) any {
	switch value := value.(type) {
	case json.Number:
		return string(value)
	case bool:
		return fmt.Sprint(value)
	case []any:
		if len(value) == 1 {
			return textOf(value[0])
		}
		var list []any
		for _, elem := range value {
			list = append(list, textOf(elem))
		}
		return list
	}
	return value
}

// partMisfits compares the parts of a multipart body. What is wanted of a part is its text, or an object of what is to be compared: file, the content as
// text; filename; type, the media type; json, the value that it is the JSON of.
func partMisfits(wanted map[string]any, body []byte, boundary string) []string {
	sent := map[string]any{}
	reader := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := reader.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return []string{fmt.Sprintf("body: wanted parts, sent %q", body)}
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return []string{fmt.Sprintf("body: wanted parts, sent %q", body)}
		}
		value, _ := parse(content) // nil if it is no JSON
		add(sent, part.FormName(), map[string]any{
			"file": string(content), "filename": part.FileName(), "type": part.Header.Get("Content-Type"), "json": value,
		})
	}
	all := texts(wanted)
	for name, value := range sent {
		sent[name] = likeWanted(all[name], value)
	}
	return shown(differences("", all, sent))
}

// likeWanted returns what is compared of a part that was sent, or of a list of parts: what wanted has of it.
func likeWanted(wanted, sent any) any {
	if list, isList := sent.([]any); isList {
		wants, _ := wanted.([]any)
		reduced := make([]any, len(list))
		for i, part := range list {
			var want any
			if i < len(wants) {
				want = wants[i]
			}
			reduced[i] = likeWanted(want, part)
		}
		return reduced
	}
	part, _ := sent.(map[string]any)
	keys, isObject := wanted.(map[string]any)
	if !isObject {
		return part["file"]
	}
	reduced := map[string]any{}
	for key := range keys {
		if value, ok := part[key]; ok {
			reduced[key] = value
		}
	}
	return reduced
}
