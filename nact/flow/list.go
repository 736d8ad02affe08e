package flow

import (
	"context"
	"slices"

	"github.com/nactgen/nactgen/nact"
)

// maxPages is how many pages one list can have.
const maxPages = 1000

// List is what was collected of a list that an upstream answers in pages. The
// types that ask for pages in one way or another embed it.
type List[T any] struct {
	Items []T  // at most as many as the limit
	More  bool // after the last page there was more upstream: another page, items beyond the limit, or what a page lacked

	limit, pages, skipped int
	further, lacks        bool // there is another page; some page may lack items
}

func newList[T any](limit int) List[T] { return List[T]{Items: []T{}, limit: limit} }

// Open reports whether to ask for a page: for the first one, and as long as there is
// another one and fewer items than the limit. With a limit of 0 no page is asked for.
func (l *List[T]) Open() bool {
	return l.skipped+len(l.Items) < l.limit && (l.pages == 0 || l.further)
}

// Skip takes the items away, which count for the limit all the same. Who looks for one item skips the pages that do not have it.
func (l *List[T]) Skip() {
	l.skipped += len(l.Items)
	l.Items = []T{}
}

// Lack notes that the next page that is added is no answer of the upstream, and so may lack items.
func (l *List[T]) Lack() { l.lacks = true }

// Report tells as the [nact.Progress] of the step how many pages were added. How many there will be, nobody knows.
func (l *List[T]) Report(ctx context.Context, step string) {
	nact.ReportProgress(ctx, nact.Progress{Step: step, Done: l.pages})
}

// add takes the items of a page. more says whether there is another one.
func (l *List[T]) add(items []T, more bool) error {
	room := max(l.limit-l.skipped-len(l.Items), 0)
	l.further = more
	l.More = more || len(items) > room || l.lacks
	items = items[:min(len(items), room)]
	switch {
	case len(items) == 0:
	case len(l.Items) == 0:
		l.Items = slices.Clip(items) // of a list with one page nothing is copied
	default:
		l.Items = append(l.Items, items...)
	}
	if l.pages++; l.pages == maxPages && l.Open() {
		return pageFault("the upstream's list does not end within 1,000 pages")
	}
	return nil
}

// pageFault is an answer that leads to no end of the list.
func pageFault(detail string) error {
	return &nact.Fault{Kind: nact.BadAnswer, Detail: detail}
}
