package nact

import (
	"fmt"
	"runtime/debug"
)

// Panic is a panic that was recovered in one goroutine to go on in another one. It keeps the stack of the first, which is
// the one that says what went wrong.
type Panic struct {
	Value any
	Stack []byte
}

// Recovered returns value, which recover has returned, with the stack that it was recovered on. A *[Panic] stays as it is.
func Recovered(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}

// Error returns the value as text, shortened, and the stack.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %.500s\n%s", fmt.Sprint(p.Value), p.Stack) }
