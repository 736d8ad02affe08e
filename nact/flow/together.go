package flow

import "context"

// Together runs first, in the caller's goroutine, and others at the same time, and
// returns when all have ended. The first error cancels the context of the
// others and is the result. A panic cancels the others too, and goes on in the caller's
// goroutine, as a [*nact.Panic], when they have ended.
func Together(ctx context.Context, first func(context.Context) error, others ...func(context.Context) error) error {
	shared, cancel := context.WithCancel(ctx)
	defer cancel()
	g := &group{cancel: cancel}
	g.running.Add(len(others))
	for _, branch := range others {
		go func() {
			defer g.running.Done()
			g.run(shared, branch)
		}()
	}
	g.run(shared, first)
	return g.wait()
}

func (g *group) run(ctx context.Context, branch func(context.Context) error) {
	defer g.recovered()
	if err := branch(ctx); err != nil {
		g.fail(0, err)
	}
}
