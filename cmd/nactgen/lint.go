package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/versions/lock"
)

// formats are the values of lint's flag --format.
var formats = [...]string{"text", "json", "github", "sarif"}

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:  "lint",
		Usage: "check a manifest and write nothing",
		Description: "Reports every problem of the manifest and of what it refers to on standard output. Warnings say what makes\n" +
			"tools hard to use for an agent; they do not change the exit code unless --strict is given.",
		Flags: []cli.Flag{
			manifestFlag(),
			outsideFlag(),
			remoteFlag(),
			&cli.StringFlag{Name: "format", Value: formats[0], Usage: "how to report: `FORMAT` is " + oneOf(formats[:])},
			&cli.BoolFlag{Name: "published", Usage: "report what is not published in " + lock.Name + " as an error too"},
			&cli.BoolFlag{Name: "strict", Usage: "exit with 1 for warnings too"},
		},
		Action: lint,
	}
}

func lint(c *cli.Context) error {
	write, err := reporter(c.String("format"))
	if err != nil {
		return err
	}
	manifest, files, err := findManifest(c)
	if err != nil {
		return err
	}
	r, err := pipeline.Run(manifest, pipeline.Options{Files: files})
	if err != nil {
		return err
	}
	list := r.Findings
	if r.Checked != nil && c.Bool("published") {
		list = append(list, lock.Unpublished(r.Published, r.Entries)...)
		list.Sort()
	}
	if err := write(c.App.Writer, manifest, list); err != nil {
		return err
	}
	if r.Checked != nil && len(r.Disabled) > 0 && c.String("format") == "text" {
		fmt.Fprintf(c.App.Writer, "%s: %s disabled\n", manifest, are(len(r.Disabled), "tool"))
	}
	if list.HasErrors() || c.Bool("strict") && len(list) > 0 {
		return findings()
	}
	return nil
}

// reporter returns what writes findings in format.
func reporter(format string) (func(w io.Writer, manifest string, list diag.List) error, error) {
	switch format {
	case "text":
		return writeText, nil
	case "json":
		return func(w io.Writer, _ string, list diag.List) error { return list.WriteJSON(w) }, nil
	case "github":
		return func(w io.Writer, _ string, list diag.List) error { return list.WriteGitHub(w, readSource) }, nil
	case "sarif":
		return func(w io.Writer, _ string, list diag.List) error {
			return list.WriteSARIF(w, readSource, readBuild().version)
		}, nil
	}
	return nil, usageErrorf("--format is %q%s; it can be %s", format, diag.DidYouMean(format, formats[:]), oneOf(formats[:]))
}

// writeText writes findings for people, with a closing line.
func writeText(w io.Writer, manifest string, list diag.List) error {
	if err := list.WriteText(w, readSource); err != nil {
		return err
	}
	result := "no findings"
	if len(list) > 0 {
		result = countFindings(list)
	}
	_, err := fmt.Fprintf(w, "%s: %s\n", manifest, result)
	return err
}

// oneOf joins names for a sentence: "a, b or c".
func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
