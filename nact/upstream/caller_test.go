package upstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/onbehalf"
)

// callerOf is the context of a call whose caller has sent a token, and headers.
func callerOf(t *testing.T, token string, header ...string) context.Context {
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
	r.Header.Set("Authorization", "Bearer "+token)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	return onbehalf.Take(r).Context()
}

// TestCallersDoNotShareAnswers: calls of many callers at the same time, of the same URL, through a cache: each gets what the upstream answered to its
// own token, from the cache or by a flight, and another caller never does.
func TestCallersDoNotShareAnswers(t *testing.T) {
	var mu sync.Mutex
	asked := map[string]int{}
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		token := r.Header.Get("Authorization")
		mu.Lock()
		asked[token]++
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "public, max-age=60") // what it says of shared caches makes no difference
		fmt.Fprintf(w, "%q", token)
	})
	for name, caching := range map[string]Caching{"for a time": KeepFor(time.Hour), "by HTTP": KeepByHTTP()} {
		t.Run(name, func(t *testing.T) {
			clear(asked)
			client := newClient(t, Config{BaseURL: base, Cache: NewCache(0), Caching: caching, Auth: []Credential{CallerToken()}})
			var calls sync.WaitGroup
			for i := range 200 {
				token := fmt.Sprintf("of-%d", i%20)
				calls.Go(func() {
					var got string
					_, err := client.Do(callerOf(t, token), get("/me"), func(d *Decoder) { got = d.String() })
					if err != nil || got != "Bearer "+token {
						t.Errorf("%s got the answer to %q, %v", token, got, err)
					}
				})
			}
			calls.Wait()
			if len(asked) != 20 {
				t.Errorf("the upstream was asked with %d tokens", len(asked))
			}
		})
	}
}

// TestCallersTokenStays: it goes to no other origin, and nothing of it, and of what is handed on, into a dry run or the log.
func TestCallersTokenStays(t *testing.T) {
	a, b, sent := redirects(t, map[string]string{"/from": "$B/away", "/away": "$A/back"})
	var log bytes.Buffer
	client := newClient(t, Config{
		BaseURL: a, Redirects: []string{b}, Auth: []Credential{CallerToken()}, Forward: Forward("X-Request-Id"),
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	ctx := callerOf(t, "s3cr3t", "X-Request-Id", "42", "X-Other", "7")
	if _, err := client.Do(ctx, get("/from"), nil); err != nil {
		t.Fatal(err)
	}
	for i, request := range *sent {
		token, id := request.header.Get("Authorization"), request.header.Get("X-Request-Id")
		if own := i == 0; own != (token == "Bearer s3cr3t") || own != (id == "42") || token != "" && !own || request.header.Get("X-Other") != "" {
			t.Errorf("request %d to %s has %q, %q", i, request.target, token, id)
		}
	}
	var run plans
	if _, err := client.Do(dry(ctx, &run, "write"), &Call{Operation: "notes.write", Method: http.MethodPost, Path: get("/").Path}, nil); !errors.Is(err, nact.ErrDryRun) {
		t.Fatal(err)
	}
	if shown := fmt.Sprintf("%+v", *run[0].Request); strings.Contains(shown, "s3cr3t") || !strings.Contains(shown, nact.Hidden) {
		t.Errorf("a dry run shows %s", shown)
	}
	if all := log.String() + fmt.Sprint(ctx); strings.Contains(all, "s3cr3t") || log.Len() == 0 {
		t.Errorf("the log, and whoever prints the context, has %s", all)
	}
}

// TestRefusedCaller: an upstream's 401 and 403 are the caller's to know if it has refused the caller's token, and a fault of the service otherwise.
func TestRefusedCaller(t *testing.T) {
	status := 0
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
			return
		}
		w.WriteHeader(status)
	})
	for _, test := range []struct {
		credential Credential
		path       string
		status     int
		want       nact.FaultKind
	}{
		{CallerToken(), "/", 401, nact.Unauthenticated},
		{CallerToken(), "/", 403, nact.Forbidden},
		{CallerToken(), "/", 404, nact.BadAnswer},
		{CallerToken(), "/moved", 401, nact.BadAnswer},
		{Bearer(nact.NewSecret("own")), "/", 401, nact.BadAnswer},
		{Bearer(nact.NewSecret("own")), "/", 403, nact.BadAnswer},
	} {
		status = test.status
		_, err := newClient(t, Config{BaseURL: base, Auth: []Credential{test.credential}}).Do(callerOf(t, "a"), get(test.path), nil)
		if got := fault(t, err); got.Kind != test.want || got.UpstreamStatus != test.status {
			t.Errorf("%s of %s: got %+v", test.credential, test.path, got)
		}
	}
	_, err := newClient(t, Config{BaseURL: base, Auth: []Credential{CallerToken()}}).Do(t.Context(), get("/"), nil)
	if got := fault(t, err); got.Kind != nact.Unauthenticated || got.UpstreamStatus != 0 {
		t.Errorf("without a request: %+v", got)
	}
}

