package upstream

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// booking has what a generated struct of optional members has.
type booking struct {
	ID   *int64
	Name *string
}

func (v *booking) decode(d *Decoder) {
	for key := range d.Object() {
		switch string(key) {
		case "id":
			id := d.Int()
			v.ID = &id
		case "name":
			name := d.String()
			v.Name = &name
		}
	}
}

// TestDoLeniently checks which answers to a write are errors, and that of one that cannot be read nothing is taken.
func TestDoLeniently(t *testing.T) {
	for _, test := range []struct {
		name, method, body string
		status             int
		mediaType          string
		wantID, wantErr    bool
	}{
		{name: "fits", method: "POST", status: 201, body: `{"id": 7}`, wantID: true},
		{name: "lacks all", method: "POST", status: 201, body: `{}`},
		{name: "a member of another type", method: "POST", status: 201, body: `{"id": 7, "name": 5}`},
		{name: "another type where nothing was before", method: "POST", status: 201, body: `{"id": "7"}`},
		{name: "cut off", method: "POST", status: 201, body: `{"id": 7, "na`},
		{name: "more behind it", method: "POST", status: 201, body: `{"id": 7} {}`},
		{name: "null", method: "POST", status: 201, body: `null`},
		{name: "empty", method: "POST", status: 201},
		{name: "no content", method: "POST", status: 204},
		{name: "no JSON", method: "POST", status: 202, body: "<p>Thanks</p>", mediaType: "text/html"},
		{name: "too large", method: "POST", status: 201, body: `{"name": "` + strings.Repeat("x", 2000) + `"}`},
		{name: "a PUT that is answered with 200", method: "PUT", status: 200, body: `<p>`},
		{name: "a POST that is answered with 200", method: "POST", status: 200, body: `<p>`, wantErr: true},
		{name: "a GET", method: "GET", status: 203, body: `<p>`, wantErr: true},
		{name: "refused", method: "POST", status: 422, body: `{"id": 7}`, wantErr: true},
		{name: "failed", method: "DELETE", status: 500, body: `{"id": 7}`, wantErr: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", cmp.Or(test.mediaType, "application/json"))
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body) // a 204 has none
			}))
			defer server.Close()
			var logged bytes.Buffer
			client := newClient(t, Config{BaseURL: server.URL, MaxResponse: 1000, Retry: Retry{Attempts: 1}, Logger: slog.New(slog.NewTextHandler(&logged, nil))})
			var got booking
			answer, err := DoLeniently(t.Context(), client, &Call{Operation: "shop.order", Method: test.method}, &got, (*booking).decode)
			if (err != nil) != test.wantErr || answer.Status != int64(test.status) {
				t.Errorf("got %v, status %d, want an error: %t", err, answer.Status, test.wantErr)
			}
			if err == nil && ((got.ID != nil) != test.wantID || got.Name != nil) {
				t.Errorf("got %+v, want an id: %t", got, test.wantID)
			}
			read := test.wantID || test.body == `{}` || test.wantErr
			if says := strings.Contains(logged.String(), "operation=shop.order"); says == read {
				t.Errorf("the log says %q", &logged)
			}
		})
	}
}

// TestDoLenientlyCutOff checks that an answer whose connection ends in its body is none of an error either.
func TestDoLenientlyCutOff(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "100")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"id": 7`)
	}))
	defer server.Close()
	client := newClient(t, Config{BaseURL: server.URL})
	var got booking
	if _, err := DoLeniently(t.Context(), client, &Call{Method: "POST"}, &got, (*booking).decode); err != nil || got.ID != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := DoLeniently(ctx, client, &Call{Method: "POST"}, &got, (*booking).decode); err == nil {
		t.Error("a call that was never made is no error")
	}
}
