package otlp

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/setting"
)

// Variable is a variable of the environment, as OpenTelemetry's specification has it.
type Variable struct {
	Name     string
	Fallback string
	About    string
	Secret   bool
	Check    func(text string) error // what is wrong with a value, without anything of it; nil: any will do
}

// Names of variables that are read in several places.
const (
	disabled      = prefix + "SDK_DISABLED"
	serviceName   = prefix + "SERVICE_NAME"
	resourceNames = prefix + "RESOURCE_ATTRIBUTES"
	exporters     = prefix + "EXPORTER_OTLP_"
	prefix        = "OTEL_"
)

// ofExporter are the variables by which collectors are found, without what their names begin with: each counts for all signals, or with that of a signal for it.
var ofExporter = []Variable{
	{Name: "ENDPOINT", Fallback: "http://localhost:4318", About: "the collector, which takes OTLP over HTTP", Check: isEndpoint},
	{Name: "HEADERS", About: "header fields for the collector, as in name=value,name=value; secret", Secret: true, Check: isList},
	{Name: "TIMEOUT", Fallback: "10000", About: "how long an attempt to send something may take, in ms", Check: Count(1)},
	{Name: "COMPRESSION", Fallback: "none", About: "gzip or none", Check: OneOf("gzip", "none")},
	{Name: "PROTOCOL", Fallback: "http/protobuf", About: "http/protobuf, which is the one that there is", Check: OneOf("http/protobuf")},
	{Name: "CERTIFICATE", About: "a file with the certificates that the collector's is checked against", Check: isFile},
	{Name: "CLIENT_CERTIFICATE", About: "a file with the certificate that the program shows the collector", Check: isFile},
	{Name: "CLIENT_KEY", About: "a file with the key of that", Check: isFile},
}

// variables returns those that the program reads.
func (s *Source) variables() []Variable {
	list := []Variable{
		{Name: disabled, Fallback: "false", About: "send nothing, and make no spans", Check: OneOf("true", "false")},
		{Name: serviceName, Fallback: s.Service, About: "the name of the service for the collector"},
		{Name: resourceNames, About: "what else it is told of the program, as in deployment.environment.name=staging", Check: isList},
	}
	for _, v := range ofExporter {
		general := v
		general.Name = exporters + v.Name
		list = append(list, general)
		for _, signal := range s.Signals {
			kind := signal.Kind()
			own := v
			own.Name, own.Fallback, own.About = kind.exporters()+v.Name, "", "the same for "+kind.Name+" alone"
			if v.Name == "ENDPOINT" {
				own.About = "where " + kind.Name + " go, to the letter; otherwise to v1/" + kind.Name + " below the collector"
			}
			list = append(list, own)
		}
	}
	for _, signal := range s.Signals {
		kind := signal.Kind()
		list = append(list, Variable{Name: kind.to(), Fallback: "otlp", About: "otlp, or none, " + kind.None, Check: OneOf("otlp", "none")})
		list = append(list, kind.Variables...)
	}
	return list
}

// settings returns variables as settings of a program, whose values go to values.
func settings(list []Variable, values map[string]string) []setting.Setting {
	all := make([]setting.Setting, len(list))
	for i, v := range list {
		all[i] = setting.Setting{Variable: v.Name, Default: v.Fallback, About: v.About, Secret: v.Secret, Set: func(text string) error {
			if v.Check != nil {
				if err := v.Check(text); err != nil {
					return fmt.Errorf("%s %w", v.Name, err)
				}
			}
			values[v.Name] = text
			return nil
		}}
	}
	return all
}

// OneOf returns a check that takes some words alone.
func OneOf(words ...string) func(string) error {
	return func(text string) error {
		if slices.Contains(words, text) {
			return nil
		}
		if len(words) == 1 {
			return fmt.Errorf("is not %s, which is all that the program does", words[0])
		}
		return fmt.Errorf("is not %s or %s", strings.Join(words[:len(words)-1], ", "), words[len(words)-1])
	}
}

