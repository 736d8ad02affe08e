package upstream

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/nactgen/nactgen/nact"
)

// counting returns the holding of a call that may hold a mebibyte, and how much of that it holds.
func counting(t *testing.T) (h *nact.Holding, holds func() int) {
	t.Helper()
	h = nact.NewMemory(0, 1<<20).Begin(t.Context())
	return h, func() int {
		free := 0
		for step := 1 << 20; step > 0; step /= 2 {
			if h.Take(h, step, false) == nil {
				free += step
			}
		}
		h.Give(free)
		return 1<<20 - free
	}
}

// TestMemoryOfACall: what an answer's values take counts until the call ends, its text only while it is read.
func TestMemoryOfACall(t *testing.T) {
	text := strings.Repeat("x", 100_000)
	answers := map[string]string{
		"/json": `{"read":"` + text + `","skipped":"` + text + text + `"}`, "/text": text, "/bytes": text, "/csv": "a\n" + text + "\n",
		"/small": `{"read":"x"}`, "/headers": text, "/bad": `{"read":"` + text + `","a":}`, "/fit": `{"read":"` + text + `","a":7}`,
	}
	types := map[string]string{"/text": "text/plain", "/bytes": "application/pdf", "/csv": "text/csv"}
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", types[r.URL.Path])
		if types[r.URL.Path] == "" {
			w.Header().Set("Content-Type", "application/json")
		}
		if r.URL.Path == "/headers" {
			w.Header().Set("X-Text", text)
		}
		io.WriteString(w, answers[r.URL.Path])
	})
	client := newClient(t, Config{BaseURL: base})
	read := func(d *Decoder) {
		for key := range d.Object() {
			switch string(key) {
			case "read":
				_ = d.String()
			case "a":
				d.Bool()
			}
		}
	}
	tests := []struct {
		path string
		do   func(ctx context.Context, call *Call) (Answer, error)
		want int // but for what is little
	}{
		{"/json", func(ctx context.Context, call *Call) (Answer, error) { return client.Do(ctx, call, read) }, 100_000},
		{"/json", func(ctx context.Context, call *Call) (Answer, error) { return client.Do(ctx, call, nil) }, 0},
		{"/small", func(ctx context.Context, call *Call) (Answer, error) { return client.Do(ctx, call, read) }, 0},
		{"/headers", func(ctx context.Context, call *Call) (Answer, error) { return client.Do(ctx, call, nil) }, 100_000},
		{"/bad", func(ctx context.Context, call *Call) (Answer, error) { return client.Do(ctx, call, read) }, 0},
		{"/fit", func(ctx context.Context, call *Call) (Answer, error) { return client.Do(ctx, call, read) }, 0},
		{"/text", func(ctx context.Context, call *Call) (Answer, error) {
			_, answer, err := client.DoText(ctx, call)
			return answer, err
		}, 100_000},
		{"/bytes", func(ctx context.Context, call *Call) (Answer, error) {
			call.Accept = "application/pdf"
			_, answer, err := client.DoBytes(ctx, call)
			return answer, err
		}, 100_000},
		{"/csv", func(ctx context.Context, call *Call) (Answer, error) {
			call.Notation = CSV{Others: &Member{}}
			return client.Do(ctx, call, func(d *Decoder) { d.Any() })
		}, 100_000},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			ctx, holds := counting(t)
			answer, err := test.do(ctx, get(test.path))
			if held := holds(); held < test.want || held > test.want+1000 {
				t.Errorf("%d bytes are held, want %d (%v)", held, test.want, err)
			}
			answer.Forget(ctx)
			if held := holds(); err == nil && held != 0 {
				t.Errorf("%d bytes of an answer are held that is forgotten", held)
			}
		})
	}
}

// TestCallThatHoldsTooMuch: the answer for which there is no memory is a fault, while it is read and when its values are.
func TestCallThatHoldsTooMuch(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `["`+strings.Repeat("x", 400_000)+`"]`)
	})
	for name, config := range map[string]Config{"plain": {}, "cached": {Cache: NewCache(0), Caching: KeepFor(1 << 40)}} {
		t.Run(name, func(t *testing.T) {
			config.BaseURL = base
			client := newClient(t, config)
			ctx, holds := counting(t)
			var err error
			for n := 0; n < 3 && err == nil; n++ {
				if held := holds(); held < n*400_000 {
					t.Errorf("%d bytes are held of %d answers", held, n)
				}
				_, err = client.Do(ctx, get("/"), func(d *Decoder) { d.Any() })
			}
			if got := fault(t, err); got.Kind != nact.BadAnswer || got.Operation != "weather.point" || !strings.Contains(got.Detail, "takes more than the 1048576 bytes") {
				t.Errorf("got %+v", got)
			}
			if held := holds(); held > 802_000 {
				t.Errorf("%d bytes are held of an answer that was refused", held)
			}
		})
	}
}

// TestMemoryOfFlights: what several calls wait for is counted by itself, and given back when the last has read it.
func TestMemoryOfFlights(t *testing.T) {
	text := `["` + strings.Repeat("x", 100_000) + `"]`
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan struct{})
		client := newClient(t, Config{BaseURL: "http://a", Cache: NewCache(0), Caching: KeepFor(1 << 40), Transport: roundTripper(func(*http.Request) (*http.Response, error) {
			<-asked
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(text))}, nil
		})})
		memory := nact.NewMemory(1<<20, 0)
		for range 20 { // as much as would not fit if any of it stayed
			first, second := memory.Begin(t.Context()), memory.Begin(t.Context())
			do := func(h *nact.Holding) {
				if _, err := client.Do(h, get("/"), func(d *Decoder) { d.Skip() }); err != nil {
					t.Error(err)
				}
				h.End()
			}
			var calls sync.WaitGroup
			calls.Go(func() { do(first) })
			calls.Go(func() { do(second) })
			synctest.Wait() // both wait for one answer
			asked <- struct{}{}
			calls.Wait()
			client.cache = NewCache(0)
		}
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
