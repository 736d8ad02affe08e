package main

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/examples/clinic/upstream"
	"github.com/nactgen/nactgen/nact/server"
)

// The tools, by what they are called at.
const (
	bookAppointment  = "5a3e3f0e-3b0c-4b52-9d7e-5a3c0b8f1d21"
	checkAppointment = "0c7b51f4-7f0e-4f0e-8a59-62a6f5c2a8b3"
	quoteVisit       = "9e2f6c1d-48d5-4c6a-b1f7-3f1f4e5d7c90"
)

// start serves the tools over an emulator, and returns both.
func start(t *testing.T) (*upstream.Emulator, string) {
	t.Helper()
	emulator, service := emulated(t)
	tools := httptest.NewServer(service)
	t.Cleanup(tools.Close)
	return emulator, tools.URL
}

// emulated returns a service over an emulator, and that.
func emulated(t *testing.T) (*upstream.Emulator, http.Handler) {
	t.Helper()
	emulator, url := emulate(t)
	service, err := newService(server.Options{Upstreams: upstream.Upstreams(url), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return emulator, service
}

// emulate serves an emulator.
func emulate(t *testing.T) (*upstream.Emulator, string) {
	t.Helper()
	emulator := upstream.New(time.Now)
	emulated := httptest.NewServer(emulator)
	t.Cleanup(emulated.Close)
	return emulator, emulated.URL
}

// invoke calls a tool with inputs, names and values in turn, and returns the answer as one line.
func invoke(t *testing.T, url, tool, name string, inputs ...string) string {
	t.Helper()
	type parameter struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	call := struct {
		Name       string      `json:"name"`
		Parameters []parameter `json:"input_parameters"`
	}{Name: name}
	for i := 0; i < len(inputs); i += 2 {
		call.Parameters = append(call.Parameters, parameter{inputs[i], inputs[i+1]})
	}
	body, err := json.Marshal(call)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post(url+"/tools/"+tool+":invoke", "application/json", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// book books a visit from March 1, 2027 on.
func book(t *testing.T, url, name, birthDate, kind string) string {
	t.Helper()
	return invoke(t, url, bookAppointment, "book_appointment", "Patient name", name, "Date of birth", birthDate, "Kind of visit", kind, "First day", "2027-03-01")
}

// check reports an answer that lacks something.
func check(t *testing.T, answer string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(answer, want) {
			t.Errorf("the answer lacks %s:\n%s", want, answer)
		}
	}
}

// TestBook: the first slot that is free at any clinic is booked, and the patient told.
func TestBook(t *testing.T) {
	emulator, url := start(t)
	check(t, book(t, url, "Maria Alvarez", "1984-05-17", "CHECKUP"), `"Tuesday, March 2 at 10:00 AM"`, `"CONFIRMED"`, `{"name":"Message sent","value":true}`)
	s := emulator.State()
	if len(s.With(upstream.Confirmed)) != 1 || len(s.Messages) != 1 || !strings.Contains(s.Messages[0].Text, s.Bookings[0].CheckInCode) || s.Count(upstream.ListSlots) != 5 {
		t.Errorf("the upstreams hold %+v", s)
	}
}

// TestUndo: without the message there is no booking, be it a fault or a declared failure.
func TestUndo(t *testing.T) {
	emulator, url := start(t)
	if err := emulator.Fail(upstream.Fault{Operation: upstream.SendMessage, Failure: upstream.ServerError, Nth: 1}); err != nil {
		t.Fatal(err)
	}
	check(t, book(t, url, "Maria Alvarez", "1984-05-17", "CHECKUP"), `"status":502`,
		`{"step":"booking","operation":"scheduling.createBooking","state":"undone"}`, `{"step":"message","operation":"messages.sendMessage","state":"unknown"}`)
	check(t, book(t, url, "Grace Okafor", "1990-08-23", "CHECKUP"), `"NO_MOBILE"`, `"No message can be sent to the number in the records."`)
	if s := emulator.State(); len(s.With(upstream.Cancelled)) != 2 || len(s.Bookings) != 2 || len(s.Messages) != 0 {
		t.Errorf("the upstreams hold %+v", s)
	}
}

// TestLastWrite: what the booking's answer lacks is found out before the message, and not behind it.
func TestLastWrite(t *testing.T) {
	for _, field := range []string{"id", "reference", "slot", "status", "check_in_code", "created"} {
		emulator, url := start(t)
		if err := emulator.Fail(upstream.Fault{Operation: upstream.CreateBooking, Failure: upstream.MissingField, Field: field}); err != nil {
			t.Fatal(err)
		}
		answer := book(t, url, "Maria Alvarez", "1984-05-17", "CHECKUP")
		s := emulator.State()
		if cancelled := len(s.With(upstream.Cancelled)); len(s.Messages)+cancelled != 1 {
			t.Errorf("without %s, %d messages are sent and %d bookings cancelled: %s", field, len(s.Messages), cancelled, answer)
		}
	}
}

// TestTaken: the list of slots may be older than somebody else's booking.
func TestTaken(t *testing.T) {
	_, url := start(t)
	check(t, book(t, url, "Jonas Berg", "1951-11-02", "DENTAL"), `"TAKEN"`, "Monday, March 1 at 11:00 AM at Harbour Dental")
	check(t, book(t, url, "Jonas Berg", "1951-11-02", "DENTAL"), `"Monday, March 1 at 2:00 PM"`, `"PENDING"`)
}

// TestCheck: the tool waits for what a clinic decides.
func TestCheck(t *testing.T) {
	emulator, url := start(t)
	checked := func() string {
		return invoke(t, url, checkAppointment, "check_appointment", "Patient name", "Jonas Berg", "Date of birth", "1951-11-02")
	}
	check(t, checked(), `"NO_APPOINTMENT"`)
	check(t, book(t, url, "Jonas Berg", "1951-11-02", "VACCINATION"), `"PENDING"`)
	check(t, checked(), `"C-1001"`, `"Tuesday, March 2 at 9:00 AM"`)
	if n := emulator.State().Count(upstream.GetBooking); n != 3 {
		t.Errorf("it asked %d times", n)
	}
}

func TestQuote(t *testing.T) {
	_, url := start(t)
	quoted := func(name, birthDate, kind string) string {
		return invoke(t, url, quoteVisit, "quote_visit", "Patient name", name, "Date of birth", birthDate, "Kind of visit", kind)
	}
	check(t, quoted("Jonas Berg", "1951-11-02", "VACCINATION"), `"18.50"`)
	check(t, quoted("Maria Alvarez", "1984-05-17", "DENTAL"), `"NO_PRICE"`)
	check(t, quoted("Nobody", "1984-05-17", "DENTAL"), `"PATIENT_UNKNOWN"`)
}

// TestEmulated: a program that is told of no other upstreams emulates them.
func TestEmulated(t *testing.T) {
	service, err := newService(server.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	tools := httptest.NewServer(service)
	defer tools.Close()
	check(t, book(t, tools.URL, "Maria Alvarez", "1984-05-17", "CHECKUP"), `"CONFIRMED"`)
}
