package inputs

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestRemote(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	mux := http.NewServeMux()
	server := httptest.NewTLSServer(mux)
	defer server.Close()
	mux.HandleFunc("/fine", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" || len(r.Cookies()) > 0 {
			t.Error("credentials were sent")
		}
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		w.Write([]byte("content"))
	})
	mux.Handle("/moved", http.RedirectHandler("/fine", http.StatusFound))
	mux.Handle("/around", http.RedirectHandler("/around", http.StatusFound))
	mux.Handle("/down", http.RedirectHandler(plain.URL, http.StatusFound))
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) {
		for range 17 {
			w.Write(make([]byte, 1<<20))
		}
	})
	for path, want := range map[string]string{
		"/fine": "content", "/moved": "content",
		"/around": "it redirects more than 5 times", "/down": "only https is fetched", "/large": "it has more than 16 MiB", "/gone": "it answers 404 Not Found",
	} {
		remote := NewRemote(server.Client())
		for range 2 {
			address, err := url.Parse(server.URL + path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := remote.Read(address)
			if err != nil {
				got = []byte(err.Error())
			}
			if string(got) != want {
				t.Errorf("%s: got %.80q, want %q", path, got, want)
			}
		}
	}
	for _, address := range []*url.URL{{Scheme: "http", Host: "a"}, {Scheme: "file", Path: "/etc/passwd"}, {Scheme: "https", Host: "a", User: url.User("u")}} {
		if _, err := NewRemote(server.Client()).Read(address); err == nil {
			t.Errorf("%s was fetched", address)
		}
	}
}

func TestRemoteFilesAreLimited(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	remote := NewRemote(server.Client())
	for range remoteFiles {
		if _, err := remote.Read(address); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := remote.Read(address); err == nil || !strings.Contains(err.Error(), "more than 200 files") {
		t.Errorf("got %v", err)
	}
}
