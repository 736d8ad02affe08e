package nactredis_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/nactgen/nactgen/internal/redistest"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nactredis"
)

// TestCallersKeepApart: a key is that of its caller, whichever instance the call reaches: another caller's call with it is another call.
func TestCallersKeepApart(t *testing.T) {
	server := redistest.Start(t)
	b := newBookings(t, nil)
	instance := func(caller string) string {
		service, err := newService(nactredis.NewStore(server.Client(), 0), b.URL, "Key")
		if err != nil {
			t.Fatal(err)
		}
		proved := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			service.ServeHTTP(w, r.WithContext(nact.WithCaller(r.Context(), &nact.Caller{ID: caller})))
		}))
		t.Cleanup(proved.Close)
		return proved.URL
	}
	for i, call := range []struct {
		caller   string
		replayed bool
		made     int64
	}{{"a", false, 1}, {"b", false, 2}, {"a", true, 2}, {"b", true, 2}} {
		if got := mustInvoke(t, instance(call.caller), "k"); got.body != booked || got.replayed != call.replayed || b.made.Load() != call.made || b.differentKeys() != int(call.made) {
			t.Errorf("call %d, by %s: got %+v, and %d bookings with %d keys", i, call.caller, got, b.made.Load(), b.differentKeys())
		}
	}
}
