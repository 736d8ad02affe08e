package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/versions/lock"
)

func lockCommand() *cli.Command {
	return &cli.Command{
		Name:  "lock",
		Usage: "publish the current version of every tool",
		Description: "Adds to " + lock.Name + ", beside the manifest, what is new in the manifest: tools, versions, names, withdrawals. The lock file\n" +
			"of a manifest with another name is called like that: orders.lock beside orders.yaml. What is published never changes: from then on no command takes a manifest that breaks it. Commit the file.",
		Flags:  manifestFlags(),
		Action: runLock,
	}
}

func runLock(c *cli.Context) error {
	manifest, files, err := findManifest(c)
	if err != nil {
		return err
	}
	r, err := runPipeline(manifest, pipeline.Options{Files: files}, "nothing was published", c.App.ErrWriter)
	if err != nil {
		return err
	}
	changed, published, err := lock.Publish(r.Published, r.Entries)
	if err != nil {
		return err
	}
	path := lock.Path(manifest)
	if !r.Published.Missing && len(published) == 0 {
		_, err := fmt.Fprintf(c.App.Writer, "nothing to publish: %s has everything\n", path)
		return err
	}
	if err := output.ReplaceFile(path, changed.Encode()); err != nil {
		return err
	}
	for _, line := range published {
		fmt.Fprintf(c.App.Writer, "published %s\n", line)
	}
	_, err = fmt.Fprintf(c.App.Writer, "wrote %s\n", path)
	return err
}
