package metrics

import "slices"

// Family are the series of one name, as they were at one time.
type Family struct {
	Name, Help string
	Kind       Kind
	Labels     []string
	Series     []Series
}

// Kind says what values are.
type Kind string

// The kinds of families, by Prometheus's words.
const (
	Counter   Kind = "counter"   // the value is how often something happened
	Gauge     Kind = "gauge"     // the value is what there is now
	Histogram Kind = "histogram" // the value is the sum of what is counted in the buckets
)

// Series is one series of a family.
type Series struct {
	Values  []string // of the labels
	Value   float64
	Buckets []uint64 // of a histogram: how many were at most [Bounds], each counted once; the last one has those beyond
}

// Bounds returns the upper bounds of the buckets of histograms, in seconds.
func Bounds() []float64 { return slices.Clone(bounds[:]) }

// gauge returns a family of one series without labels.
func gauge(name, help string, value float64) Family {
	return Family{Name: name, Help: help, Kind: Gauge, Series: []Series{{Value: value}}}
}
