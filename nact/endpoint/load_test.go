package endpoint_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/invocation"
)

// A call beyond the limit is refused, and one after it is served again.
func TestOverloaded(t *testing.T) {
	begun, end := make(chan struct{}), make(chan struct{})
	tool := nact.Tool{
		Versions: []nact.Signature{forecastV1()},
		Invoke: func(context.Context, nact.Arguments) (nact.Results, error) {
			begun <- struct{}{}
			<-end
			return nact.Results{"Sunny."}, nil
		},
	}
	server := serve(t, endpoint.Config{Runner: invocation.NewRunner(invocation.Limits{Calls: 2}, nil)}, tool)
	url := server.URL + "/tools/" + forecastID + ":invoke"
	statuses := make(chan int)
	invoke := func() { statuses <- post(t, url, call).status }
	for range 2 {
		go invoke()
		<-begun
	}
	for range 3 {
		got := post(t, url, call)
		p := got.problem(t, http.StatusServiceUnavailable)
		want := problem{Type: "urn:problem-type:nact:overloaded", Title: "The service is busy", Status: 503,
			Detail: "The service runs as many invocations as it may. This one was not begun: send it again later."}
		if !reflect.DeepEqual(p, want) || got.header.Get("Retry-After") != "1" {
			t.Errorf("got %+v, Retry-After: %s", p, got.header.Get("Retry-After"))
		}
	}
	for _, path := range []string{"/tools", "/healthz", "/readyz"} {
		if got := get(t, server.URL+path); got.status != http.StatusOK {
			t.Errorf("%s: got %d", path, got.status)
		}
	}
	end <- struct{}{}
	if status := <-statuses; status != http.StatusOK {
		t.Errorf("a call within the limit got %d", status)
	}
	go invoke()
	<-begun
	close(end)
	for range 2 {
		if status := <-statuses; status != http.StatusOK {
			t.Errorf("a call within the limit got %d", status)
		}
	}
}

// A call for which there is no memory is one that the service cannot run now, unless it has written.
func TestNoMemory(t *testing.T) {
	for writes, status := range map[bool]int{false: http.StatusServiceUnavailable, true: http.StatusInternalServerError} {
		tool := forecastTool{run: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
			if writes {
				nact.JournalOf(ctx).Begin("first", nact.Opt[int]{}, nil).Done()
			}
			return nil, &nact.Fault{Kind: nact.NoMemory, RetryAfter: time.Second, Detail: "there is no memory"}
		}}
		server := serve(t, endpoint.Config{}, tool.tool())
		got := post(t, server.URL+"/tools/"+forecastID+":invoke", call)
		p := got.problem(t, status)
		if busy := p.Type == "urn:problem-type:nact:overloaded" && got.header.Get("Retry-After") == "1"; busy == writes || p.Detail != "there is no memory" {
			t.Errorf("got %+v, Retry-After: %s", p, got.header.Get("Retry-After"))
		}
	}
}

// A call that is run can hold so much, and what it held is free when it ends.
func TestCallMemory(t *testing.T) {
	var fault *nact.Fault
	tool := forecastTool{run: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		h := nact.HoldingOf(ctx)
		if refused := h.Take(ctx, 1<<20, false); refused != nil {
			return nil, refused
		}
		fault = h.Take(ctx, 1<<20, false)
		return nact.Results{"CLEAR", "Sunny.", int64(80), nact.Opt[string]{}}, nil
	}}
	runner := invocation.NewRunner(invocation.Limits{Memory: 2 << 20, CallMemory: 3 << 19}, nil)
	server := serve(t, endpoint.Config{Runner: runner}, tool.tool())
	for range 5 {
		if got := post(t, server.URL+"/tools/"+forecastID+":invoke", call); got.status != http.StatusOK || fault == nil || fault.Kind != nact.BadAnswer {
			t.Fatalf("got %d %s, %v", got.status, got.body, fault)
		}
	}
}

// However an invocation ends, its place is free again.
func TestPlacesAreGivenBack(t *testing.T) {
	ends := map[string]func(context.Context, nact.Arguments) (nact.Results, error){
		"outputs": nil,
		"failure": func(context.Context, nact.Arguments) (nact.Results, error) {
			return nil, nact.Fail("CITY_NOT_FOUND", "")
		},
		"fault": func(context.Context, nact.Arguments) (nact.Results, error) { return nil, context.DeadlineExceeded },
		"panic": func(context.Context, nact.Arguments) (nact.Results, error) { panic("no") },
	}
	for name, run := range ends {
		t.Run(name, func(t *testing.T) {
			tool := forecastTool{run: run}
			server := serve(t, endpoint.Config{Runner: invocation.NewRunner(invocation.Limits{Calls: 1}, nil)}, tool.tool())
			for _, body := range []string{call, "{", "{}", call, call} {
				if got := post(t, server.URL+"/tools/"+forecastID+":invoke", body); got.status == http.StatusServiceUnavailable {
					t.Fatalf("%s: got %s", body, got.body)
				}
			}
		})
	}
}

