package upstream

import (
	"fmt"
	"strings"
	"time"
)

// Patient is a patient of the clinics.
type Patient struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	BirthDate     string `json:"birth_date"`
	Phone         string `json:"phone"`
	WantsMessages bool   `json:"wants_messages"`
	Plan          string `json:"plan"` // PUBLIC or PRIVATE
}

var patients = []Patient{
	{"pat_1", "Maria Alvarez", "1984-05-17", "+14025550101", true, "PUBLIC"},
	{"pat_2", "Jonas Berg", "1951-11-02", "+14025550102", false, "PRIVATE"},
	{"pat_3", "Grace Okafor", "1990-08-23", "+14025550103", true, "PUBLIC"},
}

// landlines are the numbers that take no messages.
var landlines = []string{"+14025550103"}

// Site is a clinic.
type Site struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Address string   `json:"address"`
	Kinds   []string `json:"kinds"`
}

var sites = []Site{
	{"harbour", "Harbour Dental", "1 Harbour Lane", []string{"DENTAL"}},
	{"northgate", "Northgate Clinic", "4 North Avenue", []string{"CHECKUP", "VACCINATION"}},
	{"riverside", "Riverside Clinic", "12 River Street", []string{"CHECKUP", "VACCINATION"}},
}

// decisions are what becomes of pending bookings, of the sites that confirm by hand.
var decisions = map[string]string{"harbour": Rejected, "northgate": Confirmed}

// firstFree is how many slots of a kind are taken, from the first on, by site and kind. What comes behind them is free.
var firstFree = map[string]map[string]int{
	"harbour":   {"DENTAL": 2},
	"northgate": {"CHECKUP": 13, "VACCINATION": 6},
	"riverside": {"CHECKUP": 7, "VACCINATION": 20},
}

// staleSlot is listed as free, and was taken since the list was made.
const staleSlot = "harbour-dental-0301-11"

// The states of a slot.
const (
	free  = "FREE"
	taken = "TAKEN"
)

// Slot is a time at which a patient can come.
type Slot struct {
	ID     string `json:"id"`
	SiteID string `json:"site_id"`
	Start  string `json:"start"`
	End    string `json:"end"`
	Status string `json:"status"` // FREE or TAKEN

	kind  string
	stale bool
}

// The slots are those of two weeks from a Monday on, six on each day but the weekends, half an hour each.
var (
	firstDay = time.Date(2027, time.March, 1, 0, 0, 0, 0, time.FixedZone("", -6*60*60))
	hours    = []int{9, 10, 11, 14, 15, 16}
)

// newSlots returns the slots of all sites as they are at first. Those of a site and a kind come one after the other.
func newSlots() []*Slot {
	var slots []*Slot
	for _, site := range sites {
		for _, kind := range site.Kinds {
			for i, start := range starts() {
				s := newSlot(site.ID, kind, start)
				if i < firstFree[site.ID][kind] {
					s.Status = taken
				}
				slots = append(slots, s)
			}
		}
	}
	return slots
}

// starts returns when slots begin, the earliest first.
func starts() []time.Time {
	var found []time.Time
	for day := range 12 {
		date := firstDay.AddDate(0, 0, day)
		if date.Weekday() == time.Saturday || date.Weekday() == time.Sunday {
			continue
		}
		for _, hour := range hours {
			found = append(found, date.Add(time.Duration(hour)*time.Hour))
		}
	}
	return found
}

// newSlot returns a slot that is free.
func newSlot(site, kind string, start time.Time) *Slot {
	id := fmt.Sprintf("%s-%s-%s", site, strings.ToLower(kind), start.Format("0102-15"))
	return &Slot{
		ID: id, SiteID: site, Start: start.Format(time.RFC3339), End: start.Add(30 * time.Minute).Format(time.RFC3339),
		Status: free, kind: kind, stale: id == staleSlot,
	}
}
