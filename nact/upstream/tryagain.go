package upstream

import (
	"context"

	"github.com/nactgen/nactgen/nact"
)

// TryAgain is a call whose answer can say that it is too soon for another one, with a 2xx. Then it is an attempt that has failed: there is
// another one as the [Retry] of the call has it, after its waits, which Retry-After makes longer, and within its budget. The zero TryAgain is
// ready for one call. It is for one goroutine at a time.
//
//	again := upstream.TryAgain{}
//	for more := true; more; more = again.Wait(ctx, answer) {
//		report, answer, err = read(ctx, upstream.Options{Again: &again})
//		if err != nil || report.State != "busy" {
//			break
//		}
//	}
//
// After the loop, the answer is the last one, whatever it says.
type TryAgain struct {
	client  *Client
	request *request
	calls   int
}

// joins implements [Again].
func (a *TryAgain) joins(c *Client, r *request) {
	if a.request != nil {
		r.made, r.further = max(a.request.made, a.calls), true
	}
	a.client, a.request = c, r
	a.calls++
}

// Wait waits until the call is to be made again, and reports whether it is: false means that the last answer counts. The answer is that of the
// call with ctx, which the cache of the client does not keep, and of which nobody knows then whether it has changed something.
func (a *TryAgain) Wait(ctx context.Context, answer Answer) bool {
	r, c := a.request, a.client
	if c.cache != nil {
		c.cache.unkeep(r)
	}
	nact.EntryOf(ctx).Doubted()
	wait, again := r.retry.wait(ctx, max(r.made, a.calls), answer.RetryAfter())
	if !again || !c.affords(ctx, r, wait) || nact.Waits(ctx) && !sleep(ctx, wait) {
		return false
	}
	answer.Forget(ctx)
	return true
}
