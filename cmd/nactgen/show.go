package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/author/describe"
	"github.com/nactgen/nactgen/sculpt/catalog"
)

// shownDepth is how many fields deep show looks unless told otherwise.
const shownDepth = 4

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "say what an operation takes and answers",
		ArgsUsage: "OPERATION",
		Description: "Shows an operation as a step calls it: by its id, by the upstream's name and its id where there is a manifest, or by\n" +
			"its method and path. Parameters, body and answers have the types, names and optional members that expressions see,\n" +
			"with limits, examples and their places in the document.",
		Flags: append([]cli.Flag{openapiFlag()}, manifestFlags(
			&cli.BoolFlag{Name: "answer", Usage: "show the answer of a success alone"},
			&cli.StringFlag{Name: "part", Usage: "show the value `PATH` alone, such as body.items or this.body.data, or the parameters, which are with"},
			&cli.StringFlag{Name: "status", Usage: "show the answer with the status `STATUS` alone, as rules of on_error read it", DefaultText: "that of a success"},
			&cli.IntFlag{Name: "depth", Value: shownDepth, Usage: "show what is at most `NUMBER` members deep"},
			formatFlag("how to print", listFormats),
		)...),
		BashComplete: completeCall,
		Action:       runShow,
	}
}

func runShow(c *cli.Context) error {
	if err := checkFormat(c, listFormats); err != nil {
		return err
	}
	switch {
	case !c.Args().Present():
		return usageErrorf("name an operation: nactgen show OPERATION; nactgen ops lists them")
	case c.Int("depth") < 0:
		return usageErrorf("--depth is %d; it must be 0 or more", c.Int("depth"))
	}
	l, err := openLibrary(c)
	if err != nil {
		return err
	}
	op, message := catalog.Find(l.operations, strings.Join(c.Args().Slice(), " "))
	if message != "" {
		return l.notFound(message)
	}
	detail, err := describe.Describe(op, c.Int("depth")+describe.PartDepth(c.String("part")))
	if err != nil {
		return err
	}
	shown, message := partOf(c, detail)
	if message != "" {
		return usageErrorf("%s", message)
	}
	if c.String("format") == "json" {
		return shown.WriteJSON(c.App.Writer)
	}
	return shown.WriteText(c.App.Writer)
}

// partOf returns what the command line wants to see of an operation: all of it, an answer, or a value. If there is none, the message says so.
func partOf(c *cli.Context, detail *describe.Detail) (part describe.Part, message string) {
	if !c.Bool("answer") && !c.IsSet("status") && !c.IsSet("part") {
		return detail, ""
	}
	answer, message := detail.Answer(c.String("status"))
	if c.IsSet("part") && (message == "" || !c.IsSet("status")) {
		return detail.Part(c.String("part"), answer)
	}
	return answer, message
}

// notFound ends a command that was given an operation which does not exist. It may be one of those that could not be listed, so these are named, too.
func (l *library) notFound(message string) error {
	if len(l.faults) == 0 {
		return usageErrorf("%s: %s", l.name, message)
	}
	return l.incomplete(l.name + ": " + message + "; some operations are not listed")
}
