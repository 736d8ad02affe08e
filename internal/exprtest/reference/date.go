package reference

import (
	"fmt"
	"sort"

	"cel.dev/cel-go/common/functions"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/nactgen/nactgen/nact/cel"
)

// date is a day of the calendar.
type date struct{ year, month, day int }

// parse takes a date from the start of s.
func parse(s string) (d date, err error) {
	if len(s) != len("2006-01-02") {
		return d, fmt.Errorf("%q is no date", s)
	}
	if _, err := fmt.Sscanf(s, "%4d-%2d-%2d", &d.year, &d.month, &d.day); err != nil {
		return d, err
	}
	if d.year < 1 || d.month < 1 || d.month > 12 || d.day < 1 || d.day > d.daysInMonth() || d.String() != s {
		return d, fmt.Errorf("%q is no date", s)
	}
	return d, nil
}

func (d date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

// valid checks that CEL has the year of d.
func (d date) valid() error {
	if d.year < 1 || d.year > 9999 {
		return cel.ErrDate
	}
	return nil
}

func (d date) leap() bool { return d.year%4 == 0 && (d.year%100 != 0 || d.year%400 == 0) }

func (d date) daysInMonth() int {
	if d.month == 2 && d.leap() {
		return 29
	}
	return [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[d.month-1]
}

// number counts days, day 0 being 1970-01-01.
func (d date) number() int {
	year, month := d.year, d.month
	if month <= 2 { // years from March on end in the leap day
		year, month = year-1, month+12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + d.day - 719469
}

// dateOfNumber is the reverse of number, for days of the years 0 to 10001; of others it makes a date of no such year.
func dateOfNumber(n int) date {
	year := sort.Search(10002, func(y int) bool { return date{y + 1, 1, 1}.number() > n })
	month := 1 + sort.Search(11, func(m int) bool { return date{year, m + 2, 1}.number() > n })
	return date{year, month, n - date{year, month, 1}.number() + 1}
}

// limit keeps sums small enough to compute with.
func limit(n int64) int { return int(max(-5_000_000, min(5_000_000, n))) }

func addDays(d date, n int64) (date, error) {
	return dateOfNumber(d.number() + limit(n)), nil
}

func addMonths(d date, n int64) (date, error) {
	months := d.year*12 + d.month - 1 + limit(n)
	if months < 0 {
		return date{}, cel.ErrDate
	}
	moved := date{months / 12, months%12 + 1, 1}
	moved.day = min(d.day, moved.daysInMonth())
	return moved, nil
}

func dateOnly(move func(date, int64) (date, error)) functions.FunctionOp {
	return func(args ...ref.Val) ref.Val {
		d, err := parse(str(args[0]))
		if err != nil {
			return failure(err)
		}
		moved, err := move(d, integer(args[1]))
		if err == nil {
			err = moved.valid()
		}
		return text(moved.String(), err)
	}
}

func weekday(args ...ref.Val) ref.Val {
	d, err := parse(str(args[0]))
	if err != nil {
		return failure(err)
	}
	return types.Int(((d.number()+4)%7 + 7) % 7) // 1970-01-01 was a Thursday
}

func dateOf(args ...ref.Val) ref.Val {
	zone, err := cel.Zone(str(args[1]))
	if err != nil {
		return failure(err)
	}
	t := instant(args[0]).In(zone)
	d := date{t.Year(), int(t.Month()), t.Day()}
	return text(d.String(), d.valid())
}

func dateFormat(args ...ref.Val) ref.Val { return text(cel.FormatDate(str(args[0]), str(args[1]))) }

func timeFormat(args ...ref.Val) ref.Val {
	zone, err := cel.Zone(str(args[1]))
	if err != nil {
		return failure(err)
	}
	return text(cel.FormatTime(instant(args[0]), zone, str(args[2])))
}
