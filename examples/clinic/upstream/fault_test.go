package upstream

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestFailures: what a client sees of each failure, and whether the operation was carried out.
func TestFailures(t *testing.T) {
	seen := map[Failure]struct {
		acts bool
		ok   func(got reply, err error) bool
	}{
		Refuse:      {false, func(_ reply, err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) }},
		HangBefore:  {false, func(_ reply, err error) bool { return timedOut(err) }},
		ServerError: {false, func(got reply, err error) bool { return err == nil && got.status == 500 }},
		TooMany: {false, func(got reply, err error) bool {
			return err == nil && got.status == 429 && got.header.Get("Retry-After") == "1"
		}},
		HangAfter:  {true, func(_ reply, err error) bool { return timedOut(err) }},
		ErrorAfter: {true, func(got reply, err error) bool { return err == nil && got.status == 500 }},
		Reset:      {true, func(got reply, err error) bool { return got.status == 201 && errors.Is(err, io.ErrUnexpectedEOF) }},
		Malformed: {true, func(got reply, err error) bool {
			return err == nil && got.status == 201 && !json.Valid([]byte(got.text))
		}},
		MissingField: {true, func(got reply, err error) bool {
			return err == nil && got.status == 201 && json.Valid([]byte(got.text)) && !strings.Contains(got.text, `"id":"bkg_1"`)
		}},
		Oversized: {true, func(got reply, err error) bool {
			return err == nil && got.status == 201 && json.Valid([]byte(got.text)) && len(got.text) > padding
		}},
	}
	for _, failure := range Failures() {
		t.Run(string(failure), func(t *testing.T) {
			e, url := start(t)
			if err := e.Fail(Fault{Operation: CreateBooking, Failure: failure, Nth: 1}); err != nil {
				t.Fatal(err)
			}
			want := seen[failure]
			timeout := patience
			if failure == HangBefore || failure == HangAfter {
				timeout = hurry
			}
			if got, err := ask(timeout, "POST", url+"/scheduling/bookings", checkup, "k"); !want.ok(got, err) {
				t.Errorf("answered %d %.200s, %v", got.status, got.text, err)
			}
			s := e.State()
			if acted := len(s.Bookings) == 1; acted != want.acts || failure.Acts() != want.acts || s.Requests[0].Failure != failure {
				t.Errorf("holds %+v; it acts: %t", s, failure.Acts())
			}
			// The key makes the same request safe to send again, whether or not the first one was carried out.
			read[Booking](t, must(t, "POST", url+"/scheduling/bookings", checkup, "k"), 201)
			if s := e.State(); len(s.Bookings) != 1 || s.Requests[1].Replayed != want.acts {
				t.Errorf("holds %+v after the second request", s)
			}
		})
	}
}

