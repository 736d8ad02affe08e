package nact

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// Violation is one way in which a call breaks its signature. Together they are
// all that a model needs to correct the call.
type Violation struct {
	Parameter string // the name as the call gave it, shortened if it is long; empty if it is about the call as a whole
	Rule      string // one of the Rule constants
	Message   string // a full sentence, without the value that the call gave
}

// AppendJSON appends the violation as an object with parameter, which may be missing, rule and message.
func (v Violation) AppendJSON(b []byte) []byte {
	o := jsontext.NewObject(b)
	if v.Parameter != "" {
		o.Text("parameter", v.Parameter)
	}
	o.Text("rule", v.Rule)
	o.Text("message", v.Message)
	return o.End()
}

// The rules of signatures that a call can break.
const (
	RuleUnknown       = "unknown"        // the tool has no such parameter
	RuleDuplicate     = "duplicate"      // given twice
	RuleRequired      = "required"       // left out
	RuleNull          = "null"           // given as null, or without a value
	RuleType          = "type"           // of another JSON type, or a number that is not whole
	RuleMin           = "min"            // below the minimum
	RuleMax           = "max"            // above the maximum
	RuleDecimals      = "decimals"       // more digits behind the point than permitted
	RuleDigits        = "digits"         // more digits than a number keeps, or too large or too close to zero for one
	RuleMinLength     = "min-length"     // shorter than the minimum length
	RuleMaxLength     = "max-length"     // longer than the maximum length
	RulePattern       = "pattern"        // does not match the pattern
	RuleMinItems      = "min-items"      // fewer elements than the minimum
	RuleMaxItems      = "max-items"      // more elements than the maximum
	RuleUnique        = "unique"         // an element that stands twice
	RuleAllowedValues = "allowed-values" // not among the allowed values
	RuleFormat        = "format"         // not of the format
	RuleValue         = "value"          // the signature permits it, and the tool cannot use it: see [BadInput]
)

// maxListed bounds how many names a message lists, maxQuoted how much of a name that a call made up it repeats,
// in code points.
const (
	maxListed = 60
	maxQuoted = 60
)

// list joins names for a sentence, each in quotes. Of many it leaves out some, and says how many.
func list(names []string) string {
	quoted := make([]string, 0, min(len(names), maxListed)+1)
	for _, name := range names[:min(len(names), maxListed)] {
		quoted = append(quoted, quote(name))
	}
	if more := len(names) - len(quoted); more > 0 {
		quoted = append(quoted, fmt.Sprintf("%d more", more))
	}
	last := len(quoted) - 1
	if last < 1 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:last], ", ") + " and " + quoted[last]
}

// quote shortens a name that a call made up, and quotes it.
func quote(name string) string { return strconv.Quote(shorten(name)) }

// shorten cuts a name that a call made up.
func shorten(name string) string {
	n := 0
	for i := range name {
		if n++; n > maxQuoted {
			return name[:i] + "…"
		}
	}
	return name
}

// Nearest returns the name that was probably meant, or an empty string.
func Nearest(given string, names []string) string {
	if len(given) > 4*maxQuoted {
		return ""
	}
	given = simplify(given)
	best, bestDistance := "", max(1, len(given)/3)+1
	for _, name := range names {
		if d := distance(given, simplify(name)); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// simplify removes the differences between Flight Class, flight_class and flightClass.
func simplify(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// distance is the number of bytes to insert, remove or replace to get from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
