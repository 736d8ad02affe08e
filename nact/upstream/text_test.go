package upstream

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

func TestDoText(t *testing.T) {
	tests := []struct{ name, accept, contentType, body, want, problem string }{
		{"UTF-8 by default", "text/plain", "text/plain", "é\n", "é\n", ""},
		{"UTF-8", "text/plain", "text/plain; charset=UTF-8", "\xef\xbb\xbfé", "é", ""},
		{"ISO-8859-1", "text/plain", "text/plain; charset=ISO-8859-1", "\xe9\x80", "é\u0080", ""},
		{"no charset and not UTF-8", "text/plain", "text/plain", "\xe9", "", "its text is not UTF-8, and it does not say that it is anything else"},
		{"US-ASCII that is not", "text/plain", "text/plain; charset=us-ascii", "\xe9", "", "its text is not UTF-8, and it does not say that it is anything else"},
		{"another charset", "text/plain", "text/plain; charset=shift_jis", "a", "", "its text is neither UTF-8 nor ISO-8859-1"},
		{"no type", "text/plain", "", "a", "a", ""},
		{"another text", "text/plain", "text/csv", "a,b", "a,b", ""},
		{"XML that says it itself", "application/xml", "application/xml", "<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>", "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>", ""},
		{"XML whose header wins", "application/xml", "application/atom+xml; charset=utf-8", `<?xml version="1.0" encoding="latin1"?><a>é</a>`, `<?xml version="1.0" encoding="latin1"?><a>é</a>`, ""},
		{"XML in UTF-16", "application/xml", "application/xml", `<?xml version="1.0" encoding="UTF-16"?>`, "", "its text is neither UTF-8 nor ISO-8859-1"},
		{"XML without encoding", "application/xml", "text/xml", "<?xml version='1.0'?><a>é</a>", "<?xml version='1.0'?><a>é</a>", ""},
		{"the type that was asked for", "application/yaml", "application/yaml", "a: b", "a: b", ""},
		{"no text", "text/plain", "application/json", "{}", "", "the answer is no text"},
		{"a picture", "text/plain", "image/png", "x", "", "the answer is no text"},
		{"a malformed type", "text/plain", "/", "x", "", "the answer has a malformed content type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := answering(t, test.contentType, test.body)
			got, answer, err := client.DoText(t.Context(), &Call{Method: http.MethodGet, Accept: test.accept})
			checkProblem(t, err, test.problem)
			if got != test.want || answer.Status != 200 {
				t.Errorf("got %q, %d, want %q", got, answer.Status, test.want)
			}
		})
	}
}

func TestDoBytes(t *testing.T) {
	tests := []struct{ name, accept, contentType, body, problem string }{
		{"what was asked for", "application/pdf", "application/pdf", "%PDF\x00\xff", ""},
		{"something else", "image/jpg", "image/jpeg", "\xff", ""},
		{"nothing", "application/pdf", "application/pdf", "", ""},
		{"no type", "application/pdf", "", "x", ""},
		{"a page", "application/pdf", "text/html; charset=utf-8", "<p>", "the answer is text"},
		{"JSON", "image/*", "application/problem+json", "{}", "the answer is JSON"},
		{"anything", "application/octet-stream", "text/html", "<p>", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := answering(t, test.contentType, test.body)
			got, _, err := client.DoBytes(t.Context(), &Call{Method: http.MethodGet, Accept: test.accept})
			checkProblem(t, err, test.problem)
			if err == nil && (got == nil || string(got) != test.body) {
				t.Errorf("got %q, want %q", got, test.body)
			}
		})
	}
}

// TestAnswersAreBounded holds text and bytes to the limit of the client's answers.
func TestAnswersAreBounded(t *testing.T) {
	client := answering(t, "text/plain", "12345")
	client.maxResponse = 4
	_, _, err := client.DoText(t.Context(), &Call{Method: http.MethodGet, Accept: "text/plain"})
	checkProblem(t, err, "the answer is larger than 4 bytes")
	_, _, err = client.DoBytes(t.Context(), &Call{Method: http.MethodGet, Accept: "text/plain"})
	checkProblem(t, err, "the answer is larger than 4 bytes")
}

// TestTextIsKept holds that text from the cache is read as that from the upstream is.
func TestTextIsKept(t *testing.T) {
	server := newCountingServer(t, func(_ int64, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=iso-8859-1")
		_, _ = w.Write([]byte("\xe9"))
	})
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepFor(time.Minute)})
	for range 2 {
		if got, _, err := client.DoText(t.Context(), &Call{Method: http.MethodGet, Accept: "text/plain"}); got != "é" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if n := server.requests.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// answering returns a client of an upstream that always answers that; without a type it says none.
func answering(t *testing.T, contentType, body string) *Client {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return newClient(t, Config{BaseURL: server.URL})
}

// checkProblem checks what a fault says of an answer; an empty string is no fault.
func checkProblem(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	fault, ok := err.(*nact.Fault)
	if !ok || fault.Detail != want && fault.Detail != "the answer does not fit: "+want {
		t.Errorf("got %v, want %q", err, want)
	}
}
