package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/versions/lock"
)

// lintReport is what lint writes: the findings of a manifest.
type lintReport struct {
	manifest string
	list     diag.List
	accepted int // how many warnings the manifest accepts, whether they are listed or not
}

var lintFormats = formats[lintReport]{
	{"text", lintReport.writeText},
	{"json", func(r lintReport, w io.Writer) error { return r.list.WriteJSON(w) }},
	{"github", func(r lintReport, w io.Writer) error { return r.list.WriteGitHub(w, readSource) }},
	{"sarif", func(r lintReport, w io.Writer) error {
		return r.list.WriteSARIF(w, readSource, readBuild().version, helpOf)
	}},
}

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:  "lint",
		Usage: "check a manifest and write nothing",
		Description: "Reports every problem of the manifest and of what it refers to on standard output. Warnings say what makes\n" +
			"tools hard to use for an agent; they do not change the exit code unless --strict is given.",
		Flags: manifestFlags(
			lintFormats.flag(),
			&cli.BoolFlag{Name: "accepted", Usage: "list the warnings that the manifest accepts too, with the reasons"},
			&cli.BoolFlag{Name: "published", Usage: "report what is not published in " + lock.Name + " as an error too"},
			&cli.BoolFlag{Name: "strict", Usage: "exit with 1 for warnings too"},
		),
		Action: lint,
	}
}

func lint(c *cli.Context) error {
	write, err := lintFormats.writer(c)
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
	report := lintReport{manifest: manifest, list: list}
	if r.Checked != nil {
		report.accepted = len(r.Accepted)
		if c.Bool("accepted") {
			report.list = append(slices.Clone(list), r.Accepted...)
			report.list.Sort()
		}
	}
	if err := write(report, c.App.Writer); err != nil {
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

// mostNamed is how many rules the last line of lint names.
const mostNamed = 5

// writeText writes the findings for people, with a closing line, and how to learn more of them.
func (r lintReport) writeText(w io.Writer) error {
	if err := r.list.WriteText(w, readSource); err != nil {
		return err
	}
	count := cmp.Or(countFindings(r.list), "no findings")
	if r.accepted > 0 {
		count += fmt.Sprintf(", %d accepted", r.accepted)
	}
	if _, err := fmt.Fprintf(w, "%s: %s\n", r.manifest, count); err != nil || len(r.list) == 0 {
		return err
	}
	names := r.list.Rules()
	_, err := fmt.Fprintf(w, "to learn more, run nactgen explain %s\n", strings.Join(names[:min(len(names), mostNamed)], " "))
	return err
}
