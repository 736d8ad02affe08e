package upstream

import (
	"bytes"
	"math"
	"math/bits"
	"strconv"
)

// Int reads a number that is a whole one of 64 bits, however it is written: 80,
// 80.0, 8e1.
func (d *Decoder) Int() int64 {
	const wanted = "a whole number of 64 bits"
	token := d.number(wanted)
	if token == nil {
		return 0
	}
	if v, err := strconv.ParseInt(string(token), 10, 64); err == nil {
		return v
	}
	magnitude, whole := integral(token)
	switch negative := token[0] == '-'; {
	case whole && magnitude <= math.MaxInt64 && negative:
		return -int64(magnitude)
	case whole && magnitude <= math.MaxInt64:
		return int64(magnitude)
	case whole && magnitude == 1<<63 && negative:
		return math.MinInt64
	}
	d.fail("a fraction or too large a number, wanted " + wanted)
	return 0
}

// Uint reads a number as [Decoder.Int] does, one that is not negative.
func (d *Decoder) Uint() uint64 {
	const wanted = "a whole number of 64 bits, not negative"
	token := d.number(wanted)
	if token == nil {
		return 0
	}
	magnitude, whole := integral(token)
	if !whole || token[0] == '-' && magnitude > 0 {
		d.fail("another number, wanted " + wanted)
		return 0
	}
	return magnitude
}

// integral returns the magnitude of a number, and whether it is a whole one below 2⁶⁴.
func integral(token []byte) (magnitude uint64, whole bool) {
	var (
		exponent int64 // of ten, by which the digits so far are to be multiplied
		zeros    int64 // seen since the last digit that is not zero
		fraction bool
	)
	token = bytes.TrimPrefix(token, []byte("-"))
	for i, c := range token {
		switch c {
		case '.':
			fraction = true
			continue
		case 'e', 'E':
			return scale(magnitude, exponent+zeros+parseExponent(token[i+1:]))
		}
		if fraction {
			exponent--
		}
		if c == '0' {
			zeros++
			continue
		}
		if magnitude, whole = scale(magnitude, zeros+1); !whole || magnitude > math.MaxUint64-uint64(c-'0') {
			return 0, false
		}
		magnitude, zeros = magnitude+uint64(c-'0'), 0
	}
	return scale(magnitude, exponent+zeros)
}

// scale returns magnitude·10^exponent, and whether that is a whole number below
// 2⁶⁴. It counts on magnitude not ending in a zero, unless it is zero.
func scale(magnitude uint64, exponent int64) (uint64, bool) {
	switch {
	case magnitude == 0:
		return 0, true
	case exponent < 0 || exponent > 19:
		return 0, false
	}
	for range exponent {
		high, low := bits.Mul64(magnitude, 10)
		if high != 0 {
			return 0, false
		}
		magnitude = low
	}
	return magnitude, true
}

// parseExponent returns the exponent of a number. One beyond what the digits of any
// answer could make up for stands for all of them.
func parseExponent(digits []byte) int64 {
	const enough = math.MaxInt64 / 4
	v, err := strconv.ParseInt(string(digits), 10, 64)
	switch {
	case err == nil:
		return max(min(v, enough), -enough)
	case digits[0] == '-':
		return -enough
	}
	return enough
}
