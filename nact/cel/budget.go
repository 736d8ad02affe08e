package cel

// Budget is how much repeated work an expression may still do. One pass over what an upstream answered is bounded by the
// size of the answer, and costs nothing. Work that is done for every element of a list, on something else than that
// element, grows with the product of two sizes that an upstream chose: it is counted before it is done.
//
// A budget belongs to one run of one expression. Once it is spent every further use of it fails.
type Budget int64

// bytesPerUnit is how many bytes of text count as one element of a list.
const bytesPerUnit = 16

// ErrBudget says that a budget is spent. It ends the expression: unlike any other error it is not absorbed by && and ||.
var ErrBudget error = publicError("this takes more work than the tool's max_work allows: " +
	"raise max_work, or narrow the lists that are gone over again for every element of another one")

// Spend counts n elements of repeated work. It fails with [ErrBudget] if that is more than is left.
func (b *Budget) Spend(n int) error {
	if *b -= Budget(n); *b < 0 {
		*b = -1
		return ErrBudget
	}
	return nil
}

// SpendBytes counts repeated work on n bytes of text: 16 of them count as one element.
func (b *Budget) SpendBytes(n int) error { return b.Spend(n / bytesPerUnit) }
