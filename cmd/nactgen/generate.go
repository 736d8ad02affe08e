package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt/lock"
)

func generateCommand() *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "write the Go code of a service",
		Description: "Checks the manifest and everything it refers to, and writes the generated package: all of it, or nothing.\n" +
			"Files that an earlier run wrote and this one does not are removed. Files that nactgen did not write are\n" +
			"never touched; " + output.ListFile + " in the output folder records which ones it wrote.",
		Flags: []cli.Flag{
			manifestFlag(),
			&cli.PathFlag{Name: "out", Usage: "write to the folder `DIR` instead of the manifest's go.dir"},
			&cli.StringFlag{Name: "module", Usage: "make a stand-alone service with the module path `PATH` instead of the manifest's go.module"},
			&cli.BoolFlag{Name: "pin", Usage: "first write the SHA-256 of the OpenAPI documents, as they are now, into the manifest"},
			&cli.BoolFlag{Name: "check", Usage: "write nothing; print what would change as a diff, and exit with 1 if anything would"},
		},
		Action: generate,
	}
}

func generate(c *cli.Context) error {
	if c.Bool("pin") && c.Bool("check") {
		return usageErrorf("--check writes nothing, so it does not go with --pin")
	}
	manifest, err := findManifest(c)
	if err != nil {
		return err
	}
	if c.Bool("pin") {
		if err := pinDocuments(c, manifest); err != nil {
			return err
		}
	}
	g, err := newGeneration(manifest, c.Path("out"), c.String("module"), c.App.ErrWriter)
	if err != nil {
		return err
	}
	if c.Bool("check") {
		return g.check(c.App.Writer)
	}
	if err := g.derivedIDs(c.App.Writer); err != nil {
		return err
	}
	return g.write(c.App.Writer)
}

// derivedIDs prints the IDs that are not settled yet: another name of the tool would change them.
func (g *generation) derivedIDs(w io.Writer) error {
	for _, t := range g.plan.Tools {
		if !t.DerivedID {
			continue
		}
		if _, err := fmt.Fprintf(w, "id of tool %s is derived: %s\n", t.Name, t.ID); err != nil {
			return err
		}
	}
	return nil
}

// write brings the output folder up to date and prints what it did.
func (g *generation) write(w io.Writer) error {
	changes, err := g.compare()
	if err != nil {
		return err
	}
	if err := changes.Apply(); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, summary(changes))
	return err
}

// check prints what is stale in the output folder. A lock file that is missing is stale too: without it nobody would
// notice a change that breaks what is published.
func (g *generation) check(w io.Writer) error {
	changes, err := g.compare()
	if err != nil {
		return err
	}
	var stale []string
	if pending := changes.Pending(); len(pending) > 0 {
		stale = append(stale, fmt.Sprintf("%s stale in %s; run nactgen generate", are(len(pending), "file"), changes.Dir))
	}
	if g.unlocked {
		stale = append(stale, fmt.Sprintf("there is no %s; run nactgen lock", filepath.Join(g.plan.Folder, lock.Name)))
	}
	if len(stale) == 0 {
		_, err := fmt.Fprintln(w, summary(changes))
		return err
	}
	if _, err := w.Write(changes.Diff()); err != nil {
		return err
	}
	return &exit{code: exitFindings, text: strings.Join(stale, "\nnactgen: ")}
}

// summary says in one line what Apply did.
func summary(changes *output.Changes) string {
	written, removed := changes.Count(output.Create, output.Replace), changes.Count(output.Remove)
	var line string
	switch {
	case written > 0 && removed > 0:
		line = fmt.Sprintf("wrote %s to %s and removed %d", plural(written, "file"), changes.Dir, removed)
	case written > 0:
		line = fmt.Sprintf("wrote %s to %s", plural(written, "file"), changes.Dir)
	case removed > 0:
		line = fmt.Sprintf("removed %s from %s", plural(removed, "file"), changes.Dir)
	default:
		line = fmt.Sprintf("nothing to do: %s up to date in %s", are(changes.Count(output.Unchanged), "file"), changes.Dir)
	}
	if kept := changes.Kept(); len(kept) > 0 {
		line += "; kept as edited: " + strings.Join(kept, ", ")
	}
	return line
}
