package spec

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// The byte order marks by which a file says how it is encoded: see YAML 1.2.2, section 5.2.
var (
	markUTF8    = []byte{0xEF, 0xBB, 0xBF}
	markUTF16LE = []byte{0xFF, 0xFE}
	markUTF16BE = []byte{0xFE, 0xFF}
)

// decoded returns the text of a file in UTF-8, without a byte order mark. Positions are those of that text.
func decoded(name string, data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, markUTF8):
		data = data[len(markUTF8):]
	case bytes.HasPrefix(data, markUTF16LE):
		return fromUTF16(name, data[len(markUTF16LE):], binary.LittleEndian)
	case bytes.HasPrefix(data, markUTF16BE):
		return fromUTF16(name, data[len(markUTF16BE):], binary.BigEndian)
	}
	if utf8.Valid(data) {
		return data, nil
	}
	at := 0
	for at < len(data) {
		c, size := utf8.DecodeRune(data[at:])
		if c == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	f := &file{name: name, data: data}
	return nil, errorAt(f.position(f.markOf(at)), "the file is no UTF-8: the byte 0x%02X stands for nothing here; save it as UTF-8", data[at])
}

// fromUTF16 is a text in UTF-8.
func fromUTF16(name string, data []byte, order binary.ByteOrder) ([]byte, error) {
	if len(data)%2 != 0 {
		return nil, errorAt(Position{File: name}, "the file is UTF-16, and ends within a character")
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return []byte(string(utf16.Decode(units))), nil
}
