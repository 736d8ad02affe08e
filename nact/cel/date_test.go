package cel_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/nactgen/nactgen/nact/cel"
)

func TestDateAt(t *testing.T) {
	for _, tt := range []struct{ name, text, zone, want string }{
		{"winter", "2026-01-15T14:30", "Europe/Berlin", "2026-01-15T14:30:00+01:00"},
		{"summer", "2026-07-15 14:30:05.25", "Europe/Berlin", "2026-07-15T14:30:05.25+02:00"},
		{"an offset", "2026-07-15T14:30", "-09:30", "2026-07-15T14:30:00-09:30"},
		{"skipped in spring", "2026-03-08T02:30", "America/New_York", "2026-03-08T03:30:00-04:00"},
		{"the last second before the gap", "2026-03-08T01:59:59", "America/New_York", "2026-03-08T01:59:59-05:00"},
		{"the end of the gap", "2026-03-08T03:00", "America/New_York", "2026-03-08T03:00:00-04:00"},
		{"twice in autumn", "2026-11-01T01:30", "America/New_York", "2026-11-01T01:30:00-04:00"},
		{"a start of day", "2026-11-01", "America/New_York", "2026-11-01T00:00:00-04:00"},
		{"a day without midnight", "2018-11-04", "America/Sao_Paulo", "2018-11-04T01:00:00-02:00"},
		{"a day with two midnights", "2026-11-01", "America/Havana", "2026-11-01T00:00:00-04:00"},
		{"a day that was left out", "2011-12-30", "Pacific/Apia", "2011-12-31T00:00:00+14:00"},
		{"the last day of a leap year", "2028-12-31T23:30", "America/New_York", "2028-12-31T23:30:00-05:00"},
		{"an offset with seconds is shown in UTC", "1900-01-01T00:00", "Africa/Monrovia", "1900-01-01T00:43:08Z"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := cel.DateAt(tt.text, zone(t, tt.zone))
			wantTime(t, got, err, tt.want)
		})
	}
}

func TestDateAtRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2026-02-30", `"2026-02-30" is not a date, or a date and a time`},
		{"2026-01-01T24:00", `"2026-01-01T24:00" is not a date, or a date and a time`},
		{"2026-01-01T10:00:00Z", `"2026-01-01T10:00:00Z" has an offset: convert it with timestamp(...)`},
		{"", `"" is not a date, or a date and a time`},
	} {
		_, err := cel.DateAt(tt.text, time.UTC)
		wantError(t, err, tt.want)
	}
	_, err := cel.DateAt("9999-12-31T23:00", zone(t, "-05:00"))
	wantError(t, err, cel.ErrTimestamp.Error())
}

func TestMovesInAZone(t *testing.T) {
	newYork := zone(t, "America/New_York")
	for _, tt := range []struct {
		name, from string
		move       func(time.Time, int64, *time.Location) (time.Time, error)
		n          int64
		want       string
	}{
		{"a day of 23 hours", "2026-03-07T12:00:00-05:00", cel.AddDaysIn, 1, "2026-03-08T12:00:00-04:00"},
		{"a day of 25 hours", "2026-10-31T12:00:00-04:00", cel.AddDaysIn, 1, "2026-11-01T12:00:00-05:00"},
		{"into the gap", "2026-03-07T02:30:00-05:00", cel.AddDaysIn, 1, "2026-03-08T03:30:00-04:00"},
		{"the second of two hours stays it", "2026-11-01T01:30:00-05:00", cel.AddDaysIn, 0, "2026-11-01T01:30:00-05:00"},
		{"into the first of two hours", "2026-10-31T01:30:00-04:00", cel.AddDaysIn, 1, "2026-11-01T01:30:00-04:00"},
		{"back into the second of two hours", "2026-11-02T01:30:00-05:00", cel.AddDaysIn, -1, "2026-11-01T01:30:00-05:00"},
		{"from another zone", "2026-11-20T03:00:00Z", cel.AddDaysIn, 1, "2026-11-20T22:00:00-05:00"},
		{"a month's end", "2026-01-31T09:00:00-05:00", cel.AddMonthsIn, 1, "2026-02-28T09:00:00-05:00"},
		{"over a change of clocks", "2026-01-31T09:00:00-05:00", cel.AddMonthsIn, 2, "2026-03-31T09:00:00-04:00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from, err := cel.TimeFromString(tt.from)
			if err != nil {
				t.Fatal(err)
			}
			got, err := tt.move(from, tt.n, newYork)
			wantTime(t, got, err, tt.want)
		})
	}
}

