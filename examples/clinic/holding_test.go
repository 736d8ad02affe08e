package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/examples/clinic/upstream"
)

// holding is what the upstreams hold, as the page has it: "a confirmed and a cancelled booking, a message".
func holding(s upstream.State) string {
	var held []string
	for _, status := range []string{upstream.Confirmed, upstream.Pending, upstream.Rejected, upstream.Cancelled} {
		held = append(held, counted(len(s.With(status)), strings.ToLower(status)+" booking")...)
	}
	held = append(held, counted(len(s.Messages), "message")...)
	if len(held) == 0 {
		return "nothing"
	}
	return strings.Join(held, ", ")
}

// counted returns how many there are of something; none of it is nothing to say.
func counted(n int, what string) []string {
	switch n {
	case 0:
		return nil
	case 1:
		return []string{what}
	}
	return []string{fmt.Sprintf("%d %ss", n, what)}
}

// standing returns the bookings that a patient has.
func standing(s upstream.State) []upstream.Booking {
	return append(s.With(upstream.Confirmed), s.With(upstream.Pending)...)
}

// invariant checks what holds of an answer and of what the upstreams hold.
type invariant func(*testing.T, reply, upstream.State)

// Whatever fails, of the first answer and of the last one.
var (
	ofTheFirst = []invariant{checkOneStands, checkMessages, checkBooked, checkWrites, checkMade}
	ofTheLast  = []invariant{checkOneStands, checkMessages, checkBooked, checkWrites}
)

// checkOneStands: whatever happens, nobody has two appointments or two messages about one.
func checkOneStands(t *testing.T, _ reply, s upstream.State) {
	t.Helper()
	if n := len(standing(s)); n > 1 {
		t.Errorf("%d bookings stand", n)
	}
	seen := make(map[string]bool)
	for _, m := range s.Messages {
		if seen[m.Text] {
			t.Errorf("twice sent: %s", m.Text)
		}
		seen[m.Text] = true
	}
}

// checkMessages: who has a message has the booking that it is about, or else the answer says that there may be one.
func checkMessages(t *testing.T, got reply, s upstream.State) {
	t.Helper()
	for _, m := range s.Messages {
		about := false
		for _, b := range standing(s) {
			about = about || strings.Contains(m.Text, b.Reference) && strings.Contains(m.Text, b.CheckInCode)
		}
		if !about && got.state("message") == "" {
			t.Errorf("a message is about no booking, and the answer (%s: %s) is silent about it: %s", got, got.said(), m.Text)
		}
	}
}

// checkBooked: a success is one booking, which it names, and one message.
func checkBooked(t *testing.T, got reply, s upstream.State) {
	t.Helper()
	stands := standing(s)
	if got.booked() && (len(stands) != 1 || stands[0].Reference != got.outputs["Reference"] || len(s.Messages) != 1) {
		t.Errorf("it has booked %s, and the upstreams hold %s", got.outputs["Reference"], holding(s))
	}
}

// checkWrites: a fault says of each write what has become of it.
func checkWrites(t *testing.T, got reply, s upstream.State) {
	t.Helper()
	if got.booked() {
		return
	}
	stands := len(standing(s)) > 0
	var agrees bool
	switch got.state("booking") {
	case "done":
		agrees = stands
	case "undone", "":
		agrees = !stands
	case "not-undone": // perhaps it was, and the answer got lost
		agrees = len(s.Bookings) > 0
	case "unknown":
		agrees = true
	}
	if !agrees {
		t.Errorf("the answer (%s) says %q, and the upstreams hold %s", got, got.said(), holding(s))
	}
	switch state := got.state("message"); {
	case state == "done" && len(s.Messages) == 0, state == "" && len(s.Messages) > 0:
		t.Errorf("the answer (%s) says %q, and the upstreams hold %s", got, got.said(), holding(s))
	}
}

// checkMade: the answer to the first call does not pass over a booking that was made, whatever has become of it.
func checkMade(t *testing.T, got reply, s upstream.State) {
	t.Helper()
	if !got.booked() && len(s.Bookings) > 0 && got.state("booking") == "" {
		t.Errorf("the answer (%s) does not mention the booking, and the upstreams hold %s", got, holding(s))
	}
}
