package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// tokenServer is a token endpoint that notes what it is asked, and an upstream that takes the tokens which it has given and not revoked.
type tokenServer struct {
	*httptest.Server
	asked   atomic.Int64 // for tokens
	calls   atomic.Int64 // of the upstream
	mu      sync.Mutex
	forms   []url.Values
	headers []http.Header
	valid   map[string]bool
	answer  func(n int64, w http.ResponseWriter) // nil: a token that lasts an hour
}

const clientSecret = "s3cr3t: with/reserved+characters"

func newTokenServer(t *testing.T) *tokenServer {
	t.Helper()
	s := &tokenServer{valid: map[string]bool{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *tokenServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/token" {
		s.giveToken(w, r)
		return
	}
	s.calls.Add(1)
	s.mu.Lock()
	valid := s.valid[r.Header.Get("Authorization")]
	s.mu.Unlock()
	if !valid {
		w.WriteHeader(http.StatusUnauthorized)
	}
}

func (s *tokenServer) giveToken(w http.ResponseWriter, r *http.Request) {
	n := s.asked.Add(1)
	r.ParseForm()
	s.mu.Lock()
	s.forms, s.headers = append(s.forms, r.PostForm), append(s.headers, r.Header)
	s.valid[fmt.Sprintf("Bearer t%d", n)] = true
	answer := s.answer
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if answer != nil {
		answer(n, w)
		return
	}
	fmt.Fprintf(w, `{"access_token":"t%d","token_type":"Bearer","expires_in":3600}`, n)
}

// revoke has the upstream refuse the tokens that were given so far.
func (s *tokenServer) revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.valid)
}

func (s *tokenServer) grant() Grant {
	return Grant{TokenURL: s.URL + "/token", ClientID: nact.NewSecret("me & you"), ClientSecret: nact.NewSecret(clientSecret), Scopes: []string{"read", "write"}, Audience: "vault"}
}

func call(t *testing.T, client *Client, method string) error {
	t.Helper()
	_, err := client.Do(t.Context(), &Call{Operation: "notes.read", Method: method, Path: get("/").Path, Body: []byte("x")}, nil)
	return err
}

// TestClientCredentialsAsk: what a token is asked for with, by both ways in which a client proves itself.
func TestClientCredentialsAsk(t *testing.T) {
	const common = "audience=vault&grant_type=client_credentials&scope=read+write"
	proof := url.Values{"client_id": {"me & you"}, "client_secret": {clientSecret}}.Encode()
	for _, inBody := range []bool{false, true} {
		s := newTokenServer(t)
		grant := s.grant()
		grant.InBody = inBody
		client := newClient(t, Config{BaseURL: s.URL + "/api", Auth: []Credential{ClientCredentials(grant)}})
		for range 3 {
			if err := call(t, client, http.MethodGet); err != nil {
				t.Fatal(err)
			}
		}
		if s.asked.Load() != 1 || s.calls.Load() != 3 {
			t.Errorf("%d tokens for %d calls", s.asked.Load(), s.calls.Load())
		}
		user, password, basic := (&http.Request{Header: s.headers[0]}).BasicAuth()
		if want := map[bool]string{true: "audience=vault&" + proof + "&grant_type=client_credentials&scope=read+write", false: common}[inBody]; s.forms[0].Encode() != want {
			t.Errorf("asked with %s\nwant       %s", s.forms[0].Encode(), want)
		}
		if basic == inBody || basic && (user != url.QueryEscape("me & you") || password != url.QueryEscape(clientSecret)) {
			t.Errorf("proved by %q, %q", user, password)
		}
	}
}

