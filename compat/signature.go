package compat

import (
	"crypto/sha256"
	"encoding/hex"
)

// The types of parameters. JSON is for outputs only.
const (
	String  = "string"
	Int     = "int"
	Boolean = "boolean"
	Enum    = "enum"
	JSON    = "json"
)

// DefaultMax is the maximum of an int input that states none (N-ACT draft, section 6.1).
const DefaultMax = 65535

// Signature is one version of a tool as a server publishes it.
type Signature struct {
	ToolID         string // a UUID; its case does not count
	Name           string
	Description    string
	Img            string // URL of a picture, or empty
	Version        int    // from 1
	CurrentVersion int    // the newest version of the tool; not part of what is locked; 0 if unknown
	Tags           []string
	Inputs         []Input
	Outputs        []Output // with those of the declared failures, if any: see [FailureOutputs]
}

// Input is an input parameter.
type Input struct {
	ID, Name      string
	Type          string // String, Int, Boolean or Enum; empty counts as String
	Description   string
	Optional      bool   // a call may leave it out; it always may if there is a Default
	Min           *int64 // nil is no lower bound
	Max           *int64 // nil is DefaultMax for an Int, and no bound for anything else
	MaxLength     int64  // in Unicode code points; 0 is no limit
	AllowedValues []AllowedValue
	Format        string // empty is any text
	Default       any    // string, int64 or bool; nil is none
	Examples      []any  // string, int64 or bool each
}

// Required reports whether a call must give the input.
func (in *Input) Required() bool { return !in.Optional && in.Default == nil }

// Maximum returns the largest number that the input takes, and whether there is one.
func (in *Input) Maximum() (limit int64, limited bool) {
	switch {
	case in.Max != nil:
		return *in.Max, true
	case in.Type == Int:
		return DefaultMax, true
	}
	return 0, false
}

// Output is an output parameter.
type Output struct {
	ID, Name      string
	Type          string // String, Int, Boolean, Enum or JSON; empty counts as String
	Description   string
	AllowedValues []AllowedValue
}

// AllowedValue is one value of an enum.
type AllowedValue struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Hash returns the SHA-256 of what a version locks, in lower-case hexadecimal: of the bytes of [Signature.AppendJSON]
// without currentVersion. Two signatures in UTF-8 have the same hash if and only if [Compare] finds no difference but in
// currentVersion.
func (s *Signature) Hash() string {
	sum := sha256.Sum256(s.appendJSON(nil, false))
	return hex.EncodeToString(sum[:])
}

func typeOf(t string) string {
	if t == "" {
		return String
	}
	return t
}