func TestMovesOfDates(t *testing.T) {
	for _, tt := range []struct {
		name, from string
		move       func(string, int64) (string, error)
		n          int64
		want       string
	}{
		{"the next day", "2026-12-31", cel.AddDays, 1, "2027-01-01"},
		{"a leap day", "2024-02-28", cel.AddDays, 1, "2024-02-29"},
		{"no leap day", "2100-02-28", cel.AddDays, 1, "2100-03-01"},
		{"back", "2026-03-01", cel.AddDays, -1, "2026-02-28"},
		{"a shorter month", "2026-01-31", cel.AddMonths, 1, "2026-02-28"},
		{"a shorter month of a leap year", "2024-01-31", cel.AddMonths, 1, "2024-02-29"},
		{"a year from a leap day", "2024-02-29", cel.AddMonths, 12, "2025-02-28"},
		{"a month back over the new year", "2026-01-30", cel.AddMonths, -2, "2025-11-30"},
		{"the last date", "9999-12-30", cel.AddDays, 1, "9999-12-31"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.move(tt.from, tt.n)
			wantText(t, got, err, tt.want)
		})
	}
	_, err := cel.AddDays("9999-12-31", 1)
	wantError(t, err, cel.ErrDate.Error())
	_, err = cel.AddMonths("0001-01-01", -1)
	wantError(t, err, cel.ErrDate.Error())
}

func TestFormatDate(t *testing.T) {
	for _, tt := range []struct{ layout, want string }{
		{"EEEE, MMMM d, yyyy", "Sunday, February 3, 2030"},
		{"EEE d MMM", "Sun 3 Feb"},
		{"dd.MM.yyyy", "03.02.2030"},
		{"M/d", "2/3"},
		{"'on' d'.' 'o''clock' '''", "a text without its closing quote"},
		{"'on' EEEE '''twas'", "on Sunday 'twas"},
		{"d 'день'", "3 день"},
		{"d день", "3 день"},
		{"", ""},
		{"YYYY", `unknown field "YYYY"`},
		{"d of MMMM", `unknown field "o"`},
		{"yyyy-mm-dd", "shows the time with mm, which a date has not; MM is the month"},
		{"MMMMM", `unknown field "MMMMM"`},
	} {
		got, err := cel.FormatDate("2030-02-03", tt.layout)
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != tt.want || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.layout, got, tt.want)
		}
	}
}

func TestFormatTime(t *testing.T) {
	midnight, err := cel.TimeFromString("2026-07-04T05:00:09Z")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ zone, layout, want string }{
		{"America/Chicago", "h:mm a z", "12:00 AM CDT"},
		{"America/Chicago", "HH:mm:ss", "00:00:09"},
		{"America/Chicago", "H'h'm s", "0h0 9"},
		{"Europe/Berlin", "hh:mm a", "07:00 AM"},
		{"Europe/Berlin", "H.mm 'Uhr'", "7.00 Uhr"},
		{"Asia/Kolkata", "EEE, d MMM yyyy, h:mm a", "Sat, 4 Jul 2026, 10:30 AM"},
	} {
		got, err := cel.FormatTime(midnight, zone(t, tt.zone), tt.layout)
		wantText(t, got, err, tt.want)
	}
}

// TestGoLayout holds that a layout which becomes one of Go's shows the same, and that others do not become one.
func TestGoLayout(t *testing.T) {
	for _, tt := range []struct{ layout, want string }{
		{"EEEE, MMMM d, yyyy 'at' h:mm a", "Monday, January 2, 2006 at 3:04 PM"},
		{"yyyy-MM-dd HH:mm:ss z", "2006-01-02 15:04:05 MST"},
		{"H:mm", ""},
		{"'May 2' yyyy", ""},
		{"Ms", ""},
		{"'PM' h", ""},
	} {
		parts, err := cel.LayoutParts(tt.layout, false)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := cel.GoLayout(parts); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.layout, got, tt.want)
		}
	}
}

func FuzzLayout(f *testing.F) {
	f.Add("EEEE, d MMMM yyyy 'at' h:mm a", int64(1_800_000_000))
	f.Add("'it''s' H''z", int64(0))
	f.Fuzz(func(t *testing.T, layout string, seconds int64) {
		parts, err := cel.LayoutParts(layout, false)
		if err != nil {
			return
		}
		at := time.Unix(seconds%4_000_000_000, 0).UTC()
		want, err := cel.FormatTime(at, time.UTC, layout)
		if err != nil {
			t.Fatal(err)
		}
		if goLayout, ok := cel.GoLayout(parts); ok && cel.FormatIn(at, time.UTC, goLayout) != want {
			t.Errorf("%q is %q to Go, which shows %q, not %q", layout, goLayout, cel.FormatIn(at, time.UTC, goLayout), want)
		}
	})
}

func FuzzDateAt(f *testing.F) {
	f.Add("2026-03-08T02:30", "America/New_York")
	f.Add("2028-12-31", "Europe/Berlin")
	f.Add("0001-01-01 00:00:00.5", "+23:59")
	f.Fuzz(func(t *testing.T, text, name string) {
		zone, err := cel.Zone(name)
		if err != nil {
			return
		}
		at, err := cel.DateAt(text, zone)
		if err != nil {
			return
		}
		day, err := cel.DateOf(at, zone)
		if err != nil || len(text) > 10 && day < text[:10] || len(text) == 10 && day < text {
			t.Errorf("%q in %s is %s, on %s, %v", text, name, at, day, err)
		}
	})
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := cel.Zone(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func wantTime(t *testing.T, got time.Time, err error, want string) {
	t.Helper()
	wantText(t, cel.StringFromTime(got), err, want)
}

func wantText(t *testing.T, got string, err error, want string) {
	t.Helper()
	if err != nil || got != want {
		t.Errorf("%s, error %v; want %s", got, err, want)
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
