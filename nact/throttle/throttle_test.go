package throttle

import (
	"context"
	"fmt"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
)

// call asks whether a call may begin, ends it, and returns why it may not.
func call(t *testing.T, callers invocation.Callers, id, remote string) string {
	t.Helper()
	ctx := t.Context()
	if id != "" {
		ctx = nact.WithCaller(ctx, &nact.Caller{ID: id})
	}
	end, refused := callers.Admit(ctx, remote)
	if refused == nil {
		end()
		return ""
	}
	return fmt.Sprintf("%s, %d s", refused.Reason, refused.Seconds())
}

func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		callers := New(Limits{Calls: 30, Per: time.Minute, Burst: 2, Addresses: true})
		steps := []struct {
			after      time.Duration
			id, remote string
			want       string
		}{
			{0, "a", "192.0.2.1:80", ""},
			{0, "a", "192.0.2.2:80", ""},
			{0, "a", "192.0.2.1:80", "rate, 2 s"},
			{500 * time.Millisecond, "a", "192.0.2.1:80", "rate, 2 s"},    // rounded up; and the call before has not made it longer
			{0, "b", "192.0.2.1:80", ""},                                  // another one
			{0, "", "192.0.2.1:80", ""},                                   // and nobody, at the address of both
			{0, "", "192.0.2.1:81", ""},                                   // whatever its port
			{0, "", "[::ffff:192.0.2.1]:81", "rate, 2 s"},                 // however it is written
			{0, "", "192.0.2.2:81", ""},                                   // one beside it
			{0, "", "[2001:db8:1:2::1]:80", ""},                           // a host of IPv6
			{0, "", "[2001:db8:1:2:3:4:5:6%eth0]:80", ""},                 // with all addresses of its network
			{0, "", "[2001:db8:1:2:ffff::]:80", "rate, 2 s"},              //
			{0, "", "[2001:db8:1:3::1]:80", ""},                           // and the next network
			{0, "", "@", ""},                                              // something that is no address
			{1500 * time.Millisecond, "a", "192.0.2.1:80", ""},            // it has waited
			{0, "a", "192.0.2.1:80", "rate, 2 s"},                         //
			{time.Hour, "a", "192.0.2.1:80", ""}, {0, "a", "[::1]:1", ""}, // two at once, and no more, after however long
			{0, "a", "192.0.2.1:80", "rate, 2 s"},
		}
		for i, step := range steps {
			time.Sleep(step.after)
			if got := call(t, callers, step.id, step.remote); got != step.want {
				t.Errorf("step %d: %q at %s: got %q, want %q", i, step.id, step.remote, got, step.want)
			}
		}
	})
}

// TestRunning: calls of one caller that run keep its own ones out, and nobody else's.
func TestRunning(t *testing.T) {
	callers := New(Limits{Running: 2})
	a := nact.WithCaller(t.Context(), &nact.Caller{ID: "a"})
	first, _ := callers.Admit(a, "")
	second, _ := callers.Admit(a, "")
	if got := call(t, callers, "a", ""); got != "concurrency, 1 s" {
		t.Errorf("a third call: %q", got)
	}
	if got := call(t, callers, "b", ""); got != "" {
		t.Errorf("another caller: %q", got)
	}
	for range 9 {
		if got := call(t, callers, "", "192.0.2.1:80"); got != "" {
			t.Errorf("nobody, whom no limit is for: %q", got)
		}
	}
	first()
	if got := call(t, callers, "a", ""); got != "" {
		t.Errorf("after one has ended: %q", got)
	}
	second()
}

// TestNone: without limits there is nothing to ask.
func TestNone(t *testing.T) {
	if callers := New(Limits{Calls: 5, Burst: 3, Addresses: true}); callers != nil {
		t.Errorf("got %v", callers)
	}
}

// TestMemory: as many callers are remembered as there may be, the ones that have called last, and those that have calls running.
func TestMemory(t *testing.T) {
	limiter := New(Limits{Calls: 1, Per: time.Hour, Addresses: true}).(*throttle)
	busy := nact.WithCaller(t.Context(), &nact.Caller{ID: "busy"})
	end, _ := limiter.Admit(busy, "")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range maxCallers + 1000 {
		end, _ := admit(limiter, &limiter.known, fmt.Sprint("caller ", i))
		end()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n := len(limiter.known.byKey); n != maxCallers || limiter.known.recent.Len() != n {
		t.Errorf("%d callers are remembered", n)
	}
	if each := int64(after.HeapAlloc-before.HeapAlloc) / maxCallers; each > 400 {
		t.Errorf("a caller takes %d bytes", each)
	} else {
		t.Logf("a caller takes %d bytes", each)
	}
	for id, limited := range map[string]bool{"busy": true, fmt.Sprint("caller ", maxCallers+999): true, "caller 1100": true, "caller 0": false} {
		if got := call(t, limiter, id, ""); strings.HasPrefix(got, "rate, ") != limited {
			t.Errorf("%s: got %q", id, got)
		}
	}
	for i := range maxCallers + 1000 { // who have no right to be remembered in the place of those who are known
		end, _ := admit(limiter, &limiter.addresses, networkOf(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})))
		end()
	}
	if got := call(t, limiter, "busy", ""); !strings.HasPrefix(got, "rate, ") {
		t.Errorf("after calls from everywhere: %q", got)
	}
	end()
}

// TestAllRunning: with more callers that have calls running than are to be remembered, each of them still is.
func TestAllRunning(t *testing.T) {
	callers := table[int]{max: 3}
	for i := range 40 {
		callers.use(i).running++
	}
	for i := range 40 {
		if callers.use(i).running != 1 {
			t.Errorf("%d was forgotten", i)
		}
		callers.use(i).running--
	}
	callers.use(41)
	for range 9 {
		callers.use(len(callers.byKey) + 100)
	}
	if n := len(callers.byKey); n > 3 {
		t.Errorf("%d are remembered when none runs", n)
	}
}

func BenchmarkAdmit(b *testing.B) {
	limiter := New(Limits{Calls: 1 << 29, Per: time.Second, Burst: 1 << 29, Running: 1 << 20})
	ctx := make([]context.Context, 1000)
	for i := range ctx {
		ctx[i] = nact.WithCaller(b.Context(), &nact.Caller{ID: fmt.Sprint("caller ", i)})
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		end, _ := limiter.Admit(ctx[i%len(ctx)], "")
		if i++; end != nil {
			end()
		}
	}
}
