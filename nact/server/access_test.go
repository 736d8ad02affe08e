package server

import (
	"bytes"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// loopback and everywhere are addresses to listen at.
var (
	loopback   = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	everywhere = &net.TCPAddr{IP: net.IPv6unspecified, Port: 8080}
)

func TestHosts(t *testing.T) {
	own := []string{"localhost", "localhost:8080", "LocalHost.:8080", "nws.localhost", "127.0.0.1", "127.0.0.1:8080", "127.1.2.3", "[::1]", "[::1]:8080", "[::ffff:127.0.0.1]:1"}
	foreign := []string{"", "evil.example", "evil.example:8080", "localhost.evil.example", "evillocalhost", "127.0.0.1.evil.example", "0.0.0.0:8080", "[::]:8080", "10.0.0.1", "[fe80::1%25lo]", "2130706433", "127.1", "localhost:80:80", "[::1", "::1]", ":8080"}
	allowed := []string{"tools.example", "Tools.Example:443", "tools.example.", "[2001:db8::1]:8080"}
	tests := []struct {
		name   string
		addr   net.Addr
		hosts  []string
		served [][]string
		not    [][]string
	}{
		{"loopback", loopback, nil, [][]string{own}, [][]string{foreign, allowed}},
		{"loopback with more names", loopback, []string{"tools.example", "2001:db8::1"}, [][]string{own, allowed}, [][]string{foreign}},
		{"everywhere", everywhere, nil, [][]string{own, foreign, allowed}, nil},
		{"everywhere with names", everywhere, []string{"tools.example", "2001:db8::1"}, [][]string{own, allowed}, [][]string{foreign}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			access := newAccess(&settings{hosts: test.hosts}, test.addr)
			check := func(lists [][]string, want int) {
				for _, hosts := range lists {
					for _, host := range hosts {
						request := httptest.NewRequest("GET", "/tools", nil)
						request.Host = host
						if got, _ := access.refusal(request); got != want {
							t.Errorf("%q: got %d, want %d", host, got, want)
						}
					}
				}
			}
			check(test.served, 0)
			check(test.not, http.StatusMisdirectedRequest)
		})
	}
}

func TestOrigins(t *testing.T) {
	access := newAccess(&settings{origins: []string{"https://a.example", "app://b"}}, everywhere)
	tests := []struct {
		origins []string
		want    int
	}{
		{nil, 0},
		{[]string{"http://tools.example:8080"}, 0},
		{[]string{"https://TOOLS.example:8080"}, 0}, // a proxy ends the encryption
		{[]string{"https://a.example"}, 0},
		{[]string{"App://B"}, 0},
		{[]string{"http://tools.example"}, 403},
		{[]string{"http://tools.example:8081"}, 403},
		{[]string{"ftp://tools.example:8080"}, 403},
		{[]string{"http://a.example"}, 403},
		{[]string{"https://a.example.evil.example"}, 403},
		{[]string{"null"}, 403},
		{[]string{""}, 403},
		{[]string{"tools.example:8080"}, 403},
		{[]string{"https://a.example", "https://evil.example"}, 403},
	}
	for _, test := range tests {
		request := httptest.NewRequest("POST", "/tools", nil)
		request.Host = "tools.example:8080"
		request.Header["Origin"] = test.origins
		if got, _ := access.refusal(request); got != test.want {
			t.Errorf("%q: got %d, want %d", test.origins, got, test.want)
		}
	}
}

func TestAccessCostsNothing(t *testing.T) {
	access := newAccess(&settings{hosts: []string{"tools.example"}, origins: []string{"https://a.example"}}, loopback)
	request := httptest.NewRequest("POST", "/tools", nil)
	request.Header.Set("Origin", "https://a.example")
	for _, host := range []string{"127.0.0.1:8080", "[::1]:8080", "tools.example"} {
		request.Host = host
		if n := testing.AllocsPerRun(10, func() { access.refusal(request) }); n != 0 {
			t.Errorf("%s: %v allocations", host, n)
		}
	}
}

// Who is refused is told why, in a problem document, and the operator can read which name it was.
func TestFrontRefuses(t *testing.T) {
	var log bytes.Buffer
	served := 0
	f := &front{
		next:   http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }),
		access: newAccess(new(settings), loopback), logger: slog.New(slog.NewJSONHandler(&log, nil)),
	}
	do := func(method, path, host string) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest(method, path, nil)
		request.Host = host
		f.ServeHTTP(recorder, request)
		return recorder
	}
	got := do("POST", "/tools/x:invoke", "evil.example")
	if got.Code != http.StatusMisdirectedRequest || got.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(got.Body.String(), "--allow-host") {
		t.Errorf("got %d %v %s", got.Code, got.Header(), got.Body)
	}
	if !strings.Contains(log.String(), `"status":421,"host":"evil.example"`) || served != 0 {
		t.Errorf("served %d, log: %s", served, &log)
	}
	for _, path := range []string{"/healthz", "/readyz"} { // as orchestrators call them
		if got := do("GET", path, "10.0.0.1:8080"); got.Code != http.StatusOK {
			t.Errorf("%s: got %d", path, got.Code)
		}
	}
}
