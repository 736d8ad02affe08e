package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/review/docdiff"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

var driftFormats = formats[*docdiff.Report]{
	{"text", (*docdiff.Report).WriteText},
	{"json", (*docdiff.Report).WriteJSON},
	{"markdown", (*docdiff.Report).WriteMarkdown},
}

func driftCommand() *cli.Command {
	return &cli.Command{
		Name:      "drift",
		Usage:     "say what a new version of a vendor's OpenAPI document does to the tools",
		ArgsUsage: "[NEW_DOCUMENT]",
		Description: "Compares what the tools use of an upstream's document with a new version of the document: which tools break,\n" +
			"which get warnings, which are untouched. NEW_DOCUMENT stands for the document of the only upstream; where there\n" +
			"are several, --upstream says which is meant. Nothing is written. Exits with 1 if a tool breaks.",
		Flags: manifestFlags(
			&cli.StringSliceFlag{Name: "upstream", Usage: "compare the upstream's document with a new one, as `NAME=FILE`; may be repeated"},
			&cli.StringSliceFlag{Name: "from", Usage: "compare with this document instead of the one that the manifest names, as `NAME=FILE`; may be repeated"},
			driftFormats.flag(),
		),
		Action: runDrift,
	}
}

func runDrift(c *cli.Context) error {
	write, err := driftFormats.writer(c)
	if err != nil {
		return err
	}
	file, files, err := findManifest(c)
	if err != nil {
		return err
	}
	m, found := manifest.ReadIn(files, file)
	replacements, err := newDocuments(c, m)
	if err != nil {
		return err
	}
	current, err := documentsByName(c, "from")
	if err != nil {
		return err
	}
	report, list := docdiff.Compare(m, found, replacements, docdiff.Options{Current: current})
	if report == nil {
		return endWith(c.App.ErrWriter, list, exitUsage, incomparable(list))
	}
	if err := write(report, c.App.Writer); err != nil {
		return err
	}
	if report.Class() == docdiff.Breaks {
		return findings()
	}
	return nil
}

// incomparable says why there is no report, and what to do.
func incomparable(list diag.List) string {
	if slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Rule == "pin" }) {
		return "give the pinned document with --from NAME=FILE to compare with it"
	}
	return "there is nothing to compare"
}

// newDocuments are the new documents that the command line names, by upstream.
func newDocuments(c *cli.Context, m *manifest.Manifest) (map[string]string, error) {
	documents, err := documentsByName(c, "upstream")
	if err != nil {
		return nil, err
	}
	switch {
	case c.Args().Len() > 1:
		return nil, usageErrorf("drift takes one document, not %s; --upstream NAME=FILE can be repeated", quoted(c.Args().Slice()))
	case c.Args().Present() && len(documents) > 0:
		return nil, usageErrorf("drift takes a document or --upstream, not both")
	case c.Args().Present():
		name, err := onlyUpstream(m)
		return map[string]string{name: c.Args().First()}, err
	case len(documents) == 0:
		return nil, usageErrorf("name the new document: nactgen drift FILE, or nactgen drift --upstream NAME=FILE")
	}
	return documents, nil
}

// documentsByName reads a flag of the form NAME=FILE.
func documentsByName(c *cli.Context, flag string) (map[string]string, error) {
	documents := map[string]string{}
	for _, value := range c.StringSlice(flag) {
		name, file, ok := strings.Cut(value, "=")
		if !ok || name == "" || file == "" {
			return nil, usageErrorf("--%s is %q; it must be NAME=FILE, with the name of an upstream", flag, value)
		}
		if _, twice := documents[name]; twice {
			return nil, usageErrorf("--%s names the upstream %s twice", flag, name)
		}
		documents[name] = file
	}
	return documents, nil
}

// onlyUpstream returns the upstream that a document without a name is for.
func onlyUpstream(m *manifest.Manifest) (string, error) {
	if m == nil || len(m.Upstreams) == 0 {
		return "", nil // the comparison says what is wrong with the manifest
	}
	names := m.UpstreamNames()
	if len(names) > 1 {
		slices.Sort(names)
		return "", usageErrorf("%s has the upstreams %s; say whose document this is, with --upstream %s=FILE", m.File, strings.Join(names, ", "), names[0])
	}
	return names[0], nil
}

// quoted lists words for a message.
func quoted(words []string) string {
	var list []string
	for _, w := range words {
		list = append(list, fmt.Sprintf("%q", w))
	}
	return strings.Join(list, " ")
}
