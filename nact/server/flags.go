package server

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Flags of some programs that ask for something else than to start.
const (
	explainFlag     = "explain-config"
	healthcheckFlag = "healthcheck"
)

// isAsked reports whether a flag without a value is given.
func isAsked(given []string) bool { return given != nil && !slices.Contains(given, "false") }

// parseFlags returns what args give for each flag.
func parseFlags(p Program, table []Setting, args []string) (given map[string][]string, err error) {
	given = make(map[string][]string)
	flags := flag.NewFlagSet(p.Name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Run reports the error
	add := func(has bool, name string, define func(name, usage string, f func(string) error)) {
		if has {
			define(name, "", func(text string) error {
				given[name] = append(given[name], text)
				return nil
			})
		}
	}
	for _, t := range table {
		define := flags.Func
		if t.Takes == "" {
			define = flags.BoolFunc
		}
		add(t.Flag != "", t.Flag, define)
	}
	add(true, "upstream", flags.Func)
	add(p.Explain != nil, explainFlag, flags.BoolFunc)
	add(p.Healthcheck != nil, healthcheckFlag, flags.BoolFunc)
	var findings []error
	for err := flags.Parse(args); err != nil; err = flags.Parse(behind(flags.Args())) {
		if name, undefined := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); undefined {
			err = fmt.Errorf("%w%s", err, instead(name))
		}
		findings = append(findings, err)
	}
	if flags.NArg() > 0 {
		findings = append(findings, fmt.Errorf("unexpected argument %q: there are only flags", flags.Arg(0)))
	}
	return given, errors.Join(findings...)
}

// behind returns the arguments from the next flag on: what stands before it may be the value of a flag that there is not.
func behind(args []string) []string {
	next := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") })
	if next < 0 {
		return nil
	}
	return args[next:]
}

// asks says what the manifest of a service has whose program has a flag that others have not.
var asks = map[string]string{
	"stdio":                "go: {faces: [nact, mcp]}",
	"admin-addr":           "observe: {metrics: true}",
	"audit":                "observe: {audit: {inputs: [ids]}}",
	"tls-cert":             "inbound: {tls: true}",
	"tls-key":              "inbound: {tls: true}",
	"tls-client-ca":        "inbound: {tls: true}",
	"tls-min":              "inbound: {tls: true}",
	"caller-rate":          "inbound: {caller_limits: true}",
	"caller-burst":         "inbound: {caller_limits: true}",
	"caller-calls":         "inbound: {caller_limits: true}",
	"caller-addresses":     "inbound: {caller_limits: true}",
	"log-sample":           "go: {program: [sampling]}",
	"allow-origin":         "go: {program: [cors]}",
	"upstream-proxy":       "go: {program: [egress]}",
	"upstream-ca":          "go: {program: [egress]}",
	"upstream-min-tls":     "go: {program: [egress]}",
	"upstream-connections": "go: {program: [egress]}",
	explainFlag:            "go: {program: [explain]}",
	healthcheckFlag:        "go: {program: [healthcheck]}",
}

// instead says what there is for a flag that is expected and not there.
func instead(flag string) string {
	switch entry := asks[flag]; {
	case flag == "port":
		return ": --addr HOST:PORT says where to listen"
	case entry != "":
		return ": " + generateWith(entry)
	}
	return ""
}

// generateWith says how a program gets what it lacks.
func generateWith(entry string) string {
	return "the service was generated without it; write " + entry + " in its manifest, and generate it anew"
}

// textOf returns what values of a flag come to: all of a list, the last of anything else.
func textOf(t Setting, values []string) string {
	if len(values) == 0 {
		return ""
	}
	if t.List {
		return strings.Join(values, ",")
	}
	return values[len(values)-1]
}

// truth returns a [setting.Setting.Set] for a flag without a value.
func truth(flag string, value *bool) func(text string) error {
	return func(text string) (err error) {
		if *value, err = strconv.ParseBool(text); err != nil {
			return fmt.Errorf("%s %q is neither true nor false", flag, text)
		}
		return nil
	}
}

// listOf returns a [setting.Setting.Set] for a list with commas, each element of which parse reads.
func listOf[T any](flag string, list *[]T, parse func(string) (T, error)) func(text string) error {
	return func(text string) error {
		for element := range strings.SplitSeq(text, ",") {
			value, err := parse(element)
			if err != nil {
				return fmt.Errorf("%s %w", flag, err)
			}
			*list = append(*list, value)
		}
		return nil
	}
}

// positive returns a [setting.Setting.Set] for a whole number from 1.
func positive(flag string, number *int) func(text string) error {
	return func(text string) (err error) {
		if *number, err = strconv.Atoi(text); err != nil || *number < 1 {
			return fmt.Errorf("%s %q is not a whole number from 1", flag, text)
		}
		return nil
	}
}

// size returns a [setting.Setting.Set] for a number of bytes from 1 MiB, written as that of GOMEMLIMIT is.
func size(flag string, bytes *int64) func(text string) error {
	return func(text string) error {
		digits := strings.TrimRight(text, "KMGiB")
		number, err := strconv.ParseInt(digits, 10, 32)
		unit, known := sizeUnits[text[len(digits):]]
		if *bytes = number * unit; err != nil || !known || *bytes < 1<<20 {
			return fmt.Errorf("%s %q is not a size from 1MiB, such as 512MiB or 2GiB", flag, text)
		}
		return nil
	}
}

var sizeUnits = map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}

// sizeText is a size in whole MiB.
func sizeText(bytes int64) string { return strconv.FormatInt(bytes>>20, 10) + "MiB" }

// parseNetwork reads a network, or a single address.
func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return network, fmt.Errorf("%q is not a network such as 10.0.0.0/8 or fd00::/8, nor an address", text)
	}
	return network.Masked(), nil
}
