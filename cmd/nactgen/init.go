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

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/spec"
)

func initCommand() *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "write a first manifest from OpenAPI documents",
		Description: "Drafts a tool for each operation that is named, or has one of the tags: with inputs that a user can say, outputs that\n" +
			"matter, and failures. What is left to do stands in comments. The manifest has no errors as it is written.\n" +
			"nactgen ops --openapi FILE lists what there is.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "openapi", Usage: "the OpenAPI document `FILE`; may be repeated for several"},
			&cli.StringSliceFlag{Name: "operation", Usage: "draft a tool for the operation `ID`, or \"METHOD /path\"; may be repeated"},
			&cli.StringSliceFlag{Name: "tag", Usage: "draft tools for the operations with the tag `TAG`; may be repeated"},
			&cli.BoolFlag{Name: "all", Usage: "draft tools for all operations"},
			&cli.StringSliceFlag{Name: "method", Usage: "of those of --tag and --all, only those with the method `METHOD`; may be repeated"},
			&cli.BoolFlag{Name: "reads", Usage: "of those of --tag and --all, only those that cannot change anything"},
			&cli.PathFlag{Name: "out", Value: manifestName, Usage: "write the manifest to `FILE`"},
			&cli.BoolFlag{Name: "force", Usage: "replace a manifest that is there"},
			&cli.StringFlag{Name: "name", Usage: "call the service `NAME`", DefaultText: "the name of the first document"},
			&cli.StringFlag{Name: "module", Usage: "make the service a module of its own, with the path `PATH`", DefaultText: "none within a module"},
			&cli.StringSliceFlag{Name: "server", Usage: "the base URL of a document that states none: `[UPSTREAM=]URL`; may be repeated"},
			outsideFlag(),
			remoteFlag(),
		},
		Action: runInit,
	}
}

func runInit(c *cli.Context) error {
	out := c.Path("out")
	if len(c.StringSlice("openapi")) == 0 {
		return usageErrorf("name an OpenAPI document with --openapi FILE")
	}
	if err := checkTarget(c, out); err != nil {
		return err
	}
	p, err := newProject(c, out)
	if err != nil {
		return err
	}
	if err := p.open(c.StringSlice("openapi")); err != nil {
		return err
	}
	if err := p.place(c.StringSlice("server")); err != nil {
		return err
	}
	selected, err := p.selected(c)
	if err != nil {
		return err
	}
	p.service.Name = cmp.Or(c.String("name"), p.service.Upstreams[0].Name)
	p.service.Go = p.target(c.String("module"))
	d, left, err := p.draft(selected)
	if err != nil {
		return err
	}
	return p.write(c, d, left)
}

// project has what init and import make a manifest of.
type project struct {
	out     string // the path of the manifest
	files   inputs.Tree
	service draft.Service
	sources []catalog.Source
	faults  []error // why some operations cannot be listed

	documents  document.Set                           // opened by the first check; nil before that
	checked    *sculpt.Checked                        // the result of the last check
	listed     map[string]*catalog.Operation          // the selected operations, by their calls
	operations map[*spec.Operation]*catalog.Operation // those of them that could be resolved
}

// newProject returns the project of a manifest that is to be written to a file. Its documents may refer to the files that the command line allows.
func newProject(c *cli.Context, out string) (*project, error) {
	p := &project{out: out}
	if !c.Bool(outsideFlag().Name) {
		files, err := inputs.Around(out)
		if err != nil {
			return nil, fmt.Errorf("the folder of %s: %w", out, err)
		}
		if err := files.Check(out); err != nil {
			return nil, usageErrorf("%s cannot be written: %v", out, err)
		}
		p.files = files
	}
	p.files = withRemote(c, p.files)
	return p, nil
}

// open opens the documents, and names their upstreams.
func (p *project) open(files []string) error {
	for _, file := range files {
		doc, err := p.document(file)
		if err != nil {
			return err
		}
		u, err := p.upstream(doc, file, doc.Title())
		if err != nil {
			return err
		}
		p.sources = append(p.sources, catalog.Source{Upstream: u.Name, Document: doc})
		p.faults = append(p.faults, doc.Unlisted()...)
	}
	if len(files) == 1 {
		p.service.Title = p.service.Upstreams[0].Document.Title()
	}
	return nil
}

// document opens a document that the command line names.
func (p *project) document(file string) (*spec.Document, error) {
	if err := inputs.Check(file, inputs.Limit); errors.Is(err, fs.ErrNotExist) {
		return nil, usageErrorf("there is no document %s", file)
	}
	if err := p.files.Check(file); err != nil {
		return nil, usageErrorf("the document %s cannot be read: %v", file, err)
	}
	return spec.OpenIn(p.files, file)
}

// upstream adds the upstream of a document, and names it after a title.
func (p *project) upstream(doc *spec.Document, file, title string) (*draft.Upstream, error) {
	folder, err := filepath.Abs(filepath.Dir(p.out))
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(file)
	if err == nil {
		path, err = filepath.Rel(folder, path)
	}
	if err != nil {
		return nil, fmt.Errorf("the path of %s from the folder of %s: %w", file, p.out, err)
	}
	u := &draft.Upstream{Name: draft.UpstreamName(title, file, p.names()), Path: filepath.ToSlash(path), Document: doc}
	p.service.Upstreams = append(p.service.Upstreams, u)
	return u, nil
}

