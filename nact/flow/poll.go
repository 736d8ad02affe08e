package flow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/upstream"
)

// Poll is how often and how long an upstream is asked again until something has come about.
//
//	poll := flow.Poll{Every: 200 * time.Millisecond, Timeout: 5 * time.Second, Start: time.Now()}
//	for {
//		booking, answer, err := getBooking(ctx, id)
//		...
//		if booking.Status == "CONFIRMED" {
//			break
//		}
//		if err := poll.Wait(ctx, answer); err != nil {
//			...
//		}
//	}
type Poll struct {
	Every    time.Duration // the first wait; 0 is 1 s
	Backoff  float64       // what each wait is multiplied by for the next one; 0 is 1.5
	MaxEvery time.Duration // no wait grows beyond it; 0 is 30 s
	Timeout  time.Duration // from Start on; 0 is as long as the context lasts
	Start    time.Time     // when it was begun; the zero Time is the first Wait

	every time.Duration // the last wait, Retry-After left out
}

// Wait waits until the upstream is to be asked again, whose last answer is given: Every and then longer and longer, or what
// Retry-After asks for where that is more. It does not wait, and returns a *[nact.Fault] of the kind [nact.Timeout], if there would
// be no time left after it. If ctx was cancelled, the error wraps [context.Canceled].
func (p *Poll) Wait(ctx context.Context, answer upstream.Answer) error {
	now := time.Now()
	if p.Start.IsZero() {
		p.Start = now
	}
	p.every = p.grown()
	wait := max(p.every, answer.RetryAfter())
	deadline, limited := ctx.Deadline()
	switch {
	case ctx.Err() != nil:
		return ended(ctx)
	case p.Timeout > 0 && now.Add(wait).Sub(p.Start) > p.Timeout:
		return &nact.Fault{Kind: nact.Timeout, Detail: fmt.Sprintf("the step did not come to its end within %v", p.Timeout)}
	case limited && now.Add(wait).After(deadline):
		return outOfTime()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	}
}

// grown returns the next wait.
func (p *Poll) grown() time.Duration {
	first := cmp.Or(p.Every, time.Second)
	if p.every == 0 {
		return first
	}
	limit := max(cmp.Or(p.MaxEvery, 30*time.Second), first)
	if next := float64(p.every) * cmp.Or(p.Backoff, 1.5); next < float64(limit) {
		return max(time.Duration(next), first)
	}
	return limit
}

// ended is the error of a context that is over.
func ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("waiting to ask again: %w", ctx.Err())
	}
	return outOfTime()
}

func outOfTime() error {
	return &nact.Fault{Kind: nact.Timeout, Detail: "the time for the whole call ran out"}
}
