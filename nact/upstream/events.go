package upstream

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
)

// EventData is what the data of events are.
type EventData int

// The kinds of data. The zero EventData is text.
const (
	TextData   EventData = iota
	JSONData             // JSON
	EitherData           // JSON where it is an object or a list, else text
)

// Events is an answer that is a stream of events (text/event-stream), read as the WHATWG's HTML standard has it, to its end: the list of its
// events, {"event": "message", "data": "...", "id": "7", "retry": 3000}. The id is the last that the stream has given, and absent before, and retry is
// there in an event that gives it. Where data are JSON, events that hold nothing or [DONE], by which streams say that they end, are left out.
type Events struct{ Data EventData }

func (e Events) reader(accept string, decode func(*Decoder)) bodyReader {
	return &notated{name: "a stream of events", types: []string{"text/event-stream"}, accept: accept, decode: decode, convert: e.convert}
}

func (e Events) convert(w *jsonWriter, _ http.Header, body []byte) publicError {
	stream := eventStream{data: e.Data, w: w}
	w.raw("[")
	text := string(trimMark(body))
	for line := 1; text != "" && !w.overfull(); line++ {
		end := strings.IndexAny(text, "\r\n")
		if end < 0 {
			break // an event without an empty line behind it was cut off
		}
		if wrong := stream.take(text[:end], line); wrong != nil {
			return wrong
		}
		if strings.HasPrefix(text[end:], "\r\n") {
			end++
		}
		text = text[end+1:]
	}
	w.raw("]")
	return nil
}

// eventStream reads a stream line by line.
type eventStream struct {
	data EventData
	w    *jsonWriter
	id   string // the last that was given
	event
}

// event is what has been read of one.
type event struct {
	name  string
	text  []string // the lines of its data
	retry string
	line  int // where its data begin
}

// take reads a line, which ends an event if it is empty.
func (s *eventStream) take(line string, number int) publicError {
	if line == "" {
		ended := s.event
		s.event = event{}
		return s.add(ended)
	}
	field, value, _ := strings.Cut(line, ":") // a comment begins with a colon, and is a field without a name
	value = strings.TrimPrefix(value, " ")
	switch field {
	case "event":
		s.name = value
	case "data":
		if s.text == nil {
			s.line = number
		}
		s.text = append(s.text, value)
	case "id":
		if !strings.Contains(value, "\x00") {
			s.id = value
		}
	case "retry":
		if _, err := strconv.ParseUint(value, 10, 32); err == nil {
			s.retry = value
		}
	}
	return nil
}

// add adds an event to the list. One without data is none.
func (s *eventStream) add(e event) publicError {
	data := strings.Join(e.text, "\n")
	if e.text == nil || s.data == JSONData && (strings.TrimSpace(data) == "" || strings.TrimSpace(data) == "[DONE]") {
		return nil
	}
	s.w.separate()
	s.w.raw("{")
	s.w.key("event")
	s.w.string(cmp.Or(e.name, "message"))
	s.w.key("data")
	value := ""
	if s.data == JSONData || s.data == EitherData && strings.IndexAny(data, "{[") == 0 {
		value = validJSON(strings.TrimSpace(data))
	}
	switch {
	case value != "":
		s.w.raw(value)
	case s.data == JSONData:
		return unreadable("line " + strconv.Itoa(e.line) + ": the data of an event are no JSON")
	default:
		s.w.string(data)
	}
	if s.id != "" {
		s.w.key("id")
		s.w.string(s.id)
	}
	if e.retry != "" {
		s.w.key("retry")
		s.w.raw(numberJSON(e.retry))
	}
	s.w.raw("}")
	return nil
}
