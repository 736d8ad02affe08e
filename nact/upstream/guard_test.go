package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestForbiddenAddresses(t *testing.T) {
	tests := []struct {
		address string
		want    string // why; empty: it may be called
	}{
		{"93.184.215.14", ""},
		{"2606:2800:21f:cb07:6820:80da:af6b:8b2c", ""},
		{"127.0.0.1", ""},
		{"10.0.0.1", ""},
		{"169.254.169.254", "link-local"},
		{"169.254.170.2", "link-local"},
		{"::ffff:169.254.169.254", "link-local"},
		{"64:ff9b::a9fe:a9fe", "link-local"},
		{"2002:a9fe:a9fe::1", "link-local"},
		{"fe80::1%eth0", "link-local"},
		{"fd00:ec2::254", "AWS"},
		{"fd00:ec2::23", "AWS"},
		{"fd20:ce::254", "Google"},
		{"100.100.100.200", "Alibaba"},
		{"168.63.129.16", "Azure"},
		{"0.0.0.0", "no host's"},
		{"0.1.2.3", "no host's"},
		{"::", "no host's"},
		{"224.0.0.1", "multicast"},
		{"ff02::1", "multicast"},
		{"255.255.255.255", "reserved"},
	}
	for _, test := range tests {
		err := new(guard).check(t.Context(), "api.example.com", net.JoinHostPort(test.address, "80"))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.address, err, test.want)
		}
		allowed := &guard{networks: []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}}
		if err := allowed.check(t.Context(), "api.example.com", net.JoinHostPort(test.address, "80")); err != nil {
			t.Errorf("%s: %v, though its network is allowed", test.address, err)
		}
	}
}

func TestRedirectsToPrivateAddresses(t *testing.T) {
	const own, other = "api.example.com", "files.example.com"
	for _, private := range []string{"127.0.0.1", "::1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fd12::1", "fec0::1", "64:ff9b::10.0.0.1"} {
		g, to := new(guard), net.JoinHostPort(private, "443")
		redirected := away(t.Context(), own)
		if err := g.check(redirected, other, to); err == nil || !strings.Contains(err.Error(), "is private") {
			t.Errorf("%s: %v, where the upstream is not private", private, err)
		}
		if err := g.check(redirected, other, "93.184.215.14:443"); err != nil {
			t.Error(err)
		}
		if err := errors.Join(g.check(t.Context(), own, to), g.check(redirected, other, to)); err != nil {
			t.Errorf("%s: %v, where the upstream is private", private, err)
		}
	}
	g := new(guard)
	choose := g.noting(http.ProxyURL(&url.URL{Scheme: "http", Host: "proxy.example.com:3128"}))
	if _, err := choose(nil); err != nil {
		t.Fatal(err)
	}
	if err := g.check(away(t.Context(), own), "proxy.example.com", "10.0.0.9:3128"); err != nil {
		t.Errorf("a proxy: %v", err)
	}
	const want = "169.254.169.254, the address of proxy.example.com, is link-local, where clouds have their metadata; --allow-upstream-network 169.254.169.254 allows it"
	if err := g.check(t.Context(), "proxy.example.com", "169.254.169.254:80"); err == nil || err.Error() != want {
		t.Errorf("a proxy that leads to metadata: %v", err)
	}
}

// TestMetadataIsNotCalled calls what a base URL names, and wants that nothing is sent and the caller learns no address.
func TestMetadataIsNotCalled(t *testing.T) {
	for _, base := range []string{"http://169.254.169.254", "http://[fe80::1]", "http://0.0.0.0:1", "http://[::]:1"} {
		_, err := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 3}}).Do(t.Context(), get("/latest/meta-data"), nil)
		var fault *nact.Fault
		if !errors.As(err, &fault) || fault.Breakdown != nact.Unreachable || fault.Detail != "the upstream is at an address that may not be called" {
			t.Errorf("%s: %v", base, err)
		}
		if fault != nil && !strings.Contains(fault.Err.Error(), "--allow-upstream-network") {
			t.Errorf("%s: the log says %v", base, fault.Err)
		}
	}
}

// TestRebinding has a name that resolves to another address each time, as that of an attacker does.
func TestRebinding(t *testing.T) {
	var asked atomic.Int64
	base := serve(t, func(http.ResponseWriter, *http.Request) { asked.Add(1) })
	transport := NewTransport()
	g := &guard{dialer: net.Dialer{Resolver: rebinding(t, [4]byte{127, 0, 0, 1}, [4]byte{169, 254, 169, 254})}}
	transport.DialContext, transport.DisableKeepAlives = g.dial, true
	client := newClient(t, Config{BaseURL: "http://api.example.test:" + base[strings.LastIndexByte(base, ':')+1:], Transport: transport})
	if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Do(t.Context(), get("/"), nil); !nact.IsUnreachable(err) || asked.Load() != 1 {
		t.Errorf("%v, %d requests", err, asked.Load())
	}
}

