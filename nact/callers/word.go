package callers

import "regexp"

var (
	idForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$`)

	// scopeForm is a scope-token of RFC 6749, section 3.3.
	scopeForm = regexp.MustCompile(`^[\x21\x23-\x5B\x5D-\x7E]+$`)
)

// IsID reports whether an operator can call a caller so in a file.
func IsID(text string) bool { return idForm.MatchString(text) }

// IDForm says what that takes.
const IDForm = "an ID of up to 64 letters, digits, dots, hyphens, underscores and @"

// IsScope reports whether a text can be a scope (RFC 6749, section 3.3).
func IsScope(text string) bool { return scopeForm.MatchString(text) }
