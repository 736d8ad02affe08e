package flow_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/flow"
)

// answered is the error of an upstream that answered with a status; nil of 2xx.
func answered(status int) error {
	if status/100 == 2 {
		return nil
	}
	return &nact.Fault{Kind: nact.BadAnswer, UpstreamStatus: status, Detail: fmt.Sprint("it answered ", status)}
}

var (
	unreachable   = &nact.Fault{Kind: nact.BadAnswer, Breakdown: nact.Unreachable, Detail: "no connection"}
	lost          = &nact.Fault{Kind: nact.Timeout, Detail: "no answer"}
	errExpression = errors.New("no such element")
	errUnfit      = errors.New("no JSON")
	reset         = &nact.Fault{Kind: nact.BadAnswer, Detail: "the connection broke off"}
)

// note notes what a client does of a call that ended with err.
func note(e *nact.Entry, err error) {
	status := nact.Status(err)
	if nact.IsUnreachable(err) || errors.Is(err, errExpression) {
		return
	}
	e.Sent("a")
	switch {
	case err == nil || errors.Is(err, errUnfit):
		e.Done()
	case status/100 == 4 || status == 503:
		e.Refused()
	}
}

// TestUndo: what comes of attempts to take a write back, how many there are, and after what time.
func TestUndo(t *testing.T) {
	tests := []struct {
		name   string
		calls  []error // the last one stays
		want   nact.WriteState
		made   int
		took   time.Duration
		stands bool // for certain
	}{
		{"at once", []error{nil}, nact.Undone, 1, 0, false},
		{"the answer cannot be read", []error{&nact.Fault{Kind: nact.BadAnswer, Detail: "the answer does not fit", Err: errUnfit}}, nact.Undone, 1, 0, false},
		{"busy, then done", []error{answered(503), answered(429), nil}, nact.Undone, 3, 600 * time.Millisecond, false},
		{"away, then done", []error{unreachable, nil}, nact.Undone, 2, 200 * time.Millisecond, false},
		{"refused", []error{answered(409)}, nact.NotUndone, 1, 0, false},
		{"not there", []error{answered(404)}, nact.NotUndone, 1, 0, false},
		{"no answer, then not there any more", []error{lost, answered(404)}, nact.Undone, 2, 200 * time.Millisecond, false},
		{"away, then not there", []error{unreachable, answered(404)}, nact.NotUndone, 2, 200 * time.Millisecond, false},
		{"a connection that broke off, then gone", []error{reset, answered(410)}, nact.Undone, 2, 200 * time.Millisecond, false},
		{"an expression that fails", []error{nact.AnswerFault("steps.a.undo.with.id", errExpression)}, nact.NotUndone, 1, 0, true},
		{"never", []error{answered(500)}, nact.NotUndone, 6, 10 * time.Second, false},
		{"never reached", []error{unreachable}, nact.NotUndone, 6, 10 * time.Second, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				journal := new(nact.Journal)
				ctx, leave := context.WithCancel(journal.Watch(t.Context()))
				made, start := 0, time.Now()
				err := func() (err error) {
					writes := flow.NewWrites(ctx)
					defer writes.End(&err)
					entry := nact.EntryOf(writes.Begin(ctx, "a"))
					if err := entry.Ahead(ctx, "api.a", "one", true); err != nil {
						t.Error(err)
					}
					entry.Done()
					writes.Undo(10*time.Second, func(ctx context.Context) error {
						if ctx.Err() != nil {
							t.Error("the caller who left has ended what was to be taken back")
						}
						made++
						err := test.calls[min(made, len(test.calls))-1]
						note(nact.EntryOf(ctx), err)
						return err
					})
					leave()
					return answered(500)
				}()
				got := journal.Writes()[0]
				if got.State != test.want || made != test.made || time.Since(start) != test.took || (got.Err == nil) != (test.want == nact.Undone) {
					t.Errorf("%s, %v, after %d calls in %v", got.State, got.Err, made, time.Since(start))
				}
				if got.State == nact.NotUndone && got.Repeatable != test.stands {
					t.Errorf("it may be repeated: %t", got.Repeatable)
				}
				if nact.Status(err) != 500 {
					t.Errorf("the error became %v", err)
				}
			})
		})
	}
}

