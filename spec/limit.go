package spec

import "cmp"

// Limits on what a document may demand. The largest published documents need
// less than a tenth of any of them.
const (
	maxFileSize  = 64 << 20  // bytes of one file
	maxTotalSize = 256 << 20 // bytes of all files of a document
	maxFiles     = 20_000
	maxNodes     = 4_000_000 // values parsed, aliases counted each time they are used
	maxWork      = 2_000_000 // properties, enum values and branches looked at while merging
	maxDepth     = 256       // nesting of values in a file
	maxChain     = 200       // references to references, allOf in allOf, unions in unions
)

// A small document may not use as many values as a large one: what is beyond
// nodesGranted and one in two bytes can only come from aliases.
const nodesGranted = 500_000

// joinCost is the work of joining schemas: there can be exponentially many
// sets of them.
const joinCost = 100

// budget is the rest of a limit.
type budget struct {
	left  int
	ended *Error // where the limit was exceeded, or nil
}

// spend takes n and reports whether it was there.
func (b *budget) spend(n int) bool {
	b.left -= n
	return b.left >= 0
}

// end notes why and where the budget ended, and returns it.
func (b *budget) end(err *Error) *Error {
	b.ended = cmp.Or(b.ended, err)
	return err
}
