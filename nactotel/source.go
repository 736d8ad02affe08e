package nactotel

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/setting"
)

// Source is where the spans of a program go, as its environment says by the variables of OpenTelemetry. It is for one goroutine at a time.
type Source struct {
	Service string // what traces call the service unless the operator says otherwise

	values   map[string]string
	provider *sdktrace.TracerProvider
	exporter *exporter
}

// Settings returns what the operator can set. They must be set before [Source.Open].
func (s *Source) Settings() []setting.Setting {
	if s.values == nil {
		s.values = make(map[string]string)
	}
	return settings(variables(s.Service), s.values)
}

// Open returns what makes spans; nil: the operator wants none. They are sent in the background: a collector that is away delays nothing, and is told to the
// logger once a minute at most.
func (s *Source) Open(logger *slog.Logger) (nact.Observer, error) {
	if err := errors.Join(misspelt(variables(s.Service), os.Environ()), s.contradiction()); err != nil {
		return nil, err
	}
	if s.values[disabled] == "true" {
		return nil, nil
	}
	about, err := resource.New(context.Background(),
		resource.WithAttributes(attribute.String("service.name", s.Service)), resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	options := []sdktrace.TracerProviderOption{sdktrace.WithResource(about)}
	if s.values[tracesTo] != "none" {
		if s.exporter, err = s.newExporter(logger); err != nil {
			return nil, err
		}
		options = append(options, sdktrace.WithSpanProcessor(counted{sdktrace.NewBatchSpanProcessor(s.exporter), s.exporter}))
	}
	s.provider = sdktrace.NewTracerProvider(options...)
	return New(s.provider), nil
}

// contradiction returns what is wrong with settings that are right by themselves.
func (s *Source) contradiction() error {
	var findings []error
	if number(s.values[batchSize]) > number(s.values[queueSize]) {
		findings = append(findings, fmt.Errorf("%s must be at most %s", batchSize, queueSize))
	}
	if (s.of("CLIENT_CERTIFICATE") == "") != (s.of("CLIENT_KEY") == "") {
		findings = append(findings, fmt.Errorf("%sCLIENT_CERTIFICATE and %[1]sCLIENT_KEY go together: one of them is missing", otlp))
	}
	return errors.Join(findings...)
}

// End sends what waits to be sent, until ctx is done, and makes no spans any more.
func (s *Source) End(ctx context.Context) {
	if s.provider == nil {
		return
	}
	if s.exporter != nil {
		close(s.exporter.ending)
	}
	err := s.provider.Shutdown(ctx)
	if s.exporter == nil {
		return
	}
	if err != nil {
		s.exporter.losses.add(0, fmt.Errorf("not all were sent before the program ends: %w", err))
	}
	s.exporter.overflow(0)
	s.exporter.losses.end()
}

// number returns the number that a value is, which has been checked.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// of returns the value of a variable of the exporter.
func (s *Source) of(name string) string {
	return cmp.Or(s.values[otlpTraces+name], s.values[otlp+name])
}

func (s *Source) newExporter(logger *slog.Logger) (*exporter, error) {
	e := &exporter{url: s.values[otlpTraces+"ENDPOINT"], header: http.Header{}, zip: s.of("COMPRESSION") == "gzip", losses: losses{logger: logger}, ending: make(chan struct{})}
	if e.url == "" {
		e.url = strings.TrimSuffix(s.values[otlp+"ENDPOINT"], "/") + "/" + tracesPath
	}
	e.timeout = time.Duration(number(s.of("TIMEOUT"))) * time.Millisecond
	e.room = int64(number(s.values[queueSize]) + number(s.values[batchSize]))
	if text := s.of("HEADERS"); text != "" {
		fields, _ := pairs(text) // it has been checked
		for _, field := range fields {
			e.header.Set(field.name, field.value)
		}
	}
	security, err := s.security()
	if err != nil {
		return nil, err
	}
	e.client = &http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: security, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute},
		CheckRedirect: noRedirect,
	}
	return e, nil
}

// security returns how connections to the collector are secured.
func (s *Source) security() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if file := s.of("CERTIFICATE"); file != "" {
		text, err := os.ReadFile(file)
		config.RootCAs = x509.NewCertPool()
		if err != nil || !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%sCERTIFICATE names a file without certificates in PEM", otlp)
		}
	}
	if file := s.of("CLIENT_CERTIFICATE"); file != "" {
		certificate, err := tls.LoadX509KeyPair(file, s.of("CLIENT_KEY"))
		if err != nil {
			return nil, fmt.Errorf("%sCLIENT_CERTIFICATE and %[1]sCLIENT_KEY name no certificate with its key in PEM", otlp)
		}
		config.Certificates = []tls.Certificate{certificate}
	}
	return config, nil
}
