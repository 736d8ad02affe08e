package server

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// authority issues certificates.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "an authority"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{certificate, key}
}

// issue returns a certificate with its key, in PEM.
func (a *authority) issue(t *testing.T, template *x509.Certificate) (certificate, key []byte) {
	t.Helper()
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if template.NotAfter.IsZero() {
		template.NotAfter = time.Now().Add(time.Hour)
	}
	template.NotBefore = template.NotAfter.Add(-2 * time.Hour)
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, own.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})
}

// ofServer is what a certificate for the machine itself says.
func ofServer(serial int64) *x509.Certificate {
	return &x509.Certificate{SerialNumber: big.NewInt(serial), DNSNames: []string{"localhost"}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
}

// put writes files into a folder, each in one step, as mounted secrets are replaced.
func put(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path+".new", content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
}

// logged is a log that can be read while it is written.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// encrypted is a program that serves TLS, by files of a folder.
type encrypted struct {
	dir, url string
	log      *logged
	trusted  *x509.CertPool
	ca       *authority
	end      func() // has the program end, after which all of its log is there
}

// who answers who calls, and by which protocol.
func who(w http.ResponseWriter, r *http.Request) {
	if caller := nact.CallerOf(r.Context()); caller != nil {
		fmt.Fprint(w, caller.ID, " ")
	}
	fmt.Fprint(w, r.Proto)
}

func runEncrypted(t *testing.T, certificates *Certificates, handler http.HandlerFunc, args ...string) *encrypted {
	t.Helper()
	e := &encrypted{dir: t.TempDir(), log: new(logged), trusted: x509.NewCertPool(), ca: newAuthority(t)}
	e.trusted.AddCert(e.ca.certificate)
	e.rotate(t, 7)
	put(t, e.dir, map[string][]byte{"callers.pem": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: e.ca.certificate.Raw})})
	p := Program{Name: "nws", TLS: certificates, New: func(Options) (http.Handler, error) { return handler, nil }}
	args = append([]string{"--addr=localhost:0", "--notice=0s", "--tls-cert", filepath.Join(e.dir, "cert.pem"), "--tls-key", filepath.Join(e.dir, "key.pem")}, args...)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", e.dir)
	}
	ctx, stop := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		code := Run(ctx, p, args, environment(nil), nil, writer, e.log)
		writer.Close()
		ended <- code
	}()
	e.end = sync.OnceFunc(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("exit code %d: %s", code, e.log)
		}
	})
	t.Cleanup(e.end)
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatalf("the program does not serve: %s", e.log)
	}
	e.url = strings.TrimSpace(strings.TrimPrefix(line, "listening on "))
	e.url = "https://localhost" + e.url[strings.LastIndexByte(e.url, ':'):]
	return e
}

// rotate replaces the certificate of the program.
func (e *encrypted) rotate(t *testing.T, serial int64) {
	t.Helper()
	certificate, key := e.ca.issue(t, ofServer(serial))
	put(t, e.dir, map[string][]byte{"cert.pem": certificate, "key.pem": key})
}

// client returns a client that speaks HTTP/2 if the program does, with a certificate of its own if there is one.
func (e *encrypted) client(t *testing.T, certificate, key []byte) *http.Client {
	t.Helper()
	transport := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: e.trusted}}
	if certificate != nil {
		pair, err := tls.X509KeyPair(certificate, key)
		if err != nil {
			t.Fatal(err)
		}
		transport.TLSClientConfig.Certificates = []tls.Certificate{pair}
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// asked is an answer to a request.
type asked struct {
	status int
	text   string
	serial string // of the certificate of the program
	reused bool   // the connection
}

func (e *encrypted) ask(t *testing.T, client *http.Client, path string) asked {
	t.Helper()
	var got asked
	trace := &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) { got.reused = info.Reused }}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, e.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(request)
	if err != nil {
		return asked{text: err.Error()}
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	got.status, got.text, got.serial = answer.StatusCode, string(text), answer.TLS.PeerCertificates[0].SerialNumber.String()
	return got
}

// soon has the program look at its files with the next connection, instead of within a second.
func (c *Certificates) soon() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = time.Time{}
}

