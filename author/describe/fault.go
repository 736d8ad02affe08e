package describe

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/spec"
)

// Fault is what is wrong with the document in a place.
type Fault struct {
	Message    string        `json:"message"`
	At         catalog.Place `json:"at"`
	Unreadable bool          `json:"unreadable,omitempty"` // nothing is known of the part; a step cannot use it
}

func faults(lists ...[]spec.Fault) []Fault {
	var all []Fault
	for _, list := range lists {
		for _, f := range list {
			all = append(all, Fault{Message: f.Message, At: catalog.Place(f.Pos), Unreadable: f.Unreadable})
		}
	}
	return all
}

// faultWords are faults as parts of a list.
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

// writeFaults writes what is wrong with an operation beside its parameters, body and answers.
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
