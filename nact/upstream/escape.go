package upstream

// unreserved reports whether c never needs percent-encoding (RFC 3986, section 2.3).
func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

// appendEscaped appends text with every byte percent-encoded that keep does not keep.
func appendEscaped(dst []byte, text string, keep func(byte) bool) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(text) {
		if c := text[i]; keep(c) {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		}
	}
	return dst
}

// refusal is a parameter that cannot be sent. It never says the value.
type refusal struct {
	place string // path, header, cookie, query
	name  string
	why   string
}

func (r *refusal) Error() string { return r.place + " parameter " + r.name + ": " + r.why }
