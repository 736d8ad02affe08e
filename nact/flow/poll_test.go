package flow_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/flow"
	"github.com/nactgen/nactgen/nact/upstream"
)

// TestPollWaits runs on a clock that stands still while anything is done.
func TestPollWaits(t *testing.T) {
	const timedOut = "the step did not come to its end within "
	after := func(text string) upstream.Answer { return upstream.Answer{Header: http.Header{"Retry-After": {text}}} }
	tests := []struct {
		name   string
		poll   flow.Poll
		answer func() upstream.Answer
		waits  string // those that came about
		want   string // the error of the last one
	}{
		{"longer and longer", flow.Poll{Every: 200 * time.Millisecond, Timeout: time.Second}, nil, "[200ms 300ms 450ms]", timedOut + "1s"},
		{"up to the end of the time", flow.Poll{Every: time.Second, Backoff: 2, Timeout: 7 * time.Second}, nil, "[1s 2s 4s]", timedOut + "7s"},
		{"at the same interval", flow.Poll{Every: time.Second, Backoff: 1, Timeout: 3 * time.Second}, nil, "[1s 1s 1s]", timedOut + "3s"},
		{"never less", flow.Poll{Every: time.Second, Backoff: 0.1, Timeout: 2 * time.Second}, nil, "[1s 1s]", timedOut + "2s"},
		{"up to a longest interval", flow.Poll{Every: time.Second, Backoff: 2, MaxEvery: 3 * time.Second, Timeout: 10 * time.Second}, nil, "[1s 2s 3s 3s]", timedOut + "10s"},
		{"up to the usual longest interval", flow.Poll{Every: 10 * time.Second, Backoff: 10, Timeout: 75 * time.Second}, nil, "[10s 30s 30s]", timedOut + "1m15s"},
		{"a first interval that is longer than that", flow.Poll{Every: time.Minute, Timeout: 2 * time.Minute}, nil, "[1m0s 1m0s]", timedOut + "2m0s"},
		{"at the usual interval", flow.Poll{Timeout: 3 * time.Second}, nil, "[1s 1.5s]", timedOut + "3s"},
		{"no time at all", flow.Poll{Every: time.Second, Timeout: time.Millisecond}, nil, "[]", timedOut + "1ms"},
		{"as long as the call lasts", flow.Poll{Every: 20 * time.Second, MaxEvery: 20 * time.Second}, nil, "[20s 20s 20s]", "the time for the whole call ran out"},
		{"the upstream asks for more", flow.Poll{Every: time.Second, Timeout: 7 * time.Second}, func() upstream.Answer { return after("3") }, "[3s 3s]", timedOut + "7s"},
		{"the upstream asks for less", flow.Poll{Every: 2 * time.Second, Timeout: 5 * time.Second}, func() upstream.Answer { return after("1") }, "[2s 3s]", timedOut + "5s"},
		{"the upstream gives a time", flow.Poll{Every: time.Second, Timeout: 7 * time.Second}, func() upstream.Answer {
			return after(time.Now().Add(5 * time.Second).UTC().Format(http.TimeFormat))
		}, "[5s]", timedOut + "7s"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				if test.poll.Timeout > 0 {
					ctx, cancel = context.WithCancel(t.Context())
				}
				defer cancel()
				waits := []time.Duration{}
				var err error
				for {
					var answer upstream.Answer
					if test.answer != nil {
						answer = test.answer()
					}
					before := time.Now()
					if err = test.poll.Wait(ctx, answer); err != nil {
						if waited := time.Since(before); waited > 0 {
							t.Errorf("waited %v for nothing", waited)
						}
						break
					}
					waits = append(waits, time.Since(before))
				}
				if fmt.Sprint(waits) != test.waits || err.Error() != test.want || !nact.IsTimeout(err) {
					t.Errorf("got %v, %v\nwant %s, %s", waits, err, test.waits, test.want)
				}
			})
		})
	}
}

// TestPollLeft: the time for the first request counts, and no request is made without any time.
func TestPollLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		poll := flow.Poll{Every: time.Second, Timeout: 3 * time.Second}
		if left := poll.Left(); left != 3*time.Second {
			t.Errorf("there are %v left", left)
		}
		time.Sleep(2500 * time.Millisecond)
		if left := poll.Left(); left != 500*time.Millisecond {
			t.Errorf("there are %v left", left)
		}
		if err := poll.Wait(t.Context(), upstream.Answer{}); !nact.IsTimeout(err) {
			t.Errorf("got %v", err)
		}
		time.Sleep(time.Second)
		if left := poll.Left(); left != 1 {
			t.Errorf("there are %v left", left)
		}
	})
}

// TestPollWithoutWaits: where nobody waits, the time passes all the same.
func TestPollWithoutWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		for name, test := range map[string]struct {
			ctx  context.Context
			poll flow.Poll
			want int
		}{
			"up to the end of its time": {t.Context(), flow.Poll{Every: time.Hour, Backoff: 1, MaxEvery: time.Hour, Timeout: 3 * time.Hour}, 3},
			"up to that of the call":    {limited, flow.Poll{Every: 10 * time.Second, Backoff: 1}, 3},
		} {
			start, waits := time.Now(), 0
			ctx := nact.WithoutWaits(test.ctx)
			var err error
			for err == nil {
				if err = test.poll.Wait(ctx, upstream.Answer{}); err == nil {
					waits++
				}
			}
			if waits != test.want || !nact.IsTimeout(err) || time.Since(start) > 0 {
				t.Errorf("%s: %d waits in %v, then %v", name, waits, time.Since(start), err)
			}
		}
	})
}

