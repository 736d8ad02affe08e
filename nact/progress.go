package nact

import "context"

// Progress says how far one step of a tool has come that does something more than once.
type Progress struct {
	Step  string // its name in the manifest
	Done  int    // elements, pages or attempts that are done, from 1
	Total int    // of those that there will be; 0: nobody knows
}

type progressKey struct{}

// WatchProgress returns a context whose steps report how far they come. Steps may report at the same time, and report must not take long: the tool waits
// for it.
func WatchProgress(ctx context.Context, report func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

// ReportProgress tells whoever watches ctx, if anybody does.
func ReportProgress(ctx context.Context, p Progress) {
	if report, ok := ctx.Value(progressKey{}).(func(Progress)); ok {
		report(p)
	}
}
