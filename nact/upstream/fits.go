package upstream

// FitsPath reports whether a text can be the value of a path parameter: see [Path].
func FitsPath(value string) bool { return value != "" && plainText(value) == "" && dotted(value) == "" }

// FitsHeader reports whether a text can be the value of a header parameter: see [Header].
func FitsHeader(value string) bool { return plainText(value) == "" }
