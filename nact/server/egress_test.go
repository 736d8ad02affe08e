package server

import (
	"crypto/tls"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/upstream"
)

func TestEgress(t *testing.T) {
	tests := []struct {
		name        string
		environment map[string]string
		args        []string
		want        upstream.TransportConfig
	}{
		{"flags", nil, []string{"--upstream-proxy=http://user:secret@proxy.example.com:3128", "--upstream-min-tls=1.3", "--upstream-connections=7", "--allow-upstream-network=10.1.2.3/8", "--allow-upstream-network=::1,169.254.169.254"},
			upstream.TransportConfig{Proxy: &url.URL{Scheme: "http", Host: "proxy.example.com:3128", User: url.UserPassword("user", "secret")}, MinTLS: tls.VersionTLS13, Connections: 7,
				Networks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("169.254.169.254/32")}}},
		{"environment", map[string]string{"NACT_UPSTREAMS_PROXY": "environment", "NACT_UPSTREAMS_MIN_TLS": "1.2", "NACT_UPSTREAMS_CONNECTIONS": "1", "NACT_ALLOW_UPSTREAM_NETWORK": "fd00::/8"}, nil,
			upstream.TransportConfig{ProxyFromEnvironment: true, MinTLS: tls.VersionTLS12, Connections: 1, Networks: []netip.Prefix{netip.MustParsePrefix("fd00::/8")}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseSettings(weather, test.args, environment(test.environment), nil)
			if err != nil || !reflect.DeepEqual(got.outbound, test.want) {
				t.Errorf("\n got %+v, %v\nwant %+v", got.outbound, err, test.want)
			}
		})
	}
}

func TestEgressRefuses(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(empty, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ arg, want string }{
		{"--upstream-proxy=user:secret@proxy", "upstream-proxy: this is no URL such as http://proxy.example.com:3128, and not the word environment"},
		{"--upstream-proxy=ftp://user:secret@proxy", "upstream-proxy: the URL must begin with http://, https:// or socks5://"},
		{"--upstream-ca=" + empty, "upstream-ca " + empty + ": it holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----"},
		{"--upstream-ca=" + empty + "x", "upstream-ca: open " + empty + "x: no such file or directory"},
		{"--upstream-min-tls=1.1", `upstream-min-tls "1.1" is neither 1.2 nor 1.3`},
		{"--upstream-connections=0", `upstream-connections "0" is not a whole number from 1`},
		{"--allow-upstream-network=10.0.0.0/40", `allow-upstream-network "10.0.0.0/40" is not a network such as 10.0.0.0/8 or fd00::/8, nor an address`},
	}
	for _, test := range tests {
		if _, err := parseSettings(weather, []string{test.arg}, environment(nil), nil); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v\nwant %s", test.arg, err, test.want)
		}
	}
}

// TestEgressSettingsReachTheService runs a program whose service calls an upstream with a certificate that a file vouches for.
func TestEgressSettingsReachTheService(t *testing.T) {
	var asked bool
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer server.Close()
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	var called error
	program := Program{Name: "nws", Egress: Egress, New: func(o Options) (http.Handler, error) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
		if err != nil {
			return nil, err
		}
		response, err := o.Transport.RoundTrip(request)
		if err == nil {
			response.Body.Close()
		}
		called = err
		return nil, http.ErrServerClosed // it need not run
	}}
	var out strings.Builder
	if Run(t.Context(), program, nil, environment(nil), nil, &out, &out); called == nil || asked {
		t.Fatalf("without the file: %v", called)
	}
	if Run(t.Context(), program, []string{"--upstream-ca", file}, environment(nil), nil, &out, &out); called != nil || !asked {
		t.Errorf("with the file: %v", called)
	}
}
