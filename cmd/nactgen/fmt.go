package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/author/format"
	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// standardInput is the name by which the command line means the standard input.
const standardInput = "-"

func fmtCommand() *cli.Command {
	return &cli.Command{
		Name:      "fmt",
		Usage:     "lay out a manifest and the files that it includes",
		ArgsUsage: "[FILE|-]...",
		Description: "Indents by two, and sets blanks and empty lines. Nothing else changes: neither what a manifest says, nor its order,\n" +
			"comments and quotes. It may have errors, as long as it is YAML. With files, it is these that are laid out;\n" +
			"with -, what comes over standard input is, and goes to standard output.",
		Flags: []cli.Flag{
			manifestFlag(),
			outsideFlag(),
			&cli.BoolFlag{Name: "check", Usage: "write nothing; name the files that are laid out otherwise, and exit with 1 if there are any"},
			&cli.BoolFlag{Name: "diff", Usage: "write nothing; print what would change, and exit with 1 if anything would"},
		},
		Action: runFmt,
	}
}

func runFmt(c *cli.Context) error {
	files := c.Args().Slice()
	if len(files) > 0 && c.IsSet("manifest") {
		return usageErrorf("--manifest is for a manifest with what it includes; name files, or give it, and not both")
	}
	if len(files) == 1 && files[0] == standardInput {
		return fmtInput(c)
	}
	sources, err := fmtSources(c, files)
	if err != nil {
		return err
	}
	var changed []output.Replacement
	var broken error
	for _, s := range sources {
		formatted, err := format.Format(s.Text)
		switch {
		case err != nil:
			fmt.Fprintf(c.App.ErrWriter, "nactgen: %s: %v\n", s.Path, err)
			broken = findings()
		case !bytes.Equal(formatted, s.Text):
			changed = append(changed, output.Replacement{Path: s.Path, Content: formatted})
			if c.Bool("diff") {
				fmt.Fprintf(c.App.Writer, "%s", diff.Diff(s.Path, s.Text, s.Path+", laid out", formatted))
			}
		}
	}
	if !c.Bool("check") && !c.Bool("diff") {
		if err := output.ReplaceFiles(changed); err != nil {
			return err
		}
	} else if len(changed) > 0 {
		broken = findings()
	}
	if !c.Bool("diff") {
		for _, f := range changed {
			fmt.Fprintln(c.App.Writer, f.Path)
		}
	}
	return broken
}

// fmtSources returns the files to lay out: those that the command line names, or a manifest with what it includes.
func fmtSources(c *cli.Context, files []string) ([]manifest.Source, error) {
	if len(files) == 0 {
		file, tree, err := findManifest(c)
		if err != nil {
			return nil, err
		}
		sources, found := manifest.SourcesIn(tree, file)
		if found.HasErrors() {
			if err := found.WriteText(c.App.ErrWriter, readSource); err != nil {
				return nil, err
			}
			return nil, findings()
		}
		return sources, nil
	}
	var sources []manifest.Source
	for _, file := range files {
		if file == standardInput {
			return nil, usageErrorf("- is the standard input, and stands alone")
		}
		text, err := inputs.Read(file, inputs.Limit)
		if err != nil {
			return nil, usageErrorf("%s cannot be read: %v", file, inputs.Reason(err))
		}
		sources = append(sources, manifest.Source{Path: file, Text: text})
	}
	return sources, nil
}

// fmtInput lays out what comes over standard input.
func fmtInput(c *cli.Context) error {
	text, err := io.ReadAll(io.LimitReader(os.Stdin, inputs.Limit+1))
	if err != nil {
		return err
	}
	if len(text) > inputs.Limit {
		return fmt.Errorf("more than %d MiB came over standard input", inputs.Limit>>20)
	}
	formatted, err := format.Format(text)
	if err != nil {
		return err
	}
	var shown bytes.Buffer
	if _, err := invisible.NewWriter(&shown).Write(formatted); err != nil {
		return err
	}
	switch same := bytes.Equal(formatted, text); {
	case !bytes.Equal(shown.Bytes(), formatted):
		return fmt.Errorf("what came over standard input has a character that nobody sees, which no manifest has; nactgen lint names it")
	case c.Bool("diff"):
		fmt.Fprintf(c.App.Writer, "%s", diff.Diff("standard input", text, "laid out", formatted))
		if !same {
			return findings()
		}
		return nil
	case c.Bool("check"):
		if !same {
			fmt.Fprintln(c.App.Writer, "standard input")
			return findings()
		}
		return nil
	}
	_, err = c.App.Writer.Write(formatted)
	return err
}
