package endpoint_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/idempotency"
)

// failing is a store that has an error while it is broken.
type failing struct {
	idempotency.Store
	mu     sync.Mutex
	broken bool
}

func (f *failing) fail(broken bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.broken = broken
}

func (f *failing) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken {
		return errors.New("the store is gone")
	}
	return nil
}

func (f *failing) Claim(ctx context.Context, key string, claim idempotency.Claim) (idempotency.Entry, error) {
	if err := f.err(); err != nil {
		return idempotency.Entry{}, err
	}
	return f.Store.Claim(ctx, key, claim)
}

func (f *failing) Renew(ctx context.Context, key, holder string, lease time.Duration) error {
	return unless(f.err(), func() error { return f.Store.Renew(ctx, key, holder, lease) })
}

func (f *failing) Note(ctx context.Context, key, holder string, notes []byte) error {
	return unless(f.err(), func() error { return f.Store.Note(ctx, key, holder, notes) })
}

func (f *failing) End(ctx context.Context, key, holder string, answer []byte) error {
	return unless(f.err(), func() error { return f.Store.End(ctx, key, holder, answer) })
}

func (f *failing) Release(ctx context.Context, key, holder string) error {
	return unless(f.err(), func() error { return f.Store.Release(ctx, key, holder) })
}

// unless returns err, or what do returns if that is nil.
func unless(err error, do func() error) error {
	if err != nil {
		return err
	}
	return do()
}

// TestStoreIsGone: nothing runs unprotected, but what has no key.
func TestStoreIsGone(t *testing.T) {
	var b booking
	store := &failing{Store: idempotency.NewMemory(idempotency.Limits{}), broken: true}
	url := b.serve(t, endpoint.IdempotencyConfig{Store: store})
	got := postKey(t, url, book, "k")
	if p := got.problem(t, http.StatusServiceUnavailable); p.Type != "urn:problem-type:nact:idempotency-unavailable" || got.header.Get("Retry-After") == "" {
		t.Errorf("got %+v %v", p, got.header)
	}
	b.wantRuns(t, 0)
	if log := b.log.String(); !strings.Contains(log, "the store is gone") {
		t.Errorf("the log is\n%s", log)
	}
	post(t, url, book)
	b.wantRuns(t, 1)
	store.fail(false)
	if got := postKey(t, url, book, "k"); got.status != http.StatusOK {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

// TestStoreGoesMidway: the call ends as it does, and says that its answer is not kept.
func TestStoreGoesMidway(t *testing.T) {
	for name, fails := range map[string]bool{"a success": false, "a fault": true} {
		t.Run(name, func(t *testing.T) {
			store := &failing{Store: idempotency.NewMemory(idempotency.Limits{})}
			b := booking{run: func(ctx context.Context, run int) (nact.Results, error) {
				store.fail(true)
				nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil).Sent("api.book")
				if fails {
					return nil, &nact.Fault{Kind: nact.BadAnswer, Detail: "it failed"}
				}
				return nact.Results{int64(run)}, nil
			}}
			got := postKey(t, b.serve(t, endpoint.IdempotencyConfig{Store: store}), book, "k")
			if fails {
				got.problem(t, http.StatusBadGateway)
			}
			if strings.HasSuffix(got.body, `"writes":[{"step":"book","operation":"api.book","state":"unknown"}],"kept":false}`) != fails {
				t.Errorf("got %d %s", got.status, got.body)
			}
			if log := b.log.String(); !strings.Contains(log, "could not be kept") || !strings.Contains(log, `"writes":["book, api.book: unknown"]`) {
				t.Errorf("the log is\n%s", log)
			}
		})
	}
}

// TestStoreGoesAheadOfAWrite: a call whose write cannot be noted may be sent again, unless something stands. What is wrong with the store
// is for the log.
func TestStoreGoesAheadOfAWrite(t *testing.T) {
	for name, stands := range map[string]bool{"of the first one": false, "of the second one": true} {
		t.Run(name, func(t *testing.T) {
			store := &failing{Store: idempotency.NewMemory(idempotency.Limits{})}
			b := booking{run: func(ctx context.Context, run int) (nact.Results, error) {
				if stands {
					first := nact.JournalOf(ctx).Begin("hold", nact.Opt[int]{}, nil)
					first.Sent("api.hold")
					first.Done()
				}
				store.fail(true)
				return nil, nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil).Ahead(ctx, "api.book", "one", true)
			}}
			got := postKey(t, b.serve(t, endpoint.IdempotencyConfig{Store: store}), book, "k")
			status := http.StatusServiceUnavailable
			if stands {
				status = http.StatusInternalServerError
			}
			p := got.problem(t, status)
			if again := got.header.Get("Retry-After") == "2" && p.Type == "urn:problem-type:nact:idempotency-unavailable"; again == stands {
				t.Errorf("got %+v %v", p, got.header)
			}
			if strings.Contains(got.body, "store") || !strings.Contains(b.log.String(), "the store is gone") {
				t.Errorf("got %s; the log is\n%s", got.body, b.log.String())
			}
		})
	}
}

