package metrics

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// most is how many labels a family has at most.
const most = 4

// values are those of the labels of one series.
type values [most]string

// family are the series of one name.
type family[S any] struct {
	name, help string
	labels     []string
	mu         sync.RWMutex
	series     map[values]*S
}

// of returns the series with the values of the labels.
func (f *family[S]) of(v values) *S {
	f.mu.RLock()
	s := f.series[v]
	f.mu.RUnlock()
	if s != nil {
		return s
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.series == nil {
		f.series = make(map[values]*S)
	}
	if f.series[v] == nil {
		f.series[v] = new(S)
	}
	return f.series[v]
}

// snapshot returns the series as they are, by the values of their labels.
func (f *family[S]) snapshot(kind Kind, read func(*S, *Series)) Family {
	f.mu.RLock()
	series := maps.Clone(f.series)
	f.mu.RUnlock()
	all := Family{Name: f.name, Help: f.help, Kind: kind, Labels: f.labels}
	for _, v := range slices.SortedFunc(maps.Keys(series), func(a, b values) int { return slices.CompareFunc(a[:], b[:], cmp.Compare[string]) }) {
		one := Series{Values: slices.Clone(v[:len(f.labels)])}
		read(series[v], &one)
		all.Series = append(all.Series, one)
	}
	return all
}

func valuesOf(list []string) (v values) {
	copy(v[:], list)
	return v
}

// counters are series that count.
type counters struct{ family[atomic.Uint64] }

func newCounters(name, help string, labels ...string) *counters {
	return &counters{family[atomic.Uint64]{name: name, help: help, labels: labels}}
}

func (c *counters) add(values ...string) { c.of(valuesOf(values)).Add(1) }

func (c *counters) read() Family {
	return c.snapshot(Counter, func(n *atomic.Uint64, s *Series) { s.Value = float64(n.Load()) })
}

// gauges are series of a value that changes.
type gauges struct{ family[atomic.Int64] }

func newGauges(name, help string, labels ...string) *gauges {
	return &gauges{family[atomic.Int64]{name: name, help: help, labels: labels}}
}

func (g *gauges) set(value int64, values ...string) { g.of(valuesOf(values)).Store(value) }

func (g *gauges) read() Family {
	return g.snapshot(Gauge, func(n *atomic.Int64, s *Series) { s.Value = float64(n.Load()) })
}

// bounds are the upper bounds of the buckets of histograms, in seconds.
var bounds = [...]float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// histogram counts durations in buckets, the last one for what is longer than all bounds.
type histogram struct {
	buckets     [len(bounds) + 1]atomic.Uint64
	nanoseconds atomic.Int64 // of all together
}

// histograms are series of durations.
type histograms struct{ family[histogram] }

func newHistograms(name, help string, labels ...string) *histograms {
	return &histograms{family[histogram]{name: name, help: help, labels: labels}}
}

func (h *histograms) observe(d time.Duration, values ...string) {
	s := h.of(valuesOf(values))
	bucket, _ := slices.BinarySearch(bounds[:], d.Seconds())
	s.buckets[bucket].Add(1)
	s.nanoseconds.Add(int64(d))
}

func (h *histograms) read() Family {
	return h.snapshot(Histogram, func(of *histogram, s *Series) {
		s.Buckets = make([]uint64, len(of.buckets))
		for i := range of.buckets {
			s.Buckets[i] = of.buckets[i].Load()
		}
		s.Value = time.Duration(of.nanoseconds.Load()).Seconds()
	})
}
