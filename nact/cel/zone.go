package cel

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Zone returns the time zone of a name or an offset, as [Location] does, but takes neither "" nor
// "Local": what a tool answers must not depend on the machine.
func Zone(name string) (*time.Location, error) {
	if name == "" || name == "Local" {
		return nil, publicError(`a time zone is a name such as "Europe/Berlin" or an offset such as "+02:00"`)
	}
	zone, err := Location(name)
	return spelled(zone, err, "time zone", name)
}

// MustLocation is [Location] for names that are known to be right. It panics if they are not.
func MustLocation(name string) *time.Location {
	zone, err := Location(name)
	if err != nil {
		panic("cel: " + err.Error())
	}
	return zone
}

// local returns t with the offset of a zone, which string() then shows, or in UTC if that offset has
// seconds, which RFC 3339 cannot write. It fails if CEL has no such timestamp.
func local(t time.Time, zone *time.Location) (time.Time, error) {
	t = t.In(zone)
	if _, offset := t.Zone(); offset%60 != 0 {
		t = t.UTC()
	}
	return inRange(t)
}

// ZoneWork is what [Location] spends of a [Budget] in a loop: it reads files, or the database in the program.
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

// IsZone is date.isZone(text): whether a text is a time zone, as [Zone] takes it.
func IsZone(text string) bool {
	_, err := Zone(text)
	return err == nil
}
