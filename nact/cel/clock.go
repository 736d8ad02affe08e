package cel

import "time"

// Now is now(): the instant at which it is called, in UTC.
func Now() time.Time { return time.Now().UTC().Round(0) } // Round takes the monotonic clock away
