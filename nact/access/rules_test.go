package access

import (
	"net"
	"net/http"
	"net/http/httptest"
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
		{"somewhere", nil, nil, [][]string{own, foreign, allowed}, nil},
		{"somewhere with names", nil, []string{"Tools.example.", "[2001:DB8::1]"}, [][]string{own, allowed}, [][]string{foreign}},
		{"everywhere with names", everywhere, []string{"tools.example", "2001:db8::1"}, [][]string{own, allowed}, [][]string{foreign}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rules := Rules{Hosts: test.hosts}
			check := func(lists [][]string, want int) {
				for _, hosts := range lists {
					for _, host := range hosts {
						request := httptest.NewRequest("GET", "/tools", nil)
						request.Host = host
						if got, _ := rules.Refusal(request, test.addr); got != want {
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
	rules := Rules{Origins: []string{"https://a.example", "app://b"}}
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
		if got, _ := rules.Refusal(request, everywhere); got != test.want {
			t.Errorf("%q: got %d, want %d", test.origins, got, test.want)
		}
	}
}

func TestRefusalCostsNothing(t *testing.T) {
	rules := Rules{Hosts: []string{"tools.example"}, Origins: []string{"https://a.example"}}
	request := httptest.NewRequest("POST", "/tools", nil)
	request.Header.Set("Origin", "https://a.example")
	for _, host := range []string{"127.0.0.1:8080", "[::1]:8080", "tools.example"} {
		request.Host = host
		if n := testing.AllocsPerRun(10, func() { rules.Refusal(request, loopback) }); n != 0 {
			t.Errorf("%s: %v allocations", host, n)
		}
	}
}
