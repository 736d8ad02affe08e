package nactoidc_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/issuertest"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/onbehalf"
	"github.com/nactgen/nactgen/nact/upstream"
	"github.com/nactgen/nactgen/nactoidc"
)

// TestTokensOut calls an upstream that takes the tokens of a provider, as this package does: with one that the service gets for itself, and with one that it
// gets for that of its caller.
func TestTokensOut(t *testing.T) {
	issuer := issuertest.Start(t)
	const service, prices = "https://notes.example", "https://prices.example"
	verifier, err := nactoidc.New(nactoidc.Config{Issuer: issuer.URL, Audiences: []string{prices}})
	if err != nil {
		t.Fatal(err)
	}
	seen := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller, err := verifier.Authenticate(r)
		if err != nil || caller == nil {
			t.Errorf("the upstream knows nobody: %v", err)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		seen <- caller.ID + " " + strings.Join(caller.Scopes, " ")
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	call := func(ctx context.Context, credential upstream.Credential) error {
		client, err := upstream.NewClient(upstream.Config{Name: "prices", BaseURL: server.URL, Auth: []upstream.Credential{credential}})
		if err != nil {
			t.Fatal(err)
		}
		request := upstream.Call{Operation: "prices.get", Method: http.MethodGet}
		request.Path.Text("/")
		_, err = client.Do(ctx, &request, nil)
		return err
	}
	of := func(token string) context.Context {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		return onbehalf.Take(r).Context()
	}
	grant := upstream.Grant{TokenURL: issuer.URL + "/oauth/token", ClientID: nact.NewSecret("service"), ClientSecret: nact.NewSecret("service-secret"), Scopes: []string{"prices.read"}, Audience: prices}
	for _, inBody := range []bool{false, true} {
		grant.InBody = inBody
		if err := call(t.Context(), upstream.ClientCredentials(grant)); err != nil || <-seen != "oidc:service prices.read" {
			t.Errorf("for itself, in the body %t: %v", inBody, err)
		}
	}
	grant.InBody = false // the provider takes the secret of who exchanges tokens in the header alone
	exchanged := upstream.TokenExchange(grant)
	if err := call(of(issuer.Token("agent", service, "notes.read")), exchanged); err != nil || <-seen != "oidc:agent prices.read" {
		t.Errorf("for a caller: %v", err)
	}
	var fault *nact.Fault
	if err := call(of(issuer.Token("late", service, "notes.read")), exchanged); !errors.As(err, &fault) || fault.Kind != nact.Unauthenticated {
		t.Errorf("for a caller whose token has expired: %v", err)
	}
	grant.ClientSecret = nact.NewSecret("another")
	if err := call(t.Context(), upstream.ClientCredentials(grant)); !errors.As(err, &fault) || fault.Kind == nact.Unauthenticated {
		t.Errorf("with another secret: %v", err)
	}
	if len(seen) > 0 {
		t.Errorf("a call without a token has reached the upstream: %s", <-seen)
	}
}