// place sets the servers of upstreams that the command line states. It is an error if an upstream then has none.
func (p *project) place(servers []string) error {
	for _, stated := range servers {
		name, url, named := strings.Cut(stated, "=")
		if scheme := strings.Index(stated, "://"); !named || scheme >= 0 && scheme < len(name) {
			name, url = p.service.Upstreams[0].Name, stated
			if len(p.service.Upstreams) > 1 {
				return usageErrorf("say of which document --server %s is, as in --server %s=%s", stated, name, stated)
			}
		}
		i := slices.IndexFunc(p.service.Upstreams, func(u *draft.Upstream) bool { return u.Name == name })
		if i < 0 {
			return usageErrorf("--server names the upstream %q%s", name, diag.Known(name, p.names()))
		}
		if problem := draft.ServerProblem(url); problem != "" {
			return usageErrorf("--server %s: %s", stated, problem)
		}
		p.service.Upstreams[i].Server = url
	}
	for _, u := range p.service.Upstreams {
		if !u.HasServer() {
			return usageErrorf("the document %s gives no absolute server URL; say where the API is, as in --server %s=https://api.example.com", u.Document.File(), u.Name)
		}
	}
	return nil
}

func (p *project) names() []string {
	var names []string
	for _, u := range p.service.Upstreams {
		names = append(names, u.Name)
	}
	return names
}

// selected returns the operations that the command line asks for, in the order of the documents.
func (p *project) selected(c *cli.Context) ([]*catalog.Operation, error) {
	l := &library{name: strings.Join(c.StringSlice("openapi"), ", "), operations: catalog.List(p.sources...), faults: p.faults}
	wanted := map[*catalog.Operation]bool{}
	for _, name := range c.StringSlice("operation") {
		op, message := catalog.Find(l.operations, name)
		if message != "" {
			return nil, l.notFound(message)
		}
		wanted[op] = true
	}
	query := catalog.Query{Tags: c.StringSlice("tag"), Methods: c.StringSlice("method"), Reads: c.Bool("reads")}
	if err := l.checkTags(query.Tags); err != nil {
		return nil, err
	}
	named := slices.DeleteFunc(slices.Clone(l.operations), func(op *catalog.Operation) bool { return !wanted[op] })
	var more []*catalog.Operation
	switch {
	case len(query.Tags) > 0 || c.Bool("all"):
		if c.Bool("all") {
			query.Tags = nil
		}
		more = query.Of(l.operations)
	case len(wanted) > 0 && (len(query.Methods) > 0 || query.Reads):
		return nil, usageErrorf("--method and --reads are for --tag, --all and the list on a terminal; an operation that is named is taken as it is")
	case len(wanted) == 0:
		picked, err := l.pick(c, query)
		if err != nil {
			return nil, err
		}
		named, more = picked, picked
	}
	for _, op := range more {
		wanted[op] = true
	}
	p.record(query, c.Bool("all"), named)
	selected := slices.DeleteFunc(slices.Clone(l.operations), func(op *catalog.Operation) bool { return !wanted[op] })
	if len(selected) == 0 {
		return nil, usageErrorf("%s: no operation is asked for; nactgen ops lists what there is", l.name)
	}
	return selected, nil
}

// target returns where the generated code goes: to a module of its own, unless the manifest is in a module already.
func (p *project) target(module string) draft.Go {
	if module == "" && inModule(filepath.Dir(p.out)) {
		return draft.Go{}
	}
	return draft.Go{Dir: "service", Package: strings.ReplaceAll(p.service.Name, "_", "") + "tools", Module: cmp.Or(module, "example.com/"+p.service.Name)}
}

// inModule reports whether a folder belongs to a Go module.
func inModule(folder string) bool {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return false
	}
	for at := folder; ; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, "go.mod")); err == nil && !info.IsDir() {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// write writes a draft, and prints what was left out of it.
func (p *project) write(c *cli.Context, d *draft.Draft, left []draft.Refusal) error {
	for _, l := range left {
		fmt.Fprintf(c.App.ErrWriter, "left out %s: %s\n", l.Call, l.Reason)
	}
	for _, fault := range p.faults {
		fmt.Fprintf(c.App.ErrWriter, "not listed: %v\n", fault)
	}
	if len(d.Tools) == 0 {
		return &exit{code: exitFindings, text: "no tool could be drafted; nothing is written"}
	}
	if err := p.writeManifest(c, d.Text(), plural(len(d.Tools), "tool")); err != nil {
		return err
	}
	if len(left) > 0 || len(p.faults) > 0 {
		return findings()
	}
	return nil
}

// writeManifest writes the text of a manifest, and says which tools it has.
func (p *project) writeManifest(c *cli.Context, manifest, tools string) error {
	text, err := p.pinned(manifest)
	if err != nil {
		return err
	}
	files, err := withSchema(p.out, text)
	if err != nil {
		return err
	}
	if err := output.ReplaceFiles(files); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "wrote %s: %s. Read the comments, then run nactgen lint and nactgen generate\n", p.out, tools)
	return nil
}
