package upstream

import "slices"

// State is what an emulator holds.
type State struct {
	Bookings []Booking `json:"bookings"` // in the order in which they were made, the cancelled ones with them
	Messages []Message `json:"messages"` // in the order in which they were sent
	Requests []Request `json:"requests"` // in the order in which they came
}

// Request is a request that came.
type Request struct {
	Operation string  `json:"operation"`
	Key       string  `json:"key,omitempty"`      // its Idempotency-Key
	Failure   Failure `json:"failure,omitempty"`  // how it failed, if it did
	Replayed  bool    `json:"replayed,omitempty"` // an earlier one with its key was carried out, and it was not
}

// With returns the bookings that have a status, such as Cancelled.
func (s State) With(status string) []Booking {
	return slices.DeleteFunc(slices.Clone(s.Bookings), func(b Booking) bool { return b.Status != status })
}

// Count returns how many requests of an operation came.
func (s State) Count(operation string) int {
	n := 0
	for _, r := range s.Requests {
		if r.Operation == operation {
			n++
		}
	}
	return n
}

// State returns what the emulator holds now.
func (e *Emulator) State() State {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := State{Bookings: []Booking{}, Messages: append([]Message{}, e.messages...), Requests: []Request{}}
	for _, b := range e.bookings {
		s.Bookings = append(s.Bookings, b.shown())
	}
	for _, r := range e.requests {
		s.Requests = append(s.Requests, *r)
	}
	return s
}
