package upstream

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// The operations, by the ids that they have in the documents.
const (
	FindPatients  = "findPatients"
	ListSites     = "listSites"
	ListSlots     = "listSlots"
	ListBookings  = "listBookings"
	CreateBooking = "createBooking"
	GetBooking    = "getBooking"
	CancelBooking = "cancelBooking"
	SendMessage   = "sendMessage"
)

// operation is how a request is answered.
type operation struct {
	name    string
	pattern string                        // of a ServeMux
	keyed   bool                          // it obeys keyHeader
	run     func(*Emulator, *call) answer // with the emulator locked
}

// operations are all there are, in the order of the documents.
var operations = []operation{
	{FindPatients, "GET /scheduling/patients", false, (*Emulator).findPatients},
	{ListSites, "GET /scheduling/sites", false, (*Emulator).listSites},
	{ListSlots, "GET /scheduling/sites/{site_id}/slots", false, (*Emulator).listSlots},
	{ListBookings, "GET /scheduling/bookings", false, (*Emulator).listBookings},
	{CreateBooking, "POST /scheduling/bookings", true, (*Emulator).createBooking},
	{GetBooking, "GET /scheduling/bookings/{booking_id}", false, (*Emulator).getBooking},
	{CancelBooking, "POST /scheduling/bookings/{booking_id}/cancel", false, (*Emulator).cancelBooking},
	{SendMessage, "POST /messages/messages", true, (*Emulator).sendMessage},
}

// Operations returns the names of all operations.
func Operations() []string {
	names := make([]string, len(operations))
	for i, op := range operations {
		names[i] = op.name
	}
	return names
}

// call is a request with its body.
type call struct {
	*http.Request
	body []byte
}

// query returns a parameter of the query.
func (c *call) query(name string) string { return c.URL.Query().Get(name) }

// decode reads the body, of which no member may be unknown.
func (c *call) decode(to any) error {
	d := json.NewDecoder(bytes.NewReader(c.body))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// answer is what an upstream says.
type answer struct {
	status int
	body   []byte // an object of JSON
}

// answered returns an answer with a body.
func answered(status int, body any) answer {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // bodies are made of texts, lists and numbers
	}
	return answer{status, text}
}

// problem is the body of an answer that says what is wrong.
type problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
}

// refused returns the answer to a request that is not carried out.
func refused(status int, code, title string) answer {
	return answered(status, problem{title, status, code})
}

func invalid(title string) answer  { return refused(http.StatusBadRequest, "INVALID", title) }
func notFound(title string) answer { return refused(http.StatusNotFound, "NOT_FOUND", title) }

// send writes the answer.
func (a answer) send(w http.ResponseWriter) {
	a.header(w)
	w.Write(a.body) // a client that left is no error of the upstream
}

// header writes all of the answer but its body.
func (a answer) header(w http.ResponseWriter) {
	typ := "application/json"
	if a.status >= 400 {
		typ = "application/problem+json"
	}
	w.Header().Set("Content-Type", typ)
	w.WriteHeader(a.status)
}
