package nactotel

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

// variable is a variable of the environment, as OpenTelemetry's specification has it.
type variable struct {
	name     string
	fallback string
	about    string
	secret   bool
	check    func(text string) error // what is wrong with a value, without anything of it; nil: any will do
}

// Names of variables that are read in several places.
const (
	disabled    = "OTEL_SDK_DISABLED"
	tracesTo    = "OTEL_TRACES_EXPORTER"
	samplerArg  = "OTEL_TRACES_SAMPLER_ARG"
	queueSize   = "OTEL_BSP_MAX_QUEUE_SIZE"
	batchSize   = "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"
	otlp        = "OTEL_EXPORTER_OTLP_"
	otlpTraces  = otlp + "TRACES_"
	prefix      = "OTEL_"
	tracesPath  = "v1/traces"
	serviceName = "OTEL_SERVICE_NAME"
)

// ofExporter are the variables by which collectors are found, without what their names begin with: each counts for all signals, or with TRACES_ for traces.
var ofExporter = []variable{
	{name: "ENDPOINT", fallback: "http://localhost:4318", about: "the collector, which takes OTLP over HTTP; traces go to v1/traces below it", check: isEndpoint},
	{name: "HEADERS", about: "header fields for the collector, as in name=value,name=value; secret", secret: true, check: isList},
	{name: "TIMEOUT", fallback: "10000", about: "how long an attempt to send a batch may take, in ms", check: isCount(1)},
	{name: "COMPRESSION", fallback: "none", about: "gzip or none", check: isOneOf("gzip", "none")},
	{name: "PROTOCOL", fallback: "http/protobuf", about: "http/protobuf, which is the one that there is", check: isOneOf("http/protobuf")},
	{name: "CERTIFICATE", about: "a file with the certificates that the collector's is checked against", check: isFile},
	{name: "CLIENT_CERTIFICATE", about: "a file with the certificate that the program shows the collector", check: isFile},
	{name: "CLIENT_KEY", about: "a file with the key of that", check: isFile},
}

// variables returns those that the program reads. What the SDK reads by itself is only checked here, since it goes on with a default where a value is wrong.
func variables(service string) []variable {
	list := []variable{
		{name: disabled, fallback: "false", about: "make no spans at all", check: isOneOf("true", "false")},
		{name: tracesTo, fallback: "otlp", about: "otlp, or none, which keeps traces to the log", check: isOneOf("otlp", "none")},
		{name: serviceName, fallback: service, about: "the name of the service in traces"},
		{name: "OTEL_RESOURCE_ATTRIBUTES", about: "what else traces say of the program, as in deployment.environment.name=staging", check: isList},
		{name: "OTEL_TRACES_SAMPLER", fallback: "parentbased_always_on", about: "which calls are recorded: always_on, always_off or traceidratio; with parentbased_ before it, as the caller's trace has it",
			check: isOneOf("always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio")},
		{name: samplerArg, about: "the part of traceidratio, from 0 to 1", check: isRatio},
		{name: "OTEL_PROPAGATORS", fallback: "tracecontext", about: "tracecontext, which is the one that there is", check: isPropagator},
	}
	for _, v := range ofExporter {
		general, traces := v, v
		general.name, traces.name = otlp+v.name, otlpTraces+v.name
		traces.fallback, traces.about = "", "the same for traces alone"
		if v.name == "ENDPOINT" {
			traces.about = "where traces go, to the letter"
		}
		list = append(list, general, traces)
	}
	return append(list,
		variable{name: "OTEL_BSP_SCHEDULE_DELAY", fallback: "5000", about: "how long a span waits for others, in ms", check: isCount(0)},
		variable{name: "OTEL_BSP_EXPORT_TIMEOUT", fallback: "30000", about: "how long it is tried to send a batch, in ms", check: isCount(1)},
		variable{name: queueSize, fallback: "2048", about: "spans that wait at most; further ones are lost", check: isCount(1)},
		variable{name: batchSize, fallback: "512", about: "spans in a batch at most", check: isCount(1)},
		variable{name: "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", fallback: "128", about: "attributes of a span at most", check: isCount(1)},
		variable{name: "OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", about: "characters of a text in them at most", check: isCount(1)},
		variable{name: "OTEL_SPAN_EVENT_COUNT_LIMIT", fallback: "128", about: "events of a span at most", check: isCount(1)},
	)
}

// settings returns variables as settings of a program, whose values go to values.
func settings(list []variable, values map[string]string) []setting.Setting {
	all := make([]setting.Setting, len(list))
	for i, v := range list {
		all[i] = setting.Setting{Variable: v.name, Default: v.fallback, About: v.about, Secret: v.secret, Set: func(text string) error {
			if v.check != nil {
				if err := v.check(text); err != nil {
					return fmt.Errorf("%s %w", v.name, err)
				}
			}
			values[v.name] = text
			return nil
		}}
	}
	return all
}

func isOneOf(words ...string) func(string) error {
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

// isPropagator also takes the default of the specification. Baggage is handed on by nobody here.
func isPropagator(text string) error {
	if text == "tracecontext,baggage" {
		return nil
	}
	return isOneOf("tracecontext")(text)
}

func isCount(least int) func(string) error {
	return func(text string) error {
		if n, err := strconv.Atoi(text); err != nil || n < least {
			return fmt.Errorf("is not a whole number from %d", least)
		}
		return nil
	}
}

func isRatio(text string) error {
	if part, err := strconv.ParseFloat(text, 64); err != nil || !(part >= 0 && part <= 1) {
		return errors.New("is not a number from 0 to 1")
	}
	return nil
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

// elsewhere begins the names of variables that mean nothing to the program and something to others beside it, which often have the same environment.
var elsewhere = []string{"LOGS_", "LOG_", "METRICS_", "METRIC_", "BLRP_", "EXPORTER_OTLP_METRICS_", "EXPORTER_OTLP_LOGS_", "EXPORTER_OTLP_INSECURE", "EXPORTER_OTLP_TRACES_INSECURE",
	"ATTRIBUTE_", "LINK_", "EVENT_", "SPAN_LINK_", "SEMCONV_", "ENTITIES", "CONFIG_FILE", "EXPERIMENTAL_", "GO_"}

// misspelt returns an error for each variable in environ whose name is close to one that the program reads, and is not that.
func misspelt(list []variable, environ []string) error {
	known := make([]string, len(list))
	for i, v := range list {
		known[i] = strings.TrimPrefix(v.name, prefix)
	}
	var findings []error
	for _, assignment := range slices.Sorted(slices.Values(environ)) {
		name, value, _ := strings.Cut(assignment, "=")
		name, ours := strings.CutPrefix(name, prefix)
		if !ours || value == "" || slices.Contains(known, name) || slices.ContainsFunc(elsewhere, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			continue
		}
		if meant := nact.Nearest(name, known); meant != "" {
			findings = append(findings, fmt.Errorf("%s%s: the program reads no such variable; did you mean %[1]s%[3]s?", prefix, nact.Printable(name, longestSession), meant))
		}
	}
	return errors.Join(findings...)
}
