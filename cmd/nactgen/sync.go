package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/author/resync"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

func syncCommand() *cli.Command {
	return &cli.Command{
		Name:  "sync",
		Usage: "add drafted tools for what is new in the documents, and say what vanished",
		Description: "Drafts a tool, disabled, for each operation that the select of an upstream is for and that no step of any tool calls.\n" +
			"They come at the end of the tools, with what they need besides; nothing that is there changes. What tools and\n" +
			"selections name and the documents do not have is told. Exits with 1 if that is anything, or something was left out.",
		Flags: manifestFlags(
			&cli.BoolFlag{Name: "check", Usage: "write nothing; exit with 1 if anything would be added, too"},
		),
		Action: runSync,
	}
}

func runSync(c *cli.Context) error {
	file, files, err := findManifest(c)
	if err != nil {
		return err
	}
	m, found := manifest.ReadIn(files, file)
	var documents document.Set
	if m != nil && !found.HasErrors() {
		documents = document.Open(m, nil, &found)
	}
	if found.HasErrors() {
		found.Sort()
		return endWith(c.App.ErrWriter, found, exitFindings, "nothing was compared")
	}
	r, err := resync.Run(m, documents)
	if err != nil {
		return err
	}
	if !c.Bool("check") {
		if err := pipeline.WriteSources(m.Sources, r.Sources); err != nil {
			return err
		}
	}
	return reportSync(c, m, documents, r)
}

// reportSync prints which tools were added, which operations were left out, and which names vanished.
func reportSync(c *cli.Context, m *manifest.Manifest, documents document.Set, r *resync.Result) error {
	out, verb := c.App.Writer, "added"
	if c.Bool("check") {
		verb = "would add"
	}
	for _, t := range r.Added {
		fmt.Fprintf(out, "%s %s, which calls %s\n", verb, t.Name, t.Operation.Call)
	}
	if err := r.Vanished.WriteText(out, sourceOf(m)); err != nil {
		return err
	}
	if !r.Selects {
		fmt.Fprintf(out, "%s: no upstream says which operations are wanted, so that nothing is drafted; add select: {all: true}, or tags or operations, to an upstream\n", m.File)
	}
	incomplete := false
	for _, u := range m.Upstreams {
		for _, fault := range documents[u.Name.V].Unlisted() {
			incomplete = true
			fmt.Fprintf(c.App.ErrWriter, "not listed: %v\n", fault)
		}
	}
	for _, l := range r.Refused {
		fmt.Fprintf(c.App.ErrWriter, "left out %s: %s; name it under except of select if it is not wanted\n", l.Call, l.Reason)
	}
	fmt.Fprintf(out, "%s: %s %s; %s vanished\n", m.File, verb, plural(len(r.Added), "tool"), plural(len(r.Vanished), "name"))
	switch {
	case c.Bool("check") && len(r.Added) > 0:
		return &exit{code: exitFindings, text: are(len(r.Added), "tool") + " missing; run nactgen sync"}
	case len(r.Vanished) > 0 || len(r.Refused) > 0 || incomplete:
		return findings()
	case len(r.Added) > 0:
		fmt.Fprintln(out, "they are disabled: read the comments, then take \"disabled\" out of those that the service shall have")
	}
	return nil
}

// sourceOf returns the text of a file of a manifest as it was read, to show its lines.
func sourceOf(m *manifest.Manifest) func(file string) []byte {
	return func(file string) []byte {
		for _, s := range m.Sources {
			if s.Path == file {
				return s.Text
			}
		}
		return nil
	}
}
