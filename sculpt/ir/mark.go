package ir

// Marks are what is known of a node beside what it computes: its author's text, and what the analysis has found out about it, which the
// checker leaves zero.
type Marks struct {
	Written string // of an expression of the manifest: as its author wrote it; empty of what is below it. See [Written]

	Fails bool // computing it can end in an error
	Form  Form // how much Go it takes to compute it
	Same  Node // a node that has been computed before and has the same value; nil if there is none

	// Dropped says of a Let that its value, and of a Some that its content is not computed: nothing reads it, and it cannot fail.
	Dropped bool
}

// Marked returns the marks of a node.
func (m *Marks) Marked() *Marks { return m }

// Form says how much Go it takes to compute a node.
type Form int

// The forms. A node has no lesser form than what is below it.
const (
	Inline   Form = iota // an expression
	Lines                // statements one below the other, which may return an error
	Branches             // branches and loops
)
