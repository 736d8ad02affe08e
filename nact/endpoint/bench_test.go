package endpoint_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// sink is a ResponseWriter that keeps nothing.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }
func (s *sink) WriteHeader(int)             {}

// fixed is the plain handler that the others are compared with: it reads the body and writes the same bytes.
func fixed(body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Write(body)
	})
}

func benchmark(b *testing.B, handler http.Handler, method, path, body string) {
	b.ReportAllocs()
	header := http.Header{"Content-Type": {"application/json"}}
	request := httptest.NewRequest(method, path, nil)
	request.Header = header
	for b.Loop() {
		request.Body = io.NopCloser(strings.NewReader(body))
		request.ContentLength = int64(len(body))
		handler.ServeHTTP(&sink{header: http.Header{}}, request)
	}
}

// newHandler serves a hundred tools, the first of which can be invoked for its overhead.
func newHandler(b *testing.B) *endpoint.Handler {
	b.Helper()
	forecast := nact.Tool{
		Versions: []nact.Signature{forecastV1()},
		Invoke: func(context.Context, nact.Arguments) (nact.Results, error) {
			return nact.Results{"Sunny, with a high near 80."}, nil
		},
	}
	handler, err := endpoint.New(endpoint.Config{Name: "weather"}, append(numbered(99), forecast))
	if err != nil {
		b.Fatal(err)
	}
	return handler
}

func BenchmarkEnumeration(b *testing.B) {
	handler := newHandler(b)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest("GET", "/tools", nil))
	b.Run("fixed", func(b *testing.B) { benchmark(b, fixed(recorder.Body.Bytes()), "GET", "/tools", "") })
	b.Run("first page", func(b *testing.B) { benchmark(b, handler, "GET", "/tools", "") })
	b.Run("filtered", func(b *testing.B) { benchmark(b, handler, "GET", "/tools?name=tool&pageLimit=50", "") })
}

func BenchmarkInvocation(b *testing.B) {
	handler := newHandler(b)
	const answer = `{"output_parameters":[{"name":"Summary","value":"Sunny, with a high near 80."}]}`
	path := "/tools/" + forecastID + ":invoke"
	b.Run("fixed", func(b *testing.B) { benchmark(b, fixed([]byte(answer)), "POST", path, call) })
	b.Run("tool", func(b *testing.B) { benchmark(b, handler, "POST", path, call) })
}

// BenchmarkInvocationOverHTTP has a connection between client and handler, as in use.
func BenchmarkInvocationOverHTTP(b *testing.B) {
	const answer = `{"output_parameters":[{"name":"Summary","value":"Sunny, with a high near 80."}]}`
	over := func(handler http.Handler) func(*testing.B) {
		return func(b *testing.B) {
			server := httptest.NewServer(handler)
			defer server.Close()
			for b.Loop() {
				post(b, server.URL+"/tools/"+forecastID+":invoke", call)
			}
		}
	}
	b.Run("fixed", over(fixed([]byte(answer))))
	b.Run("tool", over(newHandler(b)))
}
