package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// results are what go test -bench printed, with the facts about the machine.
type results struct {
	facts      []fact
	benchmarks []*benchmark // in the order in which they ran
}

// benchmark has what the runs of one benchmark reported.
type benchmark struct {
	in      string               // the package
	name    string               // without "Benchmark" and the number of cores: Service/callers=16
	metrics map[string][]float64 // by unit
}

// cores is the number of cores at the end of the name of a benchmark.
var cores = regexp.MustCompile(`-\d+$`)

// parse reads results.
func parse(text string) (*results, error) {
	r := &results{}
	in := ""
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch key, value, found := strings.Cut(strings.TrimSpace(line), ": "); {
		case len(fields) > 3 && strings.HasPrefix(fields[0], "Benchmark"):
			if err := r.add(in, fields); err != nil {
				return nil, err
			}
		case found && key == "pkg":
			in = value
		case found && len(r.benchmarks) == 0 && in == "":
			r.facts = append(r.facts, fact{key, value})
		}
	}
	return r, nil
}

// add adds a run: its name, how often it ran, and pairs of values and units.
func (r *results) add(in string, fields []string) error {
	name := cores.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
	at := slices.IndexFunc(r.benchmarks, func(b *benchmark) bool { return b.in == in && b.name == name })
	if at < 0 {
		at = len(r.benchmarks)
		r.benchmarks = append(r.benchmarks, &benchmark{in, name, map[string][]float64{}})
	}
	for i := 2; i+1 < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return fmt.Errorf("%s: %w", fields[0], err)
		}
		unit := fields[i+1]
		r.benchmarks[at].metrics[unit] = append(r.benchmarks[at].metrics[unit], value)
	}
	return nil
}

// median returns the median of what the runs reported in a unit, and whether any did.
func (b *benchmark) median(unit string) (value float64, reported bool) {
	values := slices.Sorted(slices.Values(b.metrics[unit]))
	if len(values) == 0 {
		return 0, false
	}
	return values[len(values)/2], true
}
