package otlp

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/oteltest"
	"github.com/nactgen/nactgen/nact/metrics"
)

// newSource returns a source of metrics with values of variables, and defaults for the others; and what is wrong with those.
func newSource(given map[string]string) (*Source, *Metrics, error) {
	m := &Metrics{}
	s := &Source{Service: "clinic", Signals: []Signal{m}}
	var findings []error
	for _, setting := range s.Settings() {
		switch text, ok := given[setting.Variable]; {
		case ok:
			findings = append(findings, setting.Set(text))
		case setting.Default != "":
			findings = append(findings, setting.Set(setting.Default))
		}
	}
	return s, m, errors.Join(findings...)
}

// Compression, header fields and what the resource is called come from the environment.
func TestSource(t *testing.T) {
	c := oteltest.New(t)
	t.Setenv(serviceName, "front desk")
	const attributes = "deployment.environment.name=staging,service.name=overridden"
	s, m, err := newSource(map[string]string{
		exporters + "ENDPOINT": "http://127.0.0.1:1", exporters + "METRICS_ENDPOINT": c.URL + "/v1/metrics", exporters + "COMPRESSION": "gzip", exporters + "HEADERS": "api-key=a%20b, x=y",
		resourceNames: attributes,
	})
	if err == nil {
		err = s.Open(slog.New(slog.DiscardHandler))
	}
	if err != nil {
		t.Fatal(err)
	}
	m.Send(metrics.New())
	s.End(t.Context())
	if got := c.Header(); c.Metrics() == "" || got.Get("Api-Key") != "a b" || got.Get("X") != "y" || got.Get("Content-Encoding") != "gzip" {
		t.Errorf("the collector got %s with %v", c.Metrics(), got)
	}
	got := c.Resource()
	for _, want := range []string{"service.name=front desk", "deployment.environment.name=staging", "service.instance.id="} {
		if !strings.Contains(got, want) {
			t.Errorf("the resource is %s, without %s", got, want)
		}
	}
	if strings.Contains(got, "overridden") {
		t.Errorf("the resource is %s", got)
	}
}

// Nothing is sent if the operator wants that.
func TestNothing(t *testing.T) {
	for variable, value := range map[string]string{disabled: "true", "OTEL_METRICS_EXPORTER": "none"} {
		c := oteltest.New(t)
		s, m, err := newSource(map[string]string{exporters + "ENDPOINT": c.URL, variable: value})
		if err == nil {
			err = s.Open(slog.New(slog.DiscardHandler))
		}
		if err != nil {
			t.Fatal(err)
		}
		m.Send(metrics.New())
		s.End(t.Context())
		if c.Header() != nil {
			t.Errorf("%s=%s: the collector got something", variable, value)
		}
	}
}

// What an operator says wrong is said, without what may be secret.
func TestWrong(t *testing.T) {
	noPEM := filepath.Join(t.TempDir(), "none.pem")
	if err := os.WriteFile(noPEM, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ variable, value, want string }{
		{exporters + "ENDPOINT", "collector:4318", "OTEL_EXPORTER_OTLP_ENDPOINT is not a URL such as http://collector:4318"},
		{exporters + "ENDPOINT", "http://secret@collector", "OTEL_EXPORTER_OTLP_ENDPOINT holds a user: give credentials in OTEL_EXPORTER_OTLP_HEADERS"},
		{exporters + "METRICS_ENDPOINT", "http://collector?secret", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT has a query or a fragment: give credentials in OTEL_EXPORTER_OTLP_HEADERS"},
		{exporters + "HEADERS", "a=b,secret", "OTEL_EXPORTER_OTLP_HEADERS is not a list name=value,name=value with percent-encoded values: look at the member 2"},
		{exporters + "HEADERS", "a=secret%0a", "OTEL_EXPORTER_OTLP_HEADERS is not a list name=value,name=value with percent-encoded values: look at the member 1"},
		{exporters + "PROTOCOL", "grpc", "OTEL_EXPORTER_OTLP_PROTOCOL is not http/protobuf, which is all that the program does"},
		{exporters + "COMPRESSION", "br", "OTEL_EXPORTER_OTLP_COMPRESSION is not gzip or none"},
		{exporters + "TIMEOUT", "10s", "OTEL_EXPORTER_OTLP_TIMEOUT is not a whole number from 1"},
		{exporters + "CERTIFICATE", "/none", "OTEL_EXPORTER_OTLP_CERTIFICATE names no file that can be read"},
		{exporters + "CERTIFICATE", noPEM, "OTEL_EXPORTER_OTLP_CERTIFICATE names a file without certificates in PEM"},
		{exporters + "CLIENT_KEY", noPEM, "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE and OTEL_EXPORTER_OTLP_CLIENT_KEY go together: one of them is missing"},
		{exporters + "METRICS_TEMPORALITY_PREFERENCE", "delta", "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE is not cumulative, which is all that the program does"},
		{interval, "0", "OTEL_METRIC_EXPORT_INTERVAL is not a whole number from 1"},
		{timeout, "30s", "OTEL_METRIC_EXPORT_TIMEOUT is not a whole number from 1"},
		{"OTEL_METRICS_EXPORTER", "console", "OTEL_METRICS_EXPORTER is not otlp or none"},
		{disabled, "yes", "OTEL_SDK_DISABLED is not true or false"},
	}
	for _, tt := range tests {
		t.Run(tt.variable+"="+tt.value, func(t *testing.T) {
			s, _, wrong := newSource(map[string]string{tt.variable: tt.value})
			err := s.Open(slog.New(slog.DiscardHandler))
			if got := errors.Join(wrong, err); got == nil || got.Error() != tt.want {
				t.Errorf("got %v, want %s", got, tt.want)
			}
			s.End(t.Context())
		})
	}
}

// Names that are close to those of variables are wrong; those of other programs, and of signals that the program has not, are not.
func TestMisspelt(t *testing.T) {
	tests := map[string]bool{
		"OTEL_EXPORTER_OTLP_ENDPIONT=x": true, "OTEL_SERVICENAME=x": true, "OTEL_METRIC_EXPORT_INTERVALS=1": true, "OTEL_EXPORTER_OTLP_METRIC_ENDPOINT=x": true,
		"OTEL_SERVICE_NAME=x": false, "OTEL_TRACES_EXPORTER=none": false, "OTEL_TRACES_SAMPLER=x": false, "OTEL_LOGS_EXPORTER=none": false, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=x": false,
		"OTEL_METRICS_EXEMPLAR_FILTER=always_off": false, "OTEL_BSP_SCHEDULE_DELAY=1": false, "OTEL_EXPORTER_OTLP_INSECURE=true": false, "OTEL_PYTHON_LOG_CORRELATION=true": false,
		"OTEL_SERVICENAME=": false, "SERVICENAME=x": false,
	}
	s, _, _ := newSource(nil)
	for assignment, wrong := range tests {
		if err := s.misspelt([]string{assignment}); (err != nil) != wrong {
			t.Errorf("%s: %v", assignment, err)
		}
	}
}
