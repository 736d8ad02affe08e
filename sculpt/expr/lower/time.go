package lower

import (
	"time"

	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// literalTime returns the timestamp or duration that a literal text spells. One that spells none is an error as the
// service runs, as in the reference; a timestamp that names an offset keeps it, and is read then as well.
func literalTime(overload string, n ir.Node) (ir.Node, bool) {
	text, ok := constantText(n)
	if !ok {
		return nil, false
	}
	switch overload {
	case "string_to_timestamp":
		t, err := runtime.TimeFromString(text)
		return &ir.Const{T: ir.TimestampType, Value: t}, err == nil && t.Location() == time.UTC
	case "string_to_duration":
		d, err := runtime.DurationFromString(text)
		return &ir.Const{T: ir.DurationType, Value: d}, err == nil
	}
	return nil, false
}
