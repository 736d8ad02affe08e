package upstream

import (
	"fmt"
	"net/url"
	"strings"
)

// maxBody is how large a body can be that is made of values, in bytes.
const maxBody = 64 << 20

// bodyRefusal is a body, or a member of one, that cannot be sent. It never says the value.
type bodyRefusal struct{ member, why string }

func (r *bodyRefusal) Error() string {
	if r.member == "" {
		return "the body: " + r.why
	}
	return fmt.Sprintf("the member %q of the body: %s", r.member, r.why)
}

// checkBody refuses a body that is too large.
func (c *Call) checkBody() error {
	if len(c.Body) <= maxBody {
		return nil
	}
	c.Body = nil
	return unsent(c, &bodyRefusal{"", fmt.Sprintf("it is larger than %d bytes", maxBody)})
}

// splits reports whether a text in a list of this style would be read as several: blanks and pipes are encoded as they separate.
func (s QueryStyle) splits(text string) bool {
	separator := s.plainSeparator()
	return separator != "," && strings.Contains(text, separator)
}

// plainSeparator is what stands between the elements of a list, as it is before a query encodes it.
func (s QueryStyle) plainSeparator() string {
	separator, _ := url.PathUnescape(s.separator()) // which is well-formed
	return separator
}
