package golden

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// tokenIssuer publishes a key, and signs tokens.
type tokenIssuer struct {
	*httptest.Server
	mu   sync.Mutex // held while the key is published, and while it changes
	key  *ecdsa.PrivateKey
	name string
	down atomic.Bool
}

func newTokenIssuer(t *testing.T) *tokenIssuer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i := &tokenIssuer{key: key, name: "first"}
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case i.down.Load():
			http.Error(w, "down", http.StatusBadGateway)
		case r.URL.Path == "/keys":
			i.mu.Lock()
			defer i.mu.Unlock()
			json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: i.key.Public(), KeyID: i.name, Use: "sig"}}})
		default:
			json.NewEncoder(w).Encode(map[string]string{"issuer": i.URL, "jwks_uri": i.URL + "/keys"})
		}
	}))
	t.Cleanup(i.Close)
	return i
}

// rotated replaces the key, and returns a token that the new one has signed.
func (i *tokenIssuer) rotated(t *testing.T, audience, scopes string) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i.mu.Lock()
	i.key, i.name = key, "second"
	i.mu.Unlock()
	return i.token(t, audience, scopes, time.Hour)
}

// token returns a token of an audience, with scopes, that ends after a time.
func (i *tokenIssuer) token(t *testing.T, audience, scopes string, ends time.Duration) string {
	t.Helper()
	options := new(jose.SignerOptions).WithType("at+jwt").WithHeader(jose.HeaderKey("kid"), i.name)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: i.key}, options)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.Signed(signer).Claims(map[string]any{"iss": i.URL, "sub": "u", "aud": audience, "scope": scopes, "exp": time.Now().Add(ends).Unix()}).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestAccessByTokens calls a service whose callers have tokens, over both faces: right, wrong, expired, forged, and while the issuer is down. API keys do
// beside them.
func TestAccessByTokens(t *testing.T) {
	i := newTokenIssuer(t)
	const public = "https://notes.example"
	g := newGuarded(t, "access_oidc", "NACT_OIDC_ISSUER="+i.URL, "NACT_PUBLIC_URL="+public)
	i.down.Store(true)
	good := i.token(t, public, "notes.read", time.Hour)
	g.matrix(t, "before the issuer was ever reached", map[string]map[string]int{
		good:   {"list_notes": 503, "say_hello": 503},
		"":     {"list_notes": 401, "say_hello": 200},
		"read": {"list_notes": 200, "add_note": 403},
	})
	i.down.Store(false)
	g.until(t, good, "the service does not ask the issuer again") // it leaves an issuer that has failed alone for a while
	parts := strings.Split(good, ".")
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + parts[1] + "."
	refused := map[string]int{"list_notes": 401, "add_note": 401, "say_hello": 401}
	i.down.Store(true)
	g.matrix(t, "while the issuer is down", map[string]map[string]int{
		good: {"list_notes": 200, "add_note": 403, "count_notes": 200, "say_hello": 200},
		i.token(t, public+"/mcp", "notes.read notes.write", time.Hour): {"list_notes": 200, "add_note": 200},
		i.token(t, public, "", time.Hour):                              {"list_notes": 403, "count_notes": 200},
		i.token(t, public, "notes.read", -time.Hour):                   refused,
		i.token(t, "https://other.example", "notes.read", time.Hour):   refused,
		none:   refused,
		"late": refused,
		"read": {"list_notes": 200, "add_note": 403},
	})
	i.down.Store(false)
	fresh := i.rotated(t, public, "notes.read")
	g.until(t, fresh, "the service does not learn of the issuer's new key") // unknown keys are not asked for again and again
	g.matrix(t, "after the issuer has a new key", map[string]map[string]int{
		fresh: {"list_notes": 200, "add_note": 403},
		good:  {"list_notes": 401, "say_hello": 401},
	})
	answer, _ := g.send(t, "/mcp", "", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_notes"}}`, "Mcp-Protocol-Version", "2025-11-25")
	if got := answer.Header.Get("WWW-Authenticate"); got != `Bearer realm="notes", scope="notes.read", resource_metadata="`+public+`/.well-known/oauth-protected-resource/mcp"` {
		t.Errorf("the challenge is %s", got)
	}
	_, metadata := g.send(t, "/.well-known/oauth-protected-resource/mcp", "", "")
	if want := `{"resource":"` + public + `/mcp","authorization_servers":["` + i.URL + `"],"scopes_supported":["notes.read","notes.write"],"bearer_methods_supported":["header"]}`; metadata != want {
		t.Errorf("got %s", metadata)
	}
}
