// Package oteltest is for tests alone: a collector of OpenTelemetry, which takes traces and metrics by OTLP over HTTP and prints them as text.
package oteltest

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	collectmetrics "go.opentelemetry.io/proto/slim/otlp/collector/metrics/v1"
	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	metrics "go.opentelemetry.io/proto/slim/otlp/metrics/v1"
	trace "go.opentelemetry.io/proto/slim/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Collector takes spans at v1/traces below its URL, and metrics at v1/metrics. It is safe for concurrent use.
type Collector struct {
	*httptest.Server
	t *testing.T

	mu        sync.Mutex
	header    http.Header // of the last request
	resources []string
	spans     []*trace.Span
	metrics   []*metrics.Metric // as they were sent last
}

// New returns a collector, which is closed at the end of the test. A request that is none of OTLP is an error of the test.
func New(t *testing.T) *Collector {
	t.Helper()
	c := &Collector{t: t}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/traces", c.takeSpans)
	mux.HandleFunc("POST /v1/metrics", c.takeMetrics)
	c.Server = httptest.NewServer(mux)
	t.Cleanup(c.Close)
	return c
}

// read reads a message, and reports whether it is one. The collector is locked then, until the caller is done.
func (c *Collector) read(w http.ResponseWriter, r *http.Request, message proto.Message) bool {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		unzipped, err := gzip.NewReader(r.Body)
		if err != nil {
			c.t.Errorf("the body is not compressed: %v", err)
			return false
		}
		body = unzipped
	}
	text, err := io.ReadAll(body)
	if err == nil {
		err = proto.Unmarshal(text, message)
	}
	if err != nil || r.Header.Get("Content-Type") != "application/x-protobuf" {
		c.t.Errorf("a request of %s is none of OTLP: %v", r.Header.Get("Content-Type"), err)
		http.Error(w, "no", http.StatusBadRequest)
		return false
	}
	c.mu.Lock()
	c.header = r.Header
	return true
}

func (c *Collector) takeSpans(w http.ResponseWriter, r *http.Request) {
	var request collector.ExportTraceServiceRequest
	if !c.read(w, r, &request) {
		return
	}
	defer c.mu.Unlock()
	for _, of := range request.ResourceSpans {
		c.resources = append(c.resources, attributes(of.Resource.GetAttributes()))
		for _, in := range of.ScopeSpans {
			c.spans = append(c.spans, in.Spans...)
		}
	}
}

func (c *Collector) takeMetrics(w http.ResponseWriter, r *http.Request) {
	var request collectmetrics.ExportMetricsServiceRequest
	if !c.read(w, r, &request) {
		return
	}
	defer c.mu.Unlock()
	c.metrics = nil
	for _, of := range request.ResourceMetrics {
		c.resources = append(c.resources, attributes(of.Resource.GetAttributes()))
		for _, in := range of.ScopeMetrics {
			c.metrics = append(c.metrics, in.Metrics...)
		}
	}
}

// Header returns the header of the last request.
func (c *Collector) Header() http.Header {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.header
}

// Resource returns the attributes of what has sent something.
func (c *Collector) Resource() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(slices.Compact(c.resources), "\n")
}

// Spans returns what was taken, in the order in which it began.
func (c *Collector) Spans() []*trace.Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortStableFunc(c.spans, func(a, b *trace.Span) int { return int(int64(a.StartTimeUnixNano) - int64(b.StartTimeUnixNano)) })
	return slices.Clone(c.spans)
}

// Text returns the spans below each other: name and kind, attributes, status, events; without IDs and times but for that of a parent elsewhere.
func (c *Collector) Text() string {
	all := c.Spans()
	var b strings.Builder
	for _, s := range all {
		if !slices.ContainsFunc(all, func(other *trace.Span) bool { return isParent(other, s) }) {
			write(&b, "", s, all)
			b.WriteString("\n")
		}
	}
	return strings.TrimSpace(b.String()) + "\n"
}

func isParent(parent, of *trace.Span) bool {
	return string(parent.SpanId) == string(of.ParentSpanId) && string(parent.TraceId) == string(of.TraceId)
}

func write(b *strings.Builder, indent string, s *trace.Span, all []*trace.Span) {
	fmt.Fprintf(b, "%s%s (%s)", indent, s.Name, strings.ToLower(strings.TrimPrefix(s.Kind.String(), "SPAN_KIND_")))
	if indent == "" && len(s.ParentSpanId) > 0 {
		fmt.Fprintf(b, " below %x of %x, state %q", s.ParentSpanId, s.TraceId, s.TraceState)
	}
	if s.Status.GetCode() != 0 {
		fmt.Fprintf(b, " %s: %s", s.Status.Code.String()[len("STATUS_CODE_"):], s.Status.Message)
	}
	fmt.Fprintf(b, "\n%s  %s\n", indent, attributes(s.Attributes))
	for _, e := range s.Events {
		fmt.Fprintf(b, "%s  * %s\n", indent, strings.TrimSpace(e.Name+" "+attributes(e.Attributes)))
	}
	for _, l := range s.Links {
		fmt.Fprintf(b, "%s  -> %x of %x\n", indent, l.SpanId, l.TraceId)
	}
	for _, other := range all {
		if isParent(s, other) {
			write(b, indent+"    ", other, all)
		}
	}
}

// unsteady is what differs from run to run.
var unsteady = regexp.MustCompile(`(nactgen\.wait_ms|server\.port)=\d+|(127\.0\.0\.1):\d+`)

func attributes(list []*common.KeyValue) string {
	texts := make([]string, len(list))
	for i, a := range list {
		texts[i] = a.Key + "=" + value(a.Value)
	}
	slices.Sort(texts)
	return unsteady.ReplaceAllString(strings.Join(texts, " "), "$1$2=N")
}

func value(v *common.AnyValue) string {
	switch v := v.Value.(type) {
	case *common.AnyValue_StringValue:
		return v.StringValue
	case *common.AnyValue_IntValue:
		return fmt.Sprint(v.IntValue)
	case *common.AnyValue_BoolValue:
		return fmt.Sprint(v.BoolValue)
	case *common.AnyValue_DoubleValue:
		return fmt.Sprint(v.DoubleValue)
	case *common.AnyValue_ArrayValue:
		texts := make([]string, len(v.ArrayValue.Values))
		for i, one := range v.ArrayValue.Values {
			texts[i] = value(one)
		}
		return "[" + strings.Join(texts, "; ") + "]"
	}
	return fmt.Sprint(v)
}
