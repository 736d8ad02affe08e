package upstream

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// TestProblem: what an error answer says can be read if it was kept, is JSON, fits, and is not too long.
func TestProblem(t *testing.T) {
	long := func(n int) string { return `{"title":"` + strings.Repeat("x", n-len(`{"title":""}`)) + `"}` }
	tests := []struct {
		name      string
		status    int
		mediaType string
		body      string
		keep      bool
		want      bool
	}{
		{"JSON", 409, "application/json", `{"title": "Taken"}`, true, true},
		{"a problem document", 422, "application/problem+json; charset=utf-8", `{"title": "Taken", "status": 422}`, true, true},
		{"a fault of the upstream", 500, "application/json", `{"title": "Taken"}`, true, true},
		{"no type", 400, "", `{"title": "Taken"}`, true, true},
		{"as long as it may be", 409, "application/json", long(maxProblem), true, true},
		{"too long", 409, "application/json", long(maxProblem + 1), true, false},
		{"not kept", 409, "application/json", `{"title": "Taken"}`, false, false},
		{"another type", 409, "text/html", `{"title": "Taken"}`, true, false},
		{"no JSON", 409, "application/json", "Taken", true, false},
		{"cut off", 409, "application/json", `{"title": "Taken"`, true, false},
		{"what does not fit", 409, "application/json", `{"title": 1}`, true, false},
		{"nothing", 409, "application/json", "", true, false},
		{"a redirect", 304, "application/json", "", true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{test.mediaType}
				w.WriteHeader(test.status)
				io.WriteString(w, test.body)
			})
			call := get("/")
			if test.keep {
				call.KeepProblem = ReadProblem
			}
			_, err := newClient(t, Config{BaseURL: base}).Do(t.Context(), call, (*Decoder).Skip)
			if nact.Status(err) != test.status {
				t.Fatalf("got %v", err)
			}
			title := ""
			for _, err := range []error{err, nact.StepError("book", err)} {
				if got := Problem(err, func(d *Decoder) { title = member(d, "title") }); got != test.want {
					t.Errorf("read: %t, want %t", got, test.want)
				}
				if test.want && title != "Taken" && len(title) < 1000 {
					t.Errorf("got the title %q", title)
				}
			}
		})
	}
}

// member reads a text member of an object.
func member(d *Decoder, name string) (text string) {
	for key := range d.Object() {
		if string(key) == name {
			text = d.String()
		}
	}
	return text
}

func TestProblemOfOtherErrors(t *testing.T) {
	for _, err := range []error{nil, errors.New("x"), nact.Fail("TAKEN", "x"), &nact.Fault{UpstreamStatus: 409}} {
		if Problem(err, (*Decoder).Skip) {
			t.Errorf("there is a problem in %v", err)
		}
	}
}

// TestProblemOfTheLastAttempt: the error is that of the last attempt, and so is what it says.
func TestProblemOfTheLastAttempt(t *testing.T) {
	attempts := 0
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		attempts++
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, `{"title": "`+strconv.Itoa(attempts)+`"}`)
	})
	call, title := get("/"), ""
	call.KeepProblem = ReadProblem
	_, err := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 3, Backoff: 1}}).Do(t.Context(), call, nil)
	if !Problem(err, func(d *Decoder) { title = member(d, "title") }) || title != "3" {
		t.Errorf("got %q of %v", title, err)
	}
}

// TestProblemIsKeptBack: what an upstream says is in no error, whichever way it is printed, and in no log.
func TestProblemIsKeptBack(t *testing.T) {
	const secret = "s3cr3t"
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusConflict)
		io.WriteString(w, `{"title": "`+secret+`"}`)
	})
	var text strings.Builder
	logger := slog.New(slog.NewJSONHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug}))
	call := get("/")
	call.KeepProblem = ReadProblem
	_, err := newClient(t, Config{BaseURL: base, Logger: logger}).Do(t.Context(), call, nil)
	var fault *nact.Fault
	if !errors.As(err, &fault) || !Problem(err, (*Decoder).Skip) {
		t.Fatalf("got %v", err)
	}
	logger.Error("x", "err", err, "fault", *fault, "cause", fault.Err)
	fmt.Fprintf(&text, "%v %+v %#v %s %q %+v %v", err, err, err, err, err, *fault, fault.Err)
	if strings.Contains(text.String(), secret) {
		t.Errorf("what the upstream said is in %s", &text)
	}
}

// TestProblemAsObject: what could not be read, or only in part, is an object with nothing in it.
func TestProblemAsObject(t *testing.T) {
	type problem struct{ title string }
	decode := func(p *problem, d *Decoder) {
		for key := range d.Object() {
			if string(key) == "title" {
				p.title = d.String()
			}
		}
	}
	for body, want := range map[string]struct {
		title string
		size  int
	}{
		`{"title": "Taken", "code": 1}`: {"Taken", 2},
		`{"title": "Taken", "code"`:     {"", 0},
		`["Taken"]`:                     {"", 0},
		`null`:                          {"", 0},
		``:                              {"", 0},
	} {
		base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusConflict)
			io.WriteString(w, body)
		})
		call := get("/")
		call.KeepProblem = ReadProblem
		_, err := newClient(t, Config{BaseURL: base}).Do(t.Context(), call, nil)
		if got := ProblemOf(err, decode); got.title != want.title {
			t.Errorf("%s: got the title %q, want %q", body, got.title, want.title)
		}
		if got, ok := AnyProblem(err).(map[string]any); !ok || len(got) != want.size {
			t.Errorf("%s: got %v", body, got)
		}
	}
}
