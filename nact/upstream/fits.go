package upstream

import "strings"

// FitsPath reports whether a text can be the value of a path parameter: see [Path].
func FitsPath(value string) bool { return value != "" && plainText(value) == "" && dotted(value) == "" }

// FitsHeader reports whether a text can be the value of a header parameter: see [Header].
func FitsHeader(value string) bool { return plainText(value) == "" }

// FitsFilename reports whether a text can be the name of a file in a multipart body: a name and no path, in UTF-8 and without control characters.
func FitsFilename(name string) bool {
	return name != "" && plainText(name) == "" && !strings.ContainsAny(name, `/\`) && name != "." && name != ".."
}