// TestRotation: a new certificate is that of new connections, and those that there are go on. One that cannot be used changes nothing, and is in the log.
func TestRotation(t *testing.T) {
	certificates := &Certificates{}
	e := runEncrypted(t, certificates, who)
	old := e.client(t, nil, nil)
	step := func(name, serial string) {
		t.Helper()
		certificates.soon()
		if got, want := e.ask(t, e.client(t, nil, nil), "/tools"), (asked{200, "HTTP/2.0", serial, false}); got != want {
			t.Errorf("%s: a new connection: got %+v, want %+v", name, got, want)
		}
		if got := e.ask(t, old, "/tools"); got.status != 200 || name != "at first" && (got.serial != "7" || !got.reused) {
			t.Errorf("%s: the old connection: got %+v", name, got)
		}
	}
	step("at first", "7")
	e.rotate(t, 8)
	step("rotated", "8")
	put(t, e.dir, map[string][]byte{"cert.pem": []byte("nonsense")})
	step("broken", "8")
	step("still broken", "8")
	certificate, key := e.ca.issue(t, ofServer(9))
	put(t, e.dir, map[string][]byte{"cert.pem": certificate})
	step("with the key of the one before", "8")
	put(t, e.dir, map[string][]byte{"key.pem": key})
	step("with both", "9")
	if err := os.Remove(filepath.Join(e.dir, "key.pem")); err != nil {
		t.Fatal(err)
	}
	step("without a key", "9")
	e.end()
	if n := strings.Count(e.log.String(), `"msg":"the files of the certificate have changed and cannot be used: those of before stay"`); n != 3 {
		t.Errorf("the log says %d times that files cannot be used, want 3:\n%s", n, e.log)
	}
	if strings.Contains(e.log.String(), "PRIVATE") {
		t.Error("the log has a key")
	}
}

// TestTLSVersions: nothing older than the operator says, and the health check of the program knows that it speaks TLS.
func TestTLSVersions(t *testing.T) {
	for _, test := range []struct {
		args []string
		most uint16 // of the client
		ok   bool
	}{
		{nil, tls.VersionTLS11, false},
		{nil, tls.VersionTLS12, true},
		{[]string{"--tls-min=1.3"}, tls.VersionTLS12, false},
		{[]string{"--tls-min=1.3"}, tls.VersionTLS13, true},
	} {
		certificates := &Certificates{}
		e := runEncrypted(t, certificates, who, test.args...)
		client := e.client(t, nil, nil)
		of := client.Transport.(*http.Transport).TLSClientConfig
		of.MinVersion, of.MaxVersion = tls.VersionTLS10, test.most
		if got := e.ask(t, client, "/tools"); (got.status == 200) != test.ok {
			t.Errorf("%v with %s: %+v", test.args, tls.VersionName(test.most), got)
		}
		var said strings.Builder
		addr := strings.TrimPrefix(e.url, "https://")
		args := []string{"--healthcheck", "--addr", addr, "--tls-cert", "is-read-by-the-program-that-runs.pem", "--tls-key", "k"}
		if code := Run(t.Context(), Program{Name: "nws", TLS: new(Certificates), Healthcheck: Healthcheck}, args, environment(nil), nil, io.Discard, &said); code != 0 {
			t.Errorf("the health check: code %d, %s", code, said.String())
		}
	}
}

// TestCertificatesOfCallers: whoever has none, or not a good one, gets no further than the health checks.
func TestCertificatesOfCallers(t *testing.T) {
	certificates := &Certificates{Unguarded: true}
	e := runEncrypted(t, certificates, who, "--tls-client-ca=DIR/callers.pem")
	caller := func(of *authority, template *x509.Certificate) *http.Client {
		template.SerialNumber, template.ExtKeyUsage = big.NewInt(1), []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		certificate, key := of.issue(t, template)
		return e.client(t, certificate, key)
	}
	agent := &url.URL{Scheme: "spiffe", Host: "acme.example", Path: "/billing"}
	for _, test := range []struct {
		name, path string
		client     *http.Client
		status     int // 0: there is no connection
		text       string
	}{
		{"none", "/tools", e.client(t, nil, nil), 403, "This service wants a certificate of its callers"},
		{"none, for its health", "/healthz", e.client(t, nil, nil), 200, ""},
		{"none, whether it is ready", "/readyz", e.client(t, nil, nil), 200, ""},
		{"a URI", "/tools", caller(e.ca, &x509.Certificate{URIs: []*url.URL{agent}, DNSNames: []string{"other"}, Subject: pkix.Name{CommonName: "x"}}), 200, "certificate:spiffe://acme.example/billing HTTP/2.0"},
		{"a DNS name", "/tools", caller(e.ca, &x509.Certificate{DNSNames: []string{"billing.acme.example"}, Subject: pkix.Name{CommonName: "x"}}), 200, "certificate:billing.acme.example HTTP/2.0"},
		{"an address of mail", "/tools", caller(e.ca, &x509.Certificate{EmailAddresses: []string{"a@acme.example"}}), 200, "certificate:a@acme.example HTTP/2.0"},
		{"a common name", "/tools", caller(e.ca, &x509.Certificate{Subject: pkix.Name{CommonName: "Billing"}}), 200, "certificate:Billing HTTP/2.0"},
		{"no name", "/tools", caller(e.ca, &x509.Certificate{Subject: pkix.Name{Organization: []string{"Acme"}}}), 403, "names nobody"},
		{"expired", "/tools", caller(e.ca, &x509.Certificate{DNSNames: []string{"a"}, NotAfter: time.Now().Add(-time.Minute)}), 0, ""},
		{"another authority", "/tools", caller(newAuthority(t), &x509.Certificate{DNSNames: []string{"a"}}), 0, ""},
	} {
		if got := e.ask(t, test.client, test.path); got.status != test.status || !strings.Contains(got.text, test.text) {
			t.Errorf("%s: got %+v", test.name, got)
		}
	}
	other := newAuthority(t) // in new connections, the callers of the one before are refused
	put(t, e.dir, map[string][]byte{"callers.pem": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: other.certificate.Raw})})
	certificates.soon()
	for name, test := range map[string]struct {
		of     *authority
		status int
	}{"of before": {e.ca, 0}, "of now": {other, 200}} {
		if got := e.ask(t, caller(test.of, &x509.Certificate{DNSNames: []string{"a"}}), "/tools"); got.status != test.status {
			t.Errorf("the authority %s: %+v", name, got)
		}
	}
	e.end()
	lines := strings.Split(e.log.String(), "\n")
	refused := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"path":"/tools","status":403`) })
	if refused < 0 || !strings.Contains(lines[refused], `"request_id":"`) {
		t.Errorf("the log does not say who was refused: %s", e.log)
	}
}

