package plandiff

import "github.com/nactgen/nactgen/sculpt/plan"

// inbound compares what the service has towards its callers.
func (c *comparison) inbound(older, newer plan.Inbound) {
	part := func(place string, was, is bool) {
		switch {
		case was && !is:
			c.add(InboundWeakened, place, "true", "")
		case is && !was:
			c.add(InboundTightened, place, "", "true")
		}
	}
	part("inbound.tls", older.TLS, newer.TLS)
	part("inbound.caller_limits", older.CallerLimits, newer.CallerLimits)
}
