package onbehalf

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestToken(t *testing.T) {
	tests := []struct {
		name   string
		fields []string
		want   string
	}{
		{"a token", []string{"Bearer abc-._~+/="}, "abc-._~+/="},
		{"a scheme in lower case, and spaces", []string{"bearer   abc"}, "abc"},
		{"nothing", nil, ""},
		{"no token", []string{"Bearer "}, ""},
		{"another scheme", []string{"Basic YTpi"}, ""},
		{"no scheme", []string{"abc"}, ""},
		{"two words", []string{"Bearer a b"}, ""},
		{"a list", []string{"Bearer a, Bearer b"}, ""},
		{"two fields", []string{"Bearer a", "Bearer a"}, ""},
		{"equals signs alone", []string{"Bearer =="}, ""},
		{"beyond ASCII", []string{"Bearer ä"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", nil)
			r.Header["Authorization"] = test.fields
			got, err := Token(Take(r).Context())
			if got != test.want || (err == nil) != (test.want != "") {
				t.Fatalf("got %q, %v", got, err)
			}
			if err != nil {
				isUnauthenticated(t, err, "the call has none")
			}
		})
	}
	_, err := Token(t.Context())
	isUnauthenticated(t, err, "over HTTP alone")
}

func isUnauthenticated(t *testing.T, err error, text string) {
	t.Helper()
	var fault *nact.Fault
	if !errors.As(err, &fault) || fault.Kind != nact.Unauthenticated || !strings.Contains(fault.Detail, text) {
		t.Errorf("got %v", err)
	}
}

// TestWithToken: a tool that needs a token runs with one alone.
func TestWithToken(t *testing.T) {
	runs := 0
	invoke := WithToken(func(context.Context, nact.Arguments) (nact.Results, error) {
		runs++
		return nil, nil
	})
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	if _, err := invoke(Take(r).Context(), nil); err == nil || runs != 0 {
		t.Errorf("got %v after %d runs", err, runs)
	}
	r.Header.Set("Authorization", "Bearer a")
	if _, err := invoke(Take(r).Context(), nil); err != nil || runs != 1 {
		t.Errorf("got %v after %d runs", err, runs)
	}
}

// TestPrivate: what proves a caller to this service alone is no token for anybody else, wherever in the request it stands.
func TestPrivate(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("Authorization", "Bearer abc")
	ctx := Take(r).Context()
	_, err := Token(nact.WithCaller(ctx, &nact.Caller{ID: "api-key:a", Private: true}))
	isUnauthenticated(t, err, "an API key of the service, which goes to no upstream")
	if got, err := Token(nact.WithCaller(ctx, &nact.Caller{ID: "oidc:a"})); got != "abc" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
