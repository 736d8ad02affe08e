package upstream

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// The states of a booking.
const (
	Pending   = "PENDING"
	Confirmed = "CONFIRMED"
	Rejected  = "REJECTED"
	Cancelled = "CANCELLED"
)

// Booking is a slot that a patient has, or had.
type Booking struct {
	ID          string `json:"id"`
	Reference   string `json:"reference"`
	PatientID   string `json:"patient_id"`
	Slot        Slot   `json:"slot"`
	Status      string `json:"status"`
	CheckInCode string `json:"check_in_code"`
	Created     string `json:"created"`
}

// booking is a booking with what decides about it.
type booking struct {
	Booking
	slot  *Slot
	asked int // how often it was asked for while it was pending
}

// shown returns the booking as it stands.
func (b *booking) shown() Booking {
	shown := b.Booking
	shown.Slot = *b.slot
	return shown
}

// pageSize is how many slots a page has at most.
const pageSize = 6

func (e *Emulator) findPatients(c *call) answer {
	found := []Patient{}
	for _, p := range patients {
		if strings.EqualFold(p.Name, c.query("name")) && p.BirthDate == c.query("birth_date") {
			found = append(found, p)
		}
	}
	return answered(http.StatusOK, map[string][]Patient{"patients": found})
}

func (e *Emulator) listSites(*call) answer {
	return answered(http.StatusOK, map[string][]Site{"sites": sites})
}

func (e *Emulator) listSlots(c *call) answer {
	id := c.PathValue("site_id")
	if !slices.ContainsFunc(sites, func(s Site) bool { return s.ID == id }) {
		return notFound("There is no such site.")
	}
	first := 0
	matching := e.matching(id, c)
	if cursor := c.query("cursor"); cursor != "" {
		last := slices.IndexFunc(matching, func(s Slot) bool { return s.ID == cursor })
		if last < 0 {
			return invalid("The cursor is none of this list.")
		}
		first = last + 1
	}
	page := matching[first:min(first+pageSize, len(matching))]
	next := ""
	if first+pageSize < len(matching) {
		next = page[len(page)-1].ID
	}
	return answered(http.StatusOK, struct {
		Slots      []Slot `json:"slots"`
		NextCursor string `json:"next_cursor,omitempty"`
	}{page, next})
}

// matching returns the slots of a site that a request asks for, the earliest first.
func (e *Emulator) matching(site string, c *call) []Slot {
	found := []Slot{}
	for _, s := range e.slots {
		day, half := s.Start[:len(time.DateOnly)], "AM"
		if s.Start[len("2027-03-01T"):] >= "12" {
			half = "PM"
		}
		if s.SiteID == site && s.kind == c.query("kind") && day >= c.query("from") && day <= c.query("to") && (c.query("half") == "" || half == c.query("half")) {
			found = append(found, *s)
		}
	}
	return found
}

func (e *Emulator) listBookings(c *call) answer {
	found := []Booking{}
	for _, b := range slices.Backward(e.bookings) {
		if b.PatientID == c.query("patient_id") {
			found = append(found, b.shown())
		}
	}
	return answered(http.StatusOK, map[string][]Booking{"bookings": found})
}

func (e *Emulator) createBooking(c *call) answer {
	var wanted struct {
		PatientID string `json:"patient_id"`
		SlotID    string `json:"slot_id"`
	}
	if err := c.decode(&wanted); err != nil {
		return invalid("A booking has a patient and a slot.")
	}
	if !slices.ContainsFunc(patients, func(p Patient) bool { return p.ID == wanted.PatientID }) {
		return notFound("There is no such patient.")
	}
	at := slices.IndexFunc(e.slots, func(s *Slot) bool { return s.ID == wanted.SlotID })
	if at < 0 {
		return notFound("There is no such slot.")
	}
	slot := e.slots[at]
	if slot.Status == taken || slot.stale {
		slot.Status = taken
		return refused(http.StatusConflict, "TAKEN", "Somebody else has the slot.")
	}
	slot.Status = taken
	b := e.newBooking(wanted.PatientID, slot)
	e.bookings = append(e.bookings, b)
	return answered(http.StatusCreated, b.shown())
}

// newBooking returns the next booking.
func (e *Emulator) newBooking(patient string, slot *Slot) *booking {
	n := len(e.bookings) + 1
	status := Confirmed
	if decisions[slot.SiteID] != "" {
		status = Pending
	}
	return &booking{slot: slot, Booking: Booking{
		ID: fmt.Sprintf("bkg_%d", n), Reference: fmt.Sprintf("C-%04d", 1000+n), PatientID: patient,
		Status: status, CheckInCode: fmt.Sprintf("%04d", 4700+11*n), Created: e.created(),
	}}
}

func (e *Emulator) created() string { return e.now().UTC().Format(time.RFC3339) }

// asks is how often a pending booking is asked for until its site has decided.
const asks = 2

func (e *Emulator) getBooking(c *call) answer {
	b := e.booking(c)
	if b == nil {
		return notFound("There is no such booking.")
	}
	if b.Status == Pending {
		if b.asked == asks {
			b.Status = decisions[b.slot.SiteID]
		}
		b.asked++
	}
	return answered(http.StatusOK, b.shown())
}

func (e *Emulator) cancelBooking(c *call) answer {
	b := e.booking(c)
	if b == nil {
		return notFound("There is no such booking.")
	}
	if b.Status != Cancelled {
		b.Status = Cancelled
		b.slot.Status = free
	}
	return answered(http.StatusOK, b.shown())
}

// booking returns the booking that a request names; nil if there is none.
func (e *Emulator) booking(c *call) *booking {
	at := slices.IndexFunc(e.bookings, func(b *booking) bool { return b.ID == c.PathValue("booking_id") })
	if at < 0 {
		return nil
	}
	return e.bookings[at]
}
