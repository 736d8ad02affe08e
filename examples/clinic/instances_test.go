package main

import (
	"sync"
	"testing"

	"github.com/nactgen/nactgen/internal/redistest"
)

// TestServiceIsKilled: the process of a call is killed while a request to an upstream is under way. Another instance goes on when the
// executor calls it with the same key.
func TestServiceIsKilled(t *testing.T) {
	server := redistest.Start(t)
	at := points()
	lines := newTable("killed", len(at), "the service is killed", "the upstreams hold", "another instance answers the same call", "in the end they hold")
	each(t, at, point.String, func(t *testing.T, i int, at point) {
		emulator, emulatorURL := emulate(t)
		stopped := stopAt(t, emulator, at)
		instance := startProcess(t, emulatorURL, server)
		answered := make(chan error, 1)
		go func() {
			_, err := executor{instance.url, t.Name()}.call(t.Context())
			answered <- err
		}()
		<-stopped.reached
		instance.kill()
		if <-answered == nil {
			t.Error("the call was answered")
		}
		held := holding(emulator.State())
		emulator.Heal()
		stopped.goOn <- false
		other := executor{startInstance(t, emulatorURL, server), t.Name()}
		lines.add(i, at.String(), append([]string{held}, repeat(t, emulator, other, reply{}, ofTheLast)...)...)
	})
	lines.check(t)
}

// outage is a time without Redis.
type outage struct {
	table     string
	start     func(testing.TB) *redistest.Server
	goes      func(*redistest.Server)
	comesBack func(*redistest.Server)
	holds     []invariant // in the end
}

// TestRedisGoes: Redis goes while a request to an upstream is under way, and is back when the executor calls again. What it had before it
// may have forgotten.
func TestRedisGoes(t *testing.T) {
	if testing.Short() {
		t.Skip("left out with -short: it waits for a server that is gone")
	}
	type goes struct {
		outage
		point
		table *table
		line  int
	}
	var cases []goes
	var tables []*table
	for _, o := range []outage{
		{"Redis is frozen", redistest.Start, (*redistest.Server).Freeze, (*redistest.Server).Thaw, ofTheLast},
		{"Redis is restarted", redistest.StartDurable, (*redistest.Server).Stop, (*redistest.Server).Restart, ofTheLast},
		{"Redis forgets", redistest.Start, (*redistest.Server).Stop, (*redistest.Server).Restart, []invariant{checkOneStands}},
	} {
		at := points()
		lines := newTable(o.table, len(at), "Redis goes", "first answer", "its `writes`", "the upstreams hold", "the same call again", "in the end they hold")
		tables = append(tables, lines)
		for i, at := range at {
			cases = append(cases, goes{o, at, lines, i})
		}
	}
	each(t, cases, func(c goes) string { return c.outage.table + "/" + c.point.String() }, func(t *testing.T, _ int, c goes) {
		c.table.add(c.line, c.point.String(), c.orderAndRepeat(t, c.point)...)
	})
	for _, lines := range tables {
		lines.check(t)
	}
}

// orderAndRepeat has Redis go at a point of a call, has the executor call again, and returns what came of that.
func (o outage) orderAndRepeat(t *testing.T, at point) []string {
	t.Helper()
	server := o.start(t)
	emulator, emulatorURL := emulate(t)
	stopped := stopAt(t, emulator, at)
	go func() {
		<-stopped.reached
		o.goes(server)
		stopped.goOn <- true
	}()
	e := executor{startInstance(t, emulatorURL, server), "k"}
	first, cells := order(t, emulator, e)
	emulator.Heal()
	o.comesBack(server)
	return append(cells, repeat(t, emulator, e, first, o.holds)...)
}

// TestTwoInstances: of calls with one key at two instances at the same time, one runs, and all have its answer.
func TestTwoInstances(t *testing.T) {
	server := redistest.Start(t)
	emulator, emulatorURL := emulate(t)
	instances := []string{startInstance(t, emulatorURL, server), startInstance(t, emulatorURL, server)}
	var calls sync.WaitGroup
	for i := range 8 {
		calls.Go(func() {
			got, err := executor{instances[i%2], "k"}.call(t.Context())
			if err != nil || !got.booked() {
				t.Errorf("got %v, %v", got, err)
			}
			checkBooked(t, got, emulator.State())
		})
	}
	calls.Wait()
}
