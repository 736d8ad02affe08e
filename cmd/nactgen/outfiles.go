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

// writeFiles writes those files that differ from what is there: all of them, or none. The noun is what one of them is.
func writeFiles(c *cli.Context, noun string, files []output.Replacement) error {
	stale, err := staleFiles(files)
	if err != nil {
		return err
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

// checkFiles says which files are not what a command would write.
func checkFiles(c *cli.Context, command, noun string, files []output.Replacement) error {
	stale, err := staleFiles(files)
	if err != nil {
		return err
	}
	for _, f := range stale {
		fmt.Fprintf(c.App.Writer, "stale: %s\n", f.Path)
	}
	if len(stale) > 0 {
		return &exit{code: exitFindings, text: are(len(stale), noun) + " stale; run nactgen " + command + " without --check"}
	}
	fmt.Fprintf(c.App.Writer, "%s up to date\n", are(len(files), noun))
	return nil
}

// staleFiles are those that are missing or differ.
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
