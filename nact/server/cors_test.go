package server

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// TestSharing: pages of allowed origins may read answers, and ask before they send; others are told nothing, or are refused.
func TestSharing(t *testing.T) {
	const page = "https://a.example"
	endpoints, err := endpoint.New(endpoint.Config{Name: "x"}, []nact.Tool{})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, method, path, origin, asks string
		allowed                          []string
		status                           int
		shared, vary                     string
	}{
		{"off", "GET", "/tools", "", "", nil, 200, "", "Accept, Accept-Encoding"},
		{"off, another origin", "GET", "/tools", page, "", nil, 403, "", ""},
		{"off, a question", "OPTIONS", "/tools", page, "POST", nil, 403, "", ""},
		{"off, a question of the own origin", "OPTIONS", "/tools", "http://127.0.0.1", "POST", nil, 405, "", ""},
		{"allowed", "GET", "/tools", page, "", []string{page}, 200, page, "Origin, Accept, Accept-Encoding"},
		{"allowed, an error", "GET", "/nowhere", page, "", []string{page}, 404, page, "Origin"},
		{"allowed, a question", "OPTIONS", "/tools", page, "POST", []string{page}, 204, page, "Origin"},
		{"allowed, no question", "OPTIONS", "/tools", page, "", []string{page}, 405, page, "Origin"},
		{"no page", "GET", "/tools", "", "", []string{page}, 200, "", "Origin, Accept, Accept-Encoding"},
		{"the own origin", "GET", "/tools", "http://127.0.0.1", "", []string{page}, 200, "", "Origin, Accept, Accept-Encoding"},
		{"another origin", "OPTIONS", "/tools", "https://b.example", "POST", []string{page}, 403, "", ""},
		{"part of an origin", "OPTIONS", "/tools", "https://a.example.evil.example", "POST", []string{page}, 403, "", ""},
		{"health", "GET", "/healthz", page, "", []string{page}, 200, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := &front{next: endpoints, access: access.Rules{Origins: test.allowed}, share: ShareWith, logger: slog.New(slog.DiscardHandler)}
			r := httptest.NewRequest(test.method, "http://127.0.0.1"+test.path, nil)
			for name, value := range map[string]string{"Origin": test.origin, "Access-Control-Request-Method": test.asks} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			w := httptest.NewRecorder()
			f.ServeHTTP(w, r)
			header := w.Header()
			if w.Code != test.status || header.Get("Access-Control-Allow-Origin") != test.shared || strings.Join(header["Vary"], ", ") != test.vary {
				t.Errorf("got %d %v", w.Code, header)
			}
			if asked := w.Code == http.StatusNoContent; asked != (header.Get("Access-Control-Allow-Headers") != "") || asked && w.Body.Len() > 0 {
				t.Errorf("got %v", header)
			}
			if header.Get("Access-Control-Allow-Credentials") != "" {
				t.Error("a page may send the browser's own credentials")
			}
		})
	}
}
