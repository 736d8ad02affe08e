package cel

import "time"

// DateOf is date.of(t, zone): the date that calendars in a zone show at t.
func DateOf(t time.Time, zone *time.Location) (string, error) { return dateText(t.In(zone)) }

// DateAt is date.at(local, zone): the instant of a date and a time without an offset, such as
// "2026-03-08T14:30" or "2026-03-08 14:30:05.5", by the clocks of a zone. A date alone stands for the start of
// that day, which is not midnight where clocks are changed at midnight. A time that clocks show twice is the first of the two;
// one that they skip is as much later as they were set forward.
func DateAt(text string, zone *time.Location) (time.Time, error) {
	w, isDate, err := parseLocal(text)
	switch {
	case err != nil:
		return time.Time{}, err
	case isDate:
		return w.startOfDay(zone)
	}
	return w.in(zone, noOffset)
}

// noOffset is an offset that no zone has: none is preferred.
const noOffset = 1 << 30

// AddDaysIn is date.addDays(t, n, zone): n days later by the calendar of a zone, at the same time of the day. That is not always n
// times 24 hours. See [DateAt] for times that clocks show twice, or not at all.
func AddDaysIn(t time.Time, n int64, zone *time.Location) (time.Time, error) {
	return moveIn(t, zone, n, addDays)
}

// AddMonthsIn is date.addMonths(t, n, zone): [AddMonths] by the calendar of a zone, at the same time of the day.
func AddMonthsIn(t time.Time, n int64, zone *time.Location) (time.Time, error) {
	return moveIn(t, zone, n, addMonths)
}

// moveIn moves t by the calendar of a zone. An hour that clocks show twice stays the one that it is.
func moveIn(t time.Time, zone *time.Location, n int64, move func(time.Time, int64) (time.Time, error)) (time.Time, error) {
	t = t.In(zone)
	_, offset := t.Zone()
	w := wallOf(t)
	moved, err := move(time.Unix(w.seconds, int64(w.nanoseconds)).UTC(), n)
	if err != nil {
		return time.Time{}, err
	}
	return wallOf(moved).in(zone, offset)
}

// parseLocal returns the wall time that a text spells, and whether it is a date alone.
func parseLocal(text string) (w wall, isDate bool, err error) {
	if t, err := parseDate(text); err == nil {
		return wallOf(t), true, nil
	}
	if !hasShape(text, "dddd-dd-ddTdd:dd") && !hasShape(text, "dddd-dd-dd dd:dd") {
		return wall{}, false, notA("date, or a date and a time", text)
	}
	spelled := text[:len(dateLayout)] + "T" + text[len(dateLayout)+1:]
	if len(spelled) == len("2006-01-02T15:04") {
		spelled += ":00"
	}
	t, err := TimeFromString(spelled + "Z")
	if err != nil {
		if _, err := TimeFromString(spelled); err == nil {
			return wall{}, false, wrongText(text, "has an offset: convert it with timestamp(...)")
		}
		return wall{}, false, notA("date, or a date and a time", text)
	}
	return wallOf(t), false, nil
}
