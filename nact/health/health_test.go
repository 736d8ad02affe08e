package health_test

import (
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/health"
)

// TestHandler: a service without endpoints answers checks, and what leads nowhere, as one that has them.
func TestHandler(t *testing.T) {
	endpoints, err := endpoint.New(endpoint.Config{Name: "empty"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		method, path string
		status       int
	}{
		{"GET", "/healthz", 200},
		{"HEAD", "/healthz", 200},
		{"GET", "/readyz", 200},
		{"POST", "/readyz", 405},
		{"GET", "/nowhere", 404},
		{"HEAD", "/nowhere", 404},
	}
	for _, test := range tests {
		t.Run(test.method+test.path, func(t *testing.T) {
			request := httptest.NewRequest(test.method, test.path, nil)
			got, want := httptest.NewRecorder(), httptest.NewRecorder()
			health.Handler{}.ServeHTTP(got, request)
			endpoints.ServeHTTP(want, request)
			if got.Code != test.status || got.Code != want.Code || !reflect.DeepEqual(got.Header(), want.Header()) {
				t.Errorf("got %d %v, want %d %v", got.Code, got.Header(), want.Code, want.Header())
			}
			if got.Body.String() != want.Body.String() {
				t.Errorf("got %s, want %s", got.Body, want.Body)
			}
		})
	}
}

// TestEscaped: an address has one spelling, so that a rule of a proxy about it holds.
func TestEscaped(t *testing.T) {
	recorder := httptest.NewRecorder()
	health.Handler{}.ServeHTTP(recorder, httptest.NewRequest("GET", "/health%7A", nil))
	if recorder.Code != 404 {
		t.Errorf("got %d", recorder.Code)
	}
}
