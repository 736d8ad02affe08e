// Package picker lets a person choose operations of OpenAPI documents on a terminal: a list that is searched as they type.
package picker

import (
	"context"
	"errors"
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"github.com/nactgen/nactgen/sculpt/catalog"
)

// ErrCancelled says that the person left without choosing.
var ErrCancelled = errors.New("nothing was chosen")

// CanShow reports whether the list can be shown: both files are terminals whose cursor can be moved.
func CanShow(in, out *os.File) bool {
	kind := os.Getenv("TERM")
	return kind != "" && kind != "dumb" && term.IsTerminal(in.Fd()) && term.IsTerminal(out.Fd())
}

// Pick shows operations under a title, and returns those that the user chooses, in the order of the list. The error is [ErrCancelled] if the user leaves
// without choosing.
func Pick(ctx context.Context, in, out *os.File, title string, operations []*catalog.Operation) ([]*catalog.Operation, error) {
	end, err := tea.NewProgram(newList(title, operations), tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	switch l, ok := end.(*list); {
	case errors.Is(err, tea.ErrInterrupted):
		return nil, ErrCancelled
	case err != nil:
		return nil, fmt.Errorf("the list cannot be shown: %w", err)
	case !ok || !l.done:
		return nil, ErrCancelled
	default:
		return l.chosen(), nil
	}
}
