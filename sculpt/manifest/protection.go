package manifest

import (
	"math"
	"regexp"
	"strconv"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Concurrency is how many calls of an upstream run at one time.
type Concurrency struct {
	Calls Value[int64] // set if the key is
	Wait  Value[time.Duration]
}

// Rate is how often an upstream is called.
type Rate struct {
	Calls Value[int64] // set if the key is
	Per   Value[time.Duration]
	Burst Value[int64]
	Wait  Value[time.Duration]
}

// Breaker is when an upstream is not called for a while.
type Breaker struct {
	Pos          diag.Position
	Failures     Value[int64]
	Within, Open Value[time.Duration]
}

// mostConcurrent is as many calls as a service runs by default, and keeps connections for.
const mostConcurrent = 1024

// longestPeriod is the longest time for which a rate is stated: a day, for which vendors count calls as well.
const longestPeriod = 24 * time.Hour

// concurrency is the target of the key of an upstream: a number, or a mapping with the time for which others wait.
func concurrency(dst *Concurrency) target {
	calls := value(&dst.Calls, integer(1, mostConcurrent))
	return orKeys(target{
		form:  calls.form,
		unset: func(pos diag.Position) { dst.Calls.Pos, dst.Wait.Pos = pos, pos },
		read:  calls.read,
	}, mappingTarget("concurrency",
		required("calls", calls),
		optional("wait", value(&dst.Wait, duration)),
	))
}

// rate is the target of the key of an upstream: a text such as 50/s, or a mapping.
func rate(dst *Rate) target {
	return orKeys(target{
		form: leaf(perUnit.form),
		unset: func(pos diag.Position) {
			dst.Calls.Pos, dst.Per.Pos, dst.Burst.Pos, dst.Wait.Pos = pos, pos, pos, pos
		},
		read: func(r *reader, what string, n *yaml.Node) {
			if pace, ok := readValue(r, what, n, perUnit); ok {
				dst.Calls, dst.Per = with(pace, pace.V.calls), with(pace, pace.V.per)
			}
		},
	}, mappingTarget("rate",
		required("calls", value(&dst.Calls, integer(1, math.MaxInt32))),
		required("per", value(&dst.Per, durationUpTo(longestPeriod))),
		optional("burst", value(&dst.Burst, integer(1, math.MaxInt32))),
		optional("wait", value(&dst.Wait, duration)),
	))
}

// with returns a value in the place of another one.
func with[T, U any](v Value[T], is U) Value[U] {
	return Value[U]{V: is, Pos: v.Pos, Length: v.Length, Set: true}
}

type pace struct {
	calls int64
	per   time.Duration
}

var perUnitForm = regexp.MustCompile(`^([1-9][0-9]{0,8})/(s|m|h)$`)

// perUnit is a number of calls in a second, a minute or an hour.
var perUnit = parser[pace]{shaped("rate", perUnitForm), func(n *yaml.Node) (pace, *problem) {
	parts := perUnitForm.FindStringSubmatch(n.Value)
	if n.Kind != yaml.ScalarNode || parts == nil {
		return pace{}, problemf("bad-rate", "must be a number of calls in a second, a minute or an hour, such as 50/s or 600/m, or {calls: 10000, per: 24h}, not %s", kindOf(n))
	}
	calls, _ := strconv.ParseInt(parts[1], 10, 64)
	return pace{calls, map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}[parts[2]]}, nil
}}

// breaker is the target of the key of an upstream, whose keys may all be left out.
func breaker(dst **Breaker) target {
	return record("breaker", dst, func(b *Breaker, pos diag.Position) []field {
		b.Pos = pos
		return []field{
			optional("failures", value(&b.Failures, integer(1, 1000))),
			optional("within", value(&b.Within, duration)),
			optional("open", value(&b.Open, duration)),
		}
	})
}

var percentForm = regexp.MustCompile(`^([1-9][0-9]?|100)%$`)

// percent is a share from 1% to 100%.
var percent = parser[int64]{shaped("percentage", percentForm), func(n *yaml.Node) (int64, *problem) {
	parts := percentForm.FindStringSubmatch(n.Value)
	if n.Kind != yaml.ScalarNode || parts == nil {
		return 0, problemf("bad-percentage", "must be a share of the calls from 1%% to 100%%, such as 10%%, not %s", kindOf(n))
	}
	share, _ := strconv.ParseInt(parts[1], 10, 64)
	return share, nil
}}