// TestPollFollow: a call is made once, and its answer asked for where the upstream says that it is.
func TestPollFollow(t *testing.T) {
	for name, test := range map[string]struct {
		locations []string // of the answers, one after the other
		want      string   // the requests
		err       string
	}{
		"one":             {[]string{"/v1/jobs/7?full=1", "", ""}, "[POST /v1/bookings GET /v1/jobs/7?full=1 GET /v1/jobs/7?full=1]", ""},
		"relative":        {[]string{"jobs/7", "8", "../more/9"}, "[POST /v1/bookings GET /v1/jobs/7 GET /v1/jobs/8]", ""},
		"elsewhere":       {[]string{"https://elsewhere.example/v1/jobs/7"}, "[POST /v1/bookings]", "the upstream's Location leads elsewhere"},
		"above the base":  {[]string{"/v2/jobs/7"}, "[POST /v1/bookings]", "the upstream's Location leads elsewhere"},
		"nowhere":         {[]string{""}, "[POST /v1/bookings]", "there is no Location"},
		"to no URL":       {[]string{"http://[::1"}, "[POST /v1/bookings]", "the upstream's Location leads elsewhere"},
		"then not to one": {[]string{"jobs/7", "http://%zz"}, "[POST /v1/bookings GET /v1/jobs/7]", "the upstream's Location leads elsewhere"},
	} {
		t.Run(name, func(t *testing.T) {
			var requests []string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if (r.Method == http.MethodGet) != (len(body) == 0 && r.Header.Get("Content-Type") == "") || r.Header.Get("X-Tenant") != "t" {
					t.Errorf("%s with %q and %v", r.Method, body, r.Header)
				}
				n := len(requests)
				requests = append(requests, r.Method+" "+r.RequestURI)
				w.Header().Set("Location", test.locations[n])
				if n < 2 {
					w.WriteHeader(http.StatusAccepted)
				}
			}))
			defer server.Close()
			client, err := upstream.NewClient(upstream.Config{Name: "clinic", BaseURL: server.URL + "/v1", Header: http.Header{"X-Tenant": {"t"}}})
			if err != nil {
				t.Fatal(err)
			}
			poll := flow.Poll{Every: time.Microsecond}
			for err == nil {
				call := &upstream.Call{
					Operation: "clinic.createBooking", Method: http.MethodPost, ContentType: "application/json", Body: []byte("{}"),
					Options: upstream.Options{Location: poll.Location},
				}
				call.Path.Text("/bookings")
				var answer upstream.Answer
				if answer, err = client.Do(t.Context(), call, nil); err != nil || answer.Status == http.StatusOK {
					break
				}
				err = poll.Follow(t.Context(), answer)
			}
			if got := fmt.Sprint(requests); got != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("got %s, %v\nwant %s, %s", got, err, test.want, test.err)
			}
		})
	}
}

func TestPollCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		poll := flow.Poll{Every: time.Hour}
		start := time.Now()
		go func() {
			time.Sleep(time.Second)
			cancel()
		}()
		for range 2 { // while it waits, and before
			err := poll.Wait(ctx, upstream.Answer{})
			var fault *nact.Fault
			if !errors.Is(err, context.Canceled) || errors.As(err, &fault) || time.Since(start) != time.Second {
				t.Errorf("got %v after %v", err, time.Since(start))
			}
		}
	})
}

// TestPoll asks a server until it is ready, and another one, in vain, until nobody waits any more.
func TestPoll(t *testing.T) {
	var requests atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, ready := requests.Add(1), r.URL.Path == "/soon"
		if n == 3 && !ready {
			cancel()
		}
		if n < 3 || !ready {
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	defer server.Close()
	defer settled(t)()
	transport := upstream.NewTransport()
	defer transport.CloseIdleConnections()
	client, err := upstream.NewClient(upstream.Config{Name: "clinic", BaseURL: server.URL, Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string) error {
		requests.Store(0)
		poll := flow.Poll{Every: time.Millisecond, Backoff: 1}
		for {
			call := &upstream.Call{Operation: "clinic.getBooking", Method: http.MethodGet}
			call.Path.Text(path)
			answer, err := client.Do(ctx, call, nil)
			if err != nil || answer.Status == http.StatusOK {
				return err
			}
			if err := poll.Wait(ctx, answer); err != nil {
				return err
			}
		}
	}
	if err := ask("/soon"); err != nil || requests.Load() != 3 {
		t.Errorf("got %v, after %d requests", err, requests.Load())
	}
	if err := ask("/never"); !errors.Is(err, context.Canceled) || requests.Load() != 3 {
		t.Errorf("got %v, after %d requests", err, requests.Load())
	}
}

// TestPollForgets: an answer takes the place of the one before in the memory of the call, however often the upstream is asked.
func TestPollForgets(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `"`+strings.Repeat("x", 600_000)+`"`)
	}))
	defer server.Close()
	client, err := upstream.NewClient(upstream.Config{Name: "a", BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	ctx := nact.NewMemory(0, 2<<20).Begin(nact.WithoutWaits(t.Context()))
	var poll flow.Poll
	for range 10 {
		answer, err := client.Do(ctx, &upstream.Call{Method: http.MethodGet, Accept: "application/json"}, func(d *upstream.Decoder) { d.Any() })
		if err != nil {
			t.Fatal(err)
		}
		if err := poll.Wait(ctx, answer); err != nil {
			t.Fatal(err)
		}
	}
}
