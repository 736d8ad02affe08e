package embedded

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// sessions are users by what they send as a cookie.
type sessions map[string]string

func (s sessions) Of(r *http.Request) (id, credential string, err error) {
	cookie, err := r.Cookie("session")
	if err != nil || s[cookie.Value] == "" {
		return "", "", errors.New("no session")
	}
	return s[cookie.Value], "token of " + s[cookie.Value], nil
}

// TestEmbedded: users call the tools under the path of the program, upstreams get the credential of each, the log has who calls, and nobody else gets in.
func TestEmbedded(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	weather := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/geo+json")
		io.WriteString(w, `{"features":[]}`)
	}))
	defer weather.Close()
	var log strings.Builder
	at, err := url.Parse(weather.URL)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := New(sessions{"1": "ada", "2": "bob"}, at, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	program := httptest.NewServer(handler)
	defer program.Close()
	for session, want := range map[string]int{"1": http.StatusOK, "2": http.StatusOK, "3": http.StatusUnauthorized} {
		if got, body := call(t, program.URL, session); got != want {
			t.Errorf("session %s: %d, want %d: %s", session, got, want, body)
		}
	}
	slices.Sort(seen)
	if want := []string{"Bearer token of ada", "Bearer token of bob"}; !slices.Equal(seen, want) {
		t.Errorf("the upstream got %q, want %q", seen, want)
	}
	for _, caller := range []string{"caller=ada", "caller=bob"} {
		if !strings.Contains(log.String(), caller) {
			t.Errorf("the log does not have %s:\n%s", caller, &log)
		}
	}
	if strings.Contains(log.String(), "token of") {
		t.Errorf("the log has a credential:\n%s", &log)
	}
}

// call lists the alerts in Nebraska.
func call(t *testing.T, url, session string) (status int, body string) {
	t.Helper()
	const inputs = `{"name":"list_active_alerts_by_state","input_parameters":[{"name":"State","value":"NEBRASKA"}]}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/agents/tools/f47ad30b-566c-4053-b6ef-4b657eb59f2f:invoke", strings.NewReader(inputs))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: "session", Value: session})
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// TestOtherHosts: what goes elsewhere goes without a credential.
func TestOtherHosts(t *testing.T) {
	for host, want := range map[string]string{"weather.example": "Bearer s3cr3t", "weather.example:8443": "", "geo.example": ""} {
		var got string
		p := perUser{host: "weather.example", next: seenBy(func(r *http.Request) { got = r.Header.Get("Authorization") })}
		r, err := http.NewRequestWithContext(withCredential(t.Context(), "s3cr3t"), http.MethodGet, "https://"+host+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.RoundTrip(r); err == nil || got != want || r.Header.Get("Authorization") != "" {
			t.Errorf("%s: sent %q, want %q", host, got, want)
		}
	}
}

// seenBy is a transport that sends nothing.
type seenBy func(r *http.Request)

func (s seenBy) RoundTrip(r *http.Request) (*http.Response, error) {
	s(r)
	return nil, errors.New("nothing is sent")
}

// TestPage: the guide shows the package as it is.
func TestPage(t *testing.T) {
	code, err := os.ReadFile("embedded.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/guides/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, begin := range []string{"func New(", "func known(", "func (p perUser) RoundTrip("} {
		_, function, found := strings.Cut(string(code), begin)
		function, _, _ = strings.Cut(begin+function, "\n}\n")
		if !found || !strings.Contains(string(page), function+"\n}\n") {
			t.Errorf("the page does not have\n%s\n}", function)
		}
	}
}
