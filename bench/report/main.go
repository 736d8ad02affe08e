// Command report runs the project's benchmarks and writes what they came to, with a description of the machine, to
// docs/benchmarks.md. What go test printed is kept beside this program, in results.txt, which tools such as benchstat read. It is run from the root of
// the repository:
//
//	go run ./bench/report            # measures, for about ten minutes
//	go run ./bench/report --render   # writes the page anew of what was measured before
package main

import (
	"flag"
	"fmt"
	"os"
)

// Where results and page are, from the root of the repository.
const (
	resultsFile = "bench/report/results.txt"
	pageFile    = "docs/benchmarks.md"
)

func main() {
	render := flag.Bool("render", false, "measure nothing: write the page of the results that are there")
	flag.Parse()
	if err := run(*render); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(render bool) error {
	if !render {
		results, err := measure(sections)
		if err != nil {
			return err
		}
		if err := os.WriteFile(resultsFile, results, 0o644); err != nil {
			return err
		}
	}
	results, err := os.ReadFile(resultsFile)
	if err != nil {
		return err
	}
	page, err := page(sections, string(results))
	if err != nil {
		return err
	}
	return os.WriteFile(pageFile, []byte(page), 0o644)
}
