package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/view/graph"
	"github.com/nactgen/nactgen/view/graph/mermaid"
	"github.com/nactgen/nactgen/view/graph/svg"
)

// graphFormats are the values of graph's flag --format.
var graphFormats = []string{"svg", "mermaid"}

func graphCommand() *cli.Command {
	return &cli.Command{
		Name:  "graph",
		Usage: "draw what the tools do as pictures",
		Description: "Draws the steps of each tool, with who reads whose answer, for a README or a pull request: as SVG, a file a tool,\n" +
			"or as Mermaid, which stands in Markdown.",
		Flags: manifestFlags(
			&cli.StringSliceFlag{Name: "tool", Usage: "draw the tool `NAME` alone; may be repeated"},
			formatFlag("what to draw", graphFormats),
			&cli.PathFlag{Name: "out", Usage: "write to `PATH`: a file for Mermaid or for one tool, if it ends in .svg; else a folder with an SVG file a tool", DefaultText: "standard output, for Mermaid or one tool"},
			&cli.BoolFlag{Name: "check", Usage: "write nothing; exit with 1 if the files of --out are not what would be written"},
		),
		Action: runGraph,
	}
}

func runGraph(c *cli.Context) error {
	format, out := c.String("format"), c.Path("out")
	if err := checkFormat(c, graphFormats); err != nil {
		return err
	}
	if err := checkOutFlag(c, "a file or a folder", "files"); err != nil {
		return err
	}
	r, _, err := runUnlocked(c, "nothing was drawn")
	if err != nil {
		return err
	}
	tools, err := chosenTools(r.Checked, c.StringSlice("tool"))
	if err != nil {
		return err
	}
	pictures, err := draw(format, out, tools)
	if err != nil {
		return err
	}
	if out == "" {
		_, err = c.App.Writer.Write(pictures[0].Content)
		return err
	}
	return writeFiles(c, "picture", pictures)
}

// chosenTools returns the tools with the given names, or all if none is given, in the manifest's order.
func chosenTools(checked *sculpt.Checked, names []string) ([]*plan.Tool, error) {
	p := checked.Plan
	var all []string
	byName := map[string]bool{}
	for _, t := range p.Tools {
		all = append(all, t.Signature.Name)
		byName[t.Signature.Name] = len(names) == 0
	}
	for _, name := range names {
		if slices.ContainsFunc(checked.Disabled, func(t *manifest.Tool) bool { return t.Name.V == name }) {
			return nil, usageErrorf("the tool %s is disabled, so there is nothing to draw", name)
		}
		if _, ok := byName[name]; !ok {
			return nil, usageErrorf("there is no tool %q%s", name, diag.Known(name, all))
		}
		byName[name] = true
	}
	var tools []*plan.Tool
	for _, t := range p.Tools {
		if byName[t.Signature.Name] {
			tools = append(tools, t)
		}
	}
	if len(tools) == 0 {
		return nil, usageErrorf("%s has no tools, so there is nothing to draw", p.Manifest)
	}
	return tools, nil
}

// draw draws tools, and returns the files that --out means. If --out is empty, there is one picture without a path.
func draw(format, out string, tools []*plan.Tool) ([]output.Replacement, error) {
	var text bytes.Buffer
	if format == "mermaid" {
		var graphs []*graph.Graph
		for _, t := range tools {
			graphs = append(graphs, graph.Of(t))
		}
		err := mermaid.WriteMarkdown(&text, graphs)
		return []output.Replacement{{Path: out, Content: text.Bytes()}}, err
	}
	single := out == "" || strings.EqualFold(filepath.Ext(out), ".svg")
	if single && len(tools) > 1 {
		return nil, usageErrorf("SVG is a file a tool, and there are %d tools: give --out a folder, or name one with --tool", len(tools))
	}
	var pictures []output.Replacement
	for _, t := range tools {
		var picture bytes.Buffer
		if err := svg.Write(&picture, graph.Of(t)); err != nil {
			return nil, err
		}
		path := out
		if !single {
			path = filepath.Join(out, t.Signature.Name+".svg")
		}
		pictures = append(pictures, output.Replacement{Path: path, Content: picture.Bytes()})
	}
	return pictures, nil
}
