package nactredis_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/redistest"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/upstream"
	"github.com/nactgen/nactgen/nactredis"
)

const (
	bookID = "5a1f1f0e-52bb-4a3e-9f4f-8a0b7a1d9c11"
	book   = `{"name": "book_slot", "input_parameters": []}`
	lease  = 400 * time.Millisecond
)

// TestMain lets the test binary be an instance of the service, so that it can be killed.
func TestMain(m *testing.M) {
	if url := os.Getenv("NACTREDIS_TEST_UPSTREAM"); url != "" {
		instance(url)
	}
	os.Exit(m.Run())
}

// instance serves the tool until it is killed. The first line that it prints is its address.
func instance(upstreamURL string) {
	client, err := nactredis.Open(os.LookupEnv, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err != nil {
		panic(err)
	}
	handler, err := newService(nactredis.NewStore(client, 0), upstreamURL, os.Getenv("NACTREDIS_TEST_KEY_HEADER"))
	if err != nil {
		panic(err)
	}
	fmt.Println(httptest.NewServer(handler).URL)
	select {}
}

// newService returns a service with one tool, which books at the upstream, under a key if that takes one in keyHeader.
func newService(store *nactredis.Store, upstreamURL, keyHeader string) (http.Handler, error) {
	client, err := upstream.NewClient(upstream.Config{Name: "api", BaseURL: upstreamURL, Timeout: 10 * time.Second, Journal: upstream.NewJournal()})
	if err != nil {
		return nil, err
	}
	tool := nact.Tool{
		Writes:  true,
		Journal: nact.BeginJournal,
		Versions: []nact.Signature{{
			ToolID: bookID, Name: "book_slot", Description: "Book a slot.", Version: 1,
			Outputs: []nact.Output{{ID: "booked", Name: "Booked", Type: nact.Boolean, Description: "Whether it is booked."}},
		}},
		Invoke: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
			call := upstream.Call{Operation: "api.book", Method: http.MethodPost}
			if keyHeader != "" {
				call.Options.Key = upstream.KeyInHeader(keyHeader)
			}
			call.Path.Text("/bookings")
			if _, err := client.Do(nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil).In(ctx), &call, nil); err != nil {
				return nil, err
			}
			return nact.Results{true}, nil
		},
	}
	guard := endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: store, Lease: lease})
	return endpoint.New(endpoint.Config{Name: "booking", Idempotency: guard}, []nact.Tool{tool})
}

// bookings is an upstream that counts.
type bookings struct {
	*httptest.Server
	made atomic.Int64
	keys sync.Map      // the keys of requests
	book func(n int64) // before the answer; may be nil
}

func newBookings(t *testing.T, book func(n int64)) *bookings {
	b := &bookings{book: book}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.keys.Store(r.Header.Get("Key"), true)
		if n := b.made.Add(1); b.book != nil {
			b.book(n)
		}
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(b.Close)
	return b
}

func (b *bookings) differentKeys() (n int) {
	b.keys.Range(func(any, any) bool { n++; return true })
	return n
}

// serve starts an instance in this process, with a client for Redis of its own.
func serve(t *testing.T, server *redistest.Server, keep time.Duration, b *bookings) string {
	t.Helper()
	handler, err := newService(nactredis.NewStore(server.Client(), keep), b.URL, "Key")
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(handler)
	t.Cleanup(service.Close)
	return service.URL
}

type response struct {
	status   int
	body     string
	replayed bool
}

func invoke(url, key string) (response, error) {
	request, err := http.NewRequest(http.MethodPost, url+"/tools/"+bookID+":invoke", strings.NewReader(book))
	if err != nil {
		return response{}, err
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {key}}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return response{}, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return response{answer.StatusCode, string(body), answer.Header.Get("Idempotent-Replayed") != ""}, err
}

