package describe

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/spec"
)

// Fault is a mistake in the document.
type Fault struct {
	Message    string        `json:"message"`
	At         catalog.Place `json:"at"`
	Unreadable bool          `json:"unreadable,omitempty"` // the part cannot be read at all, so that no step can use it
}

// faults joins and converts lists of faults.
func faults(lists ...[]spec.Fault) []Fault {
	var all []Fault
	for _, list := range lists {
		for _, f := range list {
			all = append(all, Fault{Message: f.Message, At: catalog.Place(f.Pos), Unreadable: f.Unreadable})
		}
	}
	return all
}

// faultWords returns faults in words.
func faultWords(faults []Fault) []string {
	var words []string
	for _, f := range faults {
		if f.Unreadable {
			words = append(words, "unreadable: "+f.Message)
		} else {
			words = append(words, "doubtful: "+f.Message)
		}
	}
	return words
}

// writeFaults writes the faults of the operation that concern no parameter, body or answer.
func (d *Detail) writeFaults(b *strings.Builder) {
	if len(d.Faults) == 0 {
		return
	}
	var t table
	for _, f := range d.Faults {
		t.row(f.Message, f.At.String())
	}
	b.WriteString("\nleft out\n" + t.text("  "))
}
