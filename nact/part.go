package nact

import "strconv"

// part is what findings can be about within a tool: a version, which has a number, or a parameter, which has an ID. It is put in
// words only when there is a finding.
type part struct {
	kind   string
	number int
	id     string
}

func (p part) String() string {
	if p.kind == partVersion {
		return p.kind + " " + strconv.Itoa(p.number)
	}
	return p.kind + " " + strconv.Quote(p.id)
}

const (
	partVersion = "version"
	partInput   = "input"
	partOutput  = "output"
)

// enter narrows what findings are about to a part of it, until leave.
func (v *verifier) enter(p part) { v.parts = append(v.parts, p) }

func (v *verifier) leave() { v.parts = v.parts[:len(v.parts)-1] }
