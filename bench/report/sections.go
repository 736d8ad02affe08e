package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// section is a table of the page, with the benchmarks whose results are in it.
type section struct {
	title     string
	about     string // what is compared with what
	packages  []string
	pattern   string // of the names of the benchmarks, as -bench takes it
	benchtime string
	flags     []string // further ones of go test
	columns   []column
}

// column shows what benchmarks report in a unit.
type column struct {
	unit  string
	title string  // empty: the unit
	goal  string  // empty: there is none
	scale float64 // what one of the title is in the unit; 0: the same
}

func (c column) heading() string {
	text := cmp.Or(c.title, c.unit)
	if c.goal != "" {
		text += " (" + c.goal + ")"
	}
	return text
}

const module = "github.com/nactgen/nactgen/"

// holds reports whether a benchmark belongs into the section.
func (s section) holds(b *benchmark) bool {
	pattern := regexp.MustCompile(s.pattern)
	name, _, _ := strings.Cut("Benchmark"+b.name, "/")
	return slices.Contains(s.packages, "./"+strings.TrimPrefix(b.in, module)) && pattern.MatchString(name)
}

// sections are those of the page, in its order.
var sections = []section{
	{
		title: "A call that makes three upstream calls",
		about: "The tool of `bench/nact.yaml`: a place by its name, its grid point, the forecast there, with answers of 2, 3 and 19 KB. The generated service is the program that operators start, with its log in a file; the same is written by hand with net/http and encoding/json; " +
			"the floor makes the three calls on net/http, drops what they answer and answers constant bytes. Each is a process of its own, as is the upstream, all on one machine; they are called in turns. `x-hand` and `x-floor` are calls per second divided by those of the other, `cpu/hand` and `cpu/floor` the CPU time of a call divided by that of the other.",
		packages: []string{"./bench"}, pattern: "Service$", benchtime: "25x",
		columns: []column{
			{unit: "x-hand", goal: "≥ 1.7 at 16 and 64"}, {unit: "x-floor", goal: "≥ 0.8"}, {unit: "cpu/hand", goal: "≤ 0.5"}, {unit: "cpu/floor"}, {unit: "cpu-µs/call"}, {unit: "calls/s"},
		},
	},
	{
		title: "Everything on against everything off",
		about: "The same tool, and one that reads once and writes once (`bench/plain`), in a service with all that one in production may have (`bench/operated`: API keys, metrics at the admin address, an audit log, concurrency, rate, breaker and the budget of retries of its upstream) beside one with nothing of it, by 16 callers. Each is a process of its own, with its log in a file; they are called in turns. " +
			"`x-off` is calls per second, the others are CPU time and allocations of a call, each divided by that with everything off. The record of a write is in its file before the call is answered.",
		packages: []string{"./bench"}, pattern: "Overhead$", benchtime: "25x", flags: []string{"-count", "3"},
		columns: []column{{unit: "x-off", goal: "≥ 0.9"}, {unit: "allocs/off", goal: "≤ 1.1"}, {unit: "cpu/off"}, {unit: "cpu-µs/call"}, {unit: "allocs/call"}},
	},
	{
		title:    "Enumeration, and a call that calls nothing",
		about:    "The whole program over 100, 613 and 10,000 tools, its log going nowhere, beside the same bytes served by net/http; 16 callers. `ratio` is the CPU time of the reference divided by that of the program, the client in both. For a page that is unchanged (304) the reference is the page that it saves.",
		packages: []string{"./nact/server"}, pattern: "(Enumeration|Invocation)$", benchtime: "1000x", flags: []string{"-count", "3"},
		columns: []column{{unit: "ratio", goal: "pages: ≥ 0.95"}, {unit: "cpu-ns/op", title: "CPU µs", scale: 1000}},
	},
	{
		title:    "MCP beside N-ACT",
		about:    "The whole program with both faces over 100 tools; 16 callers. A call over MCP beside the same call over N-ACT, and `tools/list` of all 100 beside the same request answered with the same bytes by net/http. `ratio` is the CPU time of the reference divided by ours, the client in both.",
		packages: []string{"./nact/server"}, pattern: "MCP$", benchtime: "1000x", flags: []string{"-count", "5"},
		columns: []column{{unit: "ratio", goal: "≥ 0.9"}, {unit: "cpu-ns/op", title: "CPU µs", scale: 1000}},
	},
	{
		title:    "What a call costs beside its tool",
		about:    "The handler without a connection. `fixed` reads the body and writes the same answer.",
		packages: []string{"./nact/endpoint"}, pattern: "Invocation$", benchtime: "20000x", flags: []string{"-count", "5"},
		columns: []column{{unit: "ns/op", title: "µs", goal: "≤ 2", scale: 1000}, {unit: "allocs/op", title: "allocations", goal: "≤ 12"}, {unit: "ratio"}},
	},
	{
		title:    "The log",
		about:    "The line of a request, from 16 goroutines to a pipe that is read; the reference is slog alone, which writes each line by itself. `ratio` is the CPU time of the reference divided by that of the program's log.",
		packages: []string{"./nact/server"}, pattern: "Log$", benchtime: "2000x", flags: []string{"-count", "5"},
		columns: []column{{unit: "ratio"}, {unit: "cpu-ns/op", title: "CPU µs", scale: 1000}},
	},
	{
		title:    "Decoding",
		about:    "What is skipped, beside `json.Valid`, which finds the same wrong with it; and an hourly forecast of 156 hours of which a few members are read, beside encoding/json and structs of just those. `ratio` is the time of the other divided by ours.",
		packages: []string{"./nact/upstream"}, pattern: "(Skip|Decode)$", benchtime: "2000x", flags: []string{"-count", "5"},
		columns: []column{{unit: "ratio"}, {unit: "decoder-MB/s", title: "MB/s"}},
	},
	{
		title: "Generation",
		about: "`nactgen` as a process: user and kernel CPU time, and its resident memory at the most. Ten operations of GitHub's document (13 MB of JSON) and of Stripe's (8 MB), `lint` of one tool over the former, an unchanged second run, 1,000 tools with whole answers, and compiling those without anything in the build cache. `x-index` and `x-index-memory` are divided by those of a process " +
			"that reads the document and finds out where each of its path items and components is, `x-first` by the first run, `x-250-tools` by 250 of the tools: 4 is linear.",
		packages: []string{"./cmd/nactgen"}, pattern: "(Generate|Lint|GenerateAgain|GenerateMany|BuildMany)$", benchtime: "3x",
		columns: []column{
			{unit: "x-index", goal: "≤ 4, Stripe 6"}, {unit: "x-index-memory", goal: "≤ 2.5"}, {unit: "x-first", goal: "≤ 0.5"}, {unit: "x-250-tools"}, {unit: "ms", goal: "lint ≤ 100, many ≤ 3000, build ≤ 30,000"}, {unit: "cpu-ms"}, {unit: "peak-MiB", goal: "many ≤ 300"},
		},
	},
	{
		title:    "Starting a service of 1,000 tools",
		about:    "The program of 1,000 operations of GitHub's document with whole answers, from its start to the line that says where it listens. Below it what the library does of that: it checks the signatures and makes their bytes, beside encoding/json, which writes them alone. `ratio` is the CPU time of encoding/json divided by ours.",
		packages: []string{"./cmd/nactgen", "./nact/endpoint"}, pattern: "(StartMany|Start)$", benchtime: "20x",
		columns: []column{{unit: "ms", goal: "≤ 10"}, {unit: "cpu-ms"}, {unit: "peak-MiB", goal: "≤ 15"}, {unit: "program-MiB"}, {unit: "ratio"}, {unit: "B/op", title: "allocated MiB", scale: 1 << 20}},
	},
}
