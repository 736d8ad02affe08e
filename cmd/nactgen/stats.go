package main

import (
	"bytes"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/view/stats"
)

var statsFormats = formats[*stats.Report]{
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
		Flags: manifestFlags(
			&cli.StringFlag{Name: "encoding", Value: stats.Encodings[0].Name, Usage: "count tokens by `ENCODING`, which is " + oneOf(stats.EncodingNames())},
			statsFormats.flag(),
			&cli.PathFlag{Name: "out", Usage: "write to `FILE`", DefaultText: "standard output"},
			&cli.BoolFlag{Name: "check", Usage: "write nothing; exit with 1 if the file of --out is not what would be written"},
		),
		Action: runStats,
	}
}

func runStats(c *cli.Context) error {
	write, err := statsFormats.writer(c)
	if err != nil {
		return err
	}
	encoding, out := stats.FindEncoding(c.String("encoding")), c.Path("out")
	if encoding == nil {
		names := stats.EncodingNames()
		return usageErrorf("--encoding is %q%s; it can be %s", c.String("encoding"), diag.DidYouMean(c.String("encoding"), names), oneOf(names))
	}
	if err := checkOutFlag(c, "a file", "a file"); err != nil {
		return err
	}
	r, files, err := runUnlocked(c, "nothing was counted")
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
	return writeFiles(c, "file", []output.Replacement{{Path: out, Content: text.Bytes()}})
}
