package endpoint_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/idempotency"
	"github.com/nactgen/nactgen/nact/onbehalf"
	"github.com/nactgen/nactgen/nact/upstream"
)

// writtenDown is a store that remembers all that it is given, unpacked.
type writtenDown struct {
	idempotency.Store
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *writtenDown) note(parts ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, part := range parts {
		if unpacked, err := gzip.NewReader(strings.NewReader(part)); err == nil {
			_, _ = io.Copy(&w.text, unpacked) // what cannot be unpacked is there as it is
		}
		w.text.WriteString(part + "\n")
	}
}

func (w *writtenDown) Claim(ctx context.Context, key string, claim idempotency.Claim) (idempotency.Entry, error) {
	w.note(key, claim.Fingerprint, claim.Holder)
	return w.Store.Claim(ctx, key, claim)
}

func (w *writtenDown) Note(ctx context.Context, key, holder string, notes []byte) error {
	w.note(key, holder, string(notes))
	return w.Store.Note(ctx, key, holder, notes)
}

func (w *writtenDown) End(ctx context.Context, key, holder string, answer []byte) error {
	w.note(key, holder, string(answer))
	return w.Store.End(ctx, key, holder, answer)
}

// TestStoreKnowsNoTokens: a tool reads and writes with the token of its caller, under a key. The store learns what was read and written, and nothing of
// the token; and another caller with the same key gets nothing that came of it.
func TestStoreKnowsNoTokens(t *testing.T) {
	var mu sync.Mutex
	var got []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		got = append(got, r.Method+" "+r.Header.Get("Authorization"))
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `7`)
	}))
	defer api.Close()
	client, err := upstream.NewClient(upstream.Config{Name: "api", BaseURL: api.URL, Auth: []upstream.Credential{upstream.CallerToken()}, Journal: upstream.NewJournal()})
	if err != nil {
		t.Fatal(err)
	}
	b := &booking{run: func(ctx context.Context, _ int) (nact.Results, error) {
		entry := nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil)
		number := int64(0)
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			call := &upstream.Call{Operation: "api.book", Method: method}
			if _, err := client.Do(entry.In(ctx), call, func(d *upstream.Decoder) { number = d.Int() }); err != nil {
				return nil, err
			}
		}
		return nact.Results{number}, nil
	}}
	store := &writtenDown{Store: idempotency.NewMemory(idempotency.Limits{})}
	handler, err := endpoint.New(endpoint.Config{Name: "booking", Idempotency: endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: store})}, []nact.Tool{b.tool(bookID, "book_slot", true)})
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, onbehalf.Take(r)) }))
	defer service.Close()
	url := service.URL + "/tools/" + bookID + ":invoke"
	first := postKey(t, url, book, "k", "Authorization", "Bearer s3cr3t-anna")
	wantReplayed(t, first, postKey(t, url, book, "k", "Authorization", "Bearer s3cr3t-anna"))
	postKey(t, url, book, "k", "Authorization", "Bearer s3cr3t-bert")
	b.wantRuns(t, 2)
	if text := store.text.String(); strings.Contains(text, "s3cr3t") || !strings.Contains(text, "api.book") || !strings.Contains(text, `"body":"Nw=="`) {
		t.Errorf("the store has %q", text)
	}
	if want := "GET Bearer s3cr3t-anna, POST Bearer s3cr3t-anna, GET Bearer s3cr3t-bert, POST Bearer s3cr3t-bert"; strings.Join(got, ", ") != want {
		t.Errorf("the upstream got %s", got)
	}
}
