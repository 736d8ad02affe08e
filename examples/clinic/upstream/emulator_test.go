package upstream

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// start serves a new emulator, on whose clock it is always the same time.
func start(t *testing.T) (*Emulator, string) {
	t.Helper()
	e := New(func() time.Time { return time.Date(2027, time.February, 26, 12, 0, 0, 0, time.UTC) })
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	return e, server.URL
}

// reply is an answer as a client sees it.
type reply struct {
	status int
	header http.Header
	text   string
}

// patience is how long a client waits for an answer, and hurry how long it does where none will come.
const (
	patience = 20 * time.Second
	hurry    = 300 * time.Millisecond
)

// ask sends a request, with a body unless that is empty, and perhaps an Idempotency-Key.
func ask(timeout time.Duration, method, url, body, key string) (reply, error) {
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	if key != "" {
		req.Header.Set(keyHeader, key)
	}
	client := http.Client{Timeout: timeout}
	resp, err := client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return reply{resp.StatusCode, resp.Header, string(text)}, err
}

// must is ask where an answer has to come.
func must(t *testing.T, method, url, body, key string) reply {
	t.Helper()
	got, err := ask(patience, method, url, body, key)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// read decodes the body of an answer that has a status.
func read[T any](t *testing.T, got reply, status int) (value T) {
	t.Helper()
	if got.status != status {
		t.Fatalf("answered %d, want %d: %s", got.status, status, got.text)
	}
	if err := json.Unmarshal([]byte(got.text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

const (
	checkup = `{"patient_id": "pat_1", "slot_id": "riverside-checkup-0302-10"}`
	greet   = `{"to": "+14025550101", "text": "Hello."}`
)

func TestFindPatients(t *testing.T) {
	_, url := start(t)
	for query, want := range map[string]int{
		"name=Maria+Alvarez&birth_date=1984-05-17": 1,
		"name=maria+alvarez&birth_date=1984-05-17": 1,
		"name=Maria+Alvarez&birth_date=1984-05-18": 0,
		"name=Maria&birth_date=1984-05-17":         0,
	} {
		found := read[struct{ Patients []Patient }](t, must(t, "GET", url+"/scheduling/patients?"+query, "", ""), 200)
		if len(found.Patients) != want {
			t.Errorf("%s: %v", query, found.Patients)
		}
	}
}

// TestSlotsInPages: the pages together are all slots of a kind between two days, each once, the earliest first.
func TestSlotsInPages(t *testing.T) {
	_, url := start(t)
	list := url + "/scheduling/sites/riverside/slots?kind=CHECKUP&from=2027-03-02&to=2027-03-04&half=AM"
	var found []string
	for cursor := ""; ; {
		page := read[struct {
			Slots      []Slot
			NextCursor string `json:"next_cursor"`
		}](t, must(t, "GET", list+"&cursor="+cursor, "", ""), 200)
		if len(page.Slots) == 0 || len(page.Slots) > pageSize {
			t.Fatalf("a page of %d slots", len(page.Slots))
		}
		for _, s := range page.Slots {
			found = append(found, s.Start[5:13]+s.Status)
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	const want = "03-02T09TAKEN 03-02T10FREE 03-02T11FREE 03-03T09FREE 03-03T10FREE 03-03T11FREE 03-04T09FREE 03-04T10FREE 03-04T11FREE"
	if got := strings.Join(found, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	read[problem](t, must(t, "GET", list+"&cursor=elsewhere", "", ""), 400)
	read[problem](t, must(t, "GET", strings.Replace(list, "riverside", "nowhere", 1), "", ""), 404)
}

// TestBooking: a slot is booked once, until the booking is cancelled, as often as somebody says so.
func TestBooking(t *testing.T) {
	e, url := start(t)
	bookings := url + "/scheduling/bookings"
	first := read[Booking](t, must(t, "POST", bookings, checkup, ""), 201)
	if first.Status != Confirmed || first.Slot.Status != taken || first.Created != "2027-02-26T12:00:00Z" {
		t.Errorf("booked %+v", first)
	}
	if p := read[problem](t, must(t, "POST", bookings, checkup, ""), 409); p.Code != "TAKEN" {
		t.Errorf("a slot that is taken: %+v", p)
	}
	for range 2 {
		if b := read[Booking](t, must(t, "POST", bookings+"/"+first.ID+"/cancel", "", ""), 200); b.Status != Cancelled || b.Slot.Status != free {
			t.Errorf("cancelled %+v", b)
		}
	}
	second := read[Booking](t, must(t, "POST", bookings, checkup, ""), 201)
	listed := read[struct{ Bookings []Booking }](t, must(t, "GET", bookings+"?patient_id=pat_1", "", ""), 200).Bookings
	if len(listed) != 2 || listed[0] != second || listed[1].Status != Cancelled {
		t.Errorf("listed %+v", listed)
	}
	if s := e.State(); len(s.With(Cancelled)) != 1 || len(s.With(Confirmed)) != 1 || s.Count(CreateBooking) != 3 {
		t.Errorf("holds %+v", s)
	}
	for _, body := range []string{``, `{}`, `{"patient_id": "pat_1", "slot_id": "none"}`, `{"patient_id": "none", "slot_id": "riverside-checkup-0302-10"}`, `{"patient": "pat_1"}`} {
		if got := must(t, "POST", bookings, body, ""); got.status != 400 && got.status != 404 {
			t.Errorf("%q is answered %d: %s", body, got.status, got.text)
		}
	}
	read[problem](t, must(t, "GET", bookings+"/none", "", ""), 404)
	read[problem](t, must(t, "POST", bookings+"/none/cancel", "", ""), 404)
}

// TestStaleSlot: a slot that is listed as free, and is not.
func TestStaleSlot(t *testing.T) {
	_, url := start(t)
	list := url + "/scheduling/sites/harbour/slots?kind=DENTAL&from=2027-03-01&to=2027-03-01"
	for _, want := range []string{free, taken} {
		for _, s := range read[struct{ Slots []Slot }](t, must(t, "GET", list, "", ""), 200).Slots {
			if s.ID == staleSlot && s.Status != want {
				t.Errorf("the slot is %s, want %s", s.Status, want)
			}
		}
		read[problem](t, must(t, "POST", url+"/scheduling/bookings", `{"patient_id": "pat_1", "slot_id": "`+staleSlot+`"}`, ""), 409)
	}
}

// TestDecision: a site that confirms by hand has decided once it was asked often enough.
func TestDecision(t *testing.T) {
	_, url := start(t)
	for slot, decision := range map[string]string{"northgate-vaccination-0302-09": Confirmed, "harbour-dental-0301-14": Rejected} {
		b := read[Booking](t, must(t, "POST", url+"/scheduling/bookings", `{"patient_id": "pat_2", "slot_id": "`+slot+`"}`, ""), 201)
		got := b.Status
		for range 4 {
			got += " " + read[Booking](t, must(t, "GET", url+"/scheduling/bookings/"+b.ID, "", ""), 200).Status
		}
		if want := "PENDING PENDING PENDING " + decision + " " + decision; got != want {
			t.Errorf("%s: %s, want %s", slot, got, want)
		}
	}
}

func TestMessages(t *testing.T) {
	e, url := start(t)
	messages := url + "/messages/messages"
	sent := read[Message](t, must(t, "POST", messages, greet, ""), 202)
	if s := e.State(); len(s.Messages) != 1 || s.Messages[0] != sent || sent.Text != "Hello." {
		t.Errorf("sent %+v, holds %+v", sent, s.Messages)
	}
	if p := read[problem](t, must(t, "POST", messages, `{"to": "+14025550103", "text": "Hello."}`, ""), 422); p.Code != "NOT_MOBILE" {
		t.Errorf("to a landline: %+v", p)
	}
	read[problem](t, must(t, "POST", messages, `{"to": "+14025550101"}`, ""), 400)
}

// TestKeys: under a key an operation is carried out once, whatever happens to what it has made.
func TestKeys(t *testing.T) {
	e, url := start(t)
	bookings := url + "/scheduling/bookings"
	first := must(t, "POST", bookings, checkup, "a")
	b := read[Booking](t, first, 201)
	must(t, "POST", bookings+"/"+b.ID+"/cancel", "", "")
	if again := must(t, "POST", bookings, checkup, "a"); again.status != first.status || again.text != first.text {
		t.Errorf("again under its key: %d %s", again.status, again.text)
	}
	other := strings.Replace(checkup, "0302-10", "0302-11", 1)
	if p := read[problem](t, must(t, "POST", bookings, other, "a"), 422); p.Code != "KEY_REUSED" {
		t.Errorf("another booking under the key: %+v", p)
	}
	read[Message](t, must(t, "POST", url+"/messages/messages", greet, "a"), 202) // another operation has other keys
	read[Booking](t, must(t, "POST", bookings, checkup, "b"), 201)
	refusal := must(t, "POST", bookings, checkup, "c")
	read[problem](t, refusal, 409)
	must(t, "POST", bookings+"/bkg_2/cancel", "", "")
	if again := must(t, "POST", bookings, checkup, "c"); again.text != refusal.text {
		t.Errorf("a refusal again: %d %s", again.status, again.text)
	}
	s := e.State()
	if len(s.Bookings) != 2 || !s.Requests[2].Replayed || s.Requests[2].Key != "a" || s.Requests[0].Replayed {
		t.Errorf("holds %+v", s)
	}
}

// TestWatch: who watches is told of a request before it is carried out, and before it is answered; a request that is closed then is not.
func TestWatch(t *testing.T) {
	for name, test := range map[string]struct {
		closes, booked bool
		told           []bool
	}{
		"a request that goes on":  {false, true, []bool{false, true}},
		"a request that does not": {true, false, []bool{false}},
	} {
		t.Run(name, func(t *testing.T) {
			e, url := start(t)
			telling := make(chan bool, 2)
			e.Watch(func(operation string, done bool) {
				if operation != CreateBooking || len(e.State().Bookings) == 1 != done {
					t.Errorf("told of %s, done: %t, with %+v", operation, done, e.State().Bookings)
				}
				telling <- done
				if test.closes {
					panic(http.ErrAbortHandler)
				}
			})
			_, err := ask(patience, "POST", url+"/scheduling/bookings", checkup, "")
			var told []bool
			for range test.told {
				told = append(told, <-telling)
			}
			if (err != nil) != test.closes || len(e.State().Bookings) == 1 != test.booked || !slices.Equal(told, test.told) || len(telling) > 0 {
				t.Errorf("told %v, answered %v, holds %+v", told, err, e.State())
			}
		})
	}
}
