package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// until waits until something holds.
func until(holds func() bool) {
	for !holds() {
		runtime.Gosched()
	}
}

// waiting waits until so many wait for the flights of a cache.
func waiting(c *cache, want int) {
	until(func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		got := 0
		for _, f := range c.flights {
			got += f.waiting
		}
		return got == want
	})
}

// outcome is what a call came to.
type outcome struct {
	number int64
	err    error
}

// start makes a call whose answer is a number, at the side.
func start(ctx context.Context, client *Client, call *Call) <-chan outcome {
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		_, o.err = client.Do(ctx, call, func(d *Decoder) { o.number = d.Int() })
		done <- o
	}()
	return done
}

// held is a handler that answers each request when it is let go, or notes that it was cancelled.
type held struct {
	release   chan func(w http.ResponseWriter)
	cancelled chan struct{}
}

func newHeld() *held {
	return &held{release: make(chan func(http.ResponseWriter)), cancelled: make(chan struct{}, 10)}
}

func (h *held) handle(_ int64, w http.ResponseWriter, r *http.Request) {
	select {
	case answer := <-h.release:
		answer(w)
	case <-r.Context().Done():
		h.cancelled <- struct{}{}
	}
}

func write(text string, header ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		setHeader(w, header)
		io.WriteString(w, text)
	}
}

func TestEqualCallsShareOneRequest(t *testing.T) {
	const callers = 20
	h := newHeld()
	server := newCountingServer(t, h.handle)
	cache := newCache(0, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepFor(time.Minute)})
	var calls []<-chan outcome
	for range callers {
		calls = append(calls, start(t.Context(), client, get("/")))
	}
	waiting(cache, callers)
	h.release <- write("7")
	for _, call := range calls {
		if got := <-call; got != (outcome{number: 7}) {
			t.Error(got)
		}
	}
	wantNumber(t, client, get("/"), 7)
	if got := server.requests.Load(); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
}

// TestPatienceIsOnesOwn: a call that waits less long for an attempt does not wait for that of a more patient one.
func TestPatienceIsOnesOwn(t *testing.T) {
	gate := make(chan struct{})
	server := newCountingServer(t, func(_ int64, w http.ResponseWriter, _ *http.Request) {
		<-gate
		io.WriteString(w, "7")
	})
	cache := newCache(0, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepFor(time.Minute)})
	patient := start(t.Context(), client, get("/"))
	waiting(cache, 1)
	hasty := get("/")
	hasty.Timeout = 20 * time.Millisecond
	_, _, err := readNumber(t, client, hasty)
	close(gate)
	if fault(t, err).Kind != nact.Timeout {
		t.Errorf("got %v", err)
	}
	if got := <-patient; got != (outcome{number: 7}) {
		t.Error(got)
	}
}

// TestErrorsAreShared by those who waited, each about its own operation, and are not kept.
func TestErrorsAreShared(t *testing.T) {
	h := newHeld()
	server := newCountingServer(t, h.handle)
	cache := newCache(0, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepFor(time.Minute)})
	var calls []<-chan outcome
	for i := range 3 {
		call := get("/")
		call.Operation = fmt.Sprint("weather.", i)
		calls = append(calls, start(t.Context(), client, call))
	}
	waiting(cache, 3)
	h.release <- func(w http.ResponseWriter) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	for i, call := range calls {
		got := fault(t, (<-call).err)
		if got.Operation != fmt.Sprint("weather.", i) || got.UpstreamStatus != 503 || got.RetryAfter != 7*time.Second {
			t.Errorf("call %d: %+v", i, got)
		}
	}
	again := start(t.Context(), client, get("/"))
	h.release <- write("7")
	if got := <-again; got != (outcome{number: 7}) {
		t.Error(got)
	}
}

