//go:build !race

package endpoint_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// A call of one text allocates, before its tool runs, the text of its body, once more as the lexer takes it, the list of what is given, the given value and the
// arguments, and the context that counts what it holds; then the results, which are the tool's own, the values, the answer with its body, and room for the fields of its header.
func TestAllocationsOfACall(t *testing.T) {
	handler, err := endpoint.New(endpoint.Config{Name: "weather"}, []nact.Tool{{
		Versions: []nact.Signature{forecastV1()},
		Invoke: func(context.Context, nact.Arguments) (nact.Results, error) {
			return nact.Results{"Sunny, with a high near 80."}, nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	body := strings.NewReader("")
	request := httptest.NewRequest("POST", "/tools/"+forecastID+":invoke", nil)
	request.Header.Set("Content-Type", "application/json")
	request.Body, request.ContentLength = io.NopCloser(body), int64(len(call))
	client := &sink{header: make(http.Header)}
	got := testing.AllocsPerRun(200, func() {
		body.Reset(call)
		clear(client.header)
		handler.ServeHTTP(client, request)
	})
	const before, tool, after = 6, 1, 2 // the header keeps its room here
	if want := float64(before + tool + after); got > want {
		t.Errorf("%v allocations, want %v", got, want)
	}
}
