package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/spec"
)

// summaryName is the command by which drift calls itself.
const summaryName = "drift-summary"

// summaryTime is how long drift waits for the summary, which it can do without.
const summaryTime = 2 * time.Minute

// summaryCommand compares two documents as a whole. It is a command because some documents hang or end the process
// that does so, see [spec.Changes], and the report on the tools has to come all the same.
func summaryCommand() *cli.Command {
	return &cli.Command{
		Name:      summaryName,
		Usage:     "count what changes between two documents; drift calls it",
		ArgsUsage: "OLD NEW",
		Hidden:    true,
		Before:    func(*cli.Context) error { return nil }, // it takes arguments
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 2 {
				return usageErrorf("%s takes two documents", summaryName)
			}
			before, err := spec.Open(c.Args().Get(0))
			if err != nil {
				return err
			}
			after, err := spec.Open(c.Args().Get(1))
			if err != nil {
				return err
			}
			summary, err := spec.Changes(before, after)
			if err != nil {
				return err
			}
			return json.NewEncoder(c.App.Writer).Encode(summary)
		},
	}
}

// summarize has another process compare two documents as a whole.
func summarize(ctx context.Context, before, after *spec.Document) (*spec.ChangeSummary, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, summaryTime)
	defer cancel()
	command := exec.CommandContext(ctx, self, summaryName, "--", before.File(), after.File())
	command.Args[0] = os.Args[0]
	output, err := command.Output()
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, errors.New("it takes too long")
	case errors.As(err, &failed) && failed.ExitCode() == exitFindings:
		return nil, errors.New(strings.TrimPrefix(strings.TrimSpace(string(failed.Stderr)), "nactgen: "))
	case errors.As(err, &failed):
		return nil, errors.New("libopenapi cannot cope with one of them")
	case err != nil:
		return nil, err
	}
	summary := &spec.ChangeSummary{}
	return summary, json.Unmarshal(output, summary)
}
