package upstream

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// serve starts a server and returns its URL.
func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// newClient returns a client of config, with connections of its own.
func newClient(t *testing.T, config Config) *Client {
	t.Helper()
	config.Name = "weather"
	config.Journal = NewJournal()
	if config.Transport == nil {
		transport := NewTransport()
		t.Cleanup(transport.CloseIdleConnections)
		config.Transport = transport
	}
	client, err := NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func get(path string) *Call {
	call := &Call{Operation: "weather.point", Method: http.MethodGet}
	call.Path.Text(path)
	return call
}

func TestNewClientRefuses(t *testing.T) {
	const base = "https://api.example.com"
	tests := []struct {
		name   string
		config Config
		want   string
	}{
		{"no URL", Config{}, "the base URL does not begin with http:// or https://"},
		{"relative", Config{BaseURL: "/v1"}, "the base URL does not begin with http:// or https://"},
		{"other scheme", Config{BaseURL: "file:///etc"}, "the base URL does not begin with http:// or https://"},
		{"no host", Config{BaseURL: "https:///v1"}, "the base URL has no host"},
		{"port alone", Config{BaseURL: "https://:80/v1"}, "the base URL has no host"},
		{"user", Config{BaseURL: "https://user:secret@host"}, "the base URL holds a user: give credentials apart from it"},
		{"malformed", Config{BaseURL: "https://user:secret@ho st"}, "the base URL is not a URL"},
		{"query", Config{BaseURL: base + "/?"}, "the base URL has a query or a fragment"},
		{"fragment", Config{BaseURL: base + "#"}, "the base URL has a query or a fragment"},
		{"header name", Config{BaseURL: base, Header: http.Header{"X A": {"secret"}}}, `header "X A": it is not the name of a header`},
		{"header value", Config{BaseURL: base, Header: http.Header{"X-A": {"secret\n"}}}, `header "X-A": its value holds a control character`},
		{"header of the transport", Config{BaseURL: base, Header: http.Header{"host": {"secret"}}}, `header "host": this header is the client's own`},
		{"no credential", Config{BaseURL: base, Auth: []Credential{Bearer(nact.NewSecret("secret")), {}}}, "a credential is the zero Credential; make it with a function of this package"},
		{"empty token", Config{BaseURL: base, Auth: []Credential{Bearer(nact.NewSecret(""))}}, "credential in header Authorization: it is empty"},
		{"empty user and password", Config{BaseURL: base, Auth: []Credential{Basic(nact.NewSecret(""), nact.NewSecret(""))}}, "credential in header Authorization: it is empty"},
		{"user with a colon", Config{BaseURL: base, Auth: []Credential{Basic(nact.NewSecret("a:b"), nact.NewSecret("secret"))}}, "credential in header Authorization: the user holds a colon"},
		{"token with a line break", Config{BaseURL: base, Auth: []Credential{Bearer(nact.NewSecret("secret\n"))}}, "credential in header Authorization: its value holds a control character"},
		{"cookie that ends itself", Config{BaseURL: base, Auth: []Credential{APIKeyCookie("k", nact.NewSecret("secret; x"))}}, "credential in cookie k: a cookie cannot hold this value"},
		{"cookie name", Config{BaseURL: base, Auth: []Credential{APIKeyCookie("k=", nact.NewSecret("secret"))}}, "credential in cookie k=: it is not the name of a cookie"},
		{"no query name", Config{BaseURL: base, Auth: []Credential{APIKeyQuery("", nact.NewSecret("secret"))}}, "credential in query: the parameter has no name"},
		{"two credentials", Config{BaseURL: base, Auth: []Credential{Bearer(nact.NewSecret("secret")), Basic(nact.NewSecret("secret"), nact.NewSecret(""))}}, "credential in header Authorization: there are two values for it"},
		{"header and credential", Config{BaseURL: base, Header: http.Header{"x-key": {"secret"}}, Auth: []Credential{APIKeyHeader("X-KEY", nact.NewSecret("secret"))}}, "credential in header X-KEY: there are two values for it"},
		{"negative limit", Config{BaseURL: base, MaxResponse: -1}, "a limit is negative"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.config.Name = "weather"
			if _, err := NewClient(test.config); err == nil || err.Error() != "upstream weather: "+test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

func TestRequestOnTheWire(t *testing.T) {
	var got string
	base := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Header.Del("Accept-Encoding") // the transport's own
		got = r.Method + " " + r.RequestURI + "\n"
		for _, name := range slices.Sorted(maps.Keys(r.Header)) {
			got += name + ": " + strings.Join(r.Header[name], " | ") + "\n"
		}
		got += string(body)
	})
	tests := []struct {
		name   string
		config Config
		build  func(*Call)
		want   string
	}{
		{
			name:   "plain",
			config: Config{BaseURL: base, Header: http.Header{"user-agent": {"nws-tools"}}},
			build:  func(c *Call) { c.Path.Text("/points/").Value("p", "40.7,-74"); c.Accept = "application/geo+json" },
			want:   "GET /points/40.7%2C-74\nAccept: application/geo+json\nUser-Agent: nws-tools\n",
		},
		{
			name:   "base path and escapes are kept to the letter",
			config: Config{BaseURL: base + "/v%2F1/", Header: http.Header{"User-Agent": {"a"}}},
			build:  func(c *Call) { c.Path.Text("/x!$'()*/").Value("p", "a/b%2F ü"); c.Query.Add("b", "1").Add("a", "x y") },
			want:   "GET /v%2F1/x!$'()*/a%2Fb%252F%20%C3%BC?b=1&a=x%20y\nUser-Agent: a\n",
		},
		{
			name:   "no path at all",
			config: Config{BaseURL: base, Header: http.Header{"User-Agent": {"a"}}},
			build:  func(*Call) {},
			want:   "GET /\nUser-Agent: a\n",
		},
		{
			name:   "the call's header before the client's, credentials before all",
			config: Config{BaseURL: base, Header: http.Header{"User-Agent": {"a"}, "X-A": {"client"}}, Auth: []Credential{APIKeyHeader("x-key", nact.NewSecret("k"))}},
			build: func(c *Call) {
				c.Path.Text("/")
				c.Header.Set("x-a", "call").Set("X-Key", "forged")
			},
			want: "GET /\nUser-Agent: a\nX-A: call\nX-Key: k\n",
		},
		{
			name: "all credentials",
			config: Config{BaseURL: base, Header: http.Header{"User-Agent": {"a"}}, Auth: []Credential{
				Bearer(nact.NewSecret("t")), APIKeyQuery("k&", nact.NewSecret("s&")), APIKeyCookie("c", nact.NewSecret("v")), APIKeyHeader("X-Key", nact.NewSecret("h")), APIKeyCookie("d", nact.NewSecret("w")),
			}},
			build: func(c *Call) { c.Path.Text("/"); c.Query.Add("q", "1"); c.Cookie.Set("own", "1") },
			want:  "GET /?q=1&k%26=s%26\nAuthorization: Bearer t\nCookie: own=1; c=v; d=w\nUser-Agent: a\nX-Key: h\n",
		},
		{
			name:   "a query of the client's, before that of the call",
			config: Config{BaseURL: base, Header: http.Header{"User-Agent": {"a"}}, Query: []Pair{{"format", "json"}, {"a&b", "1 =\r\n"}}, Auth: []Credential{APIKeyQuery("k", nact.NewSecret("s"))}},
			build:  func(c *Call) { c.Path.Text("/"); c.Query.Add("q", "1") },
			want:   "GET /?format=json&a%26b=1%20%3D%0D%0A&q=1&k=s\nUser-Agent: a\n",
		},
		{
			name:   "a query of the client's alone",
			config: Config{BaseURL: base, Header: http.Header{"User-Agent": {"a"}}, Query: []Pair{{"format", "json"}}},
			build:  func(c *Call) { c.Path.Text("/") },
			want:   "GET /?format=json\nUser-Agent: a\n",
		},
		{
			name:   "key in a query of its own",
			config: Config{BaseURL: base, Header: http.Header{"User-Agent": {"a"}}, Auth: []Credential{APIKeyQuery("k", nact.NewSecret("s")), Basic(nact.NewSecret("u"), nact.NewSecret(""))}},
			build:  func(c *Call) { c.Path.Text("/") },
			want:   "GET /?k=s\nAuthorization: Basic dTo=\nUser-Agent: a\n",
		},
		{
			name:   "body",
			config: Config{BaseURL: base, Header: http.Header{"User-Agent": {"a"}}},
			build: func(c *Call) {
				c.Method = http.MethodPost
				c.Path.Text("/")
				c.ContentType, c.Body = "application/json", []byte(`{"a":1}`)
			},
			want: "POST /\nContent-Length: 7\nContent-Type: application/json\nUser-Agent: a\n" + `{"a":1}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			call := &Call{Operation: "weather.point", Method: http.MethodGet}
			test.build(call)
			if _, err := newClient(t, test.config).Do(t.Context(), call, nil); err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["X-Many"] = []string{"a", "b"}
		w.WriteHeader(http.StatusCreated)
	})
	answer, err := newClient(t, Config{BaseURL: base}).Do(t.Context(), get("/"), nil)
	if err != nil || answer.Status != 201 || answer.Headers()["x-many"] != "a, b" {
		t.Errorf("got %d, %q, %v", answer.Status, answer.Headers(), err)
	}
}

func TestCredentialsPrintWithoutSecret(t *testing.T) {
	const secret = "s3cr3t"
	config := Config{Auth: []Credential{Bearer(nact.NewSecret(secret)), Basic(nact.NewSecret("user"), nact.NewSecret(secret)), APIKeyHeader("X-Key", nact.NewSecret(secret)), APIKeyQuery("key", nact.NewSecret(secret)), APIKeyCookie("c", nact.NewSecret(secret))}}
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for _, c := range config.Auth {
		logger.Info("started", "credential", c)
	}
	printed := fmt.Sprintf("%v %+v %#v %s", config, config, config, config.Auth) + log.String()
	if strings.Contains(printed, secret) || strings.Contains(printed, "dXNlcj") {
		t.Errorf("a secret is in %s", printed)
	}
	if want := "credential in header X-Key"; !strings.Contains(printed, want) {
		t.Errorf("%q is not in %s", want, printed)
	}
}

func TestClientIsSafeForConcurrentUse(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"path": %q, "pad": %q}`, r.URL.Path, strings.Repeat("x", len(r.URL.Path)*100))
	})
	client := newClient(t, Config{BaseURL: base})
	done := make(chan error)
	const calls = 50
	for i := range calls {
		go func() {
			path, got := fmt.Sprintf("/%0*d", 1+i%7, i), ""
			_, err := client.Do(context.Background(), get(path), func(d *Decoder) {
				got = Map(d, (*Decoder).String)["path"]
			})
			if err == nil && got != path {
				err = fmt.Errorf("got %s, want %s", got, path)
			}
			done <- err
		}()
	}
	for range calls {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
