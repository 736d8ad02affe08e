package cel_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/cel"
)

var spellings = append([]string{
	"0", "-0", "+1", "1", "-1", "007", "1_000", "0x10", " 1", "1 ", "1.5", "-2.5e3", ".5", "5.", "1e400", "-1e400", "1e-400", "0x1p-2", "１",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
	"inf", "Infinity", "-inf", "+Inf", "nan", "NaN",
	"true", "false", "True", "TRUE", "tRUE", "t", "f", "T", "F", "yes",
	"1h", "1h30m", "-1.5s", "1d", "100", "1us", "1µs", "1μs", "0.5ns", "9223372036854775807ns", "9223372036854775808ns", "-9223372036854775808ns", "2562048h", "s",
}, texts...)

func TestConversionsToInt(t *testing.T) {
	diff1(t, "int(a)", floats, fallible1(cel.IntFromFloat))
	diff1(t, "int(a)", uints, fallible1(cel.IntFromUint))
	diff1(t, "int(a)", spellings, fallible1(cel.IntFromString))
	diff1(t, "int(a)", times, total1(time.Time.Unix))
	diff1(t, "int(a)", durations, total1(func(d time.Duration) int64 { return int64(d) }))
}

func TestConversionsToUint(t *testing.T) {
	diff1(t, "uint(a)", ints, fallible1(cel.UintFromInt))
	diff1(t, "uint(a)", floats, fallible1(cel.UintFromFloat))
	diff1(t, "uint(a)", spellings, fallible1(cel.UintFromString))
}

func TestConversionsToDoubleAndBool(t *testing.T) {
	diff1(t, "double(a)", spellings, fallible1(cel.FloatFromString))
	diff1(t, "bool(a)", spellings, fallible1(cel.BoolFromString))
}

func TestConversionsToString(t *testing.T) {
	diff1(t, "string(a)", floats, total1(cel.StringFromFloat))
	diff1(t, "string(a)", byteStrings, fallible1(cel.StringFromBytes))
	diff1(t, "string(a)", times, total1(cel.StringFromTime))
	diff1(t, "string(a)", durations, total1(cel.StringFromDuration))
	diff1(t, "string(a)", bools, total1(strconv.FormatBool))
	diff1(t, "string(a)", ints, total1(func(n int64) string { return strconv.FormatInt(n, 10) }))
	diff1(t, "string(a)", uints, total1(func(n uint64) string { return strconv.FormatUint(n, 10) }))
}

func TestConversionsToDuration(t *testing.T) {
	diff1(t, "duration(a)", spellings, fallible1(cel.DurationFromString))
}

func TestConversionErrorsAreShort(t *testing.T) {
	_, err := cel.IntFromString(strings.Repeat("9", 10000))
	if err == nil || len(err.Error()) > 200 {
		t.Errorf("the error of a long text: %v", err)
	}
	_, err = cel.TimeFromString("tomorrow")
	if want := `"tomorrow" is not a timestamp`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