// TestTakeOver: a process dies in the middle of a run. Another one runs the call again when the lease has ended, with the keys that
// the first one had, if its writes may be repeated and none was being taken back.
func TestTakeOver(t *testing.T) {
	for _, test := range []struct {
		name       string
		repeatable bool
		undoing    bool
		status     int
	}{
		{"its write has a key", true, false, http.StatusOK},
		{"its write has none", false, false, http.StatusInternalServerError},
		{"its write was being taken back", true, true, http.StatusInternalServerError},
	} {
		t.Run(test.name, func(t *testing.T) {
			memory := idempotency.NewMemory(idempotency.Limits{})
			dying := &failing{Store: memory}
			keys := make(chan string, 2)
			g := newGate()
			ahead := func(ctx context.Context) *nact.Entry {
				entry := nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil)
				if err := entry.Ahead(ctx, "api.book", "one", test.repeatable); err != nil {
					t.Error(err)
				}
				entry.Sent("api.book")
				keys <- entry.Key()
				return entry
			}
			first := booking{run: func(ctx context.Context, run int) (nact.Results, error) {
				if entry := ahead(ctx); test.undoing {
					entry.Done()
					entry.Undoing(ctx)
				}
				dying.fail(true)
				return g.slowly(ctx, run)
			}}
			second := booking{run: func(ctx context.Context, run int) (nact.Results, error) {
				ahead(ctx)
				return nact.Results{int64(run)}, nil
			}}
			dead := make(chan response)
			const lease = 150 * time.Millisecond
			url := first.serve(t, endpoint.IdempotencyConfig{Store: dying, Lease: lease})
			go func() { dead <- postKey(t, url, book, "k") }()
			<-g.begun
			url = second.serve(t, endpoint.IdempotencyConfig{Store: memory, Lease: lease})
			got := postKey(t, url, book, "k")
			if got.status != test.status {
				t.Errorf("got %d %s", got.status, got.body)
			}
			wantReplayed(t, got, postKey(t, url, book, "k"))
			if test.status == http.StatusOK {
				if a, b := <-keys, <-keys; a != b {
					t.Errorf("the keys are %q and %q", a, b)
				}
			} else if p := got.problem(t, test.status); len(p.Writes) != 1 || p.Writes[0].State != "unknown" {
				t.Errorf("got %+v", p)
			} else {
				second.wantRuns(t, 0)
			}
			if log := second.log.String(); !strings.Contains(log, "whoever ran it is gone") {
				t.Errorf("the log is\n%s", log)
			}
			close(g.opened)
			<-dead
		})
	}
}

// TestLost: a run that was taken for dead ends when it finds that another one has its key.
func TestLost(t *testing.T) {
	memory := idempotency.NewMemory(idempotency.Limits{})
	paused := &failing{Store: memory}
	g := newGate()
	first, second := booking{run: g.slowly}, booking{}
	const lease = 150 * time.Millisecond
	url := first.serve(t, endpoint.IdempotencyConfig{Store: paused, Lease: lease})
	cut := make(chan response)
	go func() { cut <- postKey(t, url, book, "k") }()
	<-g.begun
	paused.fail(true)
	kept := postKey(t, second.serve(t, endpoint.IdempotencyConfig{Store: memory, Lease: lease}), book, "k")
	paused.fail(false)
	if p := (<-cut).problem(t, http.StatusInternalServerError); len(p.Writes) != 1 {
		t.Errorf("got %+v", p)
	}
	if log := first.log.String(); !strings.Contains(log, "held by another call") || !strings.Contains(log, "could not be kept") {
		t.Errorf("the log is\n%s", log)
	}
	wantReplayed(t, kept, postKey(t, url, book, "k"))
}
