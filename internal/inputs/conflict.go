package inputs

import "bytes"

// ConflictMarker returns where a text has a marker that git leaves of a merge that is not settled, or -1. The lines between such markers are of two
// versions.
func ConflictMarker(text []byte) int {
	for _, marker := range []string{"<<<<<<<", ">>>>>>>"} {
		for at := 0; ; at++ {
			i := bytes.Index(text[at:], []byte(marker))
			if i < 0 {
				break
			}
			at += i
			behind := bytes.TrimLeft(text[at+len(marker):], "\r")
			if (at == 0 || text[at-1] == '\n') && (len(behind) == 0 || behind[0] == ' ' || behind[0] == '\n') {
				return at
			}
		}
	}
	return -1
}
