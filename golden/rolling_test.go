package golden

import (
	"bytes"
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
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// balancer spreads requests over instances of a service, as long as they say that they are ready. What an instance does not answer is a failure: it tries none again.
type balancer struct {
	client    *http.Client // that follows whether they are ready
	proxy     *httputil.ReverseProxy
	mu        sync.Mutex
	instances []*instance
	next      int
	failed    atomic.Pointer[error] // the last one
}

type instance struct {
	url    *url.URL
	ready  bool
	served int
}

func newBalancer(trusted *x509.CertPool) *balancer {
	b := &balancer{client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: trusted}}}}
	b.proxy = &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(b.choose()) },
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			b.failed.Store(&err)
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	return b
}

// add has an instance take part once it is ready.
func (b *balancer) add(t *testing.T, address string) *instance {
	t.Helper()
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	added := &instance{url: to}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.instances = append(b.instances, added)
	return added
}

// choose returns where the next request goes: to those that are ready in turn.
func (b *balancer) choose() *url.URL {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.instances {
		b.next++
		if i := b.instances[b.next%len(b.instances)]; i.ready {
			i.served++
			return i.url
		}
	}
	return &url.URL{Scheme: "http", Host: "nobody.invalid"}
}

// follow asks all instances again and again whether they are ready, until done is closed.
func (b *balancer) follow(done <-chan struct{}) {
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		b.mu.Lock()
		all := b.instances[:len(b.instances):len(b.instances)]
		b.mu.Unlock()
		for _, i := range all {
			answer, err := b.client.Get(i.url.JoinPath("/readyz").String())
			if err == nil {
				answer.Body.Close()
			}
			b.mu.Lock()
			i.ready = err == nil && answer.StatusCode == http.StatusOK
			b.mu.Unlock()
		}
		select {
		case <-again.C:
		case <-done:
			return
		}
	}
}

// load calls a service without end, over both faces, to read and to write.
type load struct {
	paths, bodies, wants []string
	calls                atomic.Int64
	told                 chan struct{} // has a place for each call that was made
}

func newLoad(s *service) *load {
	of := func(i int) string { return "/tools/" + s.plan.Tools[i].Signature.ToolID + ":invoke" }
	rpc := func(name, arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
	}
	return &load{
		paths:  []string{of(0), of(1), "/mcp", "/mcp"},
		bodies: []string{`{"name":"metrics","input_parameters":[{"name":"Team","value":"support"}]}`, `{"name":"open_ticket","input_parameters":[{"name":"Text","value":"good"}]}`, rpc("metrics", `{"team":"support"}`), rpc("open_ticket", `{"text":"good"}`)},
		wants:  []string{`[{"name":"Count","value":7}]`, `[{"name":"Number","value":3}]`, `"structuredContent":{"count":7}`, `"structuredContent":{"number":3}`},
		told:   make(chan struct{}),
	}
}

// call makes one call, and returns what is wrong with what came of it.
func (l *load) call(client *http.Client, address string, n int) error {
	i := n % len(l.paths)
	answer, err := client.Post(address+l.paths[i], "application/json", strings.NewReader(l.bodies[i]))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && (answer.StatusCode != http.StatusOK || !bytes.Contains(text, []byte(l.wants[i]))) {
		err = fmt.Errorf("%s: %s %s", l.bodies[i], answer.Status, text)
	}
	return err
}

// run calls until done is closed.
func (l *load) run(t *testing.T, address string, done <-chan struct{}) {
	client := &http.Client{Transport: new(http.Transport)}
	defer client.CloseIdleConnections()
	for n := 0; ; n++ {
		if err := l.call(client, address, n); err != nil {
			t.Errorf("a call failed: %v", err)
		}
		l.calls.Add(1)
		select {
		case l.told <- struct{}{}:
		case <-done:
			return
		}
	}
}

// await returns when so many further calls were made.
func (l *load) await(calls int) {
	for range calls {
		<-l.told
	}
}

// certified returns files with a certificate for the loopback interface, which is good for callers as well, and its key, and who trusts it.
func certified(t *testing.T) (certificate, key string, trusted *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "agent-7"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certificate, key, trusted = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), x509.NewCertPool()
	writeFile(t, certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	writeFile(t, key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw}))
	content, err := os.ReadFile(certificate)
	if err != nil || !trusted.AppendCertsFromPEM(content) {
		t.Fatal(err)
	}
	return certificate, key, trusted
}

