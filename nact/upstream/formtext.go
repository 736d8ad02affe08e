package upstream

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// FormText is an answer in the notation of forms (application/x-www-form-urlencoded). It is read as an object; of several fields of one
// name the last counts, unless they are a list.
type FormText Members

func (f FormText) reader(accept string, decode func(*Decoder)) bodyReader {
	types := []string{"application/x-www-form-urlencoded", "text/plain", "text/html"}
	return &notated{name: "a form", types: types, accept: accept, decode: decode, convert: f.convert}
}

func (f FormText) convert(w *jsonWriter, _ http.Header, body []byte) publicError {
	w.raw("{")
	lists := map[string][]string{}
	for n, field := range strings.Split(strings.TrimSpace(string(body)), "&") {
		if field == "" {
			continue
		}
		name, text, _ := strings.Cut(field, "=")
		name, badName := url.QueryUnescape(name)
		text, badText := url.QueryUnescape(text)
		if badName != nil || badText != nil {
			return unreadable("field " + strconv.Itoa(n+1) + ": a percent sign without two hexadecimal digits behind it")
		}
		m := Members(f).of(name)
		switch {
		case m == nil:
			continue
		case m.List:
			lists[m.Name] = append(lists[m.Name], text)
			continue
		}
		w.key(name)
		if wrong := m.write(w, text); wrong != "" {
			return fieldError(n, m, wrong)
		}
		if w.overfull() {
			return nil
		}
	}
	return f.lists(w, lists)
}

// lists adds the members that are lists, in the order of Named.
func (f FormText) lists(w *jsonWriter, texts map[string][]string) publicError {
	for i := range f.Named {
		m := &f.Named[i]
		if len(texts[m.Name]) == 0 {
			continue
		}
		w.key(m.Name)
		w.raw("[")
		for _, text := range texts[m.Name] {
			w.separate()
			if wrong := m.write(w, text); wrong != "" {
				return unreadable(string(appendMember(nil, m.Name)) + ": " + wrong)
			}
		}
		w.raw("]")
	}
	w.raw("}")
	return nil
}

// fieldError says what is wrong with a field, by its name where that is the document's, else by its number.
func fieldError(n int, m *Member, wrong string) publicError {
	name := "field " + strconv.Itoa(n+1)
	if m.Name != "" {
		name = string(appendMember(nil, m.Name))
	}
	return unreadable(name + ": " + wrong)
}
