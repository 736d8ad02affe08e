package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/importer"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// importFormats are what a manifest can be made of.
var importFormats = []string{"arazzo"}

func importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "write a manifest of workflows in another format",
		ArgsUsage: "arazzo FILE",
		Description: "Makes a manifest of an Arazzo document, 1.0 or 1.1: a tool of each workflow. What has no equal stands in comments, at its place.\n" +
			"The manifest has no errors as it is written.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "openapi", Usage: "the OpenAPI document of a source description: `NAME=FILE`; may be repeated", DefaultText: "what its url names beside FILE"},
			&cli.PathFlag{Name: "out", Value: manifestName, Usage: "write the manifest to `FILE`"},
			&cli.BoolFlag{Name: "force", Usage: "replace a manifest that is there"},
			&cli.StringFlag{Name: "name", Usage: "call the service `NAME`", DefaultText: "the title of the document"},
			&cli.StringFlag{Name: "module", Usage: "make the service a module of its own, with the path `PATH`", DefaultText: "none within a module"},
			&cli.StringSliceFlag{Name: "server", Usage: "the base URL of a document that states none: `[UPSTREAM=]URL`; may be repeated"},
			outsideFlag(),
			remoteFlag(),
		},
		Action: runImport,
	}
}

func runImport(c *cli.Context) error {
	args := c.Args().Slice()
	switch {
	case len(args) == 0 || !slices.Contains(importFormats, args[0]):
		return usageErrorf("say what to import: nactgen import %s FILE", strings.Join(importFormats, "|"))
	case len(args) != 2:
		return usageErrorf("name one document: nactgen import %s FILE", args[0])
	}
	out := c.Path("out")
	if err := checkTarget(c, out); err != nil {
		return err
	}
	p, err := newProject(c, out)
	if err != nil {
		return err
	}
	doc, found, err := readArazzo(c, p, args[1])
	if err != nil {
		return err
	}
	sources, err := p.describe(c, doc)
	if err != nil {
		return err
	}
	if err := p.place(c.StringSlice("server")); err != nil {
		return err
	}
	p.service.Title = doc.Info.Title.V
	p.service.Name = cmp.Or(c.String("name"), draft.UpstreamName(doc.Info.Title.V, args[1], nil))
	p.service.Go = p.target(c.String("module"))
	return p.writeImport(c, doc, sources, found)
}

// readArazzo reads the document, and prints and returns what is wrong with it.
func readArazzo(c *cli.Context, p *project, file string) (*arazzo.Document, diag.List, error) {
	if err := p.files.Check(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, usageErrorf("the document %s cannot be read: %v", file, err)
	}
	data, err := inputs.Read(file, inputs.Limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, usageErrorf("there is no document %s", file)
	} else if err != nil {
		return nil, nil, err
	}
	doc, found := arazzo.Read(file, data)
	err = imported(c, found)
	if doc != nil {
		return doc, found, nil
	}
	return nil, nil, err
}

// imported prints findings, and returns the error that ends the command if there are errors among them.
func imported(c *cli.Context, found diag.List) error {
	if err := found.WriteText(c.App.ErrWriter, readSource); err != nil {
		return err
	}
	if found.HasErrors() {
		return &exit{code: exitFindings, text: countFindings(found) + "; nothing is written"}
	}
	return nil
}

// describe opens the OpenAPI documents that the source descriptions name: those of --openapi, or what stands beside the document.
func (p *project) describe(c *cli.Context, doc *arazzo.Document) ([]importer.Source, error) {
	stated := map[string]string{}
	for _, flag := range c.StringSlice("openapi") {
		name, file, ok := strings.Cut(flag, "=")
		if !ok && len(doc.Sources) == 1 {
			name, file = doc.Sources[0].Name.V, flag
		} else if !ok {
			return nil, usageErrorf("say which source description --openapi %s is, as in --openapi %s=%s", flag, doc.Sources[0].Name.V, flag)
		}
		var names []string
		for _, s := range doc.Sources {
			names = append(names, s.Name.V)
		}
		if !slices.Contains(names, name) {
			return nil, usageErrorf("--openapi names the source description %q%s", name, diag.Known(name, names))
		}
		stated[name] = file
	}
	var found diag.List
	var sources []importer.Source
	for _, s := range doc.Sources {
		file, isStated := stated[s.Name.V]
		switch {
		case s.Type.V != "" && s.Type.V != "openapi":
			continue
		case isStated:
		case strings.Contains(s.URL.V, "://"):
			found.Errorf(s.URL.Pos, 0, "arazzo", "the document of %s is elsewhere; say where a copy of it is, with --openapi %s=FILE", s.Name.V, s.Name.V)
			continue
		default:
			file = filepath.Join(filepath.Dir(doc.File), filepath.FromSlash(s.URL.V))
		}
		opened, err := p.document(file)
		switch {
		case err != nil && isStated:
			return nil, fmt.Errorf("the source description %s: %w", s.Name.V, err)
		case err != nil:
			found.Errorf(s.URL.Pos, 0, "arazzo", "%v; say where it is, with --openapi %s=FILE", err, s.Name.V)
			continue
		}
		u, err := p.upstream(opened, file, s.Name.V)
		if err != nil {
			return nil, err
		}
		sources = append(sources, importer.Source{Name: s.Name.V, Upstream: u})
	}
	return sources, imported(c, found)
}

// writeImport makes the manifest, and writes it once it has no errors. Found is what is wrong with the document.
func (p *project) writeImport(c *cli.Context, doc *arazzo.Document, sources []importer.Source, found diag.List) error {
	im, wrong := importer.New(doc, &p.service, sources)
	if err := wrong.WriteText(c.App.ErrWriter, readSource); err != nil {
		return err
	}
	found = append(found, wrong...)
	err := im.Settle(func(text string) diag.List {
		_, found := p.checkText(text)
		return found
	})
	if err != nil {
		return err
	}
	tools, disabled, left := im.Tools(), im.Disabled(), im.Left()
	for _, name := range tools {
		if lost := disabled[name]; len(lost) > 0 {
			fmt.Fprintf(c.App.ErrWriter, "disabled %s, which lacks %s of its workflow: %s\n", name, plural(len(lost), "part"), lost[0])
		}
	}
	for _, name := range left {
		fmt.Fprintf(c.App.ErrWriter, "left out %s\n", name)
	}
	if len(tools) == 0 {
		if found.HasErrors() {
			return &exit{code: exitFindings, text: countFindings(found) + "; nothing is written"}
		}
		return &exit{code: exitFindings, text: "no tool could be made of it; nothing is written"}
	}
	text := plural(len(tools), "tool")
	if len(disabled) > 0 {
		text += fmt.Sprintf(", %d of them disabled", len(disabled))
	}
	if err := p.writeManifest(c, im.Text(), text); err != nil {
		return err
	}
	if found.HasErrors() || len(disabled)+len(left) > 0 {
		return findings()
	}
	return nil
}

// checkTarget refuses an --out and a --name that a new manifest cannot have.
func checkTarget(c *cli.Context, out string) error {
	if out == "" {
		return usageErrorf("--out is empty; give it a file, or leave it out")
	}
	if _, err := os.Lstat(out); err == nil && !c.Bool("force") {
		return usageErrorf("%s is there already; name another file with --out, or replace it with --force", out)
	}
	if name := c.String("name"); name != "" && !draft.IsName(name) {
		return usageErrorf("--name is %q; a name has lower-case letters and digits in words joined by single underscores", name)
	}
	return nil
}
