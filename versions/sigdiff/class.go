package sigdiff

import (
	"cmp"
	"fmt"
	"slices"
)

// Class says what a difference means for a client that relies on the older signature. Greater is worse.
type Class int

// The classes.
const (
	None     Class = iota // nothing: numbers that say which version this is
	Text                  // texts for people and models, or their order; calls and answers are as before
	Additive              // calls may do more, or answers say more; what was valid is still valid, and means the same
	Breaking              // a call or an answer that was valid no longer is, so that a new tool is needed
)

// String returns none, text, additive or breaking.
func (c Class) String() string {
	switch c {
	case None:
		return "none"
	case Text:
		return "text"
	case Additive:
		return "additive"
	case Breaking:
		return "breaking"
	}
	return fmt.Sprintf("Class(%d)", int(c))
}

// MarshalText implements [encoding.TextMarshaler] with [Class.String].
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It takes what MarshalText writes of the four classes.
func (c *Class) UnmarshalText(text []byte) error {
	for known := None; known <= Breaking; known++ {
		if known.String() == string(text) {
			*c = known
			return nil
		}
	}
	return fmt.Errorf("sigdiff: %.40q is no class of differences", text)
}

// Difference is one difference between two signatures.
type Difference struct {
	Class     Class  `json:"class"`
	Rule      string `json:"rule"`                // one of the Rule constants
	Parameter string `json:"parameter,omitempty"` // name of the input or output, in the older signature if that has it; empty for the tool itself
	Message   string `json:"message"`             // what changed, as a sentence without its full stop
}

// Overall returns the worst class among differences, None if there are none.
func Overall(differences []Difference) Class {
	worst := None
	for _, d := range differences {
		worst = max(worst, d.Class)
	}
	return worst
}

// WorstFirst returns the differences that are not of class None, sorted by class.
func WorstFirst(differences []Difference) []Difference {
	meaning := slices.DeleteFunc(slices.Clone(differences), func(d Difference) bool { return d.Class == None })
	slices.SortStableFunc(meaning, func(a, b Difference) int { return cmp.Compare(b.Class, a.Class) })
	return meaning
}
