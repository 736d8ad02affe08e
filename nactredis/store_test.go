package nactredis_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/redistest"
	"github.com/nactgen/nactgen/internal/storetest"
	"github.com/nactgen/nactgen/nact/idempotency"
	"github.com/nactgen/nactgen/nactredis"
)

func TestStore(t *testing.T) {
	client := redistest.Start(t).Client()
	open := func(t *testing.T, keep time.Duration) idempotency.Store {
		if err := client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		return nactredis.NewStore(client, keep)
	}
	for _, c := range storetest.Cases() {
		t.Run(c.Name, func(t *testing.T) { c.Run(t, open) })
	}
}

var claim = idempotency.Claim{Fingerprint: "f", Holder: "a", Lease: time.Minute}

// TestEveryEntryGoes: nothing stays in Redis for ever.
func TestEveryEntryGoes(t *testing.T) {
	client := redistest.Start(t).Client()
	store := nactredis.NewStore(client, 0)
	for _, key := range []string{"running", "noted", "ended", "released"} {
		if _, err := store.Claim(t.Context(), key, claim); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{
		store.Note(t.Context(), "noted", "a", []byte("x")),
		store.End(t.Context(), "ended", "a", []byte("x")),
		store.Note(t.Context(), "released", "a", []byte("x")),
		store.Release(t.Context(), "released", "a"),
		store.Renew(t.Context(), "running", "a", time.Hour),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	names, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(names) != 4 {
		t.Fatalf("there are %v, %v", names, err)
	}
	for _, name := range names {
		left, err := client.PTTL(t.Context(), name).Result()
		if err != nil || left < 23*time.Hour || left > 24*time.Hour || !strings.HasPrefix(name, "nact:idempotency:") {
			t.Errorf("%s goes in %s, %v", name, left, err)
		}
	}
}

// TestServerIsGone: every method says so, in time, and works again when the server is back.
func TestServerIsGone(t *testing.T) {
	server := redistest.Start(t)
	store := nactredis.NewStore(server.Client(), 0)
	call := func(method string) error {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		var err error
		switch key := "k"; method {
		case "claim":
			_, err = store.Claim(ctx, key, claim)
		case "renew":
			err = store.Renew(ctx, key, "a", time.Minute)
		case "note":
			err = store.Note(ctx, key, "a", nil)
		case "end":
			err = store.End(ctx, key, "a", nil)
		case "release":
			err = store.Release(ctx, key, "a")
		}
		return err
	}
	gone := func(t *testing.T) {
		for _, method := range []string{"claim", "renew", "note", "release", "end"} {
			start := time.Now()
			if err := call(method); err == nil || errors.Is(err, idempotency.ErrLost) {
				t.Errorf("%s: got error %v", method, err)
			}
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%s took %s", method, took)
			}
		}
	}
	if err := call("claim"); err != nil {
		t.Fatal(err)
	}
	t.Run("it does not answer", func(t *testing.T) {
		server.Freeze()
		defer server.Thaw()
		gone(t)
	})
	t.Run("it is not there", func(t *testing.T) {
		server.Stop()
		gone(t)
	})
	server.Restart()
	if err := call("claim"); err != nil {
		t.Error(err)
	}
}