// A call does not wait for a place for longer than its caller waits for the answer.
func TestPlaceInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runner := invocation.NewRunner(invocation.Limits{Calls: 1}, nil)
		handler, err := endpoint.New(endpoint.Config{Name: "weather", Runner: runner}, []nact.Tool{(&forecastTool{}).tool()})
		if err != nil || !runner.Enter(t.Context()) {
			t.Fatal(err)
		}
		defer runner.Leave()
		for timeout, want := range map[string]time.Duration{"": time.Second, "0.25": 250 * time.Millisecond, "5": time.Second} {
			request := httptest.NewRequest(http.MethodPost, "/tools/"+forecastID+":invoke", strings.NewReader(call))
			request.Header.Set("Content-Type", "application/json")
			if timeout != "" {
				request.Header.Set("Request-Timeout", timeout)
			}
			start, recorder := time.Now(), httptest.NewRecorder()
			handler.ServeHTTP(recorder, request)
			if took := time.Since(start); recorder.Code != http.StatusServiceUnavailable || took != want {
				t.Errorf("Request-Timeout %q: %d after %v, want 503 after %v", timeout, recorder.Code, took, want)
			}
		}
	})
}

// After a write an upstream that is busy is no invitation to call the tool again, whether it says so itself or was not asked.
func TestBusyUpstreamAfterAWrite(t *testing.T) {
	for _, busy := range []*nact.Fault{
		{Kind: nact.BadAnswer, UpstreamStatus: 429, RetryAfter: 1, Detail: "the upstream answered 429"},
		{Kind: nact.Busy, Breakdown: nact.Unreachable, RetryAfter: 1, Detail: "the upstream was not asked"},
	} {
		t.Run(busy.Detail, func(t *testing.T) { testBusyUpstreamAfterAWrite(t, busy) })
	}
}

func testBusyUpstreamAfterAWrite(t *testing.T, busy *nact.Fault) {
	tests := []struct {
		name   string
		made   func(first, second *nact.Entry)
		status int
		writes []write
	}{
		{"nothing was written", func(_, _ *nact.Entry) {}, http.StatusServiceUnavailable, nil},
		{"the write itself was refused", func(e, _ *nact.Entry) { e.Sent("a"); e.Refused() }, http.StatusServiceUnavailable, nil},
		{"one was made before", func(e, f *nact.Entry) { e.Sent("a"); e.Done(); f.Sent("b"); f.Refused() }, http.StatusBadGateway, []write{{"first", nil, "a", "done"}}},
		{"nobody knows", func(_, f *nact.Entry) { f.Sent("b") }, http.StatusBadGateway, []write{{"second", new(2), "b", "unknown"}}},
		{"it was taken back", func(e, _ *nact.Entry) { e.Sent("a"); e.Done(); e.Undone(nil) }, http.StatusServiceUnavailable, []write{{"first", nil, "a", "undone"}}},
		{"it could not be taken back", func(e, _ *nact.Entry) { e.Sent("a"); e.Done(); e.Undone(busy) }, http.StatusBadGateway, []write{{"first", nil, "a", "not-undone"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tool := forecastTool{run: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
				journal := nact.JournalOf(ctx)
				test.made(journal.Begin("first", nact.Opt[int]{}, nil), journal.Begin("second", nact.Some(2), nil))
				return nil, busy
			}}
			server := serve(t, endpoint.Config{}, tool.tool())
			got := post(t, server.URL+"/tools/"+forecastID+":invoke", call)
			p := got.problem(t, test.status)
			if !reflect.DeepEqual(p.Writes, test.writes) {
				t.Errorf("the problem names the writes %v, want %v", p.Writes, test.writes)
			}
			if wait := got.header.Get("Retry-After"); (wait != "") != (test.status == http.StatusServiceUnavailable) {
				t.Errorf("Retry-After: %s", wait)
			}
		})
	}
}

// A name that a call made up does not come back whole.
func TestMadeUpNamesAreShortened(t *testing.T) {
	long := strings.Repeat("ö", 450_000)
	server := serve(t, endpoint.Config{}, new(forecastTool).tool())
	for name, body := range map[string]string{
		"parameter":             `{"name":"lookup_forecast","input_parameters":[{"name":"` + long + `","value":1}]}`,
		"tool":                  `{"name":"` + long + `","input_parameters":[]}`,
		"value":                 `{"name":"lookup_forecast","input_parameters":[{"name":"Day","value":"` + long + `"}]}`,
		"number":                `{"name":"lookup_forecast","input_parameters":[{"name":"Hours","value":` + strings.Repeat("9", 900_000) + `}]}`,
		"member":                `{"name":"lookup_forecast","` + long + `":[]}`,
		"member twice":          `{"` + long[:400_000] + `":1,"` + long[:400_000] + `":1}`,
		"member of a parameter": `{"name":"lookup_forecast","input_parameters":[{"` + long + `":1}]}`,
	} {
		got := post(t, server.URL+"/tools/"+forecastID+":invoke", body)
		if got.problem(t, http.StatusBadRequest); len(got.body) > 2000 {
			t.Errorf("%s: the answer has %d bytes", name, len(got.body))
		}
	}
	do(t, "POST", server.URL+"/tools/"+forecastID+":invoke", call, "Content-Type", "application/"+long[:10_000]).problem(t, http.StatusUnsupportedMediaType)
	for _, query := range []string{"pageCursor=", "pageLimit=", "version=", "name=%zz"} {
		got := get(t, server.URL+"/tools?"+query+strings.Repeat("x", 30_000))
		if got.problem(t, http.StatusBadRequest); len(got.body) > 2000 {
			t.Errorf("%s: the answer has %d bytes", query, len(got.body))
		}
	}
}
