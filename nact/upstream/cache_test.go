package upstream

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// clock is a time that passes where a test says so.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// countingServer is a server of JSON that counts its requests. The handler gets the number of each, from 1.
type countingServer struct {
	*httptest.Server
	requests atomic.Int64
}

func newCountingServer(t *testing.T, handler func(n int64, w http.ResponseWriter, r *http.Request)) *countingServer {
	t.Helper()
	s := new(countingServer)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		handler(s.requests.Add(1), w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// numbered answers each request with its number, after headers.
func numbered(header ...string) func(int64, http.ResponseWriter, *http.Request) {
	return func(n int64, w http.ResponseWriter, _ *http.Request) {
		setHeader(w, header)
		fmt.Fprint(w, n)
	}
}

// setHeader sets headers that are written as "Name: value".
func setHeader(w http.ResponseWriter, header []string) {
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		w.Header().Add(name, value)
	}
}

// readNumber makes a call whose answer is a number.
func readNumber(t *testing.T, client *Client, call *Call) (int64, Answer, error) {
	t.Helper()
	var number int64
	answer, err := client.Do(t.Context(), call, func(d *Decoder) { number = d.Int() })
	return number, answer, err
}

// wantNumber fails unless a call is answered with the number.
func wantNumber(t *testing.T, client *Client, call *Call, want int64) Answer {
	t.Helper()
	got, answer, err := readNumber(t, client, call)
	if err != nil || got != want {
		t.Fatalf("got %d and %v, want the answer of request %d", got, err, want)
	}
	return answer
}

func TestKeepFor(t *testing.T) {
	server := newCountingServer(t, numbered("Cache-Control: no-store", "X-Kind: first", "Set-Cookie: session=1"))
	clock := newClock()
	client := newClient(t, Config{BaseURL: server.URL, Cache: newCache(0, clock.Now), Caching: KeepFor(time.Minute)})
	first := wantNumber(t, client, get("/a"), 1)
	if first.Header.Get("Set-Cookie") != "" {
		t.Error("the cookie of one caller is in an answer that others get")
	}
	first.Header.Set("X-Kind", "changed by its reader")
	clock.pass(59 * time.Second)
	second := wantNumber(t, client, get("/a"), 1)
	if got := second.Headers(); got["x-kind"] != "first" || got["age"] != "59" || got["set-cookie"] != "" || second.Status != 200 {
		t.Errorf("got %d and %v", second.Status, got)
	}
	wantNumber(t, client, get("/b"), 2)
	clock.pass(time.Second)
	wantNumber(t, client, get("/a"), 3)
	clock.pass(30 * time.Second)
	hasty := get("/a")
	hasty.Caching = KeepFor(10 * time.Second)
	wantNumber(t, client, hasty, 4)
	never := get("/a")
	never.Caching = KeepNothing()
	wantNumber(t, client, never, 5)
	wantNumber(t, client, get("/a"), 4)
}

// TestCacheOfTheCall: a client that keeps nothing has calls that do.
func TestCacheOfTheCall(t *testing.T) {
	server := newCountingServer(t, numbered())
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0)})
	kept := func() *Call {
		call := get("/")
		call.Caching = KeepFor(time.Minute)
		return call
	}
	wantNumber(t, client, kept(), 1)
	wantNumber(t, client, get("/"), 2)
	wantNumber(t, client, kept(), 1)
}