func timedOut(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

// TestEveryOperationFails: no operation is left out, and no other one fails with it.
func TestEveryOperationFails(t *testing.T) {
	requests := map[string][3]string{
		FindPatients:  {"GET", "/scheduling/patients?name=x&birth_date=2000-01-01"},
		ListSites:     {"GET", "/scheduling/sites"},
		ListSlots:     {"GET", "/scheduling/sites/riverside/slots?kind=CHECKUP&from=2027-03-01&to=2027-03-01"},
		ListBookings:  {"GET", "/scheduling/bookings?patient_id=pat_1"},
		CreateBooking: {"POST", "/scheduling/bookings", checkup},
		GetBooking:    {"GET", "/scheduling/bookings/bkg_1"},
		CancelBooking: {"POST", "/scheduling/bookings/bkg_1/cancel"},
		SendMessage:   {"POST", "/messages/messages", greet},
	}
	e, url := start(t)
	for _, failing := range Operations() {
		if err := e.Fail(Fault{Operation: failing, Failure: ServerError}); err != nil {
			t.Fatal(err)
		}
		for _, operation := range Operations() {
			r := requests[operation]
			if got := must(t, r[0], url+r[1], r[2], ""); (got.status == 500) != (operation == failing) {
				t.Errorf("%s is to fail, %s answers %d", failing, operation, got.status)
			}
		}
		e.Heal()
	}
}

// TestNth: faults count the requests that come after they are told, each on its own.
func TestNth(t *testing.T) {
	e, url := start(t)
	statuses := func(n int) (found []int) {
		for range n {
			found = append(found, must(t, "GET", url+"/scheduling/sites", "", "").status)
		}
		return found
	}
	statuses(1)
	for _, f := range []Fault{{ListSites, ServerError, 2, ""}, {ListSites, TooMany, 2, ""}, {ListSites, TooMany, 4, ""}, {ListSlots, ServerError, 0, ""}} {
		if err := e.Fail(f); err != nil {
			t.Fatal(err)
		}
	}
	got := statuses(5)
	if want := []int{200, 500, 200, 429, 200}; !slices.Equal(got, want) {
		t.Errorf("answered %v, want %v", got, want)
	}
	if left := e.Faults(); len(left) != 1 || left[0].Operation != ListSlots {
		t.Errorf("left are %v", left)
	}
	if err := e.Fail(Fault{Operation: ListSites, Failure: ServerError}); err != nil {
		t.Fatal(err)
	}
	if got := statuses(2); !slices.Equal(got, []int{500, 500}) {
		t.Errorf("answered %v by a fault for all requests", got)
	}
}

func TestMissingFields(t *testing.T) {
	e, url := start(t)
	for field, want := range map[string]string{"": `{"name":"x","address":"y"}`, "id": `{"name":"x","address":"y"}`, "name": `{"id":"h","address":"y"}`, "address": `{"id":"h","name":"x"}`, "none": `{"id":"h","name":"x","address":"y"}`} {
		if got := string(without([]byte(`{"id":"h","name":"x","address":"y"}`), field)); got != want {
			t.Errorf("without %q: %s, want %s", field, got, want)
		}
	}
	if got := string(without([]byte(`{"sites":[]}`), "")); got != `{}` {
		t.Errorf("without its only member: %s", got)
	}
	if err := e.Fail(Fault{Operation: CreateBooking, Failure: MissingField, Field: "status"}); err != nil {
		t.Fatal(err)
	}
	if b := read[Booking](t, must(t, "POST", url+"/scheduling/bookings", checkup, ""), 201); b.Status != "" || b.ID != "bkg_1" {
		t.Errorf("booked %+v", b)
	}
}

// TestControl: what Go says can be said over HTTP, too.
func TestControl(t *testing.T) {
	e, base := start(t)
	faults := base + "/control/faults"
	tell := func(form url.Values) reply {
		t.Helper()
		resp, err := http.PostForm(faults, form)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return reply{resp.StatusCode, resp.Header, string(text)}
	}
	want := Fault{Operation: GetBooking, Failure: MissingField, Nth: 3, Field: "status"}
	if got := tell(url.Values{"operation": {want.Operation}, "failure": {string(want.Failure)}, "nth": {"3"}, "field": {"status"}}); got.status != 204 {
		t.Errorf("answered %d %s", got.status, got.text)
	}
	if got := e.Faults(); len(got) != 1 || got[0] != want {
		t.Errorf("told %v", got)
	}
	listed := read[struct {
		Faults               []Fault
		Operations, Failures []string
	}](t, must(t, "GET", faults, "", ""), 200)
	if len(listed.Faults) != 1 || listed.Faults[0] != want || len(listed.Operations) != len(Operations()) || len(listed.Failures) != len(Failures()) {
		t.Errorf("listed %+v", listed)
	}
	for text, form := range map[string]url.Values{
		"createBooking": {"operation": {"book"}, "failure": {"reset"}},
		"server-error":  {"operation": {"getBooking"}, "failure": {"500"}},
		"next":          {"operation": {"getBooking"}, "failure": {"reset"}, "nth": {"-1"}},
		"number":        {"operation": {"getBooking"}, "failure": {"reset"}, "nth": {"first"}},
		"missing-field": {"operation": {"getBooking"}, "failure": {"reset"}, "field": {"id"}},
	} {
		if got := tell(form); got.status != 400 || !strings.Contains(got.text, text) {
			t.Errorf("%v is answered %d %s", form, got.status, got.text)
		}
	}
	if got := must(t, "DELETE", faults, "", ""); got.status != 204 || len(e.Faults()) != 0 {
		t.Errorf("answered %d, left %v", got.status, e.Faults())
	}
	must(t, "GET", base+"/scheduling/sites", "", "")
	if s := read[State](t, must(t, "GET", base+"/control/state", "", ""), 200); s.Count(ListSites) != 1 || s.Bookings == nil || s.Messages == nil {
		t.Errorf("holds %+v", s)
	}
}
