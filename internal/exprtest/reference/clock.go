package reference

import (
	"regexp"
	"sort"
	"strings"
	"time"

	"cel.dev/cel-go/common/functions"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/nactgen/nactgen/nact/cel"
)

var localTime = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?$`)

func dateAt(args ...ref.Val) ref.Val {
	zone, err := cel.Zone(str(args[1]))
	if err != nil {
		return failure(err)
	}
	s := str(args[0])
	if d, err := parse(s); err == nil {
		return timestamp(firstOf(d, zone))
	}
	m := localTime.FindStringSubmatch(s)
	if m == nil {
		return types.NewErr("%q is no local time", s)
	}
	seconds := m[3]
	if seconds == "" {
		seconds = ":00"
	}
	shown, err := time.Parse(time.RFC3339, m[1]+"T"+m[2]+seconds+"Z")
	if err != nil || strings.HasPrefix(m[1], "0000") {
		return types.NewErr("%q is no local time", s)
	}
	return timestamp(when(shown, zone, nil))
}

// timestamp checks the range of an instant.
func timestamp(t time.Time) ref.Val {
	if y := t.UTC().Year(); y < 1 || y > 9999 {
		return failure(cel.ErrTimestamp)
	}
	if _, offset := t.Zone(); offset%60 != 0 {
		t = t.UTC()
	}
	return types.Timestamp{Time: t}
}

// clock is what clocks show at t, as a time in UTC.
func clock(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.Add(time.Duration(offset) * time.Second).UTC()
}

// widest is more than clocks anywhere are apart from UTC.
const widest = 26 * time.Hour

// when searches the instants at which clocks can show a time. It tries the offsets that the zone has around it.
func when(shown time.Time, zone *time.Location, preferred *int) time.Time {
	var first time.Time
	found := false
	for sample := -widest; sample <= widest; sample += 15 * time.Minute {
		_, offset := shown.Add(sample).In(zone).Zone()
		t := shown.Add(-time.Duration(offset) * time.Second).In(zone)
		if _, have := t.Zone(); have != offset {
			continue
		}
		if preferred != nil && offset == *preferred {
			return t
		}
		if !found || t.Before(first) {
			first, found = t, true
		}
	}
	if found {
		return first
	}
	change := firstAfter(shown, zone)
	_, before := change.Add(-time.Second).Zone()
	return shown.Add(-time.Duration(before) * time.Second).In(zone)
}

// firstAfter searches the second from which on clocks show a time or a later one, where they are set forward over it.
func firstAfter(shown time.Time, zone *time.Location) time.Time {
	start := shown.Truncate(time.Second).Add(-widest)
	n := sort.Search(int(2*widest/time.Second), func(n int) bool {
		return !clock(start.Add(time.Duration(n) * time.Second).In(zone)).Before(shown)
	})
	return start.Add(time.Duration(n) * time.Second).In(zone)
}

// firstOf searches the first second of a date, or of the next where the zone has no such date.
func firstOf(d date, zone *time.Location) time.Time {
	shown, _ := time.Parse(time.DateOnly, d.String())
	for t := shown.Add(-widest); ; t = t.Add(15 * time.Minute) {
		if clock(t.In(zone)).Before(shown) {
			continue
		}
		for !clock(t.Add(-time.Second).In(zone)).Before(shown) {
			t = t.Add(-time.Second)
		}
		return t.In(zone)
	}
}

// inZone moves an instant by the calendar of a zone.
func inZone(move func(date, int64) (date, error)) functions.FunctionOp {
	return func(args ...ref.Val) ref.Val {
		zone, err := cel.Zone(str(args[2]))
		if err != nil {
			return failure(err)
		}
		t := instant(args[0]).In(zone)
		moved, err := move(date{t.Year(), int(t.Month()), t.Day()}, integer(args[1]))
		if err != nil {
			return failure(err)
		}
		shown := time.Date(moved.year, time.Month(moved.month), moved.day, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
		_, offset := t.Zone()
		return timestamp(when(shown, zone, &offset))
	}
}
