package plan

import "time"

// Protection is what stands between the calls of an upstream and the upstream. The zero Protection lets all through.
type Protection struct {
	Concurrency Concurrency
	Rate        Rate
	Breaker     Breaker
	Budget      int64         // percent of the calls that may be tried again or hedged; 0: no bound
	Hedge       time.Duration // after which a call that reads is made a second time; 0: never
}

// Concurrency is how many calls run at one time, and how long others wait. The zero Concurrency is no limit.
type Concurrency struct {
	Calls int64
	Wait  time.Duration
}

// Rate is how often calls are made: Calls in Per, of which Burst may come at once, and how long one waits for its turn. The zero Rate is no limit.
type Rate struct {
	Calls int64
	Per   time.Duration
	Burst int64 // 0 is the run-time library's default
	Wait  time.Duration
}

// Breaker is when an upstream is not called for a while: after so many failures in a row, within a time. The zero Breaker never opens.
type Breaker struct {
	Failures     int64
	Within, Open time.Duration
}
