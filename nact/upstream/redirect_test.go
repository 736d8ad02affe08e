package upstream

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// seen is what a host was sent.
type seen struct {
	target string
	header http.Header
}

// redirects starts two hosts: each redirects a request whose path is a key to where its value says.
// $A and $B stand for their URLs, $HOST for the second's host and port.
func redirects(t *testing.T, routes map[string]string) (a, b string, sent *[]seen) {
	sent = new([]seen)
	handler := func(w http.ResponseWriter, r *http.Request) {
		*sent = append(*sent, seen{r.Host + r.RequestURI, r.Header})
		if to, ok := routes[r.URL.Path]; ok {
			w.Header().Set("Location", strings.NewReplacer("$A", a, "$B", b, "$HOST", strings.TrimPrefix(b, "http://")).Replace(to))
			w.WriteHeader(http.StatusFound)
		}
	}
	a, b = serve(t, handler), serve(t, handler)
	return a, b, sent
}

// secretClient is a client with every kind of credential, and a header that could be one.
func secretClient(t *testing.T, base string) *Client {
	return newClient(t, Config{
		BaseURL: base, Header: http.Header{"User-Agent": {"nws-tools"}, "X-Tenant": {"s3cr3t"}},
		Auth: []Credential{Bearer("s3cr3t"), APIKeyHeader("X-Key", "s3cr3t"), APIKeyQuery("key", "s3cr3t"), APIKeyCookie("c", "s3cr3t")},
	})
}

func TestRedirectWithinTheUpstream(t *testing.T) {
	a, _, sent := redirects(t, map[string]string{"/from": "/to?x=1&key=s3cr3t#there"})
	call := get("/from")
	call.Accept = "application/json"
	if _, err := secretClient(t, a).Do(t.Context(), call, nil); err != nil {
		t.Fatal(err)
	}
	last := (*sent)[1]
	if want := strings.TrimPrefix(a, "http://") + "/to?x=1&key=s3cr3t"; last.target != want {
		t.Errorf("got %s, want %s", last.target, want)
	}
	for _, name := range []string{"Authorization", "X-Key", "X-Tenant", "Cookie", "Accept", "User-Agent"} {
		if got, want := last.header.Get(name), (*sent)[0].header.Get(name); got != want || got == "" {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestRedirectElsewhereTakesNoSecretsAlong(t *testing.T) {
	tests := []struct {
		name   string
		routes map[string]string
	}{
		{"at once", map[string]string{"/from": "$B/to?x=1&key=s3cr3t&%6bey=s3cr3t"}},
		{"after one within", map[string]string{"/from": "/on?key=s3cr3t", "/on": "$B/to?x=1"}},
		{"and back", map[string]string{"/from": "$B/on", "/on": "$A/to?x=1"}},
		{"and back, and on from there", map[string]string{"/from": "$B/on", "/on": "$A/further", "/further": "/to?x=1"}},
		{"with a user of its own", map[string]string{"/from": "//user:s3cr3t@$HOST/to?x=1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, _, sent := redirects(t, test.routes)
			call := get("/from")
			call.Accept = "application/json"
			call.Header.Set("X-Own", "s3cr3t")
			call.Cookie.Set("own", "s3cr3t")
			if _, err := secretClient(t, a).Do(t.Context(), call, nil); err != nil {
				t.Fatal(err)
			}
			last := (*sent)[len(*sent)-1]
			if !strings.HasSuffix(last.target, "/to?x=1") {
				t.Errorf("got to %s", last.target)
			}
			last.header.Del("Accept-Encoding")
			want := http.Header{"Accept": {"application/json"}, "User-Agent": {"nws-tools"}}
			if fmt.Sprint(last.header) != fmt.Sprint(want) {
				t.Errorf("got %v, want %v", last.header, want)
			}
		})
	}
}

func TestRedirectsThatAreNotFollowed(t *testing.T) {
	a, _, _ := redirects(t, map[string]string{
		"/loop": "/loop", "/nowhere": "", "/file": "file:///etc/passwd", "/other": "ftp://host/secret", "/malformed": "http://[secret",
	})
	tests := []struct{ path, want string }{
		{"/loop", "the upstream redirected too often"},
		{"/nowhere", "the upstream redirected without saying where to"},
		{"/malformed", "the upstream redirected without saying where to"},
		{"/file", "the upstream redirected to something other than http and https"},
		{"/other", "the upstream redirected to something other than http and https"},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			_, err := newClient(t, Config{BaseURL: a, Retry: Retry{Attempts: 3, Backoff: 1}}).Do(t.Context(), get(test.path), nil)
			want := nact.Fault{Kind: nact.BadAnswer, Operation: "weather.point", Detail: test.want}
			if got := fault(t, err); got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestRedirectOfAWriteIsNotFollowed(t *testing.T) {
	a, _, sent := redirects(t, map[string]string{"/from": "/to"})
	call := get("/from")
	call.Method = http.MethodPut
	_, err := newClient(t, Config{BaseURL: a}).Do(t.Context(), call, nil)
	if got := fault(t, err); got.UpstreamStatus != http.StatusFound || len(*sent) != 1 {
		t.Errorf("got %+v after %d requests", got, len(*sent))
	}
}

func TestRedirectOutOfEncryptionIsNotFollowed(t *testing.T) {
	plain := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") })
	secure := httptest.NewTLSServer(http.RedirectHandler(plain, http.StatusMovedPermanently))
	t.Cleanup(secure.Close)
	_, err := newClient(t, Config{BaseURL: secure.URL, Transport: secure.Client().Transport}).Do(t.Context(), get("/"), nil)
	want := nact.Fault{Kind: nact.BadAnswer, Operation: "weather.point", Detail: "the upstream redirected from https to http"}
	if got := fault(t, err); got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
