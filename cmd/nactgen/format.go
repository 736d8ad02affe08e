package main

import (
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// formats are the values of a command's flag --format, the default first, each with the function that writes a report in it.
type formats[R any] []struct {
	name  string
	write func(R, io.Writer) error
}

func (f formats[R]) names() []string {
	var names []string
	for _, format := range f {
		names = append(names, format.name)
	}
	return names
}

// flag returns the flag --format.
func (f formats[R]) flag() cli.Flag { return formatFlag("how to report", f.names()) }

// writer returns the function for the format that the command line names.
func (f formats[R]) writer(c *cli.Context) (func(R, io.Writer) error, error) {
	if err := checkFormat(c, f.names()); err != nil {
		return nil, err
	}
	return f[slices.Index(f.names(), c.String("format"))].write, nil
}

// formatFlag returns a flag --format, whose default is the first name.
func formatFlag(usage string, names []string) cli.Flag {
	return &cli.StringFlag{Name: "format", Value: names[0], Usage: usage + ": `FORMAT` is " + oneOf(names)}
}

// checkFormat refuses a --format that is none of the names.
func checkFormat(c *cli.Context, names []string) error {
	if format := c.String("format"); !slices.Contains(names, format) {
		return usageErrorf("--format is %q%s; it can be %s", format, diag.DidYouMean(format, names), oneOf(names))
	}
	return nil
}

// oneOf joins names for a sentence: "a, b or c".
func oneOf(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
