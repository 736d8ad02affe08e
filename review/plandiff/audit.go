package plandiff

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// audit compares what is recorded of calls that change something. A service that begins to record is no change of what its tools do, but for the values of
// inputs that come to stand in a file.
func (c *comparison) audit(older, newer plan.Observe) {
	const place = "observe.audit"
	was, is := auditText(older.Audit), auditText(newer.Audit)
	switch {
	case older.Audit != nil && newer.Audit == nil:
		c.add(AuditRemoved, place, was, "")
	case newer.Audit != nil && was != is:
		c.add(AuditChanged, place+".inputs", was, is)
	}
}

func auditText(a *plan.Audit) string {
	if a == nil {
		return ""
	}
	return "[" + strings.Join(a.Inputs, ", ") + "]"
}
