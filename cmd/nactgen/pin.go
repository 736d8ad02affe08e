package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/pin"
)

// pinDocuments writes into the manifest which documents its upstreams have now. A manifest with errors is left alone.
func pinDocuments(c *cli.Context, manifest string) error {
	plan, _, list := sculpt.Load(manifest, sculpt.Options{Module: c.String("module"), Out: c.Path("out"), Unpinned: true})
	if list.HasErrors() {
		if err := list.WriteText(c.App.ErrWriter, readSource); err != nil {
			return err
		}
		return &exit{code: exitFindings, text: countFindings(list) + "; nothing was pinned"}
	}
	text, err := os.ReadFile(manifest)
	if err != nil {
		return err
	}
	pinned := text
	for _, u := range plan.Upstreams {
		before := pinned
		if pinned, err = pin.Rewrite(before, u.Name, u.SHA256); err != nil {
			return fmt.Errorf("%s: %w", manifest, err)
		}
		if !bytes.Equal(pinned, before) {
			fmt.Fprintf(c.App.Writer, "pinned %s to %s\n", u.Name, u.SHA256)
		}
	}
	if bytes.Equal(pinned, text) {
		return nil
	}
	return replaceFile(manifest, pinned)
}
