package upstream

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// plans is a dry run that notes what it is given, and lets steps go on whose name is "unread".
type plans []nact.PlannedWrite

func (p *plans) Plan(w nact.PlannedWrite) error {
	*p = append(*p, w)
	if w.Step == "unread" {
		return nil
	}
	return nact.ErrDryRun
}

// dry returns a context of a step in a dry run.
func dry(ctx context.Context, run nact.Planner, step string) context.Context {
	journal := nact.NewDryRun(run)
	return journal.Begin(step, nact.Some(2), nil).In(journal.Watch(ctx))
}

// In a dry run requests that could change something are prepared as always, and not sent.
func TestDryRun(t *testing.T) {
	var requests, writes atomic.Int64
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if !safe(r.Method) {
			writes.Add(1)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`1`))
	})
	client := newClient(t, Config{
		BaseURL: base + "/v1", Header: http.Header{"X-Site": {"north"}}, Retry: Retry{Attempts: 3, Backoff: 1}, Cache: NewCache(1 << 20), Caching: KeepFor(time.Hour),
		Auth: []Credential{Bearer(nact.NewSecret("top")), APIKeyHeader("x-key", nact.NewSecret("top")), APIKeyQuery("a key", nact.NewSecret("t&p")), APIKeyCookie("session", nact.NewSecret("top"))},
	})
	read := func(ctx context.Context) {
		t.Helper()
		var answer int64
		if _, err := client.Do(ctx, get("/slots"), func(d *Decoder) { answer = d.Int() }); err != nil || answer != 1 {
			t.Errorf("reading: got %d, %v", answer, err)
		}
	}
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "TRACE"} {
		t.Run(method, func(t *testing.T) {
			var run plans
			ctx := dry(t.Context(), &run, "booking")
			read(ctx)
			call := &Call{Operation: "clinic.book", Method: method, ContentType: "application/json", Body: []byte(`{}`), Options: Options{Key: KeyInHeader("X-Once")}}
			call.Path.Text("/slots/").Value("id", "a/b")
			call.Query.Add("why", "a b").Add("a key", "of the call")
			call.Header.Set("X-Why", "it")
			call.Cookie.Set("lang", "en")
			answer, err := client.Do(ctx, call, func(*Decoder) { t.Error("an answer is decoded") })
			if !errors.Is(err, nact.ErrDryRun) || answer.Status != 0 || len(run) != 1 {
				t.Fatalf("got %+v, %v, %+v", answer, err, run)
			}
			w := run[0]
			if w.Step != "booking" || w.Element != nact.Some(2) || w.Request.Operation != "clinic.book" || w.Request.Method != method || string(w.Request.Body) != "{}" {
				t.Errorf("got %+v %+v", w, w.Request)
			}
			if want := base + "/v1/slots/a%2Fb?why=a%20b&a%20key=***&a%20key=***"; w.Request.URL != want {
				t.Errorf("got %s, want %s", w.Request.URL, want)
			}
			header := http.Header(w.Request.Header)
			for name, want := range map[string]string{"Authorization": "***", "X-Key": "***", "X-Site": "north", "X-Why": "it", "X-Once": "***", "Cookie": "***", "Content-Type": "application/json"} {
				if got := header.Get(name); got != want {
					t.Errorf("%s: got %q, want %q", name, got, want)
				}
			}
			read(ctx)
		})
	}
	if requests.Load() != 1 || writes.Load() != 0 {
		t.Errorf("%d requests were sent, %d of them writes: a write that is not made leaves what is kept as it is", requests.Load(), writes.Load())
	}
}

func TestDryRunGoesOn(t *testing.T) {
	client := newClient(t, Config{BaseURL: "http://127.0.0.1:1"})
	var run plans
	ctx := dry(t.Context(), &run, "unread")
	call := &Call{Operation: "a", Method: "POST"}
	if answer, err := client.Do(ctx, call, nil); err != nil || answer.Status != 0 {
		t.Errorf("got %+v, %v", answer, err)
	}
	if text, _, err := client.DoText(ctx, call); err != nil || text != "" {
		t.Errorf("got %q, %v", text, err)
	}
	if _, _, err := client.DoBytes(ctx, call); err != nil || len(run) != 3 {
		t.Errorf("got %v after %d writes", err, len(run))
	}
}

// What a real call would not send is not planned.
func TestDryRunOfWhatCannotBeSent(t *testing.T) {
	client := newClient(t, Config{BaseURL: "http://127.0.0.1:1"})
	over, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	refused := &Call{Operation: "a", Method: "POST"}
	refused.Path.Text("/a/").Value("id", "..")
	tests := []struct {
		name string
		ctx  context.Context
		call *Call
		want string
	}{
		{"a parameter that is refused", t.Context(), refused, "path parameter id"},
		{"the caller has left", over, &Call{Operation: "a", Method: "POST"}, "canceled"},
		{"the time is over", late, &Call{Operation: "a", Method: "POST"}, "the time for the whole call ran out"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var run plans
			if _, err := client.Do(dry(test.ctx, &run, "a"), test.call, nil); err == nil || !strings.Contains(err.Error(), test.want) || len(run) != 0 {
				t.Errorf("got %v, %+v", err, run)
			}
		})
	}
}

// A write that is none of a step's is not made either.
func TestDryRunWithoutAStep(t *testing.T) {
	client := newClient(t, Config{BaseURL: "http://127.0.0.1:1"})
	var run plans
	if _, err := client.Do(nact.NewDryRun(&run).Watch(t.Context()), &Call{Method: "POST"}, nil); !errors.Is(err, nact.ErrDryRun) || len(run) != 1 || run[0].Step != "" {
		t.Errorf("got %v, %+v", err, run)
	}
}
