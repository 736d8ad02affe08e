//go:build unix

package endpoint_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/versus"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

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

// ratio compares handler with the fixed bytes that it answers, without a connection, by the CPU time that each takes.
func ratio(b *testing.B, handler http.Handler, method, path, body string) {
	request := func() *http.Request {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		return r
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request())
	if recorder.Code != http.StatusOK {
		b.Fatalf("%s: %s", path, recorder.Body)
	}
	times := func(handler http.Handler) func(n int) {
		return func(n int) {
			requests := make([]*http.Request, versus.Callers)
			for i := range requests {
				requests[i] = request()
			}
			versus.Together(n, func(caller int) {
				requests[caller].Body = io.NopCloser(strings.NewReader(body))
				handler.ServeHTTP(&sink{header: http.Header{}}, requests[caller])
			})
		}
	}
	versus.Turns(b, versus.Callers, times(handler), times(fixed(recorder.Body.Bytes())))
}

// BenchmarkEnumeration has pages of a hundred tools, without a connection; package server has them with all that is around.
func BenchmarkEnumeration(b *testing.B) {
	handler := newHandler(b)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest("GET", "/tools", nil))
	b.Run("fixed", func(b *testing.B) { benchmark(b, fixed(recorder.Body.Bytes()), "GET", "/tools", "") })
	b.Run("first page", func(b *testing.B) { benchmark(b, handler, "GET", "/tools", "") })
	b.Run("filtered", func(b *testing.B) { benchmark(b, handler, "GET", "/tools?name=tool&pageLimit=50", "") })
}

// BenchmarkInvocation is a call of a tool that answers at once: what a call costs beside its tool.
func BenchmarkInvocation(b *testing.B) {
	handler := newHandler(b)
	const answer = `{"output_parameters":[{"name":"Summary","value":"Sunny, with a high near 80."}]}`
	path := "/tools/" + forecastID + ":invoke"
	b.Run("fixed", func(b *testing.B) { benchmark(b, fixed([]byte(answer)), "POST", path, call) })
	b.Run("tool", func(b *testing.B) { benchmark(b, handler, "POST", path, call) })
	b.Run("against fixed", func(b *testing.B) { ratio(b, handler, "POST", path, call) })
}

// BenchmarkInvocationOverHTTP has a connection between client and handler, as in use.
func BenchmarkInvocationOverHTTP(b *testing.B) {
	const answer = `{"output_parameters":[{"name":"Summary","value":"Sunny, with a high near 80."}]}`
	over := func(handler http.Handler) versus.Contestant {
		server := httptest.NewServer(handler)
		b.Cleanup(server.Close)
		return versus.Post(server.Listener.Addr().String(), "/tools/"+forecastID+":invoke", "", call)
	}
	versus.Run(b, over(newHandler(b)), over(fixed([]byte(answer))))
}

// BenchmarkStart is what a service does with its tools before it can list them: it makes the bytes of their signatures. It is compared with what
// encoding/json takes to write these, and nothing else.
func BenchmarkStart(b *testing.B) {
	start := func(tools []nact.Tool) {
		handler, err := endpoint.New(endpoint.Config{Name: "bench"}, tools)
		if err != nil {
			b.Fatal(err)
		}
		handler.ServeHTTP(&sink{header: http.Header{}}, httptest.NewRequest("GET", "/tools", nil))
	}
	for _, n := range []int{100, 1000} {
		tools := versus.Tools(n)
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
			versus.Turns(b, 1, func(n int) {
				for range n {
					start(tools)
				}
			}, func(n int) {
				for range n {
					for i := range tools {
						if _, err := json.Marshal(tools[i].Versions); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		})
		b.Run(fmt.Sprintf("tools=%d/memory", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				start(tools)
			}
		})
	}
}
