package otlp

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact/setting"
)

// Source is where the signals of a program go, as its environment says by the variables of OpenTelemetry. It is for one goroutine at a time.
type Source struct {
	Service string // what collectors are told that the service is called, unless the operator says otherwise
	Signals []Signal

	values Values
	opened []Signal
}

// Settings returns what the operator can set. They must be set before [Source.Open].
func (s *Source) Settings() []setting.Setting {
	if s.values == nil {
		s.values = make(Values)
	}
	return settings(s.variables(), s.values)
}

// Open opens the signals, unless the operator wants none. What they send is sent in the background: a collector that is away delays nothing, and is told to the
// logger once a minute at most.
func (s *Source) Open(logger *slog.Logger) error {
	findings := []error{s.misspelt(os.Environ())}
	for _, signal := range s.Signals {
		findings = append(findings, s.contradiction(signal.Kind()))
	}
	if err := errors.Join(findings...); err != nil {
		return err
	}
	if s.values[disabled] == "true" {
		return nil
	}
	about := s.resource()
	for _, signal := range s.Signals {
		opened := Opened{Resource: about, Values: s.values}
		kind := signal.Kind()
		if s.values[kind.to()] != "none" {
			var err error
			if opened.Exporter, err = s.exporter(kind, logger); err != nil {
				return err
			}
		}
		if err := signal.Open(opened); err != nil {
			return err
		}
		s.opened = append(s.opened, signal)
	}
	return nil
}

// contradiction returns what is wrong with settings that are right by themselves.
func (s *Source) contradiction(kind Kind) error {
	var findings []error
	if kind.Check != nil {
		findings = append(findings, kind.Check(s.values))
	}
	if (s.of(kind, "CLIENT_CERTIFICATE") == "") != (s.of(kind, "CLIENT_KEY") == "") {
		findings = append(findings, fmt.Errorf("%sCLIENT_CERTIFICATE and %[1]sCLIENT_KEY go together: one of them is missing", exporters))
	}
	return errors.Join(findings...)
}

// End sends what waits to be sent, until ctx is done.
func (s *Source) End(ctx context.Context) {
	var ending sync.WaitGroup
	for _, signal := range s.opened {
		ending.Add(1)
		go func() {
			defer ending.Done()
			signal.End(ctx)
		}()
	}
	ending.Wait()
}

// resource returns what collectors are told of the program, by name. Each instance is told apart, since what it counts is its own.
func (s *Source) resource() []Attribute {
	all := map[string]string{"service.name": s.Service, "service.instance.id": instanceID()}
	given, _ := pairs(s.values[resourceNames]) // they have been checked, or there are none
	for _, pair := range given {
		all[pair.name] = pair.value
	}
	all["service.name"] = cmp.Or(os.Getenv(serviceName), all["service.name"])
	var list []Attribute
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, Attribute{name, all[name]})
	}
	return list
}

// instanceID returns a new UUID of version 4.
func instanceID() string {
	var id [16]byte
	rand.Read(id[:]) // it has no errors
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// of returns the value of a variable of the exporter of a signal.
func (s *Source) of(kind Kind, name string) string {
	return cmp.Or(s.values[kind.exporters()+name], s.values[exporters+name])
}

func (s *Source) exporter(kind Kind, logger *slog.Logger) (*Exporter, error) {
	e := &Exporter{
		url: s.values[kind.exporters()+"ENDPOINT"], header: http.Header{}, zip: s.of(kind, "COMPRESSION") == "gzip",
		losses: losses{logger: logger, items: kind.Items}, ending: make(chan struct{}),
	}
	if e.url == "" {
		e.url = strings.TrimSuffix(s.values[exporters+"ENDPOINT"], "/") + "/v1/" + kind.Name
	}
	timeout := Values{"": s.of(kind, "TIMEOUT")}.Number("")
	e.timeout = time.Duration(timeout) * time.Millisecond
	if text := s.of(kind, "HEADERS"); text != "" {
		fields, _ := pairs(text) // it has been checked
		for _, field := range fields {
			e.header.Set(field.name, field.value)
		}
	}
	security, err := s.security(kind)
	if err != nil {
		return nil, err
	}
	e.client = &http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: security, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute},
		CheckRedirect: noRedirect,
	}
	return e, nil
}

// security returns how connections to the collector of a signal are secured.
func (s *Source) security(kind Kind) (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if file := s.of(kind, "CERTIFICATE"); file != "" {
		text, err := os.ReadFile(file)
		config.RootCAs = x509.NewCertPool()
		if err != nil || !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%sCERTIFICATE names a file without certificates in PEM", exporters)
		}
	}
	if file := s.of(kind, "CLIENT_CERTIFICATE"); file != "" {
		certificate, err := tls.LoadX509KeyPair(file, s.of(kind, "CLIENT_KEY"))
		if err != nil {
			return nil, fmt.Errorf("%sCLIENT_CERTIFICATE and %[1]sCLIENT_KEY name no certificate with its key in PEM", exporters)
		}
		config.Certificates = []tls.Certificate{certificate}
	}
	return config, nil
}
