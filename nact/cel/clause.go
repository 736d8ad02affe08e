package cel

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	defaultPrecision = 6
	maxPrecision     = 100 // the default of the reference
)

// ParseClause takes the precision, by default 6, and the verb of a clause of [Format] from what follows the percent sign.
func ParseClause(s string) (verb byte, precision int, rest string, err error) {
	precision = defaultPrecision
	if after, ok := strings.CutPrefix(s, "."); ok {
		s = strings.TrimLeft(after, "0123456789")
		digits := after[:len(after)-len(s)]
		precision, err = strconv.Atoi(digits)
		if err != nil || precision > maxPrecision {
			return 0, 0, "", fmt.Errorf("the precision %q is not a number up to %d", digits, maxPrecision)
		}
	}
	if s == "" {
		return 0, 0, "", errors.New("a clause has no letter")
	}
	return s[0], precision, s[1:], nil
}
