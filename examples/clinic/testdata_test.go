package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/examples/clinic/upstream"
)

var update = flag.Bool("update", false, "record the answers in testdata again, and write the tables of docs/faults.md")

// recorded are the requests whose answers are in testdata, in the order in which they were sent to an emulator. One without a name
// was sent for what it does.
var recorded = []struct{ name, method, path, body string }{
	{"maria", "GET", "/scheduling/patients?name=Maria+Alvarez&birth_date=1984-05-17", ""},
	{"jonas", "GET", "/scheduling/patients?name=Jonas+Berg&birth_date=1951-11-02", ""},
	{"grace", "GET", "/scheduling/patients?name=Grace+Okafor&birth_date=1990-08-23", ""},
	{"sites", "GET", "/scheduling/sites", ""},
	{"riverside-checkup-1", "GET", "/scheduling/sites/riverside/slots?kind=CHECKUP&from=2027-03-01&to=2027-03-14", ""},
	{"riverside-checkup-2", "GET", "/scheduling/sites/riverside/slots?kind=CHECKUP&from=2027-03-01&to=2027-03-14&cursor=riverside-checkup-0301-16", ""},
	{"northgate-checkup-1", "GET", "/scheduling/sites/northgate/slots?kind=CHECKUP&from=2027-03-01&to=2027-03-14", ""},
	{"northgate-checkup-2", "GET", "/scheduling/sites/northgate/slots?kind=CHECKUP&from=2027-03-01&to=2027-03-14&cursor=northgate-checkup-0301-16", ""},
	{"northgate-checkup-3", "GET", "/scheduling/sites/northgate/slots?kind=CHECKUP&from=2027-03-01&to=2027-03-14&cursor=northgate-checkup-0302-16", ""},
	{"harbour-dental", "GET", "/scheduling/sites/harbour/slots?kind=DENTAL&from=2027-03-01&to=2027-03-14", ""},
	{"harbour-dental-afternoon", "GET", "/scheduling/sites/harbour/slots?kind=DENTAL&from=2027-03-12&to=2027-03-25&half=PM", ""},
	{"marias-booking", "POST", "/scheduling/bookings", `{"patient_id": "pat_1", "slot_id": "riverside-checkup-0302-10"}`},
	{"marias-bookings", "GET", "/scheduling/bookings?patient_id=pat_1", ""},
	{"maria-confirmed", "GET", "/scheduling/bookings/bkg_1", ""},
	{"marias-message", "POST", "/messages/messages", `{"to": "+14025550101", "text": "Your appointment C-1001: Tuesday, March 2 at 10:00 AM, Riverside Clinic, 12 River Street. Your code at the door: 4711."}`},
	{"", "POST", "/scheduling/bookings/bkg_1/cancel", ""},
	{"graces-booking", "POST", "/scheduling/bookings", `{"patient_id": "pat_3", "slot_id": "riverside-checkup-0302-10"}`},
	{"jonas-booking", "POST", "/scheduling/bookings", `{"patient_id": "pat_2", "slot_id": "harbour-dental-0312-14"}`},
	{"jonas-bookings", "GET", "/scheduling/bookings?patient_id=pat_2", ""},
	{"jonas-pending", "GET", "/scheduling/bookings/bkg_3", ""},
	{"", "GET", "/scheduling/bookings/bkg_3", ""},
	{"jonas-rejected", "GET", "/scheduling/bookings/bkg_3", ""},
}

// TestTestdata: what the examples of the manifest play is what the emulator answers. With -update it is recorded again.
func TestTestdata(t *testing.T) {
	emulated := httptest.NewServer(upstream.New(func() time.Time { return time.Date(2027, time.February, 26, 12, 0, 0, 0, time.UTC) }))
	defer emulated.Close()
	files, err := filepath.Glob(filepath.Join("testdata", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, r := range recorded {
		answer := laidOut(t, r.method, emulated.URL+r.path, r.body)
		if r.name == "" {
			continue
		}
		named++
		file := filepath.Join("testdata", r.name+".json")
		if *update {
			if err := os.WriteFile(file, answer, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || !bytes.Equal(answer, want) {
			t.Errorf("%s (%v) has\n%s\nand the emulator answers\n%s", file, err, want, answer)
		}
	}
	if named != len(files) {
		t.Errorf("%d answers are recorded, and testdata has %d", named, len(files))
	}
}

// laidOut sends a request, and returns the body of its answer as testdata has it.
func laidOut(t *testing.T, method, url, body string) []byte {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	out.WriteByte('\n')
	return out.Bytes()
}
