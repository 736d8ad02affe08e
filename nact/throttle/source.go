package throttle

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/setting"
)

// Source is what an operator says of the limits of each caller.
type Source struct{ limits Limits }

// Settings returns what the operator can set.
func (s *Source) Settings() []setting.Setting {
	return []setting.Setting{
		{Flag: "caller-rate", Takes: "CALLS/UNIT", Variable: "NACT_CALLER_RATE", Set: s.setRate,
			About: "how often one caller may call, as in 10/s, 600/m or 1000/h"},
		{Flag: "caller-burst", Takes: "NUMBER", Variable: "NACT_CALLER_BURST", Set: positive("caller-burst", &s.limits.Burst),
			About: "how many of these calls may come at once; a tenth of them unless set"},
		{Flag: "caller-calls", Takes: "NUMBER", Variable: "NACT_CALLER_CALLS", Set: positive("caller-calls", &s.limits.Running),
			About: "how many calls of one caller may run or wait at one time"},
		{Flag: "caller-addresses", Variable: "NACT_CALLER_ADDRESSES", Set: s.setAddresses,
			About: "bound those who have proved nothing as well, each address by itself; not behind a proxy, whose address all of them have"},
	}
}

var rateForm = regexp.MustCompile(`^([1-9][0-9]{0,8})/([smh])$`)

var units = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}

func (s *Source) setRate(text string) error {
	parts := rateForm.FindStringSubmatch(text)
	if parts == nil {
		return fmt.Errorf("caller-rate %q is not a number of calls in a second, a minute or an hour, such as 10/s, 600/m or 1000/h", nact.Printable(text, shown))
	}
	s.limits.Calls, _ = strconv.Atoi(parts[1])
	s.limits.Per = units[parts[2]]
	return nil
}

// shown is how much of a value that is wrong is repeated, in bytes.
const shown = 64

// positive returns a [setting.Setting.Set] for a whole number from 1.
func positive(flag string, number *int) func(text string) error {
	return func(text string) (err error) {
		if *number, err = strconv.Atoi(text); err != nil || *number < 1 {
			return fmt.Errorf("%s %q is not a whole number from 1", flag, nact.Printable(text, shown))
		}
		return nil
	}
}

func (s *Source) setAddresses(text string) (err error) {
	if s.limits.Addresses, err = strconv.ParseBool(text); err != nil {
		return fmt.Errorf("caller-addresses %q is neither true nor false", nact.Printable(text, shown))
	}
	return nil
}

// Open returns the limits of a service. known says that callers prove who they are. The error says everything that does not fit together.
func (s *Source) Open(known bool) (Limits, error) {
	l := s.limits
	var findings []error
	if l.Burst > 0 && l.Per == 0 {
		findings = append(findings, errors.New("caller-burst says how many calls of a rate may come at once, and there is no rate: give --caller-rate, or leave it out"))
	} else if l.Burst > l.Calls {
		findings = append(findings, fmt.Errorf("caller-burst: %d calls at once are more than the %d of caller-rate; give at most as many", l.Burst, l.Calls))
	}
	limited := l.Per > 0 || l.Running > 0
	if l.Addresses && !limited {
		findings = append(findings, errors.New("caller-addresses says for whom limits hold, and there are none: give --caller-rate or --caller-calls, or leave it out"))
	}
	if limited && !known && !l.Addresses {
		findings = append(findings, errors.New("caller-rate and caller-calls bound callers who are known, and the service asks nobody who calls: with --caller-addresses they bound each address; behind a proxy, that is what has to bound callers"))
	}
	return l, errors.Join(findings...)
}
