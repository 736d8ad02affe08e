package cel_test

import (
	"math"
	"time"
)

// Arguments at which functions go wrong: ends of ranges, where doubles lose
// integers, signs of zero, text that is not ASCII or not UTF-8.
var (
	bools = []bool{false, true}

	ints = []int64{
		0, 1, -1, 2, -2, 3, 7, -7, 10, 63, 64, 65, -64, 1<<31 - 1, -1 << 31, 3037000499, 3037000500,
		1 << 53, 1<<53 + 1, -1<<53 - 1, math.MaxInt64 - 1, math.MaxInt64, math.MinInt64 + 1, math.MinInt64,
	}

	uints = []uint64{0, 1, 2, 3, 7, 10, 63, 64, 1 << 32, 1 << 53, 1<<53 + 1, math.MaxInt64, 1 << 63, math.MaxUint64 - 1, math.MaxUint64}

	floats = []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3, 7, 10, 0.1, 1e-5, 1e-7, 1e20, 1e21, 123456789.125, 1e19, -1e19,
		1 << 53, 1<<53 + 2, math.MaxInt64, math.MinInt64, math.Nextafter(1<<63, 0), math.Nextafter(-1<<63, 0), math.MaxUint64,
		math.Nextafter(1<<64, 0), math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	}

	texts = []string{
		"", "a", "b", "ab", "abc", "aaaa", "abcabc", "ABC xyz", "héllo", "日本語日本", "👍🏽x👍", "ß", "İı", "a\u0301", "\u2028", "\ufffd",
		"  pad\t\n", "\u00a0x\u2003", `quo"te\`, "\x00\a\b\f\n\r\t\v\x1b\x7f", "<&>", "\U000e0001",
		"\xff", "x\xffy\xfez", "\xe6\x97", "%", "$1",
	}

	byteStrings = [][]byte{{}, {0}, {255}, []byte("abc"), []byte("日本"), {0xe6, 0x97}, {'a', 0xff, 'b'}}

	durations = []time.Duration{
		0, 1, -1, time.Millisecond, 999999, time.Second, -1500 * time.Millisecond, 90 * time.Second, time.Hour, 36 * time.Hour, -time.Hour + 1,
		2000000*time.Hour - 1, math.MaxInt64, math.MinInt64, math.MinInt64 + 1,
	}

	times = []time.Time{
		time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC),
		time.Date(1677, 9, 21, 0, 12, 43, 145224192, time.UTC),
		time.Date(1969, 12, 31, 23, 59, 59, 999999999, time.UTC),
		time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2000, 2, 29, 12, 30, 15, 250000000, time.UTC),
		time.Date(2024, 3, 31, 0, 59, 59, 0, time.UTC),
		time.Date(2024, 10, 27, 1, 30, 0, 0, time.FixedZone("", 2*3600)),
		time.Date(2024, 12, 31, 23, 45, 0, 120000, time.FixedZone("", -9*3600-30*60)),
		time.Date(2262, 4, 11, 23, 47, 16, 854775807, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC),
	}

	indices = []int64{0, 1, 2, 3, 4, 5, 6, 7, 10, -1, -2, 1 << 32, math.MaxInt64, math.MinInt64}
)
