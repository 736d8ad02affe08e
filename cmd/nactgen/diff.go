package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/review/plandiff"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/versions/lock"
	"github.com/nactgen/nactgen/versions/sigdiff"
	"github.com/nactgen/nactgen/view/stats"
)

var diffFormats = formats[*toolsDiff]{
	{"text", (*toolsDiff).writeText},
	{"json", (*toolsDiff).writeJSON},
	{"markdown", (*toolsDiff).writeMarkdown},
}

func diffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "say what changes for those who call the tools, and what the tools do differently",
		ArgsUsage: "[FILE]",
		Description: "Compares the tools of the manifest with those of another time: with what " + lock.Name + " has published, with the\n" +
			lock.Name + " of a git revision, or with a FILE, which is a " + lock.Name + " or the JSON of signatures as a service answers\n" +
			"them. What the tools do is compared with the manifest of that revision, or of the commit that has published last. Nothing is\n" +
			"written. Exits with 1 if something breaks.",
		Flags: manifestFlags(
			&cli.StringFlag{Name: "base", Usage: "compare with what was published in the git revision `REV`"},
			diffFormats.flag(),
		),
		Action: runDiff,
	}
}

func runDiff(c *cli.Context) error {
	write, err := diffFormats.writer(c)
	if err != nil {
		return err
	}
	if c.Args().Len() > 1 || c.Args().Present() && c.IsSet("base") {
		return usageErrorf("diff compares with one file or one revision, not with %s", quoted(append(c.Args().Slice(), c.String("base"))))
	}
	manifest, files, err := findManifest(c)
	if err != nil {
		return err
	}
	r, err := pipeline.Run(manifest, pipeline.Options{Options: sculpt.Options{Unlocked: true, Unpinned: true}, Files: files})
	if err != nil {
		return err
	}
	if r.Findings.HasErrors() {
		return endWith(c.App.ErrWriter, r.Findings, exitUsage, "there is nothing to compare")
	}
	base, list, err := readBase(c, manifest, r.Published)
	if err != nil {
		return err
	}
	if list.HasErrors() {
		return endWith(c.App.ErrWriter, list, exitUsage, "there is nothing to compare")
	}
	diff := newToolsDiff(base, r.Entries)
	if diff.Tokens, err = stats.Compare(base.found(), found(r.Entries), stats.Encodings[0]); err != nil {
		return err
	}
	if diff.Behavior, err = compareBehavior(c, manifest, r.Published, r.Plan); err != nil {
		return err
	}
	if err := write(diff, c.App.Writer); err != nil {
		return err
	}
	if diff.Class == sigdiff.Breaking {
		return findings()
	}
	return nil
}

// toolsDiff is what differs between the tools of two times: in their signatures, and in what they do. Its JSON is stable.
type toolsDiff struct {
	sigdiff.Report
	Withdrawals []withdrawalChange `json:"withdrawals"` // never null in JSON
	Tokens      *stats.Changes     `json:"tokens"`
	Behavior    plandiff.Report    `json:"behavior"`
}

// withdrawalChange is a tool that was withdrawn, so that agents no longer find it, or restored.
type withdrawalChange struct {
	Tool   string `json:"name"`
	Change string `json:"change"` // withdrawn, restored or gone
}

// withdrawalTexts say what the changes mean.
var withdrawalTexts = map[string]string{
	"withdrawn": "is withdrawn: agents no longer find it, and its versions can be called as before",
	"restored":  "is no longer withdrawn: agents find it again",
	"gone":      "was withdrawn and is gone: its versions can no longer be called",
}

// newToolsDiff compares the tools of a base with those of a manifest. A withdrawn tool that is gone breaks nothing: its
// callers were told.
func newToolsDiff(base *diffBase, entries []lock.Entry) *toolsDiff {
	d := &toolsDiff{Withdrawals: []withdrawalChange{}}
	var older, newer []nact.Signature
	now := map[string]bool{}
	for _, e := range entries {
		id := e.Signature.ToolID
		now[id] = true
		published := base.has(id)
		if !published && e.Withdrawn {
			continue // whoever lists only what agents find does not know it
		}
		newer = append(newer, e.Signature)
		switch was := base.withdrawn[id]; {
		case published && e.Withdrawn && !was:
			d.Withdrawals = append(d.Withdrawals, withdrawalChange{e.Signature.Name, "withdrawn"})
		case was && !e.Withdrawn:
			d.Withdrawals = append(d.Withdrawals, withdrawalChange{e.Signature.Name, "restored"})
		}
	}
	for _, s := range base.signatures {
		if base.withdrawn[s.ToolID] && !now[s.ToolID] {
			d.Withdrawals = append(d.Withdrawals, withdrawalChange{s.Name, "gone"})
			continue
		}
		older = append(older, s)
	}
	slices.SortStableFunc(d.Withdrawals, func(a, b withdrawalChange) int { return strings.Compare(a.Tool, b.Tool) })
	d.Report = sigdiff.NewReport(older, newer)
	return d
}

// found returns the signatures of the tools that agents find.
func found(entries []lock.Entry) []nact.Signature {
	var signatures []nact.Signature
	for _, e := range entries {
		if !e.Withdrawn {
			signatures = append(signatures, e.Signature)
		}
	}
	return signatures
}

func (d *toolsDiff) writeText(w io.Writer) error {
	for _, c := range d.Withdrawals {
		if _, err := fmt.Fprintf(w, "%s %s\n\n", plainName(c.Tool), withdrawalTexts[c.Change]); err != nil {
			return err
		}
	}
	if err := d.WriteText(w); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := d.Tokens.WriteText(w, plainName); err != nil {
		return err
	}
	return d.Behavior.WriteText(w)
}

func (d *toolsDiff) writeMarkdown(w io.Writer) error {
	if err := d.WriteMarkdown(w); err != nil {
		return err
	}
	for _, c := range d.Withdrawals {
		if _, err := fmt.Fprintf(w, "\n`%s` %s.\n", plainName(c.Tool), withdrawalTexts[c.Change]); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := d.Tokens.WriteMarkdown(w, plainName); err != nil {
		return err
	}
	return d.Behavior.WriteMarkdown(w)
}

func (d *toolsDiff) writeJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

// plainName returns the name of a tool without what no name has: the base of a comparison need not be one of ours.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '_' {
			return r
		}
		return -1
	}, name)
}
