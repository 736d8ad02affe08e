package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
)

// checkOutFlag refuses an empty --out, and --check without --out. Target and compared are what --out names, for the messages.
func checkOutFlag(c *cli.Context, target, compared string) error {
	switch out := c.Path("out"); {
	case c.IsSet("out") && out == "":
		return usageErrorf("--out is empty; give it %s, or leave it out", target)
	case c.Bool("check") && out == "":
		return usageErrorf("--check compares with %s, so it needs --out", compared)
	}
	return nil
}

// writeFiles writes the files that differ from what is there, all of them or none. With --check, it only names them. Messages call a file by the noun.
func writeFiles(c *cli.Context, noun string, files []output.Replacement) error {
	stale, err := staleFiles(files)
	if err != nil {
		return err
	}
	if c.Bool("check") {
		for _, f := range stale {
			fmt.Fprintf(c.App.Writer, "stale: %s\n", f.Path)
		}
		if len(stale) > 0 {
			return &exit{code: exitFindings, text: are(len(stale), noun) + " stale; run nactgen " + c.Command.Name + " without --check"}
		}
		fmt.Fprintf(c.App.Writer, "%s up to date\n", are(len(files), noun))
		return nil
	}
	for _, f := range stale {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
			return err
		}
	}
	if err := output.ReplaceFiles(stale); err != nil {
		return err
	}
	for _, f := range stale {
		fmt.Fprintf(c.App.Writer, "wrote %s\n", f.Path)
	}
	if len(stale) == 0 {
		fmt.Fprintf(c.App.Writer, "nothing to do: %s up to date\n", are(len(files), noun))
	}
	return nil
}

// staleFiles returns the files that are missing on disk or differ from it.
func staleFiles(files []output.Replacement) ([]output.Replacement, error) {
	var stale []output.Replacement
	for _, f := range files {
		content, err := inputs.Read(f.Path, inputs.Limit)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err != nil || !bytes.Equal(content, f.Content) {
			stale = append(stale, f)
		}
	}
	return stale, nil
}
