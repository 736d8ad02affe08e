package cel

import (
	"fmt"
	"strconv"
)

// NoKeyError says that a map or an object has no such key.
type NoKeyError struct {
	Key string // as CEL writes it: "name" in quotes, 3, true

	member bool // it is the name of a member, as the expression spells it
}

func (e *NoKeyError) Error() string { return "no such key: " + e.Key }

// Public returns the error without the key, unless the expression spells it.
func (e *NoKeyError) Public() string {
	if e.member {
		return e.Error()
	}
	return "no such key"
}

// NoMember returns the error for reading a member that is absent. path is how the expression names it.
func NoMember(path string) error { return noMember(path) }

// noMember returns a *NoKeyError for the name of a member.
func noMember(name string) error { return &NoKeyError{Key: strconv.Quote(name), member: true} }

// noKey returns a *NoKeyError for a key of any type.
func noKey(key any) error {
	if s, ok := key.(string); ok {
		return &NoKeyError{Key: strconv.Quote(s)}
	}
	return &NoKeyError{Key: fmt.Sprint(key)}
}
