package certificates

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/callers"
)

const known = `
# callers
billing uri:spiffe://acme.example/billing notes.read notes.write
billing dns:Billing.acme.example notes.read
ops "subject:CN=on call,O=Acme Inc" notes.purge
`

func open(t *testing.T, s *Source) *Known {
	t.Helper()
	a, err := s.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	return a.(*Known)
}

// connected returns a request over a connection with a certificate.
func connected(c *x509.Certificate) *http.Request {
	r := httptest.NewRequest("GET", "/tools", nil)
	if c.NotAfter.IsZero() {
		c.NotAfter = time.Now().Add(time.Hour)
	}
	r.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{c}, VerifiedChains: [][]*x509.Certificate{{c}}}
	return r
}

func uri(text string) []*url.URL {
	u, _ := url.Parse(text)
	return []*url.URL{u}
}

// A certificate is that of a caller by its names, all of which count.
func TestAuthenticate(t *testing.T) {
	k := open(t, &Source{Verified: true, inline: known, Scopes: []string{"notes.read", "notes.write", "notes.purge"}})
	tests := map[string]struct {
		certificate x509.Certificate
		id, refused string
		scopes      []string
	}{
		"URI":           {x509.Certificate{URIs: uri("spiffe://acme.example/billing")}, "certificate:billing", "", []string{"notes.read", "notes.write"}},
		"DNS":           {x509.Certificate{DNSNames: []string{"other.example", "BILLING.acme.example"}}, "certificate:billing", "", []string{"notes.read"}},
		"both":          {x509.Certificate{URIs: uri("spiffe://acme.example/billing"), DNSNames: []string{"billing.acme.example"}}, "certificate:billing", "", []string{"notes.read", "notes.write", "notes.read"}},
		"subject":       {x509.Certificate{Subject: pkix.Name{CommonName: "on call", Organization: []string{"Acme Inc"}}}, "certificate:ops", "", []string{"notes.purge"}},
		"other URI":     {x509.Certificate{URIs: uri("spiffe://acme.example/billing/x")}, "", "no name that this service knows", nil},
		"CN alone":      {x509.Certificate{Subject: pkix.Name{CommonName: "on call"}}, "", "no name that this service knows", nil},
		"DNS as a CN":   {x509.Certificate{Subject: pkix.Name{CommonName: "billing.acme.example"}}, "", "no name that this service knows", nil},
		"two callers":   {x509.Certificate{DNSNames: []string{"billing.acme.example"}, Subject: pkix.Name{CommonName: "on call", Organization: []string{"Acme Inc"}}}, "", "names of several callers", nil},
		"expired since": {x509.Certificate{URIs: uri("spiffe://acme.example/billing"), NotAfter: time.Now().Add(-time.Second)}, "", "has expired", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			caller, err := k.Authenticate(connected(&tt.certificate))
			var refused *callers.Refused
			switch {
			case tt.refused != "":
				if caller != nil || !errors.As(err, &refused) || !strings.Contains(refused.Reason, tt.refused) {
					t.Errorf("got %v, %v", caller, err)
				}
			case err != nil || caller == nil || caller.ID != tt.id || !slices.Equal(caller.Scopes, tt.scopes) || !caller.Private:
				t.Errorf("got %+v, %v", caller, err)
			}
		})
	}
}

// A request without a certificate that was verified, or with credentials of its own, is nothing for it.
func TestOthers(t *testing.T) {
	k := open(t, &Source{Verified: true, inline: known})
	certificate := &x509.Certificate{URIs: uri("spiffe://acme.example/billing")}
	plain, unverified, keyed := connected(certificate), connected(certificate), connected(certificate)
	plain.TLS, unverified.TLS.VerifiedChains = nil, nil
	keyed.Header.Set("X-API-Key", "a")
	for name, r := range map[string]*http.Request{"plain": plain, "unverified": unverified, "keyed": keyed} {
		if caller, err := k.Authenticate(r); caller != nil || err != nil {
			t.Errorf("%s: %v, %v", name, caller, err)
		}
	}
}

// What is wrong with lines is said, each by its line.
func TestLines(t *testing.T) {
	for text, want := range map[string]string{
		"a b uri:spiffe://x":   "line 1: of a: no name of a certificate stands there",
		"a":                    "line 1: of a: no name of a certificate stands there",
		"\n-a uri:spiffe://x":  "line 2: the line must begin with an ID",
		"a uri:billing":        "line 1: of a: after uri: stands no URI with a scheme",
		"a dns:*.acme.example": "line 1: of a: after dns: stands no name of a host",
		"a subject:billing":    "line 1: of a: after subject: stands no subject",
		`a "subject:CN=x`:      "line 1: the name of a begins with a quotation mark and has none at its end",
		`a dns:x sc"ope`:       "line 1: after the name of a stands something that is no scope",
		"a dns:x\nb dns:X":     "line 2: the same name stands in line 1: a name is that of one caller",
		"a uri:x\n# c\nb dns:y\nc subject:CN=z q": "line 1: of a: after uri:",
	} {
		if _, err := read(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzLines: whatever stands in a file is read or refused, and what is read is found by its name.
func FuzzLines(f *testing.F) {
	f.Add(known)
	f.Add("a \"subject:CN=x\" y\nb dns:*")
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := read(text)
		if err != nil {
			return
		}
		for _, l := range lines {
			if again, err := checked(l.name); err != nil || again != l.name || !callers.IsID(l.id) {
				t.Errorf("%q: %q is %q, %v", text, l.name, again, err)
			}
		}
	})
}

// The file is read again when it changes; one that is wrong changes nothing.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "certificates")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a dns:x one\n")
	var log bytes.Buffer
	s := &Source{Verified: true, path: path, inline: "b dns:y"}
	a, err := s.Open(slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	k := a.(*Known)
	now := time.Now()
	k.file.Now = func() time.Time { return now }
	find := func(host string) *nact.Caller {
		now = now.Add(time.Minute)
		caller, _ := k.Authenticate(connected(&x509.Certificate{DNSNames: []string{host}}))
		return caller
	}
	for _, tt := range []struct {
		text string
		want string // of x, y and z, those that are known
	}{{"a dns:x one\n", "x y"}, {"# nothing of before stays\nc dns:z\n", "y z"}, {"c dns:y and something\n", "y z"}, {"", "y z"}, {"c dns:x\n# longer than before it\n", "x y"}} {
		write(tt.text)
		var got []string
		for _, host := range []string{"x", "y", "z"} {
			if find(host) != nil {
				got = append(got, host)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %v are known, want %s", tt.text, got, tt.want)
		}
	}
	for _, want := range []string{"what it said before counts", "stands in NACT_CLIENT_CERTIFICATES as well", "the file is empty", "that no tool of the service needs"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not say %q: %s", want, &log)
		}
	}
}

// Names without authorities, and authorities without names, are errors: what an operator says would count for nothing.
func TestSource(t *testing.T) {
	if a, err := (&Source{}).Open(nil); a != nil || err != nil {
		t.Errorf("got %v, %v", a, err)
	}
	for want, s := range map[string]*Source{
		"--tls-client-ca FILE names the authorities": {inline: known},
		"nothing says whose they are":                {Verified: true},
		"NACT_CLIENT_CERTIFICATES: line 1":           {Verified: true, inline: "a"},
		"no such file":                               {Verified: true, path: filepath.Join(t.TempDir(), "none")},
	} {
		if _, err := s.Open(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
