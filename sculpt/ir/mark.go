package ir

// Marks are what the analysis has found out about a node, for whoever prints it. The checker leaves them zero.
type Marks struct {
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
