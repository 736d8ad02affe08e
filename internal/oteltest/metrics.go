package oteltest

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	metrics "go.opentelemetry.io/proto/slim/otlp/metrics/v1"
)

// Metrics returns the metrics that were sent last, in the text format of Prometheus. A sum or a histogram that is not cumulative, or does not say since when,
// is an error of the test.
func (c *Collector) Metrics() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	for _, m := range c.metrics {
		begin := func(kind string) {
			fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", m.Name, m.Description, kind)
		}
		if want := map[bool]string{true: "s"}[strings.HasSuffix(m.Name, "_seconds")] + map[bool]string{true: "By"}[strings.HasSuffix(m.Name, "_bytes")]; m.Unit != want {
			c.t.Errorf("%s is in %q", m.Name, m.Unit)
		}
		switch data := m.Data.(type) {
		case *metrics.Metric_Sum:
			begin("counter")
			c.cumulative(m.Name, data.Sum.AggregationTemporality)
			if !data.Sum.IsMonotonic {
				c.t.Errorf("%s may shrink", m.Name)
			}
			c.numbers(&b, m.Name, data.Sum.DataPoints, true)
		case *metrics.Metric_Gauge:
			begin("gauge")
			c.numbers(&b, m.Name, data.Gauge.DataPoints, false)
		case *metrics.Metric_Histogram:
			begin("histogram")
			c.cumulative(m.Name, data.Histogram.AggregationTemporality)
			for _, point := range data.Histogram.DataPoints {
				c.histogram(&b, m.Name, point)
			}
		default:
			c.t.Errorf("%s is a %T", m.Name, data)
		}
	}
	return b.String()
}

func (c *Collector) cumulative(name string, temporality metrics.AggregationTemporality) {
	if temporality != metrics.AggregationTemporality_AGGREGATION_TEMPORALITY_CUMULATIVE {
		c.t.Errorf("%s is %s", name, temporality)
	}
}

// since holds the times of a point to each other.
func (c *Collector) since(name string, from, at uint64, counted bool) {
	if at == 0 || counted && (from == 0 || from > at) {
		c.t.Errorf("%s is counted from %d to %d", name, from, at)
	}
}

func (c *Collector) numbers(b *strings.Builder, name string, points []*metrics.NumberDataPoint, counted bool) {
	for _, p := range points {
		c.since(name, p.StartTimeUnixNano, p.TimeUnixNano, counted)
		value := p.GetAsDouble()
		if _, whole := p.Value.(*metrics.NumberDataPoint_AsInt); whole {
			value = float64(p.GetAsInt())
		}
		sample(b, name, p.Attributes, "", value)
	}
}

func (c *Collector) histogram(b *strings.Builder, name string, p *metrics.HistogramDataPoint) {
	c.since(name, p.StartTimeUnixNano, p.TimeUnixNano, true)
	if len(p.BucketCounts) != len(p.ExplicitBounds)+1 {
		c.t.Errorf("%s has %d buckets for %d bounds", name, len(p.BucketCounts), len(p.ExplicitBounds))
		return
	}
	count := uint64(0)
	for i, in := range p.BucketCounts {
		bound := math.Inf(1)
		if i < len(p.ExplicitBounds) {
			bound = p.ExplicitBounds[i]
		}
		count += in
		sample(b, name+"_bucket", p.Attributes, number(bound), float64(count))
	}
	if count != p.Count {
		c.t.Errorf("%s has %d in its buckets, and counts %d", name, count, p.Count)
	}
	sample(b, name+"_sum", p.Attributes, "", p.GetSum())
	sample(b, name+"_count", p.Attributes, "", float64(p.Count))
}

func sample(b *strings.Builder, name string, labels []*common.KeyValue, bound string, value float64) {
	var texts []string
	for _, label := range labels {
		texts = append(texts, label.Key+"="+strconv.Quote(label.Value.GetStringValue()))
	}
	if bound != "" {
		texts = append(texts, "le="+strconv.Quote(bound))
	}
	b.WriteString(name)
	if len(texts) > 0 {
		b.WriteString("{" + strings.Join(texts, ",") + "}")
	}
	b.WriteString(" " + number(value) + "\n")
}

func number(f float64) string {
	if math.IsInf(f, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