// TestExpiredMeanwhile: a connection that lasts longer than the certificate of its client serves no further.
func TestExpiredMeanwhile(t *testing.T) {
	leaf := &x509.Certificate{DNSNames: []string{"a"}, NotAfter: time.Now().Add(-time.Second)}
	state := &tls.ConnectionState{PeerCertificates: []*x509.Certificate{leaf}, VerifiedChains: [][]*x509.Certificate{{leaf}}}
	if _, refused := callerOf(state); refused != "The certificate of the caller has expired." {
		t.Errorf("got %q", refused)
	}
}

// TestTLSSettings: what the operator says of TLS fits together, or the program says what does not, and does not start.
func TestTLSSettings(t *testing.T) {
	dir, ca := t.TempDir(), newAuthority(t)
	certificate, key := ca.issue(t, ofServer(1))
	_, other := ca.issue(t, ofServer(2))
	put(t, dir, map[string][]byte{"cert.pem": certificate, "key.pem": key, "other.pem": other, "none.pem": []byte("none")})
	const good = "--tls-cert=DIR/cert.pem --tls-key=DIR/key.pem "
	for _, test := range []struct {
		name, args string
		want       string // empty: nothing is wrong
	}{
		{"nothing", "--addr=127.0.0.1:0", ""},
		{"all", good + "--tls-client-ca=DIR/cert.pem --tls-min=1.3 --addr=:0", ""},
		{"a certificate for all addresses", good + "--addr=:0", "addr \":0\" is reached by other machines, and the service asks nobody who calls"},
		{"none for all addresses", "--addr=:0 --allow-anyone", "and the service is one that encrypts what callers send: --tls-cert FILE and --tls-key FILE name its certificate"},
		{"no certificate", "--tls-key=DIR/key.pem", "tls-cert is missing: --tls-cert FILE"},
		{"no key", "--tls-cert=DIR/cert.pem", "tls-key is missing: --tls-key FILE"},
		{"callers alone", "--tls-client-ca=DIR/cert.pem", "tls-cert is missing"},
		{"another key", "--tls-cert=DIR/cert.pem --tls-key=DIR/other.pem", "tls-cert and tls-key: tls: private key does not match public key"},
		{"no file", "--tls-cert=DIR/lost.pem --tls-key=DIR/key.pem", "tls-cert and tls-key: open DIR/lost.pem: no such file or directory"},
		{"no authority", good + "--tls-client-ca=DIR/none.pem", "tls-client-ca DIR/none.pem: it holds no certificate in PEM"},
		{"no authorities", good + "--tls-client-ca=DIR/lost.pem", "tls-client-ca: open DIR/lost.pem: no such file or directory"},
		{"a version", good + "--tls-min=1.1", `tls-min "1.1" is neither 1.2 nor 1.3`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := Program{Name: "nws", TLS: new(Certificates), Explain: Explain, New: func(Options) (http.Handler, error) { return http.NotFoundHandler(), nil }}
			var out strings.Builder
			args := strings.Fields(strings.ReplaceAll(test.args, "DIR", dir) + " --explain-config")
			code := Run(t.Context(), p, args, environment(nil), nil, &out, io.Discard)
			if want := strings.ReplaceAll(test.want, "DIR", dir); (code == 0) != (want == "") || !strings.Contains(out.String(), want) {
				t.Errorf("code %d:\n%s", code, out.String())
			}
		})
	}
}