// TestNotKept: what is no answer, or not all of it, is asked for again.
func TestNotKept(t *testing.T) {
	status := func(status int) func(int64, http.ResponseWriter, *http.Request) {
		return func(n int64, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cache-Control", "max-age=100")
			w.WriteHeader(status)
			fmt.Fprint(w, n)
		}
	}
	body := func(text string) func(int64, http.ResponseWriter, *http.Request) {
		return func(_ int64, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cache-Control", "max-age=100")
			io.WriteString(w, text)
		}
	}
	header := func(name, value string) *Call {
		call := get("/")
		call.Header.Set(name, value)
		return call
	}
	for name, test := range map[string]struct {
		handler func(int64, http.ResponseWriter, *http.Request)
		call    *Call
		fails   bool
	}{
		"202":                          {status(202), get("/"), false},
		"206":                          {status(206), get("/"), false},
		"404":                          {status(404), get("/"), true},
		"500":                          {status(500), get("/"), true},
		"no number":                    {body(`"x"`), get("/"), true},
		"no JSON":                      {body(`1 2`), get("/"), true},
		"too large":                    {body(strings.Repeat(" ", 100) + "1"), get("/"), true},
		"Range":                        {body("1"), header("Range", "bytes=0-0"), false},
		"Cache-Control of the request": {body("1"), header("Cache-Control", "no-cache"), false},
		"If-None-Match of the request": {body("1"), header("If-None-Match", `"a"`), false},
		"POST":                         {body("1"), &Call{Operation: "weather.test", Method: http.MethodPost, Path: get("/").Path}, false},
		"OPTIONS":                      {body("1"), &Call{Operation: "weather.test", Method: http.MethodOptions, Path: get("/").Path}, false},
	} {
		for how, caching := range map[string]Caching{"ttl": KeepFor(time.Minute), "http": KeepByHTTP()} {
			t.Run(name+" "+how, func(t *testing.T) {
				server := newCountingServer(t, test.handler)
				client := newClient(t, Config{BaseURL: server.URL, MaxResponse: 50, Cache: NewCache(0), Caching: caching})
				for range 2 {
					if _, _, err := readNumber(t, client, test.call); (err != nil) != test.fails {
						t.Fatal(err)
					}
				}
				if got := server.requests.Load(); got != 2 {
					t.Errorf("%d requests, want 2", got)
				}
			})
		}
	}
}

// TestKeptAnswerThatDoesNotFit: what one reader could read is dropped if another cannot.
func TestKeptAnswerThatDoesNotFit(t *testing.T) {
	server := newCountingServer(t, numbered())
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepFor(time.Minute)})
	wantNumber(t, client, get("/"), 1)
	if _, err := client.Do(t.Context(), get("/"), func(d *Decoder) { _ = d.String() }); err == nil {
		t.Fatal("a number was read as a string")
	}
	wantNumber(t, client, get("/"), 2)
}

// TestSeparateAnswers: calls that differ in anything which the answer may depend on have answers of their own, also in one cache.
func TestSeparateAnswers(t *testing.T) {
	server := newCountingServer(t, numbered())
	cache := NewCache(0)
	client := func(c Config) *Client {
		c.BaseURL, c.Cache, c.Caching = server.URL, cache, KeepFor(time.Minute)
		return newClient(t, c)
	}
	call := func(change func(*Call)) *Call {
		call := get("/a")
		change(call)
		return call
	}
	plain := client(Config{})
	cases := []struct {
		name   string
		client *Client
		call   *Call
	}{
		{"plain", plain, get("/a")},
		{"another path", plain, get("/b")},
		{"a query", plain, call(func(c *Call) { c.Query.Add("q", "1") })},
		{"another query", plain, call(func(c *Call) { c.Query.Add("q", "2") })},
		{"Accept", plain, call(func(c *Call) { c.Accept = "application/json" })},
		{"another Accept", plain, call(func(c *Call) { c.Accept = "application/geo+json" })},
		{"a header", plain, call(func(c *Call) { c.Header.Set("X-Tenant", "1") })},
		{"another header", plain, call(func(c *Call) { c.Header.Set("X-Tenant", "2") })},
		{"a header of the client", client(Config{Header: http.Header{"X-Tenant": {"3"}}}), get("/a")},
		{"a token", client(Config{Auth: []Credential{Bearer(nact.NewSecret("one"))}}), get("/a")},
		{"another token", client(Config{Auth: []Credential{Bearer(nact.NewSecret("two"))}}), get("/a")},
		{"a password", client(Config{Auth: []Credential{Basic(nact.NewSecret("me"), nact.NewSecret("one"))}}), get("/a")},
		{"a key in a header", client(Config{Auth: []Credential{APIKeyHeader("X-Key", nact.NewSecret("one"))}}), get("/a")},
		{"another key in a header", client(Config{Auth: []Credential{APIKeyHeader("X-Key", nact.NewSecret("two"))}}), get("/a")},
		{"a key in the query", client(Config{Auth: []Credential{APIKeyQuery("key", nact.NewSecret("one"))}}), get("/a")},
		{"another key in the query", client(Config{Auth: []Credential{APIKeyQuery("key", nact.NewSecret("two"))}}), get("/a")},
		{"a key in a cookie", client(Config{Auth: []Credential{APIKeyCookie("key", nact.NewSecret("one"))}}), get("/a")},
		{"another key in a cookie", client(Config{Auth: []Credential{APIKeyCookie("key", nact.NewSecret("two"))}}), get("/a")},
		{"a cookie of the call", plain, call(func(c *Call) { c.Cookie.Set("id", "1") })},
	}
	for round := range 2 {
		for i, c := range cases {
			if got, _, err := readNumber(t, c.client, c.call); err != nil || got != int64(i+1) {
				t.Errorf("round %d, %s: got %d and %v, want %d", round, c.name, got, err, i+1)
			}
		}
	}
}

