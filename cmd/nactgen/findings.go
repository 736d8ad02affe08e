package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// runPipeline takes a manifest through the pipeline, and says on stderr how many warnings there are, which lint lists. If there are errors, it writes these,
// the result is nil, and the error ends with nothing, which says what was not done for that reason.
func runPipeline(manifest string, options pipeline.Options, nothing string, stderr io.Writer) (*pipeline.Result, error) {
	r, err := pipeline.Run(manifest, options)
	if r.Findings.HasErrors() {
		return nil, endWith(stderr, r.Findings, exitFindings, nothing)
	}
	if len(r.Findings) > 0 {
		fmt.Fprintf(stderr, "%s: %s; run nactgen lint\n", manifest, countFindings(r.Findings))
	}
	return r, err
}

// runUnlocked is runPipeline for the manifest of the command line, whose lock file does not matter. It also returns the files to which the manifest may
// refer.
func runUnlocked(c *cli.Context, nothing string) (*pipeline.Result, inputs.Tree, error) {
	file, files, err := findManifest(c)
	if err != nil {
		return nil, files, err
	}
	r, err := runPipeline(file, pipeline.Options{Options: sculpt.Options{Unlocked: true}, Files: files}, nothing, c.App.ErrWriter)
	return r, files, err
}

// endWith writes the errors among findings, and returns the error that ends the command with an exit code. The consequence says what was not done.
func endWith(stderr io.Writer, list diag.List, code int, consequence string) error {
	if err := list.Errors().WriteText(stderr, readSource); err != nil {
		return err
	}
	return &exit{code: code, text: countFindings(list) + "; " + consequence}
}

// readSource returns the content of a file that diagnostics name, to show its lines.
func readSource(file string) []byte {
	content, err := inputs.Read(file, inputs.Limit)
	if err != nil {
		return nil // the diagnostic then stands without its line
	}
	return content
}

// countFindings says how many errors and warnings are in list, without those that are accepted: "1 error, 2 warnings".
func countFindings(list diag.List) string {
	count := map[diag.Severity]int{}
	for _, d := range list {
		if d.Accepted == "" {
			count[d.Severity]++
		}
	}
	var parts []string
	for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
		if n := count[severity]; n > 0 {
			parts = append(parts, plural(n, severity.String()))
		}
	}
	return strings.Join(parts, ", ")
}

// plural returns a number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// are returns a number with its noun and verb.
func are(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return plural(n, noun) + " are"
}
