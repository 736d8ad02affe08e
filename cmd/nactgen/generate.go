package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/rerun"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/versions/lock"
)

func generateCommand() *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "write the Go code of a service",
		Description: "Checks the manifest and everything it refers to, and writes the generated package: all of it, or nothing.\n" +
			"Files that an earlier run wrote and this one does not are removed. Files that nactgen did not write, or\n" +
			"that were edited since, are not touched; " + output.ListFile + " in the output folder records what it wrote.",
		Flags: manifestFlags(
			&cli.PathFlag{Name: "out", Usage: "write to the folder `DIR` instead of the manifest's go.dir"},
			&cli.StringFlag{Name: "module", Usage: "make a stand-alone service with the module path `PATH` instead of the manifest's go.module"},
			&cli.BoolFlag{Name: "pin", Usage: "first write the SHA-256 of the OpenAPI documents, as they are now, into the manifest"},
			&cli.BoolFlag{Name: "force", Usage: "write over generated files that were edited"},
			&cli.BoolFlag{Name: "check", Usage: "write nothing; print what would change as a diff, and exit with 1 if anything would"},
		),
		Action: generate,
	}
}

func generate(c *cli.Context) error {
	for _, writes := range []string{"pin", "force"} {
		if c.Bool(writes) && c.Bool("check") {
			return usageErrorf("--check writes nothing, so it does not go with --%s", writes)
		}
	}
	manifest, files, err := findManifest(c)
	if err != nil {
		return err
	}
	options := pipeline.Options{
		Options: sculpt.Options{Out: c.Path("out"), Module: c.String("module")},
		Files:   files, Until: pipeline.Apply, Pin: c.Bool("pin"), Force: c.Bool("force"),
	}
	nothing := "nothing was generated"
	switch {
	case c.Bool("check"):
		options.Until, options.Force = pipeline.Compare, true // an edit is a part of the diff
	case c.Bool("pin"):
		nothing = "nothing was pinned"
	case !c.Bool(remoteFlag().Name):
		return generateAgain(manifest, options, c.App.Writer, c.App.ErrWriter)
	}
	r, err := runPipeline(manifest, options, nothing, c.App.ErrWriter)
	if r == nil {
		return err
	}
	for _, pin := range r.Pinned {
		fmt.Fprintf(c.App.Writer, "pinned %s to %s\n", pin.Upstream, pin.SHA256)
	}
	if err != nil {
		return err
	}
	if c.Bool("check") {
		return reportStale(r, c.App.Writer)
	}
	derivedIDs(r.Plan, c.App.Writer)
	_, err = fmt.Fprintln(c.App.Writer, summary(r.Changes))
	return err
}

// generateAgain generates, unless nothing has changed since the last run. Then it only prints what a run prints that finds everything up to date.
func generateAgain(manifest string, options pipeline.Options, stdout, stderr io.Writer) error {
	memory := rerun.Open(manifest, options.Out, options.Module, options.Files.Root())
	if printed, unchanged := memory.Unchanged(options.Files); unchanged {
		if _, err := io.WriteString(stderr, printed.Findings); err != nil {
			return err
		}
		_, err := io.WriteString(stdout, printed.Result)
		return err
	}
	trace := inputs.NewTrace()
	options.Files = options.Files.WithTrace(trace)
	var found, ids strings.Builder
	r, err := runPipeline(manifest, options, "nothing was generated", io.MultiWriter(stderr, &found))
	if err != nil {
		return err
	}
	derivedIDs(r.Plan, &ids)
	memory.Keep(trace, r.Changes, rerun.Output{Findings: found.String(), Result: ids.String() + upToDate(r.Changes) + "\n"})
	_, err = fmt.Fprintf(stdout, "%s%s\n", &ids, summary(r.Changes))
	return err
}

// derivedIDs prints the IDs that are derived from the names of their tools, and so would change with these.
func derivedIDs(p *plan.Plan, w io.Writer) {
	for _, t := range p.Tools {
		if t.DerivedID {
			fmt.Fprintf(w, "id of tool %s is derived: %s\n", t.Signature.Name, t.Signature.ToolID)
		}
	}
}

// reportStale prints what is stale in the output folder. A lock file that is missing is stale too: without it nobody would
// notice a change that breaks what is published.
func reportStale(r *pipeline.Result, w io.Writer) error {
	var stale []string
	if pending := r.Changes.Pending(); len(pending) > 0 {
		stale = append(stale, fmt.Sprintf("%s stale in %s; run nactgen generate", are(len(pending), "file"), r.Changes.Dir))
	}
	if r.Published.Missing && len(r.Plan.Tools) > 0 {
		stale = append(stale, fmt.Sprintf("there is no %s; run nactgen lock", lock.Path(filepath.Join(r.Plan.Folder, r.Plan.Manifest))))
	}
	if len(stale) == 0 {
		_, err := fmt.Fprintln(w, summary(r.Changes))
		return err
	}
	if _, err := w.Write(r.Changes.Diff()); err != nil {
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
		return upToDate(changes)
	}
	return line + keptAsEdited(changes)
}

// upToDate says in one line that all files are up to date.
func upToDate(changes *output.Changes) string {
	files := changes.Count(output.Create, output.Replace, output.Unchanged)
	return fmt.Sprintf("nothing to do: %s up to date in %s", are(files, "file"), changes.Dir) + keptAsEdited(changes)
}

// keptAsEdited names the files that are kept since somebody edited them, for the end of a line; it is empty if there are none.
func keptAsEdited(changes *output.Changes) string {
	kept := changes.Kept()
	if len(kept) == 0 {
		return ""
	}
	return "; kept as edited: " + strings.Join(kept, ", ")
}
