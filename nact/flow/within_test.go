package flow_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/flow"
)

func TestWithin(t *testing.T) {
	wait := func(ctx context.Context) (int, error) {
		<-ctx.Done()
		return 1, ctx.Err()
	}
	if got, err := flow.Within(t.Context(), time.Millisecond, wait); got != 1 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("at the limit: %d, %v", got, err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := flow.Within(cancelled, time.Hour, wait); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call: %v", err)
	}
	got, err := flow.Within(t.Context(), time.Hour, func(context.Context) (int, error) { return 2, nil })
	if got != 2 || err != nil {
		t.Errorf("in time: %d, %v", got, err)
	}
}
