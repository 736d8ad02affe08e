package cel

// OutOfLimit returns the error of a value that is outside of a limit which the document of an upstream sets. must says
// what it must be, and nothing of what it is: "it must be at most 30".
func OutOfLimit(must string) error { return publicError(must) }
