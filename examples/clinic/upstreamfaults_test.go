package main

import (
	"slices"
	"testing"

	"github.com/nactgen/nactgen/examples/clinic/upstream"
)

// upstreamFault is one way in which one upstream operation fails.
type upstreamFault struct {
	failure upstream.Failure
	field   string // of MissingField
	always  bool   // else once
}

// String is the case as the page has it.
func (f upstreamFault) String() string {
	text := "`" + string(f.failure) + "`"
	if f.field != "" {
		text += " " + f.field
	}
	if f.always {
		return text + " always"
	}
	return text + " once"
}

// slow reports whether the case takes seconds.
func (f upstreamFault) slow() bool {
	return slices.Contains([]upstream.Failure{upstream.HangBefore, upstream.HangAfter, upstream.TooMany}, f.failure)
}

// upstreamFaults returns every failure, once and always. Each of fields is one that an answer lacks.
func upstreamFaults(fields ...string) []upstreamFault {
	var faults []upstreamFault
	for _, failure := range upstream.Failures() {
		lacking := []string{""}
		if failure == upstream.MissingField {
			lacking = fields
		}
		for _, field := range lacking {
			faults = append(faults, upstreamFault{failure, field, false}, upstreamFault{failure, field, true})
		}
	}
	if testing.Short() {
		faults = slices.DeleteFunc(faults, func(f upstreamFault) bool { return f.always || f.slow() })
	}
	return faults
}

// target is an operation that book_appointment calls.
type target struct {
	name      string // of its table
	operation string
	page      int              // the request that fails if each answer is a page
	fields    []string         // those that an answer lacks
	before    []upstream.Fault // what fails besides
}

var targets = []target{
	{name: "findPatients", operation: upstream.FindPatients, fields: []string{"patients"}},
	{name: "listSites", operation: upstream.ListSites, fields: []string{"sites"}},
	{name: "listSlots", operation: upstream.ListSlots, fields: []string{"slots"}},
	{name: "listSlots, the last page", operation: upstream.ListSlots, page: lastPage, fields: []string{"slots"}},
	{name: "createBooking", operation: upstream.CreateBooking, fields: []string{"id", "reference", "status", "check_in_code"}},
	{name: "sendMessage", operation: upstream.SendMessage, fields: []string{"id"}},
	{name: "cancelBooking", operation: upstream.CancelBooking, fields: []string{"id"}, before: []upstream.Fault{busy}},
}

// busy has each message refused, so that bookings are taken back.
var busy = upstream.Fault{Operation: upstream.SendMessage, Failure: upstream.TooMany}

// lastPage is the number of the last request for slots that an order leads to.
const lastPage = 5

// faults returns what is told an emulator to have the operation fail.
func (g target) faults(f upstreamFault) []upstream.Fault {
	fault := upstream.Fault{Operation: g.operation, Failure: f.failure, Field: f.field, Nth: g.page}
	switch {
	case g.page > 0 && f.always: // what comes behind the page is the second attempt to get it
		again := fault
		again.Nth++
		return append(slices.Clone(g.before), fault, again)
	case g.page == 0 && !f.always:
		fault.Nth = 1
	}
	return append(slices.Clone(g.before), fault)
}

// TestUpstreamFaults: each operation that book_appointment calls fails in each way. After that nothing does, and the executor calls
// again with its key.
func TestUpstreamFaults(t *testing.T) {
	type fails struct {
		target
		fault upstreamFault
		table *table
		line  int
	}
	var cases []fails
	var tables []*table
	for _, g := range targets {
		faults := upstreamFaults(g.fields...)
		lines := newTable(g.name, len(faults), "failure", "first answer", "its `writes`", "the upstreams hold", "the same call again", "in the end they hold")
		tables = append(tables, lines)
		for i, fault := range faults {
			cases = append(cases, fails{g, fault, lines, i})
		}
	}
	each(t, cases, func(c fails) string { return c.name + "/" + c.fault.String() }, func(t *testing.T, _ int, c fails) {
		emulator, url := start(t)
		fail(t, emulator, c.faults(c.fault)...)
		c.table.add(c.line, c.fault.String(), failAndRepeat(t, emulator, executor{url, "k"})...)
	})
	for _, lines := range tables {
		lines.check(t)
	}
}

// fail has requests fail.
func fail(t *testing.T, emulator *upstream.Emulator, faults ...upstream.Fault) {
	t.Helper()
	for _, f := range faults {
		if err := emulator.Fail(f); err != nil {
			t.Fatal(err)
		}
	}
}

// failAndRepeat has the executor call, heals the upstreams, has it call again, and returns what came of that.
func failAndRepeat(t *testing.T, emulator *upstream.Emulator, e executor) []string {
	t.Helper()
	first, cells := order(t, emulator, e)
	emulator.Heal()
	return append(cells, repeat(t, emulator, e, first, ofTheLast)...)
}

// order has the executor call once, and returns what it gets, and what the upstreams hold then.
func order(t *testing.T, emulator *upstream.Emulator, e executor) (reply, []string) {
	t.Helper()
	got, err := e.call(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := emulator.State()
	for _, check := range ofTheFirst {
		check(t, got, s)
	}
	return got, []string{got.String(), got.said(), holding(s)}
}

// repeat has the executor call again, and returns what it gets, and what the upstreams hold in the end.
func repeat(t *testing.T, emulator *upstream.Emulator, e executor, first reply, invariants []invariant) []string {
	t.Helper()
	got, err := e.insist(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := emulator.State()
	for _, check := range invariants {
		check(t, got, s)
	}
	if got.replayed && got.String()+got.said() == first.String()+first.said() {
		return []string{"the same answer", holding(s)}
	}
	answer := got.String()
	if said := got.said(); said != "" {
		answer += ": " + said
	}
	return []string{answer, holding(s)}
}
