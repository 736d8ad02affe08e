package cel_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/cel"
)

var timestamps = []string{
	"2024-02-29T12:30:15Z", "2024-02-29T12:30:15.123456789Z", "2024-02-29T12:30:15.1234567899999Z", "2024-02-29T12:30:15.5+02:00",
	"2024-02-29T12:30:15-09:30", "2024-02-29T12:30:15+00:00", "2024-02-29T12:30:15-00:00", "2024-02-29T12:30:15+23:59",
	"0001-01-01T00:00:00Z", "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59-00:01",
	"2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-01-32T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
	"2016-12-31T23:59:60Z", "2024-01-01T00:00:61Z",
	"2024-02-29t12:30:15z", "2024-02-29 12:30:15Z", "2024-02-29T12:30:15", "2024-02-29", "2024-02-29T12:30Z", "2024-2-29T12:30:15Z", "2024-02-29T1:30:15Z",
	"2024-02-29T12:30:15,5Z", "2024-02-29T12:30:15.Z", "2024-02-29T12:30:15.5", "2024-02-29T12:30:15+2:00", "2024-02-29T12:30:15+0200",
	"2024-02-29T12:30:15+24:00", "2024-02-29T12:30:15+02:60", "2024-02-29T12:30:15Z ", " 2024-02-29T12:30:15Z", "2024-02-29T12:30:15Zx",
	"02024-02-29T12:30:15Z", "+024-02-29T12:30:15Z", "２024-02-29T12:30:15Z", "", "Z",
}

var zones = []string{
	"UTC", "", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata", "US/Central", "Nowhere/Town", "utc2", "../etc/passwd",
	"+02:00", "-02:00", "02:00", "-00:30", "+00:30", "-08:30", "+23:59", "-23:59", "+24:00", "+02:60", "+02:-1", "+2:5", ":30", "02:", "x:y", "+1:00:00", "--1:00", "1 :00",
}

func TestTimestampsFromText(t *testing.T) {
	diff1(t, "timestamp(a)", timestamps, fallible1(cel.TimeFromString))
	diff1(t, "string(timestamp(a))", timestamps, func(s string) (any, error) {
		parsed, err := cel.TimeFromString(s)
		return cel.StringFromTime(parsed), err
	})
}

func TestTimestampsFromInt(t *testing.T) {
	seconds := append([]int64{-62135596800, -62135596801, 253402300799, 253402300800, 1700000000}, ints...)
	diff1(t, "timestamp(a)", seconds, fallible1(cel.TimeFromInt))
}

func TestTimeArithmetic(t *testing.T) {
	diff2(t, "a + b", times, durations, fallible2(cel.AddTime))
	diff2(t, "b + a", times, durations, fallible2(cel.AddTime))
	diff2(t, "a - b", times, durations, fallible2(cel.SubTime))
	diff2(t, "a - b", times, times, fallible2(cel.TimeDiff))
	diff2(t, "a + b", durations, durations, fallible2(cel.AddDuration))
	diff2(t, "a - b", durations, durations, fallible2(cel.SubDuration))
}

var fields = []struct {
	method string
	of     func(time.Time, *time.Location) int64
}{
	{"getFullYear", cel.Year},
	{"getMonth", cel.Month},
	{"getDayOfYear", cel.DayOfYear},
	{"getDayOfMonth", cel.DayOfMonth},
	{"getDate", cel.Date},
	{"getDayOfWeek", cel.DayOfWeek},
	{"getHours", cel.Hours},
	{"getMinutes", cel.Minutes},
	{"getSeconds", cel.Seconds},
	{"getMilliseconds", cel.Milliseconds},
}

func TestFieldsOfTimestamps(t *testing.T) {
	for _, field := range fields {
		diff1(t, "a."+field.method+"()", times, func(at time.Time) (any, error) { return field.of(at, time.UTC), nil })
		diff2(t, "a."+field.method+"(b)", times, zones, func(at time.Time, zone string) (any, error) {
			location, err := cel.Location(zone)
			if err != nil {
				return nil, err
			}
			return field.of(at, location), nil
		})
	}
}

func TestFieldsOfDurations(t *testing.T) {
	diff1(t, "a.getHours()", durations, total1(cel.DurationHours))
	diff1(t, "a.getMinutes()", durations, total1(cel.DurationMinutes))
	diff1(t, "a.getSeconds()", durations, total1(cel.DurationSeconds))
	diff1(t, "a.getMilliseconds()", durations, total1(cel.DurationMilliseconds))
}

func FuzzTimeFromString(f *testing.F) {
	for _, s := range timestamps {
		f.Add(s)
	}
	program := compile(f, "timestamp(a)", []reflect.Type{reflect.TypeFor[string]()})
	f.Fuzz(func(t *testing.T, s string) {
		got, err := cel.TimeFromString(s)
		want, wantErr := evaluate(program, []any{s})
		if (err != nil) != (wantErr != nil) || err == nil && !same(got, want) {
			t.Errorf("TimeFromString(%q) = %v, %v; the reference: %v, %v", s, got, err, want, wantErr)
		}
	})
}

func FuzzLocation(f *testing.F) {
	for _, zone := range zones {
		f.Add(zone)
	}
	program := compile(f, "timestamp(0).getMinutes(a) + 60 * timestamp(0).getHours(a)", []reflect.Type{reflect.TypeFor[string]()})
	f.Fuzz(func(t *testing.T, zone string) {
		location, err := cel.Location(zone)
		want, wantErr := evaluate(program, []any{zone})
		if (err != nil) != (wantErr != nil) {
			t.Fatalf("Location(%q): error %v, the reference: %v", zone, err, wantErr)
		}
		if err != nil {
			return
		}
		at := time.Unix(0, 0)
		if got := cel.Minutes(at, location) + 60*cel.Hours(at, location); got != want {
			t.Errorf("in the zone %q midnight is %d minutes past midnight, the reference: %v", zone, got, want)
		}
	})
}
