package nactoidc

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/setting"
)

// issuer publishes keys, and signs tokens with the newest.
type issuer struct {
	*httptest.Server
	keys  atomic.Pointer[[]jose.JSONWebKey] // public ones
	down  atomic.Bool
	asked atomic.Int64 // for keys
	key   crypto.Signer
	name  string
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	i := new(issuer)
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]string{"issuer": i.URL, "jwks_uri": i.URL + "/keys"})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		i.asked.Add(1)
		json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: *i.keys.Load()})
	})
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if i.down.Load() {
			http.Error(w, "down", http.StatusBadGateway)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(i.Close)
	i.rotate(t, "one")
	return i
}

// rotate makes a key of a name, which is the only one from now on.
func (i *issuer) rotate(t *testing.T, name string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i.key, i.name = key, name
	i.keys.Store(&[]jose.JSONWebKey{{Key: key.Public(), KeyID: name, Algorithm: "ES256", Use: "sig"}})
}

// sign returns a token with the header's type and the members.
func sign(t *testing.T, algorithm jose.SignatureAlgorithm, key any, name, kind string, members map[string]any) string {
	t.Helper()
	options := new(jose.SignerOptions)
	if name != "" {
		options.WithHeader(jose.HeaderKey("kid"), name)
	}
	if kind != "" {
		options.WithType(jose.ContentType(kind))
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, options)
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(signer).Claims(members).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

const audience = "https://tools.example"

// good are the members of a token that is good, with changes: a nil takes one away.
func (i *issuer) good(now time.Time, changes map[string]any) map[string]any {
	members := map[string]any{"iss": i.URL, "sub": "u1", "aud": []string{"x", audience}, "exp": now.Add(time.Hour).Unix(), "iat": now.Unix(), "scope": "read write"}
	for name, value := range changes {
		if members[name] = value; value == nil {
			delete(members, name)
		}
	}
	return members
}

// says returns what a verifier says of a token: the caller, the reason of the refusal, or "cannot tell".
func says(v *Verifier, token string) string {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Authorization", "Bearer "+token)
	caller, err := v.Authenticate(r)
	var refused *callers.Refused
	switch {
	case errors.As(err, &refused):
		return refused.Reason
	case err != nil:
		return "cannot tell"
	case caller == nil:
		return "nobody"
	}
	return caller.ID + " " + strings.Join(caller.Scopes, " ")
}

// asked returns what came of asking for keys in the background, once that has ended.
func (v *Verifier) asked() *fetched {
	v.keys.mu.Lock()
	defer v.keys.mu.Unlock()
	return v.keys.state.Load()
}

// clock is a time that a test sets.
type clock struct{ at atomic.Pointer[time.Time] }

func newClock() *clock {
	c := new(clock)
	c.advance(0)
	return c
}

func (c *clock) now() time.Time { return *c.at.Load() }

func (c *clock) advance(d time.Duration) {
	now := time.Now()
	if c.at.Load() != nil {
		now = c.now()
	}
	now = now.Add(d)
	c.at.Store(&now)
}

func verifier(t *testing.T, c Config) *Verifier {
	t.Helper()
	if c.Audiences == nil {
		c.Audiences = []string{audience}
	}
	v, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const (
	noSignature = "The signature of the token is not one of its issuer's."
	notAccepted = "The token is not a JWT that is signed in an accepted way."
)

// TestTokens holds tokens of an issuer, and forged ones, to what is said of them.
func TestTokens(t *testing.T) {
	i, at := newIssuer(t), newClock()
	v := verifier(t, Config{Issuer: i.URL, Now: at.now})
	now := at.now()
	token := func(changes map[string]any) string {
		return sign(t, jose.ES256, i.key, i.name, "at+jwt", i.good(now, changes))
	}
	public, err := x509.MarshalPKIXPublicKey(i.key.Public())
	if err != nil {
		t.Fatal(err)
	}
	asSecret := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(token(nil), ".")
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"one"}`)) + "." + parts[1] + "."
	changed := base64.RawURLEncoding.EncodeToString([]byte(`{"iss":"` + i.URL + `","sub":"admin","aud":"` + audience + `","exp":9999999999}`))
	tests := []struct{ name, token, want string }{
		{"good", token(nil), "oidc:u1 read write"},
		{"one audience", token(map[string]any{"aud": audience}), "oidc:u1 read write"},
		{"scp as a list", token(map[string]any{"scope": nil, "scp": []string{"a", "b"}}), "oidc:u1 a b"},
		{"scp as a text", token(map[string]any{"scope": nil, "scp": "a b"}), "oidc:u1 a b"},
		{"no scopes", token(map[string]any{"scope": nil}), "oidc:u1 "},
		{"a client", token(map[string]any{"sub": nil, "client_id": "c1"}), "oidc:c1 read write"},
		{"nobody", token(map[string]any{"sub": nil}), "The token does not say whom it is about."},
		{"wrong audience", token(map[string]any{"aud": "https://other.example"}), "The token is for another audience."},
		{"no audience", token(map[string]any{"aud": nil}), "The token is for another audience."},
		{"wrong issuer", token(map[string]any{"iss": "https://other.example"}), "The token was issued by somebody else."},
		{"expired", token(map[string]any{"exp": now.Add(-time.Minute).Unix()}), "The token has expired."},
		{"expired, within the skew", token(map[string]any{"exp": now.Add(-20 * time.Second).Unix()}), "oidc:u1 read write"},
		{"without an end", token(map[string]any{"exp": nil}), "The token never expires."},
		{"not yet", token(map[string]any{"nbf": now.Add(time.Minute).Unix()}), "The token is not valid yet."},
		{"not yet, within the skew", token(map[string]any{"nbf": now.Add(20 * time.Second).Unix()}), "oidc:u1 read write"},
		{"issued later", token(map[string]any{"iat": now.Add(time.Minute).Unix()}), "The token is not valid yet."},
		{"type JWT", sign(t, jose.ES256, i.key, i.name, "JWT", i.good(now, nil)), "oidc:u1 read write"},
		{"type with application/", sign(t, jose.ES256, i.key, i.name, "application/at+JWT", i.good(now, nil)), "oidc:u1 read write"},
		{"no type", sign(t, jose.ES256, i.key, i.name, "", i.good(now, nil)), "oidc:u1 read write"},
		{"another type", sign(t, jose.ES256, i.key, i.name, "logout+jwt", i.good(now, nil)), "The token is of another kind than an access token."},
		{"without the key's name", sign(t, jose.ES256, i.key, "", "", i.good(now, nil)), "oidc:u1 read write"},
		{"none", none, notAccepted},
		{"HS256 with the public key", sign(t, jose.HS256, asSecret, i.name, "", i.good(now, nil)), notAccepted},
		{"another key of the name", sign(t, jose.ES256, foreign, i.name, "", i.good(now, nil)), noSignature},
		{"another algorithm", sign(t, jose.RS256, other, i.name, "", i.good(now, nil)), noSignature},
		{"another key", sign(t, jose.ES256, foreign, "made-up", "", i.good(now, nil)), noSignature},
		{"changed", parts[0] + "." + changed + "." + parts[2], noSignature},
		{"without a signature", parts[0] + "." + parts[1] + ".", noSignature},
		{"no JWT", "a.b.c", notAccepted},
		{"a token of another kind", "nactkey_abc", "nobody"},
		{"an encrypted token", "a.b.c.d.e", "nobody"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := says(v, test.token); got != test.want {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestRotation: a new key of the issuer is good at once, an old one no longer; and made-up keys do not make the service ask the issuer each time.
func TestRotation(t *testing.T) {
	i, at := newIssuer(t), newClock()
	v := verifier(t, Config{Issuer: i.URL, Now: at.now})
	token := func() string { return sign(t, jose.ES256, i.key, i.name, "", i.good(at.now(), nil)) }
	old := token()
	if got := says(v, old); got != "oidc:u1 read write" {
		t.Fatal(got)
	}
	i.rotate(t, "two")
	at.advance(pause + time.Second)
	if got := says(v, token()); got != "oidc:u1 read write" {
		t.Errorf("the new key: %s", got)
	}
	if got := says(v, old); got != noSignature {
		t.Errorf("the old key: %s", got)
	}
	before := i.asked.Load()
	for range 20 {
		says(v, sign(t, jose.ES256, i.key, "made-up", "", i.good(at.now(), nil)))
	}
	if asked := i.asked.Load() - before; asked > 1 {
		t.Errorf("the issuer was asked %d times", asked)
	}
}

// TestIssuerDown: a service starts without the issuer, and goes on with the keys that it has.
func TestIssuerDown(t *testing.T) {
	i, at := newIssuer(t), newClock()
	var log bytes.Buffer
	i.down.Store(true)
	v := verifier(t, Config{Issuer: i.URL, Now: at.now, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	token := func() string { return sign(t, jose.ES256, i.key, i.name, "", i.good(at.now(), nil)) }
	if got := says(v, token()); got != "cannot tell" || !strings.Contains(log.String(), "502 Bad Gateway") {
		t.Errorf("down at the start: %s, %s", got, &log)
	}
	i.down.Store(false)
	if got := says(v, token()); got != "cannot tell" {
		t.Errorf("asked again at once: %s", got)
	}
	at.advance(pause + time.Second)
	if got := says(v, token()); got != "oidc:u1 read write" {
		t.Errorf("up: %s", got)
	}
	i.down.Store(true)
	at.advance(2 * keysAge)
	if got := says(v, token()); got != "oidc:u1 read write" {
		t.Errorf("down again: %s", got)
	}
	if v.asked().err == nil {
		t.Error("the issuer was not asked in the background")
	}
	if got := says(v, token()); got != "oidc:u1 read write" {
		t.Errorf("down after keys were asked for: %s", got)
	}
	i.rotate(t, "two")
	at.advance(pause + time.Second)
	if got := says(v, token()); got != "cannot tell" {
		t.Errorf("a new key while it is down: %s", got)
	}
}

// TestOldKeys: keys are fetched again after a while, so that one that the issuer has taken back is not good for ever.
func TestOldKeys(t *testing.T) {
	i, at := newIssuer(t), newClock()
	v := verifier(t, Config{Issuer: i.URL, Now: at.now})
	old := sign(t, jose.ES256, i.key, i.name, "", i.good(at.now().Add(2*keysAge), nil))
	i.rotate(t, "one") // another key of the name
	first := sign(t, jose.ES256, i.key, i.name, "", i.good(at.now(), map[string]any{"exp": at.now().Add(9 * time.Hour).Unix()}))
	if got := says(v, first); got != "oidc:u1 read write" {
		t.Fatal(got)
	}
	if got := says(v, old); got != noSignature {
		t.Fatal(got)
	}
	i.rotate(t, "two")
	at.advance(keysAge + time.Second)
	says(v, first) // it is good once more, and keys are asked for
	if keys := v.asked().keys; keys[0].KeyID != "two" {
		t.Errorf("the keys are %v", keys)
	}
	at.advance(pause + time.Second)
	if got := says(v, first); got != noSignature {
		t.Errorf("a key that was taken back: %s", got)
	}
}

// TestKeys: keys come from a file, or another address, if the operator says so.
func TestKeys(t *testing.T) {
	i := newIssuer(t)
	text, err := json.Marshal(jose.JSONWebKeySet{Keys: *i.keys.Load()})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, keys := range []string{file, i.URL + "/keys"} {
		v := verifier(t, Config{Issuer: "https://login.example", Keys: keys})
		token := sign(t, jose.ES256, i.key, i.name, "", i.good(time.Now(), map[string]any{"iss": "https://login.example"}))
		if got := says(v, token); got != "oidc:u1 read write" {
			t.Errorf("%s: %s", keys, got)
		}
	}
	wrong := verifier(t, Config{Issuer: i.URL + "/"})
	if got := says(wrong, sign(t, jose.ES256, i.key, i.name, "", i.good(time.Now(), nil))); got != "cannot tell" {
		t.Errorf("an issuer that calls itself otherwise: %s", got)
	}
	algorithms := verifier(t, Config{Issuer: i.URL, Algorithms: []string{"RS256"}})
	if got := says(algorithms, sign(t, jose.ES256, i.key, i.name, "", i.good(time.Now(), nil))); got != notAccepted {
		t.Errorf("an algorithm that the operator does not accept: %s", got)
	}
}

// TestConfig: everything that is wrong is said at the start.
func TestConfig(t *testing.T) {
	_, err := New(Config{Issuer: "http://login.example", Keys: "https://u:s3cret@x", Algorithms: []string{"HS256"}})
	for _, want := range []string{"the issuer begins with http://", "the address of the issuer's keys is not a URL", `the algorithm "HS256"`, "it is not known whom tokens are for"} {
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%v lacks %s", err, want)
		}
	}
	s := new(Source)
	if a, err := s.Open(nil); a != nil || err != nil {
		t.Errorf("without an issuer: %v, %v", a, err)
	}
	if a, err := (&Source{config: Config{Keys: "keys.json"}}).Open(nil); a != nil || err == nil || !strings.Contains(err.Error(), "--oidc-issuer") {
		t.Errorf("keys of nobody: %v, %v", a, err)
	}
	set := func(flag, text string) error {
		all := s.Settings()
		return all[slices.IndexFunc(all, func(one setting.Setting) bool { return one.Flag == flag })].Set(text)
	}
	for flag, text := range map[string]string{"oidc-issuer": "https://login.example", "public-url": "https://tools.example/api/", "oidc-clock-skew": "1m", "oidc-algorithm": "ES256, RS256"} {
		if err := set(flag, text); err != nil {
			t.Error(err)
		}
	}
	if err := set("oidc-clock-skew", "1h"); err == nil {
		t.Error("an hour of skew is accepted")
	}
	set("oidc-clock-skew", "1m")
	a, err := s.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := a.(*Verifier).config; !slices.Equal(c.Audiences, []string{"https://tools.example/api", "https://tools.example/api/", "https://tools.example/api/mcp"}) || c.Skew != time.Minute || len(c.Algorithms) != 2 {
		t.Errorf("got %+v", c)
	}
}

// TestMetadata: clients find out where to get a token, for the service and for its address of MCP.
func TestMetadata(t *testing.T) {
	v := verifier(t, Config{Issuer: "https://login.example", PublicURL: "https://tools.example/api"})
	for path, want := range map[string]string{
		"/api/tools": "https://tools.example/.well-known/oauth-protected-resource/api",
		"/api/mcp":   "https://tools.example/.well-known/oauth-protected-resource/api/mcp",
	} {
		if got := v.MetadataURL(path); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
	for path, resource := range map[string]string{
		"/.well-known/oauth-protected-resource":         "https://tools.example/api",
		"/.well-known/oauth-protected-resource/api":     "https://tools.example/api",
		"/.well-known/oauth-protected-resource/api/mcp": "https://tools.example/api/mcp",
		"/.well-known/oauth-protected-resource/other":   "",
		"/tools": "",
	} {
		w := httptest.NewRecorder()
		if served := v.ServeMetadata(w, httptest.NewRequest("GET", path, nil), []string{"read"}); served != (resource != "") {
			t.Errorf("%s is served: %t", path, served)
		}
		if want := `{"resource":"` + resource + `","authorization_servers":["https://login.example"],"scopes_supported":["read"],"bearer_methods_supported":["header"]}`; resource != "" && w.Body.String() != want {
			t.Errorf("%s: %s", path, w.Body)
		}
	}
	if without := verifier(t, Config{Issuer: "https://login.example"}); without.MetadataURL("/mcp") != "" || without.ServeMetadata(httptest.NewRecorder(), httptest.NewRequest("GET", wellKnown, nil), nil) {
		t.Error("there is metadata without a public URL")
	}
}
