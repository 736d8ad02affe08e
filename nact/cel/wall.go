package cel

import (
	"iter"
	"time"
)

// wall is a time as clocks show it: seconds and nanoseconds from the start of 1970, without regard to a zone.
type wall struct {
	seconds     int64
	nanoseconds int
}

// wallOf returns what clocks in the zone of t show at t.
func wallOf(t time.Time) wall {
	_, offset := t.Zone()
	return wall{t.Unix() + int64(offset), t.Nanosecond()}
}

// at returns the instant at which clocks that are offset seconds ahead of UTC show w.
func (w wall) at(offset int) time.Time {
	return time.Unix(w.seconds-int64(offset), int64(w.nanoseconds))
}

// period is a time during which the clocks of a zone were not changed.
type period struct {
	start, end time.Time // without an end if end is zero
	offset     int       // how far ahead of UTC, in seconds
}

// ends reports whether p is over at t.
func (p period) ends(t time.Time) bool { return !p.end.IsZero() && !t.Before(p.end) }

// periods returns the periods of a zone in which clocks may show w, in their order. The first begins before
// clocks anywhere show w.
func (w wall) periods(zone *time.Location) iter.Seq[period] {
	const longestOffset = 26 * 60 * 60 // more than any zone was ever ahead of UTC, or behind
	return func(yield func(period) bool) {
		last := w.at(-longestOffset)
		for t := w.at(longestOffset).In(zone); !t.After(last); {
			_, offset := t.Zone()
			_, end := t.ZoneBounds()
			if !end.IsZero() && !end.After(t) { // on the last day of a leap year, which Go takes for the first of the next
				end = t.Add(time.Hour)
			}
			if !yield(period{t, end, offset}) || end.IsZero() {
				return
			}
			t = end
		}
	}
}

// in returns the instant at which clocks in a zone show w. If they show it twice, that is the time
// with the preferred offset, or else the first. If they skip it, w is read with the offset from before the
// clocks were changed: 02:30 becomes 03:30.
func (w wall) in(zone *time.Location, preferred int) (time.Time, error) {
	var first, skipped time.Time
	for p := range w.periods(zone) {
		t := w.at(p.offset)
		switch {
		case t.Before(p.start):
		case p.ends(t):
			skipped = t // by these clocks it is after the change; if by the next it is before it, no clock shows it
		case first.IsZero() || p.offset == preferred:
			first = t
		}
	}
	if first.IsZero() {
		first = skipped
	}
	return local(first, zone)
}

// startOfDay returns the first instant at which clocks in a zone show w, a midnight, or a later time.
func (w wall) startOfDay(zone *time.Location) (time.Time, error) {
	var t time.Time
	for p := range w.periods(zone) {
		t = w.at(p.offset)
		if t.Before(p.start) {
			t = p.start // the clocks were set past midnight
		}
		if !p.ends(t) {
			break
		}
	}
	return local(t, zone)
}