// rebinding returns a resolver of names that have one address after the other.
func rebinding(t *testing.T, addresses ...[4]byte) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		query, next := make([]byte, 512), 0
		for {
			n, from, err := server.ReadFrom(query)
			if err != nil {
				return
			}
			end := 12 // of the question: a name, a type, a class
			for query[end] != 0 {
				end += 1 + int(query[end])
			}
			end += 5
			answer := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, query[12:min(end, n)]...)
			if query[end-3] == 1 { // an A record
				answer[7] = 1
				answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4)
				address := addresses[min(next, len(addresses)-1)]
				answer, next = append(answer, address[:]...), next+1
			}
			_, _ = server.WriteTo(answer, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// TestRedirectsOnTheWire redirects from an upstream to another address of this machine, which is private, and the upstream by what is allowed not.
func TestRedirectsOnTheWire(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("the machine has one loopback address")
	}
	var asked atomic.Int64
	other := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) })}}
	other.Start()
	defer other.Close()
	base := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	for _, test := range []struct {
		name    string
		config  TransportConfig
		reached bool
	}{
		{"from a private one", TransportConfig{}, true},
		{"from one that is not", TransportConfig{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}, false},
		{"to an allowed network", TransportConfig{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			asked.Store(0)
			_, err := newClient(t, Config{BaseURL: base, Redirects: []string{other.URL}, Transport: test.config.New()}).Do(t.Context(), get("/"), nil)
			if reached := asked.Load() > 0; reached != test.reached || (err == nil) != test.reached {
				t.Errorf("reached: %t, %v; want %t", reached, err, test.reached)
			}
		})
	}
}

func TestProxy(t *testing.T) {
	var through string
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		through = r.URL.String()
		_, _ = io.WriteString(w, "{}")
	})
	at, err := url.Parse(proxy)
	if err != nil {
		t.Fatal(err)
	}
	_, err = newClient(t, Config{BaseURL: "http://api.example.test", Transport: TransportConfig{Proxy: at}.New()}).Do(t.Context(), get("/points"), nil)
	if err != nil || through != "http://api.example.test/points" {
		t.Errorf("got %q, %v", through, err)
	}
	t.Setenv("HTTP_PROXY", proxy)
	if _, err := newClient(t, Config{BaseURL: "http://127.0.0.1:1", Transport: NewTransport()}).Do(t.Context(), get("/"), nil); !nact.IsUnreachable(err) {
		t.Errorf("got %v: the environment's proxy was used unasked", err)
	}
}

func TestConnections(t *testing.T) {
	var running, most atomic.Int64
	full, open := make(chan struct{}, 8), make(chan struct{})
	base := serve(t, func(http.ResponseWriter, *http.Request) {
		now := running.Add(1)
		defer running.Add(-1)
		most.Store(max(most.Load(), now))
		full <- struct{}{}
		<-open
	})
	client := newClient(t, Config{BaseURL: base, Transport: TransportConfig{Connections: 2}.New()})
	done := make(chan error, 5)
	for range 5 {
		go func() {
			_, err := client.Do(t.Context(), get("/"), nil)
			done <- err
		}()
	}
	<-full
	<-full
	close(open)
	for range 5 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if most.Load() > 2 {
		t.Errorf("%d requests at one time, want 2", most.Load())
	}
}

func TestRoots(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	if _, err := newClient(t, Config{BaseURL: server.URL}).Do(t.Context(), get("/"), nil); !nact.IsUnreachable(err) {
		t.Errorf("got %v, want a certificate that nobody vouches for", err)
	}
	roots := server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	if _, err := newClient(t, Config{BaseURL: server.URL, Transport: TransportConfig{Roots: roots}.New()}).Do(t.Context(), get("/"), nil); err != nil {
		t.Error(err)
	}
}

func TestTransportConfigHidesThePassword(t *testing.T) {
	config := TransportConfig{Proxy: &url.URL{Scheme: "http", Host: "proxy.example.com:3128", User: url.UserPassword("user", "secret")}, Connections: 3}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("config", "config", config)
	for _, text := range []string{fmt.Sprint(config), fmt.Sprintf("%+v %#v", config, config), log.String()} {
		if strings.Contains(text, "secret") || !strings.Contains(text, "http://proxy.example.com:3128, TLS from TLS 1.2, own roots false, 3 connections") {
			t.Error(text)
		}
	}
}