// TestFailuresAreNotJoined: who comes while others still look at an error makes a request of his own.
func TestFailuresAreNotJoined(t *testing.T) {
	server := newCountingServer(t, func(n int64, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			w.WriteHeader(http.StatusInternalServerError)
		}
		fmt.Fprint(w, n)
	})
	cache := newCache(0, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepFor(time.Minute)})
	r, err := client.prepare(t.Context(), get("/"), jsonReader(func(d *Decoder) { d.Int() }))
	if err != nil {
		t.Fatal(err)
	}
	_, f, _ := cache.find(t.Context(), client, r, newCacheKey(r))
	defer cache.leave(f)
	<-f.done
	wantNumber(t, client, get("/"), 2)
}

// TestProblemsOfSharedErrors: those who want to know what an error says, and those who do not, have a request each.
func TestProblemsOfSharedErrors(t *testing.T) {
	h := newHeld()
	server := newCountingServer(t, h.handle)
	cache := newCache(0, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepFor(time.Minute)})
	var calls []<-chan outcome
	for _, keep := range []bool{false, true, true} {
		call := get("/")
		if keep {
			call.KeepProblem = ReadProblem
		}
		calls = append(calls, start(t.Context(), client, call))
	}
	waiting(cache, 3)
	for range 2 {
		h.release <- func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusConflict)
			io.WriteString(w, "9")
		}
	}
	for i, call := range calls {
		var said int64
		if got := Problem((<-call).err, func(d *Decoder) { said = d.Int() }); got != (i > 0) || i > 0 && said != 9 {
			t.Errorf("call %d: %t, %d", i, got, said)
		}
	}
}

// TestCancelledCallLeavesTheOthers: the request goes on without the caller that began it.
func TestCancelledCallLeavesTheOthers(t *testing.T) {
	h := newHeld()
	server := newCountingServer(t, h.handle)
	cache := newCache(0, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepFor(time.Minute)})
	ctx, cancel := context.WithCancel(t.Context())
	first := start(ctx, client, get("/"))
	waiting(cache, 1)
	second := start(t.Context(), client, get("/"))
	waiting(cache, 2)
	cancel()
	if got := <-first; !errors.Is(got.err, context.Canceled) {
		t.Errorf("got %v", got)
	}
	h.release <- write("7")
	if got := <-second; got != (outcome{number: 7}) {
		t.Error(got)
	}
	wantNumber(t, client, get("/"), 7)
	if got := server.requests.Load(); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
}

// TestRequestEndsWithItsLastCaller, by when its goroutine is gone, and who comes then makes a request of its own.
func TestRequestEndsWithItsLastCaller(t *testing.T) {
	h := newHeld()
	server := newCountingServer(t, h.handle)
	cache := newCache(0, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepFor(time.Minute)})
	ctx, cancel := context.WithCancel(t.Context())
	calls := []<-chan outcome{start(ctx, client, get("/")), start(ctx, client, get("/"))}
	waiting(cache, 2)
	var f *flight
	for _, f = range cache.flights {
	}
	until(func() bool { return server.requests.Load() == 1 })
	cancel()
	for _, call := range calls {
		if got := <-call; !errors.Is(got.err, context.Canceled) {
			t.Errorf("got %v", got)
		}
	}
	select {
	case <-f.done:
	default:
		t.Error("the callers have gone, and the request has not")
	}
	<-h.cancelled
	again := start(t.Context(), client, get("/"))
	h.release <- write("7")
	if got := <-again; got != (outcome{number: 7}) {
		t.Error(got)
	}
}

// TestTimeOfTheWholeCall ends the wait for a shared request as it does for an own one.
func TestTimeOfTheWholeCall(t *testing.T) {
	h := newHeld()
	server := newCountingServer(t, h.handle)
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepFor(time.Minute)})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := client.Do(ctx, get("/"), nil)
	if got := fault(t, err); got.Kind != nact.Timeout || got.Detail != "the time for the whole call ran out" {
		t.Errorf("got %+v", got)
	}
}

