package gocode

import (
	"bytes"
	"strings"
)

// groupImports moves the imports below one of the paths in foreign into a group of their own, after those of the
// standard library. The import block of source is the one that jennifer prints: sorted, one import a line.
func groupImports(source []byte, foreign ...string) []byte {
	const opening, closing = "\nimport (\n", "\n)\n"
	start := bytes.Index(source, []byte(opening))
	if start < 0 {
		return source
	}
	start += len(opening)
	length := bytes.Index(source[start:], []byte(closing))
	var std, other []string
	for _, line := range strings.Split(string(source[start:start+length]), "\n") {
		if isBelow(line, foreign) {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	if len(std) == 0 || len(other) == 0 {
		return source
	}
	grouped := strings.Join(std, "\n") + "\n\n" + strings.Join(other, "\n")
	return bytes.Join([][]byte{source[:start], []byte(grouped), source[start+length:]}, nil)
}

// isBelow reports whether a line of an import block imports one of paths or a package below it.
func isBelow(line string, paths []string) bool {
	for _, p := range paths {
		if strings.Contains(line, `"`+p+`"`) || strings.Contains(line, `"`+p+`/`) {
			return true
		}
	}
	return false
}
