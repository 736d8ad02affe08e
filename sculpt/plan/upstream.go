package plan

import "slices"

// KeepsAnswers reports whether the answers of some call are kept.
func (u *Upstream) KeepsAnswers() bool {
	return u.Caching != (Caching{}) || slices.ContainsFunc(u.Operations, func(o *Operation) bool { return o.Cached })
}
