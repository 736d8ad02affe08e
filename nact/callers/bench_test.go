package callers_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/apikeys"
	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// BenchmarkFirstPage answers the first page of a hundred tools: to anybody, and to a caller with an API key.
func BenchmarkFirstPage(b *testing.B) {
	tools := func(access *nact.Access) []nact.Tool {
		var list []nact.Tool
		for i := range 100 {
			list = append(list, nact.Tool{
				Versions: []nact.Signature{{ToolID: fmt.Sprintf("%03d9a45d-ad0a-49d4-94db-75edf00d2ca4", i), Name: fmt.Sprintf("tool_%d", i), Description: "Look something up, and say what was found.", Version: 1}},
				Access:   access,
				Invoke:   func(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil },
			})
		}
		return list
	}
	run := func(b *testing.B, handler http.Handler, key string) {
		b.Run("handler", func(b *testing.B) { benchHandler(b, handler, key) })
		b.Run("over HTTP", func(b *testing.B) { benchServer(b, handler, key) })
	}
	b.Run("anybody", func(b *testing.B) {
		handler, err := endpoint.New(endpoint.Config{Name: "many", PageDefault: 100}, tools(nil))
		if err != nil {
			b.Fatal(err)
		}
		run(b, handler, "")
	})
	b.Run("key", func(b *testing.B) {
		key, line, _ := apikeys.New("agent", "read")
		source := new(apikeys.Source)
		for _, s := range source.Settings() {
			if s.Variable == "NACT_API_KEYS" {
				s.Set(line)
			}
		}
		authenticators, err := callers.Open(nil, source)
		if err != nil {
			b.Fatal(err)
		}
		gate, err := callers.New(callers.Config{Name: "many", Authenticators: authenticators}, tools(&nact.Access{Scopes: []string{"read"}}), func(view *nact.View, tools []nact.Tool) (http.Handler, error) {
			return endpoint.New(endpoint.Config{Name: "many", PageDefault: 100, View: view}, tools)
		})
		if err != nil {
			b.Fatal(err)
		}
		run(b, gate, key)
	})
}

func benchHandler(b *testing.B, handler http.Handler, key string) {
	r := httptest.NewRequest("GET", "/tools", nil)
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	w := &discard{header: make(http.Header)}
	for b.Loop() {
		clear(w.header)
		handler.ServeHTTP(w, r)
	}
	if w.status != 200 {
		b.Fatal(w.status)
	}
}

func benchServer(b *testing.B, handler http.Handler, key string) {
	server := httptest.NewServer(handler)
	defer server.Close()
	r, err := http.NewRequest("GET", server.URL+"/tools", nil)
	if err != nil {
		b.Fatal(err)
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for b.Loop() {
		answer, err := server.Client().Do(r)
		if err != nil || answer.StatusCode != 200 {
			b.Fatal(err)
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
}

// discard counts nothing of an answer but its status.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
func (d *discard) WriteHeader(status int)      { d.status = status }
