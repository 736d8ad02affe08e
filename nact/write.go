package nact

import (
	"slices"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// Write is a call of a step that changed something, or may have.
type Write struct {
	Step      string     `json:"step"`                // in a part, behind the step that uses it: site.booking
	Element   Opt[int]   `json:"element,omitzero"`    // of the list that the step goes through, or the one that uses the part, from 0
	Operation string     `json:"operation,omitempty"` // the upstream's ("clinic.book"); none if the step calls a function
	State     WriteState `json:"state"`

	// Repeatable says that to send its request again changes nothing further; false once an attempt to take it back failed, or may have been
	// cut off.
	Repeatable bool `json:"-"`

	Err error `json:"-"` // NotUndone: why, for the log; otherwise nil
}

// Writes are the writes of an invocation, in the order in which their steps began. They are the [Changes] of a [Journal].
type Writes []Write

// AllUndone implements [Changes].
func (writes Writes) AllUndone() bool {
	return !slices.ContainsFunc(writes, func(w Write) bool { return w.State != Undone })
}

// Standing implements [Changes].
func (writes Writes) Standing() (standing []string) {
	for _, w := range writes {
		if w.State != Undone {
			w.Err = nil // for the log alone
			standing = append(standing, w.String())
		}
	}
	return standing
}

// Lines implements [Changes].
func (writes Writes) Lines() []string {
	lines := make([]string, len(writes))
	for i, w := range writes {
		lines[i] = w.String()
	}
	return lines
}

// AppendJSON implements [Changes].
func (writes Writes) AppendJSON(b []byte) []byte {
	b = append(b, '[')
	for i, w := range writes {
		if i > 0 {
			b = append(b, ',')
		}
		b = w.AppendJSON(b)
	}
	return append(b, ']')
}

// Repeatable reports whether another run of the invocation can repeat the writes without doing anything twice. One that was taken back is
// made anew. One that stands has to be sent again as it was, which cannot be expected after a step that is made anew.
func (writes Writes) Repeatable() bool {
	var anew []string
	for _, w := range writes {
		switch {
		case w.State == Undone:
			anew = append(anew, w.Step)
		case !w.Repeatable, slices.ContainsFunc(anew, func(step string) bool { return step != w.Step }):
			return false
		}
	}
	return true
}

// Kept reports whether a write was left as it is for the sake of how the invocation ended: then another run goes on from there.
func (writes Writes) Kept() bool {
	return slices.ContainsFunc(writes, func(w Write) bool { return w.State == Kept })
}

// WriteState is what is known of a write.
type WriteState string

// The states of a write.
const (
	Unknown   WriteState = "unknown"    // it went out, and no answer said what became of it
	Done      WriteState = "done"       // its upstream carried it out
	Undone    WriteState = "undone"     // it was carried out, and taken back
	Kept      WriteState = "kept"       // it was carried out, and left as it is since the tool ended as it did
	NotUndone WriteState = "not-undone" // it was carried out, and could not be taken back
)

// String is a write in one line of the log: "booking[2], clinic.book: undone".
func (w Write) String() string {
	s := indexed(w.Step, w.Element)
	if w.Operation != "" {
		s += ", " + w.Operation
	}
	s += ": " + string(w.State)
	if w.Err != nil {
		s += ": " + w.Err.Error()
	}
	return s
}

// AppendJSON appends the write as an object with step, element and operation as far as there are any, and state.
func (w Write) AppendJSON(b []byte) []byte {
	o := jsontext.NewObject(b)
	o.Text("step", w.Step)
	if w.Element.Has {
		o.Int("element", int64(w.Element.Value))
	}
	if w.Operation != "" {
		o.Text("operation", w.Operation)
	}
	o.Text("state", string(w.State))
	return o.End()
}

// name is what a sentence for the agent calls the write.
func (w Write) name() string {
	if w.Operation == "" {
		return "step " + w.Step
	}
	return w.Operation
}
