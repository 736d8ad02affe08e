package cel

import "time"

const dateLayout = "2006-01-02"

// ErrDate says that a date is out of range.
var ErrDate error = publicError("date out of range: the years are 1 to 9999")

// AddDays is date.addDays(date, n): the date n days later.
func AddDays(date string, n int64) (string, error) {
	t, err := parseDate(date)
	if err != nil {
		return "", err
	}
	if t, err = addDays(t, n); err != nil {
		return "", err
	}
	return dateText(t)
}

// AddMonths is date.addMonths(date, n): the same day n months later, or the last day of that month if it is shorter.
func AddMonths(date string, n int64) (string, error) {
	t, err := parseDate(date)
	if err != nil {
		return "", err
	}
	if t, err = addMonths(t, n); err != nil {
		return "", err
	}
	return dateText(t)
}

// Weekday is date.weekday(date): 0 is Sunday, as with getDayOfWeek.
func Weekday(date string) (int64, error) {
	t, err := parseDate(date)
	return int64(t.Weekday()), err
}

// longestMove is how many days or months are in all the years that there are.
const longestMove = 366 * 10000

// addDays moves t, in UTC, by days.
func addDays(t time.Time, n int64) (time.Time, error) {
	if n < -longestMove || n > longestMove {
		return time.Time{}, ErrDate
	}
	return t.AddDate(0, 0, int(n)), nil
}

// addMonths moves t, in UTC, by months.
func addMonths(t time.Time, n int64) (time.Time, error) {
	if n < -longestMove || n > longestMove {
		return time.Time{}, ErrDate
	}
	day := t.Day()
	first := t.AddDate(0, int(n), 1-day)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day, last)-1), nil
}

// parseDate returns midnight, in UTC, of a date of RFC 3339.
func parseDate(text string) (time.Time, error) {
	t, err := time.Parse(dateLayout, text)
	if err != nil || t.Year() < 1 {
		return time.Time{}, notA("date", text)
	}
	return t, nil
}

func dateText(t time.Time) (string, error) {
	if year := t.Year(); year < 1 || year > 9999 {
		return "", ErrDate
	}
	return t.Format(dateLayout), nil
}