// TestOneTokenForManyCalls: a thousand calls at once have one token got, and, when that is revoked, one further.
func TestOneTokenForManyCalls(t *testing.T) {
	s := newTokenServer(t)
	client := newClient(t, Config{BaseURL: s.URL + "/api", Auth: []Credential{ClientCredentials(s.grant())}})
	for round := range int64(2) {
		var calls sync.WaitGroup
		for range 1000 {
			calls.Go(func() {
				if err := call(t, client, http.MethodPost); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		if got := s.asked.Load(); got != round+1 {
			t.Errorf("round %d: %d tokens", round, got)
		}
		s.revoke()
	}
}

// TestRefusedToken: a call that is answered with 401 is sent once more with another token, also one that writes, and not again after that.
func TestRefusedToken(t *testing.T) {
	s := newTokenServer(t)
	client := newClient(t, Config{BaseURL: s.URL + "/api", Auth: []Credential{ClientCredentials(s.grant())}})
	if err := call(t, client, http.MethodPost); err != nil {
		t.Fatal(err)
	}
	s.revoke()
	if err := call(t, client, http.MethodPost); err != nil || s.asked.Load() != 2 || s.calls.Load() != 3 {
		t.Errorf("got %v after %d tokens and %d calls", err, s.asked.Load(), s.calls.Load())
	}
	s.revoke() // and that one too: an upstream that refuses all tokens does not have one got for every call
	for range 3 {
		if err := call(t, client, http.MethodGet); nact.Status(err) != http.StatusUnauthorized || fault(t, err).Kind != nact.BadAnswer {
			t.Errorf("got %v", err)
		}
	}
	if s.asked.Load() != 2 || s.calls.Load() != 6 {
		t.Errorf("%d tokens and %d calls", s.asked.Load(), s.calls.Load())
	}
}

// TestLeavingWhileATokenIsGot: a caller that leaves does not end the request for those who stay.
func TestLeavingWhileATokenIsGot(t *testing.T) {
	s := newTokenServer(t)
	asked, give := make(chan struct{}), make(chan struct{})
	s.answer = func(n int64, w http.ResponseWriter) {
		close(asked)
		<-give
		fmt.Fprintf(w, `{"access_token":"t%d"}`, n)
	}
	client := newClient(t, Config{BaseURL: s.URL + "/api", Auth: []Credential{ClientCredentials(s.grant())}})
	leaving, leave := context.WithCancel(t.Context())
	left, stayed := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := client.Do(leaving, &Call{Operation: "notes.read", Method: http.MethodGet, Path: get("/").Path}, nil)
		left <- err
	}()
	<-asked
	go func() { stayed <- call(t, client, http.MethodGet) }()
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("who left got %v", err)
	}
	close(give)
	if err := <-stayed; err != nil || s.asked.Load() != 1 {
		t.Errorf("who stayed got %v, after %d tokens", err, s.asked.Load())
	}
}

// TestTokenEndpointFails: what is said of a token endpoint that fails has nothing of its answer but a code that is known, and no secret.
func TestTokenEndpointFails(t *testing.T) {
	write := func(status int, text string) func(int64, http.ResponseWriter) {
		return func(_ int64, w http.ResponseWriter) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
			io.WriteString(w, text)
		}
	}
	tests := []struct {
		name   string
		answer func(int64, http.ResponseWriter)
		want   string
		status int
	}{
		{"refused", write(401, `{"error":"invalid_client","error_description":"`+bait+`"}`), "it answered 401 (invalid_client)", 0},
		{"a code of its own", write(400, `{"error":"`+bait+`"}`), "it answered 400", 0},
		{"busy", write(503, bait), "it answered 503", 503},
		{"a redirect", write(307, bait), "it answered 307", 0},
		{"no JSON", write(200, bait), "the answer does not fit: malformed JSON at byte 0: no value where one should be", 0},
		{"no token", write(200, `{"`+bait+`":1}`), "the answer does not fit: access_token: missing", 0},
		{"an empty token", write(200, `{"access_token":""}`), "its token cannot stand in a header", 0},
		{"a token with a line break", write(200, `{"access_token":"`+bait+`\r\nX-A: b"}`), "its token cannot stand in a header", 0},
		{"another kind", write(200, `{"access_token":"t","token_type":"mac"}`), "its token is no bearer token", 0},
		{"too long", write(200, `{"access_token":"`+strings.Repeat("x", maxTokenAnswer)+`"}`), "the answer is larger than 65536 bytes", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newTokenServer(t)
			s.answer = test.answer
			var log strings.Builder
			debug := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			client := newClient(t, Config{BaseURL: s.URL + "/api", Logger: debug, Auth: []Credential{ClientCredentials(s.grant())}})
			err := call(t, client, http.MethodGet)
			isSilent(t, err, bait)
			got := fault(t, err)
			if got.Detail != "the token endpoint failed: "+test.want || got.UpstreamStatus != test.status || got.Operation != "notes.read" || s.calls.Load() != 0 {
				t.Errorf("got %+v, and %d calls", got, s.calls.Load())
			}
			if all := log.String() + err.Error() + fmt.Sprint(errors.Unwrap(err)); strings.Contains(all, "s3cr3t") || strings.Contains(all, bait) || log.Len() == 0 {
				t.Errorf("the log has %s", all)
			}
			asked := s.asked.Load()
			if err := call(t, client, http.MethodGet); err == nil || s.asked.Load() != asked {
				t.Errorf("the next call got %v, and asked again", err)
			}
		})
	}
}

// inMemory answers requests without a network, so that time passes as a test says.
type inMemory func(*http.Request) (status int, body string)

func (f inMemory) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := f(r)
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r,
	}, nil
}

