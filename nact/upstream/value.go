package upstream

import "github.com/nactgen/nactgen/nact/jsonscan"

// The methods of this file read one value each. A value of another kind is an error.

// String reads a string.
func (d *Decoder) String() string {
	if !d.at('"', "a string") {
		return ""
	}
	end, form, bad := jsonscan.String(d.data, d.pos)
	if bad != "" {
		d.malformed(end, bad)
		return ""
	}
	text := d.text(d.pos+1, end-1, form)
	d.pos = end
	if !d.spend(len(text)) {
		return ""
	}
	return string(text)
}

// Bool reads true or false.
func (d *Decoder) Bool() bool {
	if d.err != nil {
		return false
	}
	switch d.peek() {
	case 't':
		return d.literal("true")
	case 'f':
		d.literal("false")
		return false
	}
	d.mismatch("a boolean")
	return false
}

// Null reports whether the next value is null, and reads it if so.
func (d *Decoder) Null() bool {
	return d.err == nil && d.peek() == 'n' && d.literal("null")
}

// literal reads null, true or false, and reports whether it is there.
func (d *Decoder) literal(text string) bool {
	end, bad := jsonscan.Literal(d.data, d.pos, text)
	if bad != "" {
		d.malformed(end, bad)
		return false
	}
	d.pos = end
	return true
}
