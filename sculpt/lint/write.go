package lint

import (
	"fmt"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
)

// unprotected warns of steps whose call changes something each time that it is made (a POST, a PATCH), and that is neither sent with a key
// nor taken back.
func unprotected(steps []*manifest.Step, calls *operation.Calls, found *diag.List) {
	for _, s := range steps {
		op := calls.Of(s)
		if op == nil || op.Idempotent() || s.Key.Set || s.Undo != nil {
			continue
		}
		found.WarnAt(s.Call, "unprotected-write", "%s is a %s: when its answer is lost, nobody can send it again without the risk of doing it twice, and when the tool fails later, it stands; "+
			"%s, or say how it is taken back, with \"undo\"", op.ID, op.Method, sendKey(op))
	}
}

// sendKey says how an operation is sent a key.
func sendKey(op *operation.Operation) string {
	if p := op.KeyParameter(); p != nil {
		return fmt.Sprintf("the document has a header for a key: idempotency: {header: %s}", p.Name)
	}
	return "if the upstream takes a key, say in which header, as in idempotency: {header: Idempotency-Key}"
}
