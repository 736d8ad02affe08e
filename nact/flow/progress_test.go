package flow_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/flow"
	"github.com/nactgen/nactgen/nact/upstream"
)

// watched returns a context whose progress is noted, and a function that returns it.
func watched(t *testing.T) (ctx context.Context, reported func() []nact.Progress) {
	var mu sync.Mutex
	var all []nact.Progress
	ctx = nact.WatchProgress(t.Context(), func(p nact.Progress) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, p)
	})
	return ctx, func() []nact.Progress { return all }
}

// Elements are reported when they are done, one by one, however many run at the same time.
func TestEachReports(t *testing.T) {
	for _, concurrency := range []int{1, 3} {
		t.Run(fmt.Sprint(concurrency), func(t *testing.T) {
			ctx, reported := watched(t)
			if err := flow.Each(ctx, "slots", 5, concurrency, func(context.Context, int) error { return nil }); err != nil {
				t.Fatal(err)
			}
			got := reported()
			slices.SortFunc(got, func(a, b nact.Progress) int { return a.Done - b.Done })
			var want []nact.Progress
			for i := range 5 {
				want = append(want, nact.Progress{Step: "slots", Done: i + 1, Total: 5})
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// An element that fails is not done.
func TestEachReportsNoFailure(t *testing.T) {
	for _, concurrency := range []int{1, 2} {
		ctx, reported := watched(t)
		flow.Each(ctx, "slots", 2, concurrency, func(context.Context, int) error { return errors.New("no") })
		if got := reported(); len(got) > 0 {
			t.Errorf("by %d: got %v", concurrency, got)
		}
	}
}

func TestListReports(t *testing.T) {
	ctx, reported := watched(t)
	list := flow.NewNumbers[string](1, 100)
	for list.Open() {
		if err := list.Add([]string{"a"}, nact.Some(list.Next < 3)); err != nil {
			t.Fatal(err)
		}
		list.Report(ctx, "slots")
	}
	if want := []nact.Progress{{Step: "slots", Done: 1}, {Step: "slots", Done: 2}, {Step: "slots", Done: 3}}; !slices.Equal(reported(), want) {
		t.Errorf("got %v, want %v", reported(), want)
	}
}

// A poll reports each answer that is not the end, before it waits for the next one.
func TestPollReports(t *testing.T) {
	ctx, reported := watched(t)
	poll := flow.Poll{Step: "confirmed", Every: time.Nanosecond}
	for i := range 3 {
		if err := poll.Wait(ctx, upstream.Answer{}); err != nil {
			t.Fatal(err)
		}
		if got, want := reported(), (nact.Progress{Step: "confirmed", Done: i + 1}); len(got) != i+1 || got[i] != want {
			t.Errorf("got %v, want at last %v", got, want)
		}
	}
}

// A poll for an element of a list is not the progress of its step: the elements are.
func TestPollWithoutStepReportsNothing(t *testing.T) {
	ctx, reported := watched(t)
	poll := flow.Poll{Every: time.Nanosecond}
	if err := poll.Wait(ctx, upstream.Answer{}); err != nil || len(reported()) > 0 {
		t.Errorf("got %v, %v", reported(), err)
	}
}

// Where nobody watches, a report takes no memory.
func TestReportsCostNothing(t *testing.T) {
	ctx := t.Context()
	list := flow.NewNumbers[string](1, 100)
	reports := func() {
		nact.ReportProgress(ctx, nact.Progress{Step: "slots", Done: 1, Total: 2})
		list.Report(ctx, "slots")
	}
	if n := testing.AllocsPerRun(10, reports); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
