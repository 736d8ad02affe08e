package plan

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Cause is a way in which a call can end badly. One field is set.
type Cause struct {
	Status int // 404
	Class  int // 4 for 4xx
	Word   CauseWord
}

// CauseWord is a way in which a call ends badly that is no status.
type CauseWord string

// The words.
const (
	Unreachable CauseWord = "unreachable" // no connection comes about, or the upstream is not asked
	Timeout     CauseWord = "timeout"     // there is no answer in time
	Interrupted CauseWord = "interrupted" // the connection breaks off before the answer is complete
	Malformed   CauseWord = "malformed"   // an answer with a 2xx is not what the document says
	TooLarge    CauseWord = "too-large"   // an answer with a 2xx is larger than may be read
	AnyCause    CauseWord = "any"         // each of these, each status of an error, and whatever else fails a call
)

// DefaultRetried are the causes after which calls are tried again where nothing else is said.
var DefaultRetried = []Cause{
	{Status: http.StatusTooManyRequests}, {Status: http.StatusBadGateway}, {Status: http.StatusServiceUnavailable}, {Status: http.StatusGatewayTimeout},
	{Word: Unreachable}, {Word: Timeout}, {Word: Interrupted},
}

// CauseOf returns the cause that the manifest has as s, whose form its reader has checked.
func CauseOf(s string) Cause {
	if class, isClass := strings.CutSuffix(s, "xx"); isClass {
		n, _ := strconv.Atoi(class)
		return Cause{Class: n}
	}
	if status, err := strconv.Atoi(s); err == nil {
		return Cause{Status: status}
	}
	return Cause{Word: CauseWord(s)}
}

func (c Cause) String() string {
	switch {
	case c.Word != "":
		return string(c.Word)
	case c.Class != 0:
		return strconv.Itoa(c.Class) + "xx"
	}
	return strconv.Itoa(c.Status)
}

// Carried reports whether a call that ended so has changed what it changes: it was answered with a 2xx.
func (c Cause) Carried() bool { return c.Word == Malformed || c.Word == TooLarge || c.Word == AnyCause }

// Uncarried reports whether a call that ended so has changed nothing for certain.
func (c Cause) Uncarried() bool {
	return c.Word == Unreachable || c.Class == 4 || c.Status/100 == 4 || c.Status == http.StatusServiceUnavailable
}

// Covers reports whether one of causes is a status, or a word where that is set.
func Covers(causes []Cause, status int, word CauseWord) bool {
	return slices.ContainsFunc(causes, func(c Cause) bool {
		if word != "" {
			return c.Word == word || c.Word == AnyCause
		}
		return c.Word == AnyCause || c.Status == status || c.Class == status/100
	})
}

// CausesText are causes as the manifest has them: 404, 5xx, timeout.
func CausesText(causes []Cause) string {
	texts := make([]string, len(causes))
	for i, c := range causes {
		texts[i] = c.String()
	}
	return strings.Join(texts, ", ")
}

// CausesText are the causes of a rule.
func (r *ErrorRule) CausesText() string { return CausesText(r.Causes) }
