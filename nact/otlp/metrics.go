package otlp

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact/metrics"
)

// Metrics are what a service counts, as a signal that is sent to a collector: all of it, again and again, since each value is that of all the time since the
// service began. So nothing is lost but of the present while the collector is away.
type Metrics struct {
	with  Opened
	stop  context.CancelFunc // of what is sent while the service runs; nil: nothing is
	done  chan struct{}      // closed when that has ended
	count *metrics.Metrics
}

// Names of the variables of metrics.
const (
	interval = prefix + "METRIC_EXPORT_INTERVAL"
	timeout  = prefix + "METRIC_EXPORT_TIMEOUT"
)

// Kind implements [Signal].
func (*Metrics) Kind() Kind {
	return Kind{Name: "metrics", Items: "metrics", None: "which leaves the page of metrics", Variables: []Variable{
		{Name: interval, Fallback: "60000", About: "how often metrics are sent, in ms", Check: Count(1)},
		{Name: timeout, Fallback: "30000", About: "how long it is tried to send them, in ms", Check: Count(1)},
		{Name: exporters + "METRICS_TEMPORALITY_PREFERENCE", Fallback: "cumulative", About: "cumulative, which is the one that there is", Check: OneOf("cumulative")},
		{Name: exporters + "METRICS_DEFAULT_HISTOGRAM_AGGREGATION", Fallback: "explicit_bucket_histogram", About: "explicit_bucket_histogram, which is the one that there is", Check: OneOf("explicit_bucket_histogram")},
	}}
}

// Open implements [Signal].
func (m *Metrics) Open(with Opened) error {
	m.with = with
	return nil
}

// Send begins to send what a service counts, if it is to be sent: until [Metrics.End].
func (m *Metrics) Send(counted *metrics.Metrics) {
	if m.with.Exporter == nil {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	m.count, m.stop, m.done = counted, stop, make(chan struct{})
	go func() {
		defer close(m.done)
		ticks := time.NewTicker(time.Duration(m.with.Values.Number(interval)) * time.Millisecond)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				m.send(ctx, false)
			case <-ctx.Done():
				return
			}
		}
	}()
}

// End implements [Signal].
func (m *Metrics) End(ctx context.Context) {
	if m.stop == nil {
		return
	}
	m.with.Exporter.Hurry()
	m.stop()
	<-m.done
	m.send(ctx, true)
	m.with.Exporter.Close()
}

// send sends what is counted so far. Only what is sent last can be lost.
func (m *Metrics) send(ctx context.Context, last bool) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(m.with.Values.Number(timeout))*time.Millisecond)
	defer cancel()
	message, points := encode(m.count.Families(), m.with.Resource, m.count.Started(), time.Now())
	if !last {
		points = 0
	}
	m.with.Exporter.Send(ctx, message, points)
}

// encode returns families as an ExportMetricsServiceRequest of OTLP, and how many data points that has. The numbers of fields are those of
// opentelemetry/proto/metrics/v1/metrics.proto.
func encode(families []metrics.Family, about []Attribute, from, at time.Time) (request Message, points int) {
	request.Message(1, func(m *Message) { // ResourceMetrics
		m.Message(1, func(m *Message) {
			for _, a := range about {
				m.Attribute(1, a.Name, a.Value)
			}
		})
		m.Message(2, func(m *Message) { // ScopeMetrics
			m.Message(1, func(m *Message) { m.Text(1, "nactgen") })
			for _, f := range families {
				if len(f.Series) > 0 {
					points += len(f.Series)
					m.Message(2, func(m *Message) { m.metric(f, from, at) })
				}
			}
		})
	})
	return request, points
}

// metric appends the fields of Metric.
func (m *Message) metric(f metrics.Family, from, at time.Time) {
	const cumulative = 2
	m.Text(1, f.Name)
	m.Text(2, f.Help)
	m.Text(3, unit(f.Name))
	switch f.Kind {
	case metrics.Gauge:
		m.Message(5, func(m *Message) { m.points(f, from, at) })
	case metrics.Counter:
		m.Message(7, func(m *Message) {
			m.points(f, from, at)
			m.Varint(2, cumulative)
			m.Varint(3, 1) // it only grows
		})
	case metrics.Histogram:
		m.Message(9, func(m *Message) {
			m.points(f, from, at)
			m.Varint(2, cumulative)
		})
	}
}

// unit returns the unit that the name of a family ends with, in the code of UCUM; empty: it is a number of something.
func unit(name string) string {
	switch {
	case strings.HasSuffix(name, "_seconds"):
		return "s"
	case strings.HasSuffix(name, "_bytes"):
		return "By"
	}
	return ""
}

// points appends the data points of a family.
func (m *Message) points(f metrics.Family, from, at time.Time) {
	labels := uint64(7)
	if f.Kind == metrics.Histogram {
		labels = 9
	}
	for _, s := range f.Series {
		m.Message(1, func(m *Message) {
			if f.Kind != metrics.Gauge {
				m.Fixed64(2, uint64(from.UnixNano()))
			}
			m.Fixed64(3, uint64(at.UnixNano()))
			switch f.Kind {
			case metrics.Gauge:
				m.Fixed64(4, math.Float64bits(s.Value))
			case metrics.Counter:
				m.Fixed64(6, uint64(s.Value))
			case metrics.Histogram:
				m.histogram(s)
			}
			for i, name := range f.Labels {
				m.Attribute(labels, name, s.Values[i])
			}
		})
	}
}

// histogram appends the fields of HistogramDataPoint that are its alone.
func (m *Message) histogram(s metrics.Series) {
	count := uint64(0)
	for _, in := range s.Buckets {
		count += in
	}
	m.Fixed64(4, count)
	m.Fixed64(5, math.Float64bits(s.Value))
	m.Packed64(6, s.Buckets)
	var bounds []uint64
	for _, bound := range metrics.Bounds() {
		bounds = append(bounds, math.Float64bits(bound))
	}
	m.Packed64(7, bounds)
}