func mustInvoke(t *testing.T, url, key string) response {
	t.Helper()
	got, err := invoke(url, key)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

const booked = `{"output_parameters":[{"name":"Booked","value":true}]}`

// TestTwoInstances: of many calls with one key at both instances, one runs, and all have its answer.
func TestTwoInstances(t *testing.T) {
	server := redistest.Start(t)
	b := newBookings(t, func(int64) { time.Sleep(lease) }) // for longer than the lease: it is renewed
	instances := []string{serve(t, server, 0, b), serve(t, server, 0, b)}
	for _, key := range []string{"first", "second"} {
		before := b.made.Load()
		var calls sync.WaitGroup
		var first atomic.Int64
		for i := range 16 {
			calls.Go(func() {
				got, err := invoke(instances[i%2], key)
				if err != nil || got.status != http.StatusOK || got.body != booked {
					t.Errorf("got %+v, %v", got, err)
				}
				if !got.replayed {
					first.Add(1)
				}
			})
		}
		calls.Wait()
		if made := b.made.Load() - before; made != 1 || first.Load() != 1 {
			t.Errorf("%d bookings, %d answers that are no replay", made, first.Load())
		}
	}
}

// TestInstanceIsKilled: when the lease of the dead instance has ended, another one goes on with the call. It sends a write again under its
// key; one that has no key it does not, and says so.
func TestInstanceIsKilled(t *testing.T) {
	for _, test := range []struct {
		name, keyHeader string
		status          int
		body            string
		requests        int64
	}{
		{"with a key", "Key", http.StatusOK, booked, 2},
		{"without", "", http.StatusInternalServerError, `"writes":[{"step":"book","operation":"api.book","state":"unknown"}]}`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := redistest.Start(t)
			reached, done := make(chan struct{}), make(chan struct{})
			b := newBookings(t, func(n int64) {
				if n == 1 {
					close(reached)
					<-done
				}
			})
			defer close(done)
			lost := kill(t, server, b, test.keyHeader, reached)
			if err := <-lost; err == nil {
				t.Error("a dead instance has answered")
			}
			other := serve(t, server, 0, b)
			if got := mustInvoke(t, other, "k"); got.status != test.status || !strings.HasSuffix(got.body, test.body) || got.replayed {
				t.Errorf("got %+v", got)
			}
			if got := mustInvoke(t, other, "k"); !got.replayed {
				t.Errorf("got %+v", got)
			}
			if made := b.made.Load(); made != test.requests || b.differentKeys() != 1 {
				t.Errorf("there were %d requests with %d keys", made, b.differentKeys())
			}
		})
	}
}

// kill starts an instance, calls it, and kills it when the call has reached the upstream.
func kill(t *testing.T, server *redistest.Server, b *bookings, keyHeader string, reached <-chan struct{}) (lost chan error) {
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), "NACTREDIS_TEST_UPSTREAM="+b.URL, "NACTREDIS_TEST_KEY_HEADER="+keyHeader, nactredis.URL.Name+"="+server.URL())
	process.Stderr = os.Stderr
	stdout, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	lost = make(chan error, 1)
	go func() {
		_, err := invoke(strings.TrimSpace(address), "k")
		lost <- err
	}()
	<-reached
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	process.Wait() // its error is that it was killed
	return lost
}

// TestRedisGoes: without Redis nothing is begun. What has begun ends, and says that its answer is not kept.
func TestRedisGoes(t *testing.T) {
	server := redistest.Start(t)
	const stops, fails, works = 0, 1, 2
	var upstream atomic.Int32
	b := newBookings(t, func(int64) {
		does := upstream.Load()
		if does != works {
			server.Stop()
		}
		if does == fails {
			panic(http.ErrAbortHandler)
		}
	})
	url := serve(t, server, 0, b)
	if got := mustInvoke(t, url, "midway"); got.status != http.StatusOK || got.body != booked {
		t.Errorf("midway: got %+v", got)
	}
	if got := mustInvoke(t, url, "before"); got.status != http.StatusServiceUnavailable || b.made.Load() != 1 {
		t.Errorf("before: got %+v after %d bookings", got, b.made.Load())
	}
	server.Restart()
	upstream.Store(fails)
	if got := mustInvoke(t, url, "fails"); got.status != http.StatusBadGateway || !strings.HasSuffix(got.body, `"writes":[{"step":"book","operation":"api.book","state":"unknown"}]}`) {
		t.Errorf("with a fault: got %+v", got)
	}
	server.Restart()
	upstream.Store(works)
	if got := mustInvoke(t, url, "fails"); got.status != http.StatusOK || b.differentKeys() != 2 {
		t.Errorf("after the fault: got %+v after requests with %d keys", got, b.differentKeys())
	}
}

// TestKeysEnd: after its time a key is that of a new call.
func TestKeysEnd(t *testing.T) {
	b := newBookings(t, nil)
	url := serve(t, redistest.Start(t), 500*time.Millisecond, b)
	for _, want := range []bool{false, true} {
		if got := mustInvoke(t, url, "k"); got.replayed != want {
			t.Errorf("got %+v", got)
		}
	}
	time.Sleep(600 * time.Millisecond)
	if got := mustInvoke(t, url, "k"); got.replayed || b.made.Load() != 2 {
		t.Errorf("got %+v after %d bookings", got, b.made.Load())
	}
}
