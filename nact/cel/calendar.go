package cel

import "time"

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

// FormatIn is [FormatTime] with a layout of time.Format.
func FormatIn(t time.Time, zone *time.Location, layout string) string {
	return t.In(zone).Format(layout)
}