// TestUndoOrder: only what was carried out is taken back, the last one first, and only if the call fails.
func TestUndoOrder(t *testing.T) {
	run := func(t *testing.T, ends func() error) (undone []string, journal *nact.Journal) {
		journal = new(nact.Journal)
		ctx := journal.Watch(t.Context())
		write := func(writes *flow.Writes, ctx context.Context, name string, state func(*nact.Entry)) {
			state(nact.EntryOf(ctx))
			writes.Undo(time.Second, func(context.Context) error { undone = append(undone, name); return nil })
		}
		defer func() { _ = recover() }()
		_ = func() (err error) {
			writes := flow.NewWrites(ctx)
			defer writes.End(&err)
			write(writes, writes.Begin(ctx, "a"), "a", (*nact.Entry).Done)
			write(writes, writes.BeginElement(ctx, "b", 0), "b0", (*nact.Entry).Done)
			write(writes, writes.BeginElement(ctx, "b", 1), "b1", func(e *nact.Entry) { e.Sent("b") })
			write(writes, writes.BeginElement(ctx, "b", 2), "b2", func(*nact.Entry) {})
			write(writes, writes.BeginElement(ctx, "b", 3), "b3", (*nact.Entry).Done)
			return ends()
		}()
		return undone, journal
	}
	for name, test := range map[string]struct {
		ends func() error
		want []string
	}{
		"well":         {func() error { return nil }, nil},
		"by a failure": {func() error { return nact.Fail("GONE", "") }, []string{"b3", "b0", "a"}},
		"in panic":     {func() error { panic("oh") }, []string{"b3", "b0", "a"}},
	} {
		t.Run(name, func(t *testing.T) {
			undone, journal := run(t, test.ends)
			if !slices.Equal(undone, test.want) {
				t.Errorf("taken back: %v, want %v", undone, test.want)
			}
			var states []string
			for _, w := range journal.Writes() {
				states = append(states, fmt.Sprint(w.Step, w.Element.Value, w.State))
			}
			want := strings.ReplaceAll("a0undone b0undone b1unknown b3undone", "undone", map[bool]string{true: "undone", false: "done"}[test.want != nil])
			if got := strings.Join(states, " "); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// TestUndoPanic: a panic goes on, with the stack on which it began, when all is taken back.
func TestUndoPanic(t *testing.T) {
	defer func() {
		p, ok := recover().(*nact.Panic)
		if !ok || p.Value != "oh" || !strings.Contains(p.Error(), "TestUndoPanic") {
			t.Errorf("got %v", p)
		}
	}()
	_ = func() (err error) {
		writes := flow.NewWrites(t.Context())
		defer writes.End(&err)
		panic("oh")
	}()
}

// TestBegin: a write outlasts the caller and not the time that there is.
func TestBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		limited, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		writes := flow.NewWrites(limited)
		write := writes.Begin(limited, "a")
		leave()
		if write.Err() != nil {
			t.Error("the write has ended with its caller")
		}
		if over := writes.Begin(limited, "b"); over.Err() == nil || nact.EntryOf(over) != nil {
			t.Error("a write began after its caller had left")
		}
		time.Sleep(time.Minute + 1)
		if !errors.Is(write.Err(), context.DeadlineExceeded) {
			t.Errorf("after the time that there is: %v", write.Err())
		}
		var err error
		writes.End(&err)
	})
}

// TestKept: with which ends of the tool a write stays as it is, and what the agent is told.
func TestKept(t *testing.T) {
	broken := errors.New("no such element")
	for name, test := range map[string]struct {
		kept []string
		ends error
		want nact.WriteState
	}{
		"its failure":                     {[]string{"LATE"}, nact.Fail("LATE", ""), nact.Kept},
		"wrapped":                         {[]string{"LATE"}, fmt.Errorf("a: %w", nact.Fail("LATE", "")), nact.Kept},
		"another failure":                 {[]string{"LATE"}, nact.Fail("REJECTED", ""), nact.Undone},
		"a fault":                         {[]string{"LATE"}, broken, nact.Undone},
		"a fault, kept":                   {[]string{"LATE", ""}, broken, nact.Kept},
		"a failure, when faults are kept": {[]string{""}, nact.Fail("LATE", ""), nact.Undone},
	} {
		t.Run(name, func(t *testing.T) {
			journal := new(nact.Journal)
			ctx := journal.Watch(t.Context())
			_ = func() (err error) {
				writes := flow.NewWrites(ctx)
				defer writes.End(&err)
				note(nact.EntryOf(writes.Begin(ctx, "a")), nil)
				writes.Undo(time.Second, func(context.Context) error { return nil }, test.kept...)
				return test.ends
			}()
			if got := journal.Writes(); len(got) != 1 || got[0].State != test.want {
				t.Errorf("got %v, want %s", got, test.want)
			}
			told := ""
			if test.want == nact.Kept {
				told = " Done, and kept: a."
			}
			if got := journal.Remark(); got != told {
				t.Errorf("the agent is told %q", got)
			}
		})
	}
}
