package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/author/describe"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// listFormats are the values of the flag --format of ops and show.
var listFormats = []string{"text", "json"}

func opsCommand() *cli.Command {
	return &cli.Command{
		Name:      "ops",
		Usage:     "list the operations that steps can call, or search them",
		ArgsUsage: "[WORD]...",
		Description: "Lists the operations of the manifest's documents, or of one document: how a step calls each, its method and path,\n" +
			"whether it writes, its summary. With words, those that have all of them in their id, path, summary, upstream, tags or\n" +
			"description, the best matches first. nactgen show has the rest of one.",
		Flags: append([]cli.Flag{openapiFlag()}, manifestFlags(
			&cli.StringSliceFlag{Name: "tag", Usage: "those with the tag `TAG` alone; may be repeated for several"},
			&cli.StringSliceFlag{Name: "method", Usage: "those with the method `METHOD` alone; may be repeated for several"},
			&cli.BoolFlag{Name: "writes", Usage: "those that can change something alone"},
			&cli.BoolFlag{Name: "reads", Usage: "those that cannot alone"},
			formatFlag("how to print", listFormats),
		)...),
		Action: runOps,
	}
}

func runOps(c *cli.Context) error {
	if err := checkFormat(c, listFormats); err != nil {
		return err
	}
	if c.Bool("writes") && c.Bool("reads") {
		return usageErrorf("no operation both writes and only reads; give --writes or --reads")
	}
	l, err := openLibrary(c)
	if err != nil {
		return err
	}
	query := catalog.Query{
		Tags: c.StringSlice("tag"), Methods: c.StringSlice("method"), Writes: c.Bool("writes"), Reads: c.Bool("reads"), Words: c.Args().Slice(),
	}
	if err := l.checkTags(query.Tags); err != nil {
		return err
	}
	if err := l.write(c, query); err != nil {
		return err
	}
	if len(l.faults) > 0 {
		return l.incomplete("some operations are not listed")
	}
	return nil
}

// checkTags refuses tags that no operation has.
func (l *library) checkTags(tags []string) error {
	all := catalog.Tags(l.operations)
	for _, tag := range tags {
		if len((catalog.Query{Tags: []string{tag}}).Of(l.operations)) == 0 {
			return usageErrorf("no operation has the tag %q%s", tag, diag.Known(tag, all))
		}
	}
	return nil
}

// write writes the operations that match a query.
func (l *library) write(c *cli.Context, query catalog.Query) error {
	list := query.Of(l.operations)
	if c.String("format") == "json" {
		return describe.WriteJSON(c.App.Writer, list)
	}
	if err := describe.WriteText(c.App.Writer, list); err != nil {
		return err
	}
	result := plural(len(l.operations), "operation")
	switch {
	case len(list) == 0:
		words := strings.Join(query.Words, "")
		result = "none of " + result + " matches" + diag.DidYouMean(words, catalog.Names(l.operations))
	case len(list) < len(l.operations):
		result = fmt.Sprintf("%d of %s", len(list), result)
	}
	_, err := fmt.Fprintf(c.App.Writer, "%s: %s\n", l.name, result)
	return err
}
