package flow_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/dryrun"
	"github.com/nactgen/nactgen/nact/flow"
)

func TestChange(t *testing.T) {
	double := func(_ context.Context, n int) (int, error) { return 2 * n, nil }
	if got, err := flow.Change(t.Context(), 4, double); err != nil || got != 8 {
		t.Errorf("got %d, %v", got, err)
	}
}

// TestWhatAFunctionHasChanged: it is noted before the function is called that it may change something.
func TestWhatAFunctionHasChanged(t *testing.T) {
	for want, err := range map[nact.WriteState]error{nact.Done: nil, nact.Unknown: errors.New("lost"), "": nact.Fail("FULL", "")} {
		ctx := flow.NewWrites(t.Context()).Begin(t.Context(), "keep")
		flow.Change(ctx, 4, func(ctx context.Context, _ int) (int, error) {
			if got := nact.EntryOf(ctx).State(); got != nact.Unknown {
				t.Errorf("while it runs it is %q", got)
			}
			return 0, err
		})
		if got := nact.EntryOf(ctx).State(); got != want {
			t.Errorf("after %v it is %q, want %q", err, got, want)
		}
	}
}

// TestChangeOfARepeatedCall: a function that may have changed something in an earlier run is called by none after it, and one that cannot
// be noted is not called.
func TestChangeOfARepeatedCall(t *testing.T) {
	var notes []byte
	var lost error
	run := func() (context.Context, *nact.Idempotency) {
		key, err := nact.NewIdempotency("key", notes, func(_ context.Context, saved []byte) error {
			if lost == nil {
				notes = saved
			}
			return lost
		})
		if err != nil {
			t.Fatal(err)
		}
		return new(nact.Journal).Watch(key.Watch(t.Context())), key
	}
	ctx, _ := run()
	if _, err := flow.Change(flow.NewWrites(ctx).Begin(ctx, "keep"), 4, func(context.Context, int) (int, error) { return 0, nact.Fail("FULL", "") }); err == nil {
		t.Error("the failure is gone")
	}
	if _, key := run(); len(key.CutOff()) != 1 {
		t.Error("a run that was cut off in the function is run again")
	}
	notes = nil
	lost = errors.New("the store is gone")
	ctx, _ = run()
	var fault *nact.Fault
	if _, err := flow.Change(flow.NewWrites(ctx).Begin(ctx, "keep"), 4, func(context.Context, int) (int, error) {
		t.Error("it is called, and a later run will not know")
		return 0, nil
	}); !errors.As(err, &fault) || !errors.Is(err, lost) || strings.Contains(fault.Detail, "gone") {
		t.Errorf("got %v", err)
	}
}

func TestChangeStruct(t *testing.T) {
	nothing := func(context.Context, int) (*int, error) { return nil, nil }
	if got, err := flow.ChangeStruct(t.Context(), 4, nothing); got != nil || err == nil {
		t.Errorf("got %v, %v", got, err)
	}
	run := dryrun.Tool{Steps: []dryrun.Step{{Name: "notice", Unread: true}}}.Begin()
	ctx := run.Watch(t.Context())
	if got, err := flow.ChangeStruct(flow.NewWrites(ctx).Begin(ctx, "notice"), 4, nothing); got != nil || err != nil {
		t.Errorf("in a dry run: got %v, %v", got, err)
	}
}

// In a dry run no function that writes is called, and nothing is taken back, since nothing was done.
func TestChangeInADryRun(t *testing.T) {
	called := func(context.Context, map[string]int) (int, error) {
		t.Error("the function is called")
		return 1, nil
	}
	run := dryrun.Tool{Steps: []dryrun.Step{{Name: "notice", Function: "notify", Unread: true}, {Name: "record", Function: "keep"}}}.Begin()
	ctx := run.Watch(t.Context())
	tool := func(ctx context.Context) (err error) {
		writes := flow.NewWrites(ctx)
		defer writes.End(&err)
		if _, err = flow.Change(writes.Begin(ctx, "notice"), nil, called); err != nil {
			t.Errorf("the run ended where nothing is read: %v", err)
		}
		writes.Undo(time.Second, func(context.Context) error {
			t.Error("what was not done is taken back")
			return nil
		})
		_, err = flow.Change(writes.BeginElement(ctx, "record", 1), map[string]int{"a": 1}, called)
		return err
	}
	if err := tool(ctx); !errors.Is(err, nact.ErrDryRun) {
		t.Errorf("got %v", err)
	}
	const want = `{"writes":[{"step":"notice","function":"notify","arguments":null},{"step":"record","element":1,"function":"keep","arguments":{"a":1}}],"then":[]}`
	if got := string(run.AppendJSON(nil)); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if writes := nact.JournalOf(ctx).Writes(); writes != nil {
		t.Errorf("the journal has %v", writes)
	}
	left, leave := context.WithCancel(ctx)
	leave()
	if _, err := flow.Change(flow.NewWrites(left).Begin(left, "record"), nil, called); !errors.Is(err, context.Canceled) {
		t.Errorf("after the caller has left: got %v", err)
	}
}
