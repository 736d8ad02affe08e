package throttle_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/throttle"
)

// TestSource: what the operator says becomes limits, or an error that says what to do instead.
func TestSource(t *testing.T) {
	for _, test := range []struct {
		name     string
		unproved bool
		given    string // flags with their values
		want     throttle.Limits
		wrong    string // parts of the error, with | between
	}{
		{"nothing", true, "", throttle.Limits{}, ""},
		{"a rate", false, "caller-rate=600/m", throttle.Limits{Calls: 600, Per: time.Minute}, ""},
		{"all", false, "caller-rate=10/s caller-burst=10 caller-calls=3 caller-addresses=true", throttle.Limits{Calls: 10, Per: time.Second, Burst: 10, Running: 3, Addresses: true}, ""},
		{"addresses alone", true, "caller-rate=1000/h caller-addresses=true", throttle.Limits{Calls: 1000, Per: time.Hour, Addresses: true}, ""},
		{"nobody is asked", true, "caller-calls=3", throttle.Limits{}, "the service asks nobody who calls: with --caller-addresses"},
		{"a burst of nothing", false, "caller-burst=3", throttle.Limits{}, "there is no rate: give --caller-rate"},
		{"too large a burst", false, "caller-rate=2/s caller-burst=3", throttle.Limits{}, "3 calls at once are more than the 2 of caller-rate"},
		{"limits of nothing", false, "caller-burst=3 caller-addresses=true", throttle.Limits{}, "there is no rate|caller-addresses says for whom limits hold, and there are none"},
		{"no unit", false, "caller-rate=10", throttle.Limits{}, `caller-rate "10" is not a number of calls in a second, a minute or an hour, such as 10/s`},
		{"no calls", false, "caller-rate=0/s", throttle.Limits{}, "caller-rate"},
		{"a day", false, "caller-rate=10/d", throttle.Limits{}, "caller-rate"},
		{"no number", false, "caller-calls=few", throttle.Limits{}, `caller-calls "few" is not a whole number from 1`},
		{"no truth", false, "caller-addresses=perhaps", throttle.Limits{}, `caller-addresses "perhaps" is neither true nor false`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var source throttle.Source
			values := map[string]string{}
			for _, given := range strings.Fields(test.given) {
				flag, value, _ := strings.Cut(given, "=")
				values[flag] = value
			}
			var wrong []string
			for _, s := range source.Settings() {
				if value, given := values[s.Flag]; given {
					delete(values, s.Flag)
					if err := s.Set(value); err != nil {
						wrong = append(wrong, err.Error())
					}
				}
				if s.Variable != "NACT_"+strings.ToUpper(strings.ReplaceAll(s.Flag, "-", "_")) {
					t.Errorf("--%s has the variable %s", s.Flag, s.Variable)
				}
			}
			if len(values) > 0 {
				t.Fatalf("there are no flags for %v", values)
			}
			got, err := source.Open(!test.unproved)
			if err != nil {
				wrong = append(wrong, err.Error())
			}
			said := strings.Join(wrong, "\n")
			if test.wrong == "" && (said != "" || got != test.want) {
				t.Errorf("got %+v, %s", got, said)
			}
			for part := range strings.SplitSeq(test.wrong, "|") {
				if test.wrong != "" && !strings.Contains(said, part) {
					t.Errorf("the errors are %q and lack %q", said, part)
				}
			}
		})
	}
}
