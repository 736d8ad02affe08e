package golden

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/issuertest"
)

// publicURL is under which callers know the service.
const publicURL = "https://notes.example"

// holdToTokens calls with tokens of a provider that signs, goes away and replaces its key.
func holdToTokens(t *testing.T, s *service, program string, table *matrix) {
	issuer := issuertest.Start(t)
	good := issuer.Token("agent", publicURL, "notes.read")
	issuer.Down()
	g := newGuarded(t, s, program, "NACT_OIDC_ISSUER="+issuer.URL, "NACT_PUBLIC_URL="+publicURL)
	readable := statuses{200, 403, 403, 200, 200}
	refused := statuses{401, 401, 401, 401, 401}
	table.fill(t, g, "away since before the start",
		row{"token with `notes.read`", good, statuses{503, 503, 503, 503, 503}},
		row{"none", "", statuses{401, 401, 401, 401, 200}},
		row{"key with `notes.read`", "read", readable},
	)
	issuer.Up()
	g.until(t, good, "the service does not ask the issuer again") // it leaves an issuer that has failed alone for a while
	signed := []row{
		{"token with `notes.read`", good, readable},
		{"token with `notes.read notes.write`, for the address of MCP", issuer.Token("agent", publicURL+"/mcp", "notes.read notes.write"), statuses{200, 200, 403, 200, 200}},
		{"token without scopes", issuer.Token("agent", publicURL, ""), statuses{403, 403, 403, 200, 200}},
		{"token that has expired", issuer.Token("late", publicURL, "notes.read"), refused},
		{"token for another service", issuer.Token("agent", "https://other.example", "notes.read"), refused},
		{"token of another issuer", issuer.Another().Token("agent", publicURL, "notes.read"), refused},
		{"token with another scope than was signed", forged(t, good, `"notes.read"`, `"notes.purge"`), refused},
		{"token without a signature", unsigned(good), refused},
		{"key with `notes.read`", "read", readable},
	}
	table.fill(t, g, "there", signed...)
	issuer.Down()
	table.fill(t, g, "away", signed...)
	issuer.Up()
	issuer.Rotate()
	fresh := issuer.Token("agent", publicURL, "notes.read")
	g.until(t, fresh, "the service does not learn of the issuer's new key") // unknown keys are not asked for again and again
	table.fill(t, g, "has replaced its key",
		row{"token that the new key has signed", fresh, readable},
		row{"token that the old key has signed", good, refused},
	)
	answer, _ := g.send(t, "/mcp", "", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_notes"}}`, "Mcp-Protocol-Version", "2025-11-25")
	if got := answer.Header.Get("WWW-Authenticate"); got != `Bearer realm="notes", scope="notes.read", resource_metadata="`+publicURL+`/.well-known/oauth-protected-resource/mcp"` {
		t.Errorf("the challenge is %s", got)
	}
	_, metadata := g.send(t, "/.well-known/oauth-protected-resource/mcp", "", "")
	if want := `{"resource":"` + publicURL + `/mcp","authorization_servers":["` + issuer.URL + `"],"scopes_supported":["notes.purge","notes.read","notes.write"],"bearer_methods_supported":["header"]}`; metadata != want {
		t.Errorf("got %s", metadata)
	}
}

// unsigned returns a token without its signature, which says that it needs none.
func unsigned(token string) string {
	claims := strings.Split(token, ".")[1]
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"1","typ":"JWT"}`)) + "." + claims + "."
}

// forged returns a token with another text in its claims than was signed.
func forged(t *testing.T, token, signed, instead string) string {
	t.Helper()
	parts := strings.Split(token, ".")
	claims, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || !strings.Contains(string(claims), signed) {
		t.Fatalf("%s: %v", claims, err)
	}
	parts[1] = base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(claims), signed, instead, 1)))
	return strings.Join(parts, ".")
}
