package cel

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// FormatDate is date.format(date, layout): a date for people to read. See [LayoutParts] for layouts; one for
// dates shows no time.
func FormatDate(date, layout string) (string, error) {
	parts, err := LayoutParts(layout, true)
	if err != nil {
		return "", err
	}
	t, err := parseDate(date)
	if err != nil {
		return "", err
	}
	return format(t, parts), nil
}

// FormatTime is date.format(t, zone, layout): t for people to read, by the calendar and the clocks of a zone. See
// [LayoutParts] for layouts.
func FormatTime(t time.Time, zone *time.Location, layout string) (string, error) {
	parts, err := LayoutParts(layout, false)
	if err != nil {
		return "", err
	}
	return format(t.In(zone), parts), nil
}

func format(t time.Time, parts []LayoutPart) string {
	var b strings.Builder
	for _, p := range parts {
		switch {
		case p.Field == "":
			b.WriteString(p.Text)
		case p.Field == "H":
			b.WriteString(strconv.Itoa(t.Hour()))
		default:
			b.WriteString(t.Format(goFields[p.Field]))
		}
	}
	return b.String()
}

// LayoutPart is a part of a layout: a field or, without one, text.
type LayoutPart struct{ Field, Text string }

// goFields are the fields of layouts, as Go's time.Format writes them. Go has none for H.
var goFields = map[string]string{
	"yyyy": "2006", "MMMM": "January", "MMM": "Jan", "MM": "01", "M": "1", "dd": "02", "d": "2", "EEEE": "Monday", "EEE": "Mon",
	"HH": "15", "H": "", "hh": "03", "h": "3", "mm": "04", "m": "4", "ss": "05", "s": "5", "a": "PM", "z": "MST",
}

const (
	fieldList = "the fields are yyyy, MMMM, MMM, MM, M, dd, d, EEEE, EEE, HH, H, hh, h, mm, m, ss, s, a and z; " +
		"letters that are text stand in single quotes"
	clockFields = "Hhmsaz"
)

// LayoutParts returns the parts of a layout for dates and times, in the notation of Unicode (UTS 35): yyyy is the
// year, MMMM MMM MM M the month, dd d the day, EEEE EEE the weekday, HH H and hh h the hour of 24 and of 12, mm m the
// minute, ss s the second, a AM or PM, and z the time zone's abbreviation. Names are English. Other letters are text
// only in single quotes; two quotes are one. isDate refuses the fields of times.
func LayoutParts(layout string, isDate bool) ([]LayoutPart, error) {
	var parts []LayoutPart
	for rest := layout; rest != ""; {
		var part LayoutPart
		var err error
		switch {
		case isLetter(rest[0]):
			part, rest, err = fieldPart(rest, isDate)
		case rest[0] == '\'':
			part, rest, err = quotedPart(rest)
		default:
			end := strings.IndexFunc(rest, func(r rune) bool { return r == '\'' || r < 0x80 && isLetter(byte(r)) })
			if end < 0 {
				end = len(rest)
			}
			part, rest = LayoutPart{Text: rest[:end]}, rest[end:]
		}
		if err != nil {
			return nil, &valueError{"the layout " + shortQuote(layout) + " " + err.Error(), "the layout is none"}
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// fieldPart takes a field from the start of s: all of one letter.
func fieldPart(s string, isDate bool) (part LayoutPart, rest string, err error) {
	rest = strings.TrimLeft(s, s[:1])
	field := s[:len(s)-len(rest)]
	if _, ok := goFields[field]; !ok {
		return part, "", errors.New("has an unknown field " + shortQuote(field) + ": " + fieldList)
	}
	if isDate && strings.Contains(clockFields, field[:1]) {
		return part, "", errors.New("shows the time with " + field + ", which a date has not; MM is the month")
	}
	return LayoutPart{Field: field}, rest, nil
}

// quotedPart takes a text in single quotes from the start of s. Two quotes, also inside, are one.
func quotedPart(s string) (part LayoutPart, rest string, err error) {
	if rest, ok := strings.CutPrefix(s, "''"); ok {
		return LayoutPart{Text: "'"}, rest, nil
	}
	var b strings.Builder
	for {
		text, after, ok := strings.Cut(s[1:], "'")
		if !ok {
			return part, "", errors.New("has a text without its closing quote")
		}
		b.WriteString(text)
		if !strings.HasPrefix(after, "'") {
			return LayoutPart{Text: b.String()}, after, nil
		}
		b.WriteByte('\'')
		s = after
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// GoLayout returns the layout of time.Format that shows what the parts do; ok is false if Go has none.
func GoLayout(parts []LayoutPart) (layout string, ok bool) {
	for _, p := range parts {
		layout += p.Text + goFields[p.Field]
		if p.Field == "H" {
			return "", false
		}
	}
	for _, sample := range layoutSamples() {
		if sample.Format(layout) != format(sample, parts) {
			return "", false // a text, or two fields in a row, mean something else to Go
		}
	}
	return layout, true
}

// layoutSamples returns times that no two fields show alike, in one of them at least.
func layoutSamples() []time.Time {
	zone := time.FixedZone("XST", -7*60*60-30*60)
	return []time.Time{
		time.Date(1987, time.November, 24, 23, 49, 58, 123456789, zone),
		time.Date(2034, time.February, 3, 4, 5, 6, 700000000, time.UTC),
		time.Date(9, time.September, 10, 12, 0, 0, 0, zone),
		time.Date(2001, time.May, 9, 0, 1, 2, 0, zone),
	}
}
