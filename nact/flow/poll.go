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

// DefaultEvery is the first wait of a [Poll] that gives none.
const DefaultEvery = time.Second

// Poll is how often and how long an upstream is asked again until something has come about. The time counts from the first use of a Poll.
//
//	poll := flow.Poll{Step: "confirmed", Every: 200 * time.Millisecond, Timeout: 5 * time.Second}
//	for {
//		booking, answer, err = getBooking(ctx, id, upstream.Options{Within: poll.Left()})
//		if err != nil || booking.Status == "CONFIRMED" {
//			break
//		}
//		if err = poll.Wait(ctx, answer); err != nil {
//			break
//		}
//	}
type Poll struct {
	Step     string        // the step for which the number of asks in vain is reported as [nact.Progress]; empty: nothing is reported
	Every    time.Duration // the first wait; 0 is [DefaultEvery]
	Backoff  float64       // what each wait is multiplied by for the next one; 0 is 1.5
	MaxEvery time.Duration // no wait grows beyond it; 0 is 30 s
	Timeout  time.Duration // of all asks and waits together; 0 is as long as the context lasts

	// Location is where to ask, once the upstream has said so: see [Poll.Follow]. It is for [upstream.Options].
	Location string

	asked   int // how often the upstream was asked in vain
	start   time.Time
	every   time.Duration // the last wait, Retry-After left out
	skipped time.Duration // waits that were left out, and count as passed: see [nact.WithoutWaits]
}

// Left returns how much is left of Timeout, which must be set. It is more than 0.
func (p *Poll) Left() time.Duration {
	return max(p.Timeout-p.passed(), 1)
}

// passed returns how long asking has taken so far.
func (p *Poll) passed() time.Duration {
	if p.start.IsZero() {
		p.start = time.Now()
	}
	return time.Since(p.start) + p.skipped
}

// Wait waits until the upstream is to be asked again, whose last answer is given and read no more: Every and then longer and longer, or what
// Retry-After asks for where that is more. It does not wait, and returns a *[nact.Fault] of the kind [nact.Timeout], if there would
// be no time left after it. If ctx was cancelled, the error wraps [context.Canceled].
func (p *Poll) Wait(ctx context.Context, answer upstream.Answer) error {
	answer.Forget(ctx)
	if p.asked++; p.Step != "" {
		nact.ReportProgress(ctx, nact.Progress{Step: p.Step, Done: p.asked})
	}
	passed := p.passed()
	p.every = p.grown()
	wait := max(p.every, answer.RetryAfter())
	deadline, limited := ctx.Deadline()
	switch {
	case ctx.Err() != nil:
		return ended(ctx)
	case p.Timeout > 0 && passed+wait > p.Timeout:
		return &nact.Fault{Kind: nact.Timeout, Detail: fmt.Sprintf("the step did not come to its end within %v", p.Timeout)}
	case limited && p.start.Add(passed+wait).After(deadline):
		return outOfTime()
	case !nact.Waits(ctx):
		p.skipped += wait
		return nil
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

// Follow is Wait for an upstream that says where to ask for the answer to a call. It sets Location to that of answer, and keeps the last
// one if answer has none. It returns a *[nact.Fault] of the kind [nact.BadAnswer] if no answer has had one.
func (p *Poll) Follow(ctx context.Context, answer upstream.Answer) error {
	p.Location = cmp.Or(answer.Location(), p.Location)
	if p.Location == "" {
		return &nact.Fault{Kind: nact.BadAnswer, Detail: "the upstream has accepted the call, and does not say where to ask for its answer: there is no Location"}
	}
	return p.Wait(ctx, answer)
}

// grown returns the next wait.
func (p *Poll) grown() time.Duration {
	first := cmp.Or(p.Every, DefaultEvery)
	if p.every == 0 {
		return first
	}
	limit := max(cmp.Or(p.MaxEvery, 30*time.Second), first)
	if next := float64(p.every) * cmp.Or(p.Backoff, 1.5); next < float64(limit) {
		return max(time.Duration(next), first)
	}
	return limit
}

// ended returns the error of a step whose context has ended.
func ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("waiting to ask again: %w", ctx.Err())
	}
	return outOfTime()
}

func outOfTime() error {
	return &nact.Fault{Kind: nact.Timeout, Detail: "the time for the whole call ran out"}
}
