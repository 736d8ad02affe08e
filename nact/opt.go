package nact

import (
	"encoding/json"
)

// Opt is a value that may be absent: an optional input, a member that an
// upstream's answer may lack, a CEL optional. The zero Opt is absent, and its
// Value is then the zero value of T.
type Opt[T any] struct {
	Value T
	Has   bool
}

// Some returns an Opt that holds v.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Has: true} }

// Or returns the value, or other if there is none.
func (o Opt[T]) Or(other T) T {
	if o.Has {
		return o.Value
	}
	return other
}

// IsZero reports whether o is absent, so that the json option omitzero leaves it out.
func (o Opt[T]) IsZero() bool { return !o.Has }

// content returns the value, or nil if there is none.
func (o Opt[T]) content() any {
	if !o.Has {
		return nil
	}
	return o.Value
}

// MarshalJSON encodes the value; an absent one that was not left out is null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if !o.Has {
		return []byte("null"), nil
	}
	return json.Marshal(o.Value)
}

// UnmarshalJSON decodes a value; null is an absent one.
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	*o = Opt[T]{}
	if string(b) == "null" {
		return nil
	}
	o.Has = true
	return json.Unmarshal(b, &o.Value)
}

// Null is a value that may be null where its document says so. The zero Null is null.
type Null[T any] struct {
	Value T
	Valid bool // false: null
}

// NotNull returns a Null that holds v.
func NotNull[T any](v T) Null[T] { return Null[T]{Value: v, Valid: true} }

// MarshalJSON encodes the value or null.
func (n Null[T]) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(n.Value)
}
