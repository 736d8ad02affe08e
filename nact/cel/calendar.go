package cel

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ZoneWork is what the search for a time zone spends of a [Budget]: it reads files, or the database in the program.
const ZoneWork = 500

// Location returns the time zone of a name of the tz database ("Europe/Berlin",
// "UTC"; empty is UTC too), or of an offset: "+02:00", "-08:30", "02:00". Names
// need the database on the machine, or the package time/tzdata.
func Location(zone string) (*time.Location, error) {
	hours, minutes, isOffset := strings.Cut(zone, ":")
	if !isOffset {
		return time.LoadLocation(zone)
	}
	h, err := strconv.Atoi(hours)
	if err != nil || h < -23 || h > 23 {
		return nil, fmt.Errorf("time zone %q: the hours of an offset are -23 to 23", zone)
	}
	m, err := strconv.Atoi(minutes)
	if err != nil || m < 0 || m > 59 {
		return nil, fmt.Errorf("time zone %q: the minutes of an offset are 0 to 59", zone)
	}
	if zone[0] == '-' {
		m = -m
	}
	return time.FixedZone("", (h*60+m)*60), nil
}

// Year returns the year of t in a zone.
func Year(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).Year()) }

// Month returns the month of t in a zone, from 0.
func Month(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).Month()) - 1 }

// DayOfYear returns the day of the year of t in a zone, from 0.
func DayOfYear(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).YearDay()) - 1 }

// DayOfMonth returns the day of the month of t in a zone, from 0.
func DayOfMonth(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).Day()) - 1 }

// Date returns the day of the month of t in a zone, from 1.
func Date(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).Day()) }

// DayOfWeek returns the weekday of t in a zone; Sunday is 0.
func DayOfWeek(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).Weekday()) }

// Hours returns the hour of the day of t in a zone.
func Hours(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).Hour()) }

// Minutes returns the minute of the hour of t in a zone.
func Minutes(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).Minute()) }

// Seconds returns the second of the minute of t in a zone.
func Seconds(t time.Time, zone *time.Location) int64 { return int64(t.In(zone).Second()) }

// Milliseconds returns the millisecond of the second of t in a zone.
func Milliseconds(t time.Time, zone *time.Location) int64 {
	return int64(t.In(zone).Nanosecond()) / int64(time.Millisecond)
}

// DurationHours returns the whole hours of d. Like the reference it divides as
// doubles do, so that a long duration a nanosecond short of an hour is rounded up.
func DurationHours(d time.Duration) int64 { return int64(d.Hours()) }

// DurationMinutes returns the whole minutes of d, divided as doubles.
func DurationMinutes(d time.Duration) int64 { return int64(d.Minutes()) }

// DurationSeconds returns the whole seconds of d, divided as doubles.
func DurationSeconds(d time.Duration) int64 { return int64(d.Seconds()) }

// DurationMilliseconds returns the whole milliseconds of d.
func DurationMilliseconds(d time.Duration) int64 { return d.Milliseconds() }