// TestForward: what is handed on of headers, and what is not.
func TestForward(t *testing.T) {
	var got http.Header
	base := serve(t, func(_ http.ResponseWriter, r *http.Request) { got = r.Header })
	client := newClient(t, Config{BaseURL: base, Forward: Forward("X-Request-Id", "Accept-Language", "X-Long", "X-Odd")})
	ctx := callerOf(t, "a", "X-Request-Id", "42", "Accept-Language", "de", "Accept-Language", "en", "X-Long", strings.Repeat("x", longestForwarded+1), "X-Odd", "a\xffb")
	if _, err := client.Do(ctx, get("/"), nil); err != nil {
		t.Fatal(err)
	}
	if got.Get("X-Request-Id") != "42" || got.Get("Accept-Language") != "de, en" || got["X-Long"] != nil || got["X-Odd"] != nil || got["Authorization"] != nil {
		t.Errorf("got %v", got)
	}
	call := get("/")
	call.Header.Set("accept-language", "fr")
	if _, err := client.Do(ctx, call, nil); err != nil || got.Get("Accept-Language") != "fr" {
		t.Errorf("in the place of what the call sends: %v, %v", got, err)
	}
	if _, err := client.Do(t.Context(), get("/"), nil); err != nil || got["X-Request-Id"] != nil {
		t.Errorf("without a request: %v, %v", got, err)
	}
}

// exchangeServer gives for each caller's token one of its own, and counts.
func exchangeServer(t *testing.T) (s *tokenServer, client *Client) {
	s = newTokenServer(t)
	s.answer = func(n int64, w http.ResponseWriter) {
		fmt.Fprintf(w, `{"access_token":"t%d","token_type":"Bearer","expires_in":3600}`, n)
	}
	return s, newClient(t, Config{BaseURL: s.URL + "/api", Auth: []Credential{TokenExchange(s.grant())}})
}

// TestExchangeOncePerCaller: calls of a caller at the same time have its token exchanged once, and that of no other.
func TestExchangeOncePerCaller(t *testing.T) {
	s, client := exchangeServer(t)
	var calls sync.WaitGroup
	for i := range 500 {
		calls.Go(func() {
			if _, err := client.Do(callerOf(t, fmt.Sprintf("caller-%d", i%5)), get("/"), nil); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	subjects := map[string]bool{}
	for _, form := range s.forms {
		subjects[form.Get("subject_token")] = true
	}
	if s.asked.Load() != 5 || len(subjects) != 5 {
		t.Errorf("%d exchanges, of %v", s.asked.Load(), subjects)
	}
}

// TestExchangesAreBounded: of a thousand callers those are forgotten that have not called for the longest time.
func TestExchangesAreBounded(t *testing.T) {
	s, client := exchangeServer(t)
	call := func(caller int) {
		t.Helper()
		if _, err := client.Do(callerOf(t, fmt.Sprintf("caller-%d", caller)), get("/"), nil); err != nil {
			t.Fatal(err)
		}
	}
	for caller := range mostCallers {
		call(caller)
	}
	call(0)
	call(mostCallers) // 1 is forgotten
	if call(0); s.asked.Load() != mostCallers+1 {
		t.Errorf("who has called lately was forgotten: %d exchanges", s.asked.Load())
	}
	if call(1); s.asked.Load() != mostCallers+2 {
		t.Errorf("there is no bound: %d exchanges", s.asked.Load())
	}
}

// TestRefusedExchange: whose fault it is that no token was given.
func TestRefusedExchange(t *testing.T) {
	for code, want := range map[string]nact.FaultKind{
		"invalid_grant": nact.Unauthenticated, "invalid_request": nact.Unauthenticated, "invalid_token": nact.Unauthenticated,
		"invalid_client": nact.BadAnswer, "invalid_target": nact.BadAnswer, bait: nact.BadAnswer,
	} {
		s, client := exchangeServer(t)
		s.answer = func(_ int64, w http.ResponseWriter) {
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":"`+code+`","error_description":"`+bait+`"}`)
		}
		_, err := client.Do(callerOf(t, "s3cr3t"), get("/"), nil)
		isSilent(t, err, bait)
		if got := fault(t, err); got.Kind != want || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: got %+v", code, got)
		}
	}
	s, client := exchangeServer(t)
	if _, err := client.Do(t.Context(), get("/"), nil); fault(t, err).Kind != nact.Unauthenticated || s.asked.Load() != 0 {
		t.Errorf("without a token: %v, after %d exchanges", err, s.asked.Load())
	}
}
