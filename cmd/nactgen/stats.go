package main

import (
	"bytes"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/view/stats"
)

// statsFormats are the values of stats' flag --format, with what writes them.
var statsFormats = [...]struct {
	name  string
	write func(*stats.Report, io.Writer) error
}{
	{"text", (*stats.Report).WriteText},
	{"json", (*stats.Report).WriteJSON},
	{"markdown", (*stats.Report).WriteMarkdown},
}

func statsCommand() *cli.Command {
	return &cli.Command{
		Name:  "stats",
		Usage: "count what the tools cost a model, in tokens",
		Description: "Counts the tokens that a model reads to know each tool and of what it answers in its examples, against the operations\n" +
			"that its steps call, made into tools one by one, and what these answered.",
		Flags: []cli.Flag{
			manifestFlag(),
			outsideFlag(),
			remoteFlag(),
			&cli.StringFlag{Name: "encoding", Value: stats.Encodings[0].Name, Usage: "count tokens by `ENCODING`, which is " + oneOf(stats.EncodingNames())},
			&cli.StringFlag{Name: "format", Value: statsFormats[0].name, Usage: "how to report: `FORMAT` is " + oneOf(statsFormatNames())},
			&cli.PathFlag{Name: "out", Usage: "write to `FILE`", DefaultText: "standard output"},
			&cli.BoolFlag{Name: "check", Usage: "write nothing; exit with 1 if the file of --out is not what would be written"},
		},
		Action: runStats,
	}
}

func runStats(c *cli.Context) error {
	write, err := statsWriter(c.String("format"))
	if err != nil {
		return err
	}
	encoding, out := stats.FindEncoding(c.String("encoding")), c.Path("out")
	switch {
	case encoding == nil:
		names := stats.EncodingNames()
		return usageErrorf("--encoding is %q%s; it can be %s", c.String("encoding"), diag.DidYouMean(c.String("encoding"), names), oneOf(names))
	case c.IsSet("out") && out == "":
		return usageErrorf("--out is empty; give it a file, or leave it out")
	case c.Bool("check") && out == "":
		return usageErrorf("--check compares with a file, so it needs --out")
	}
	file, files, err := findManifest(c)
	if err != nil {
		return err
	}
	r, err := runPipeline(file, pipeline.Options{Options: sculpt.Options{Unlocked: true}, Files: files}, "nothing was counted", c.App.ErrWriter)
	if err != nil {
		return err
	}
	report, err := stats.Of(r.Plan, r.Documents, files, encoding)
	if err != nil {
		return err
	}
	if len(report.Tools) == 0 {
		return usageErrorf("%s has no tools that agents find, so there is nothing to count", r.Plan.Manifest)
	}
	if out == "" {
		return write(report, c.App.Writer)
	}
	var text bytes.Buffer
	if err := write(report, &text); err != nil {
		return err
	}
	written := []output.Replacement{{Path: out, Content: text.Bytes()}}
	if c.Bool("check") {
		return checkFiles(c, "stats", "file", written)
	}
	return writeFiles(c, "file", written)
}

func statsWriter(format string) (func(*stats.Report, io.Writer) error, error) {
	for _, f := range statsFormats {
		if f.name == format {
			return f.write, nil
		}
	}
	names := statsFormatNames()
	return nil, usageErrorf("--format is %q%s; it can be %s", format, diag.DidYouMean(format, names), oneOf(names))
}

func statsFormatNames() []string {
	var names []string
	for _, f := range statsFormats {
		names = append(names, f.name)
	}
	return names
}
