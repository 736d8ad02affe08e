package upstream

import (
	"strconv"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// Float reads a number. One that no float64 can hold, such as 1e400, is an error.
func (d *Decoder) Float() float64 {
	token := d.number("a number")
	if token == nil {
		return 0
	}
	v, err := strconv.ParseFloat(string(token), 64)
	if err != nil {
		d.fail("too large a number, wanted one that fits into 64 bits")
		return 0
	}
	return v
}

// number reads a number and returns its text, or nil if it is none.
func (d *Decoder) number(wanted string) []byte {
	if d.err != nil {
		return nil
	}
	if c := d.peek(); c != '-' && c-'0' > 9 {
		d.mismatch(wanted)
		return nil
	}
	start := d.pos
	end, bad := jsonscan.Number(d.data, start)
	if bad != "" {
		d.malformed(end, bad)
		return nil
	}
	d.pos = end
	return d.data[start:end]
}
