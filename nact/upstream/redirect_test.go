package upstream

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
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
func secretClient(t *testing.T, base string, redirects ...string) *Client {
	return newClient(t, Config{
		BaseURL: base, Redirects: redirects, Header: http.Header{"User-Agent": {"nws-tools"}, "X-Tenant": {"s3cr3t"}},
		Auth: []Credential{Bearer(nact.NewSecret("s3cr3t")), APIKeyHeader("X-Key", nact.NewSecret("s3cr3t")), APIKeyQuery("key", nact.NewSecret("s3cr3t")), APIKeyCookie("c", nact.NewSecret("s3cr3t"))},
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
			a, b, sent := redirects(t, test.routes)
			call := get("/from")
			call.Accept = "application/json"
			call.Header.Set("X-Own", "s3cr3t")
			call.Cookie.Set("own", "s3cr3t")
			if _, err := secretClient(t, a, b).Do(t.Context(), call, nil); err != nil {
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
			if got := fault(t, err); !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

// TestRedirectElsewhereIsNotFollowed: whatever spelling a location has, nothing is sent to an origin that is not listed.
func TestRedirectElsewhereIsNotFollowed(t *testing.T) {
	for name, location := range map[string]string{
		"another host":         "http://metadata.invalid/latest",
		"another port":         "$B/to",
		"by protocol alone":    "//$HOST/to",
		"with a user":          "http://user:secret@$HOST/to",
		"our host as the user": "http://127.0.0.1@$HOST/to",
		"https":                "https://$HOST/to",
		"capitals":             "HTTP://METADATA.INVALID/",
		"another alphabet":     "http://127.0.0.\uff11/",
		"a name for loopback":  "http://localhost/",
		"a dot at its end":     "http://metadata.invalid./",
		"backslashes":          "\\\\$HOST\\to",
		"within, then out":     "/on",
	} {
		t.Run(name, func(t *testing.T) {
			a, b, sent := redirects(t, map[string]string{"/from": location, "/on": "$B/to"})
			_, err := secretClient(t, a).Do(t.Context(), get("/from"), nil)
			got := fault(t, err)
			if !strings.HasPrefix(got.Detail, "the upstream redirected ") && got.UpstreamStatus != http.StatusNotFound {
				t.Errorf("got %+v", got)
			}
			for _, s := range *sent {
				if !strings.HasPrefix(s.target, strings.TrimPrefix(a, "http://")) {
					t.Errorf("%s was asked, of %s", s.target, b)
				}
			}
		})
	}
}

// TestRedirectToAListedOrigin: it is followed in every spelling of the origin, and the log has the one that is not listed.
func TestRedirectToAListedOrigin(t *testing.T) {
	a, b, sent := redirects(t, map[string]string{"/from": "$B/to", "/out": "http://Metadata.Invalid/x"})
	client := newClient(t, Config{BaseURL: a, Redirects: []string{strings.ToUpper(b) + "/"}})
	if _, err := client.Do(t.Context(), get("/from"), nil); err != nil || len(*sent) != 2 {
		t.Errorf("got %v after %d requests", err, len(*sent))
	}
	_, err := client.Do(t.Context(), get("/out"), nil)
	var got *nact.Fault
	if !errors.As(err, &got) || !strings.HasSuffix(got.Err.Error(), `: "http://metadata.invalid:80"`) || got.Detail != errElsewhere.Error() {
		t.Errorf("got %v", err)
	}
	for _, origin := range []string{"files.example.com", "https://", "https://a.example/path", "https://u@a.example", "https://a.example?x", "ftp://a.example"} {
		if _, err := NewClient(Config{Name: "x", BaseURL: a, Redirects: []string{origin}}); err == nil {
			t.Errorf("%s is taken for an origin", origin)
		}
	}
}

func TestRedirectOfAWriteIsNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
			requests := 0
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				requests++
				http.Redirect(w, r, "/to", status)
			})
			call := get("/from")
			call.Method = method
			_, err := newClient(t, Config{BaseURL: a}).Do(t.Context(), call, nil)
			if got := fault(t, err); got.UpstreamStatus != status || requests != 1 {
				t.Errorf("%s: got %+v after %d requests", method, got, requests)
			}
		}
	}
}

func TestRedirectOutOfEncryptionIsNotFollowed(t *testing.T) {
	plain := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") })
	secure := httptest.NewTLSServer(http.RedirectHandler(plain, http.StatusMovedPermanently))
	t.Cleanup(secure.Close)
	_, err := newClient(t, Config{BaseURL: secure.URL, Transport: secure.Client().Transport}).Do(t.Context(), get("/"), nil)
	want := nact.Fault{Kind: nact.BadAnswer, Operation: "weather.point", Detail: "the upstream redirected from https to http"}
	if got := fault(t, err); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
