package golden

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// certificatePrefix begins credentials of rows that are certificates: the names of a caller's.
const certificatePrefix = "certificate "

// holdToCertificates calls with certificates, of which the program asks beside keys.
func holdToCertificates(t *testing.T, s *service, program string, table *matrix) {
	certificate, key, trusted := certified(t)
	g := newGuarded(t, s, program, "NACT_TLS_CERT="+certificate, "NACT_TLS_KEY="+key, "NACT_TLS_CLIENT_CA="+certificate, "NACT_CLIENT_CERTIFICATES="+
		"reader uri:spiffe://acme.example/reader notes.read\nwriter \"subject:CN=on call,O=Acme\" notes.read notes.write\nnobody dns:nobody.example")
	authority, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		t.Fatal(err)
	}
	g.clients = map[string]*http.Client{"": {Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}}
	with := func(name string, template x509.Certificate) string {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, Certificates: []tls.Certificate{issued(t, authority, &template)}}}
		g.clients[certificatePrefix+name] = &http.Client{Transport: transport}
		return certificatePrefix + name
	}
	refused := statuses{401, 401, 401, 401, 401}
	uri, _ := url.Parse("spiffe://acme.example/reader")
	other, _ := url.Parse("spiffe://acme.example/other")
	reader := with("reader", x509.Certificate{URIs: []*url.URL{uri}})
	table.fill(t, g, "no issuer is named",
		row{"none, over TLS", "", statuses{401, 401, 401, 401, 200}},
		row{"certificate with the URI of one with `notes.read`", reader, statuses{200, 403, 403, 200, 200}},
		row{"certificate with the subject of one with `notes.read notes.write`", with("writer", x509.Certificate{Subject: pkix.Name{CommonName: "on call", Organization: []string{"Acme"}}}), statuses{200, 200, 403, 200, 200}},
		row{"certificate with the DNS name of one without scopes", with("nobody", x509.Certificate{DNSNames: []string{"nobody.example"}}), statuses{403, 403, 403, 200, 200}},
		row{"certificate with names that nobody has", with("other", x509.Certificate{URIs: []*url.URL{other}}), refused},
		row{"certificate with names of two callers", with("both", x509.Certificate{URIs: []*url.URL{uri}, DNSNames: []string{"nobody.example"}}), refused},
		row{"key with `notes.read`, over TLS", "read", statuses{200, 403, 403, 200, 200}},
	)
	for key, want := range map[string]int{"read": http.StatusOK, "unknown": http.StatusUnauthorized} {
		answer, body := g.send(t, "/tools/"+g.ids["list_notes"], reader, "", "X-API-Key", key)
		if answer.StatusCode != want || answer.Header.Get("X-Request-Id") == "" {
			t.Errorf("with a certificate and the key %q: %s %s", key, answer.Status, body)
		}
	}
	late := with("late", x509.Certificate{URIs: []*url.URL{uri}, NotAfter: time.Now().Add(-time.Minute)})
	if answer, err := g.clients[late].Get(g.url + "/tools"); err == nil {
		t.Errorf("with a certificate that has expired: %s", answer.Status)
	}
}

// issued returns a certificate of a caller.
func issued(t *testing.T, authority tls.Certificate, template *x509.Certificate) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if template.NotAfter.IsZero() {
		template.NotAfter = time.Now().Add(time.Hour)
	}
	template.SerialNumber, template.NotBefore, template.ExtKeyUsage = big.NewInt(2), template.NotAfter.Add(-2*time.Hour), []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	der, err := x509.CreateCertificate(rand.Reader, template, authority.Leaf, key.Public(), authority.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// client returns what sends requests with credentials, and the key among them.
func (g *guarded) client(credentials string) (client *http.Client, key string) {
	if c := g.clients[credentials]; c != nil && strings.HasPrefix(credentials, certificatePrefix) {
		return c, ""
	}
	if g.clients != nil {
		return g.clients[""], credentials
	}
	return http.DefaultClient, credentials
}
