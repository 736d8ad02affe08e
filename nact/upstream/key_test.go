package upstream

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// A key is the same in each attempt and in a repeated invocation, wherever the upstream takes it, and the request beside it stays as it is.
func TestKeyPlaces(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	for _, test := range []struct {
		name        string
		key         Key
		contentType string
		body, query string
		want        string // KEY stands for the key
	}{
		{"header", KeyInHeader("X-Once"), "application/json", `{"a":1}`, "", `/pay KEY {"a":1}`},
		{"query", KeyInQuery("a key"), "application/json", `{"a":1}`, "", `/pay?a+key=KEY  {"a":1}`},
		{"query beside another", KeyInQuery("key"), "", "", "by", `/pay?by=1&key=KEY  `},
		{"body", KeyInBody(`k"`), "application/json", `{"a":1}`, "", `/pay  {"k\"":"KEY","a":1}`},
		{"empty body", KeyInBody("key"), "application/json", `{}`, "", `/pay  {"key":"KEY"}`},
		{"form", KeyInBody("a key"), form, "a=1", "", "/pay  a=1&a+key=KEY"},
		{"empty form", KeyInBody("key"), form, "", "", "/pay  key=KEY"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var sent, keys []string
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				text := r.RequestURI + " " + r.Header.Get("X-Once") + " " + string(body)
				i := strings.Index(text, "-8")
				key := text[i-13 : i+23]
				sent, keys = append(sent, strings.ReplaceAll(text, key, "KEY")), append(keys, key)
				if len(sent) != 2 {
					w.WriteHeader(http.StatusServiceUnavailable)
				}
			})
			client := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 2, Backoff: 1}})
			write := func(ctx context.Context) error {
				call := &Call{Operation: "shop.pay", Method: http.MethodPost, ContentType: test.contentType, Body: []byte(test.body), Options: Options{Key: test.key}}
				call.Path.Text("/pay")
				if test.query != "" {
					call.Query.Add(test.query, "1")
				}
				_, err := client.Do(nact.JournalOf(ctx).Begin("pay", nact.Opt[int]{}, nil).In(ctx), call, nil)
				return err
			}
			var notes []byte
			first, _ := run(t, &notes)
			if err := write(first); err != nil {
				t.Fatal(err)
			}
			again, _ := run(t, &notes)
			if err := write(again); err == nil || strings.Contains(err.Error(), "another request") {
				t.Errorf("repeated: %v", err)
			}
			if want := slices.Repeat([]string{test.want}, 4); !slices.Equal(sent, want) || len(slices.Compact(keys)) != 1 {
				t.Errorf("sent %q with the keys %q, want %q", sent, keys, test.want)
			}
		})
	}
}

// A body that is no object has no place for a key, and is not sent.
func TestKeyWithoutPlace(t *testing.T) {
	client := newClient(t, Config{BaseURL: serve(t, func(http.ResponseWriter, *http.Request) { t.Error("it was sent") })})
	call := &Call{Operation: "shop.pay", Method: http.MethodPost, ContentType: "application/json", Body: []byte("[]"), Options: Options{Key: KeyInBody("key")}}
	if _, err := client.Do(t.Context(), call, nil); err == nil || !strings.Contains(err.Error(), "the body is no object") {
		t.Errorf("got %v", err)
	}
}