// TestTokenLife: a token is got anew before it ends, while calls go on with the one that there is; where that fails, they go on until its end.
func TestTokenLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent []string
		asked, down, life := 0, false, `"300"`
		transport := inMemory(func(r *http.Request) (int, string) {
			switch {
			case r.URL.Path != "/token":
				sent = append(sent, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
				return 204, ""
			case down:
				asked++
				return 500, "{}"
			}
			asked++
			return 200, fmt.Sprintf(`{"access_token":"t%d","expires_in":%s}`, asked, life)
		})
		client, err := NewClient(Config{
			BaseURL: "https://api.example.com", Transport: transport,
			Auth: []Credential{ClientCredentials(Grant{TokenURL: "/token", ClientID: nact.NewSecret("a"), ClientSecret: nact.NewSecret("b")})},
		})
		if err != nil {
			t.Fatal(err)
		}
		at := func(after time.Duration) error {
			time.Sleep(after)
			err := call(t, client, http.MethodGet)
			synctest.Wait()
			return err
		}
		for _, after := range []time.Duration{0, 239 * time.Second, time.Second, 0} { // 240 s: it is due, and the next call has the new one
			if err := at(after); err != nil {
				t.Fatal(err)
			}
		}
		down = true
		for _, after := range []time.Duration{240 * time.Second, 0, 54 * time.Second} { // due at 480 s, ends at 535 s
			if err := at(after); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := strings.Join(sent, " "), "t1 t1 t1 t2 t2 t2 t2"; got != want || asked != 4 {
			t.Errorf("sent %s, want %s; asked %d times", got, want, asked)
		}
		if err := at(time.Second); err == nil {
			t.Error("a token is sent that has ended")
		}
		down, life = false, "null"
		if err := at(0); err == nil || asked != 5 {
			t.Errorf("asked again at once, %d times", asked)
		}
		if err := at(time.Second); err != nil {
			t.Error(err)
		}
		if err := at(time.Hour - time.Minute - time.Second); err != nil || asked != 6 {
			t.Errorf("a token of which nobody says how long it lasts: %v after %d", err, asked)
		}
	})
}

// TestTokenURL: where a token may be got, beside an upstream at an address.
func TestTokenURL(t *testing.T) {
	for _, test := range []struct{ base, text, want string }{
		{"https://api.example.com/v1", "https://login.example.com/token?p=1", "https://login.example.com/token?p=1"},
		{"https://api.example.com/v1", "/oauth/token", "https://api.example.com/oauth/token"},
		{"https://api.example.com/v1/", "oauth/token", "https://api.example.com/v1/oauth/token"},
		{"http://127.0.0.1:8080/case", "oauth/token", "http://127.0.0.1:8080/case/oauth/token"},
		{"https://api.example.com", "http://127.0.0.1:9/token", "http://127.0.0.1:9/token"},
		{"http://keys.internal", "http://login.internal/token", "http://login.internal/token"},
		{"https://api.example.com", "http://login.example.com/s3cr3t", "the token URL is http, and the upstream https: the client secret would be there for everybody on the way to read"},
		{"https://api.example.com", "https://a:s3cr3t@login.example.com/", "the token URL holds a user or a fragment"},
		{"https://api.example.com", "ftp://login.example.com/", "the token URL is neither http nor https"},
		{"https://api.example.com", "https://log in/s3cr3t", "the token URL is not a URL"},
		{"https://api.example.com", "", "there is no token URL"},
	} {
		client, err := NewClient(Config{BaseURL: test.base, Auth: []Credential{ClientCredentials(Grant{TokenURL: test.text, ClientID: nact.NewSecret("a"), ClientSecret: nact.NewSecret("b")})}})
		if err != nil {
			if got := strings.TrimPrefix(err.Error(), "upstream : credential in header Authorization: "); got != test.want {
				t.Errorf("%s beside %s: %s", test.text, test.base, got)
			}
			continue
		}
		at, _ := tokenURL(client.base, test.text)
		if at.String() != test.want {
			t.Errorf("%s beside %s: %s", test.text, test.base, at)
		}
	}
	for _, grant := range []Grant{{TokenURL: "/token", ClientID: nact.NewSecret("a")}, {TokenURL: "/token", ClientSecret: nact.NewSecret(clientSecret)}} {
		_, err := NewClient(Config{BaseURL: "https://api.example.com", Auth: []Credential{ClientCredentials(grant)}})
		if err == nil || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("half a grant: %v", err)
		}
	}
}

// TestGrantsArePrintedWithoutSecrets: whatever prints the credential of a client.
func TestGrantsArePrintedWithoutSecrets(t *testing.T) {
	s := newTokenServer(t)
	credential := ClientCredentials(s.grant())
	if all := fmt.Sprintf("%v %+v %#v %s", credential, credential, credential, credential.LogValue()); strings.Contains(all, "s3cr3t") {
		t.Error(all)
	}
}