// TestHeadAndBodiesThatNobodyReads have answers of their own: they hold no body.
func TestHeadAndBodiesThatNobodyReads(t *testing.T) {
	server := newCountingServer(t, numbered())
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepFor(time.Minute)})
	head := func() *Call { return &Call{Operation: "weather.test", Method: http.MethodHead, Path: get("/").Path} }
	for range 2 {
		for _, call := range []*Call{head(), get("/")} {
			if _, err := client.Do(t.Context(), call, nil); err != nil {
				t.Fatal(err)
			}
		}
		wantNumber(t, client, get("/"), 3)
	}
}

// TestWritesForget: a call that may have changed something drops what is kept of its URL, by whatever it was asked for.
func TestWritesForget(t *testing.T) {
	for name, status := range map[string]int{"done": 204, "refused": 409, "broken": 500} {
		t.Run(name, func(t *testing.T) {
			server := newCountingServer(t, func(n int64, w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet {
					w.WriteHeader(status)
					return
				}
				fmt.Fprint(w, n)
			})
			client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepFor(time.Minute)})
			other := get("/a")
			other.Accept = "application/geo+json"
			wantNumber(t, client, get("/a"), 1)
			wantNumber(t, client, other, 2)
			wantNumber(t, client, get("/b"), 3)
			client.Do(t.Context(), &Call{Operation: "weather.test", Method: http.MethodDelete, Path: get("/a").Path}, nil)
			wantNumber(t, client, get("/a"), 5)
			wantNumber(t, client, other, 6)
			wantNumber(t, client, get("/b"), 3)
		})
	}
}

// TestRedirectedAnswers: a fixed time is for the call, whatever the upstream made of it; by HTTP it is for the URL that answered.
func TestRedirectedAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		caching  Caching
		requests int64
	}{"ttl": {KeepFor(time.Minute), 2}, "http": {KeepByHTTP(), 4}} {
		t.Run(name, func(t *testing.T) {
			server := newCountingServer(t, func(_ int64, w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/old" {
					http.Redirect(w, r, "/new", http.StatusFound)
					return
				}
				w.Header().Set("Cache-Control", "max-age=100")
				w.Header().Set("Etag", `"a"`)
				io.WriteString(w, "7")
			})
			client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: test.caching})
			wantNumber(t, client, get("/old"), 7)
			wantNumber(t, client, get("/old"), 7)
			if got := server.requests.Load(); got != test.requests {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
		})
	}
}

// TestCachedAnswersAreLogged: whoever looks for a request finds out why there is none.
func TestCachedAnswersAreLogged(t *testing.T) {
	server := newCountingServer(t, numbered())
	log := new(strings.Builder)
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepFor(time.Minute), Logger: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	wantNumber(t, client, get("/"), 1)
	wantNumber(t, client, get("/"), 1)
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 || strings.Contains(lines[0], "cached") || !strings.Contains(lines[1], "cached=true") {
		t.Errorf("got %q", lines)
	}
}

// BenchmarkCache has the same call answered from the cache and by a server on the same machine.
func BenchmarkCache(b *testing.B) {
	answer := hourly()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		setHeader(w, []string{"Content-Type: application/json", "Cache-Control: max-age=86400"})
		w.Write(answer)
	}))
	defer server.Close()
	for _, kind := range []struct {
		name    string
		caching Caching
	}{{"uncached", KeepNothing()}, {"ttl", KeepFor(time.Hour)}, {"http", KeepByHTTP()}} {
		b.Run(kind.name, func(b *testing.B) {
			client, err := NewClient(Config{
				Name: "weather", BaseURL: server.URL, Cache: NewCache(0), Caching: kind.caching, Auth: []Credential{Bearer(nact.NewSecret("token"))},
			})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := client.Do(b.Context(), get("/forecast"), new(forecast).decode); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
