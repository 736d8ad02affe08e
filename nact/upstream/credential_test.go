package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// TestCredentialIsAskedForEachCall: what a credential sends may be another text for each call, and why there is none is why the call fails.
func TestCredentialIsAskedForEachCall(t *testing.T) {
	var sent []string
	base := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		sent = append(sent, r.Header.Get("Authorization")+" "+r.URL.RawQuery)
	})
	asked := 0
	numbered := func(ctx context.Context, client *Client) (string, error) {
		if asked++; asked > 4 {
			return "", &nact.Fault{Kind: nact.BadAnswer, Detail: "the server of tokens answered 503"}
		}
		if client.transport == nil || ctx != t.Context() {
			t.Error("it is asked without the context of the call, or without what it could ask for a token with")
		}
		return fmt.Sprintf("t%d", asked), nil
	}
	client := newClient(t, Config{BaseURL: base, Auth: []Credential{
		newCredential("header", "authorization", numbered), newCredential("query", "key", numbered),
	}})
	call := func() error {
		_, err := client.Do(t.Context(), &Call{Operation: "notes.read", Method: http.MethodGet, Path: get("/").Path}, nil)
		return err
	}
	for range 2 {
		if err := call(); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := fmt.Sprint(sent), "[t1 key=t2 t3 key=t4]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var fault *nact.Fault
	if err := call(); !errors.As(err, &fault) || fault.Kind != nact.BadAnswer || fault.Operation != "notes.read" || len(sent) != 2 {
		t.Errorf("got %v, and %d requests", err, len(sent))
	}
}