// rollsOver replaces an instance of the service by a new one while it is called without end: no call fails, and clients that keep a connection to the one that ends are told to make
// another one before it is closed.
func rollsOver(t *testing.T, program string, s *service) {
	certificate, key, trusted := certified(t)
	for name, args := range map[string][]string{"plain": nil, "encrypted": {"--tls-cert", certificate, "--tls-key", key}} {
		t.Run("rolling restart, "+name, func(t *testing.T) {
			upstream := "counts=" + tickets(t).URL
			start := func() *operated {
				o := operate(t, program, upstream, os.DevNull, nobody, append(args, "--notice=2s")...)
				o.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true}}
				return o
			}
			b, l := newBalancer(trusted), newLoad(s)
			leaving, staying := start(), start()
			b.add(t, leaving.url)
			b.add(t, staying.url)
			front := httptest.NewServer(b.proxy)
			defer front.Close()
			done := make(chan struct{})
			go b.follow(done)
			for !ready(b, 2) {
			}
			var workers sync.WaitGroup
			for range 4 {
				workers.Add(1)
				go func() {
					defer workers.Done()
					l.run(t, front.URL, done)
				}()
			}
			l.await(40)
			if err := l.call(leaving.client, leaving.url, 0); err != nil { // with a connection of its own, which stays open
				t.Error(err)
			}
			if err := leaving.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			coming := b.add(t, start().url)
			handsOver(t, leaving, l)
			ended := make(chan error, 1)
			go func() { ended <- leaving.Wait() }()
			for running := true; running; {
				select {
				case err := <-ended:
					if running = false; err != nil {
						t.Errorf("the one that was to end: %v\n%s", err, leaving.text())
					}
				case <-l.told:
				}
			}
			l.await(40)
			close(done)
			workers.Wait()
			if err := b.failed.Load(); err != nil {
				t.Errorf("a request got no answer: %v", *err)
			}
			if coming.served == 0 {
				t.Error("the new instance served nothing")
			}
			t.Logf("%d calls, of which the new instance served %d", l.calls.Load(), coming.served)
			staying.end(t)
		})
	}
}

// ready reports whether so many instances are.
func ready(b *balancer, n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, i := range b.instances {
		if i.ready {
			n--
		}
	}
	return n == 0
}

// handsOver calls an instance that is about to end with a client that keeps its connection. After a call or two within the notice the client has made another one, and calls go on.
func handsOver(t *testing.T, leaving *operated, l *load) {
	t.Helper()
	for n := 0; ; n++ {
		fresh := false
		trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { fresh = !c.Reused }}
		request, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, leaving.url+"/tools", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := leaving.client.Do(request)
		if err != nil {
			t.Errorf("a client that keeps its connection: %v", err)
			return
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if fresh {
			return
		}
		select { // the signal takes a while to arrive
		case <-l.told:
		default:
		}
	}
}

// boundsCallers holds the program of a service to the limits of each caller, and to the certificates that callers have to have.
func boundsCallers(t *testing.T, program string, s *service) {
	certificate, key, trusted := certified(t)
	l := newLoad(s)
	upstream := "counts=" + tickets(t).URL
	o := operate(t, program, upstream, os.DevNull, nobody, "--caller-rate=2/h", "--caller-burst=2", "--caller-addresses")
	for n := range 2 {
		if err := l.call(o.client, o.url, n); err != nil {
			t.Error(err)
		}
	}
	for n, want := range []string{`"type":"urn:problem-type:nact:rate","title":"The caller calls too much","status":429,`, ``, `"nactgen/fault":{"retry":"later","retry_after":1800}`} {
		if got := o.ask(t, "POST", o.url+l.paths[n], l.bodies[n]); !strings.Contains(got, want) {
			t.Errorf("one too many: %s", got)
		}
	}
	if page := o.ask(t, "GET", o.admin+"/metrics", ""); !strings.Contains(page, `nact_call_refusals_total{tool="metrics",version="1",reason="rate"} 2`) {
		t.Errorf("the metrics: %s", page)
	}
	o.end(t)

	o = operate(t, program, upstream, os.DevNull, nobody, "--tls-cert", certificate, "--tls-key", key, "--tls-client-ca", certificate)
	o.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	if err := l.call(o.client, o.url, 0); err == nil || !strings.Contains(err.Error(), "403 Forbidden") {
		t.Errorf("a caller without a certificate: %v", err)
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		t.Fatal(err)
	}
	known := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, Certificates: []tls.Certificate{pair}}}}
	if err := l.call(known, o.url, 0); err != nil {
		t.Errorf("a caller with one: %v", err)
	}
	known.CloseIdleConnections()
	check := exec.Command(program, "--healthcheck", "--addr", strings.TrimPrefix(o.url, "https://"))
	check.Env = append(os.Environ(), "NACT_TLS_CERT="+certificate)
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("the health check: %v %s", err, out)
	}
	o.end(t)
	if !strings.Contains(o.text(), `"caller":"certificate:agent-7"`) {
		t.Errorf("the log does not say who called: %s", o.text())
	}
}