// TestWriteWhileOthersRead: what was asked for before a write is not kept after it.
func TestWriteWhileOthersRead(t *testing.T) {
	gate := make(chan struct{})
	server := newCountingServer(t, func(n int64, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			<-gate
		}
		fmt.Fprint(w, n)
	})
	cache := newCache(0, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepFor(time.Minute)})
	before := start(t.Context(), client, get("/"))
	until(func() bool { return server.requests.Load() == 1 })
	cache.forget(newCacheKeyOf(t, client, "/").resource)
	_, _, err := readNumber(t, client, get("/"))
	close(gate)
	if err != nil {
		t.Fatal(err)
	}
	if got := <-before; got != (outcome{number: 1}) {
		t.Error(got)
	}
	wantNumber(t, client, get("/"), 2)
}

func newCacheKeyOf(t *testing.T, client *Client, path string) cacheKey {
	t.Helper()
	r, err := client.prepare(t.Context(), get(path), nil)
	if err != nil {
		t.Fatal(err)
	}
	return newCacheKey(r)
}

// TestAnswersForOneAreNotShared: who waited for an answer that HTTP says is for one request makes one of his own.
func TestAnswersForOneAreNotShared(t *testing.T) {
	for _, control := range []string{"no-store", "no-cache"} {
		t.Run(control, func(t *testing.T) {
			h := newHeld()
			server := newCountingServer(t, h.handle)
			cache := newCache(0, time.Now)
			client := newClient(t, Config{BaseURL: server.URL, Cache: cache, Caching: KeepByHTTP()})
			calls := []<-chan outcome{start(t.Context(), client, get("/")), start(t.Context(), client, get("/"))}
			waiting(cache, 2)
			numbers := map[int64]bool{}
			for i := range 2 {
				h.release <- write(fmt.Sprint(i), "Cache-Control: "+control)
			}
			for _, call := range calls {
				got := <-call
				if got.err != nil {
					t.Fatal(got.err)
				}
				numbers[got.number] = true
			}
			if len(numbers) != 2 {
				t.Errorf("both got %v", numbers)
			}
		})
	}
}

type panics struct{}

func (panics) RoundTrip(*http.Request) (*http.Response, error) { panic("no transport") }

// TestPanicsReachTheCallers, who know what to do with them: the goroutine of a request has nobody to tell.
func TestPanicsReachTheCallers(t *testing.T) {
	client := newClient(t, Config{BaseURL: "http://upstream.example", Transport: panics{}, Cache: NewCache(0), Caching: KeepFor(time.Minute)})
	for range 2 {
		func() {
			defer func() {
				if got, ok := recover().(*nact.Panic); !ok || got.Value != "no transport" || !strings.Contains(string(got.Stack), "RoundTrip") {
					t.Errorf("got %v", got)
				}
			}()
			client.Do(t.Context(), get("/"), nil)
		}()
	}
}

// TestManyCallersAtOnce is for the race detector: reads of few URLs, by callers some of whom give up, beside writes.
func TestManyCallersAtOnce(t *testing.T) {
	server := newCountingServer(t, numbered("Cache-Control: max-age=1", `Etag: "a"`))
	cache := newCache(8000, time.Now)
	client := newClient(t, Config{BaseURL: server.URL, Cache: cache})
	var group sync.WaitGroup
	for worker := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range 60 {
				call := get(fmt.Sprint("/", (worker+i)%5))
				call.Caching = []Caching{KeepByHTTP(), KeepFor(time.Millisecond), KeepFor(time.Hour)}[i%3]
				if i%20 == worker {
					call.Method = http.MethodPost
				}
				ctx, cancel := context.WithCancel(t.Context())
				if i%7 == 0 {
					go cancel()
				}
				var number int64
				_, err := client.Do(ctx, call, func(d *Decoder) { number = d.Int() })
				if err == nil && number == 0 || err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("got %d and %v", number, err)
				}
				cancel()
			}
		}()
	}
	group.Wait()
	cache.mu.Lock()
	defer cache.mu.Unlock()
	if len(cache.flights) != 0 || cache.store.used > cache.store.limit {
		t.Errorf("%d flights are left, and %d bytes", len(cache.flights), cache.store.used)
	}
}