// Count returns a check that takes whole numbers from the least alone.
func Count(least int) func(string) error {
	return func(text string) error {
		if n, err := strconv.Atoi(text); err != nil || n < least {
			return fmt.Errorf("is not a whole number from %d", least)
		}
		return nil
	}
}

func isEndpoint(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "":
		return errors.New("is not a URL such as http://collector:4318")
	case u.User != nil:
		return errors.New("holds a user: give credentials in OTEL_EXPORTER_OTLP_HEADERS")
	case strings.ContainsAny(text, "?#"):
		return errors.New("has a query or a fragment: give credentials in OTEL_EXPORTER_OTLP_HEADERS")
	}
	return nil
}

func isFile(text string) error {
	if _, err := os.ReadFile(text); err != nil {
		return errors.New("names no file that can be read")
	}
	return nil
}

func isList(text string) error {
	_, err := pairs(text)
	return err
}

// pair is a member of a list name=value,name=value, whose value is percent-decoded.
type pair struct{ name, value string }

func pairs(text string) ([]pair, error) {
	var list []pair
	for i, member := range strings.Split(text, ",") {
		name, value, found := strings.Cut(member, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		name = strings.TrimSpace(name)
		if !found || err != nil || !isToken(name) || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return nil, fmt.Errorf("is not a list name=value,name=value with percent-encoded values: look at the member %d", i+1)
		}
		list = append(list, pair{name, value})
	}
	return list, nil
}

// isToken reports whether a text can be the name of a header field.
func isToken(text string) bool {
	return text != "" && strings.Trim(text, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// elsewhere begins the names of variables that mean nothing to programs and something to others beside them, which often have the same environment.
var elsewhere = []string{"LOGS_", "LOG_", "BLRP_", "EXPORTER_OTLP_LOGS_", "EXPORTER_OTLP_INSECURE", "EXPORTER_OTLP_TRACES_INSECURE", "EXPORTER_OTLP_METRICS_INSECURE",
	"METRICS_EXEMPLAR_FILTER", "ATTRIBUTE_", "LINK_", "EVENT_", "SPAN_LINK_", "SEMCONV_", "ENTITIES", "CONFIG_FILE", "EXPERIMENTAL_", "GO_"}

// longestName bounds what is said of the name of a variable, in bytes.
const longestName = 128

// ofSignals begins those of each signal, which mean nothing to a program without it.
var ofSignals = map[string][]string{
	"metrics": {"METRICS_", "METRIC_", "EXPORTER_OTLP_METRICS_"},
	"traces":  {"TRACES_", "EXPORTER_OTLP_TRACES_", "BSP_", "SPAN_", "PROPAGATORS"},
}

// misspelt returns an error for each variable in environ whose name is close to one that the program reads, and is not that.
func (s *Source) misspelt(environ []string) error {
	var known []string
	for _, v := range s.variables() {
		known = append(known, strings.TrimPrefix(v.Name, prefix))
	}
	others := slices.Clone(elsewhere)
	for name, begin := range ofSignals {
		if !slices.ContainsFunc(s.Signals, func(signal Signal) bool { return signal.Kind().Name == name }) {
			others = append(others, begin...)
		}
	}
	var findings []error
	for _, assignment := range slices.Sorted(slices.Values(environ)) {
		name, value, _ := strings.Cut(assignment, "=")
		name, ours := strings.CutPrefix(name, prefix)
		if !ours || value == "" || slices.Contains(known, name) || slices.ContainsFunc(others, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			continue
		}
		if meant := nact.Nearest(name, known); meant != "" {
			findings = append(findings, fmt.Errorf("%s%s: the program reads no such variable; did you mean %[1]s%[3]s?", prefix, nact.Printable(name, longestName), meant))
		}
	}
	return errors.Join(findings...)
}
