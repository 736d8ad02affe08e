package manifest

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// undo is the target of the call that takes a step back. It is a step without anything around it, named after the other.
func undo(s *Step) target {
	return target{read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		u := &Step{Name: Value[string]{V: s.Name.V + UndoSuffix, Pos: at.pos, Set: true}, Undoes: s.Name.V}
		r.mapping(n, what, at,
			required("call", value(&u.Call, text(call))),
			optional("with", entries(&u.With)),
			optional("body", tree(&u.Body)),
			optional("content_type", value(&u.Type, text(mediaType))),
			optional("timeout", value(&u.Timeout, duration)),
			optional("idempotency", keyHeader(&u.Key)),
		)
		checkContentType(r, what, n)
		s.Undo = u
	}}
}

// UndoSuffix is what the name of the call that takes a step back has behind the name of that step.
const UndoSuffix = ".undo"

// checkUndo refuses what cannot be taken back because it is called more than once.
func checkUndo(r *reader, what string, n *yaml.Node) {
	keys := keyNodes(n)
	if keys["undo"] == nil {
		return
	}
	for _, key := range []string{"paginate", "poll"} {
		if keys[key] != nil {
			r.errorf(r.place(keys["undo"]), "conflicting-keys", "%s has \"undo\" and %q; only a call that is made once can be taken back: put what follows it into a step of its own", what, key)
		}
	}
}

// recordedStep is the name of a step, or of the call that takes it back.
func recordedStep(s string) *problem { return identifier(strings.TrimSuffix(s, UndoSuffix)) }
