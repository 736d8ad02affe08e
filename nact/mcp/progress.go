package mcp

import (
	"context"
	"strconv"
	"sync"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// reporter tells a client how far a call is. What comes faster than the client takes it is left out, so that the tool never waits.
type reporter struct {
	token  string
	notify func(message []byte)

	mu    sync.Mutex
	steps map[string]nact.Progress // the latest report of each step, by its name
	order []string                 // the steps in the order of their first reports
	last  string                   // the step that reported last
	told  int                      // how much was done by the last notification; -1: there was none
	over  bool                     // news is closed

	news  chan struct{} // holds one if something was reported since the last notification
	ended chan struct{} // closed after the last notification
}

// ReportProgress is the [Progress] of services whose tools have steps that do something more than once.
func ReportProgress(ctx context.Context, token string, notify func(message []byte)) (watched context.Context, end func()) {
	r := newReporter(token, notify)
	return nact.WatchProgress(ctx, r.report), r.end
}

func newReporter(token string, notify func(message []byte)) *reporter {
	r := &reporter{token: token, notify: notify, steps: make(map[string]nact.Progress), told: -1, news: make(chan struct{}, 1), ended: make(chan struct{})}
	go func() {
		defer close(r.ended)
		for range r.news {
			if message := r.message(); message != nil {
				r.notify(message)
			}
		}
	}()
	return r
}

// report notes how far a step is.
func (r *reporter) report(p nact.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over { // a step that the tool does not wait for
		return
	}
	if was, known := r.steps[p.Step]; !known {
		r.order = append(r.order, p.Step)
	} else if p.Done <= was.Done {
		return // overtaken by a later one
	}
	r.steps[p.Step], r.last = p, p.Step
	select {
	case r.news <- struct{}{}:
	default:
	}
}

// end returns when the last notification was sent.
func (r *reporter) end() {
	r.mu.Lock()
	r.over = true
	close(r.news)
	r.mu.Unlock()
	<-r.ended
}

// message is the notification that says how far all steps together are, or nil if that is as far as the last one said: it grows with each. How
// much there will be is only known if all of them know it.
func (r *reporter) message() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	done, total := 0, 0
	known := true
	for _, step := range r.order {
		p := r.steps[step]
		done += p.Done
		total += p.Total
		known = known && p.Total > 0
	}
	if done <= r.told {
		return nil
	}
	r.told = done
	o := jsontext.NewObject(nil)
	o.Text("jsonrpc", "2.0")
	o.Text("method", "notifications/progress")
	o.Object("params", func(o *jsontext.Object) {
		o.Append("progressToken", func(b []byte) []byte { return append(b, r.token...) })
		o.Int("progress", int64(done))
		if known {
			o.Int("total", int64(total))
		}
		last := r.steps[r.last]
		text := last.Step + ": " + strconv.Itoa(last.Done)
		if last.Total > 0 {
			text += " of " + strconv.Itoa(last.Total)
		}
		o.Text("message", text)
	})
	return o.End()
}
