package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// openapiFlag is the flag of commands that look at a document without a manifest.
func openapiFlag() cli.Flag {
	return &cli.PathFlag{Name: "openapi", Usage: "the OpenAPI document `FILE`, instead of those of the manifest"}
}

// library has the operations of a document, or of the documents of a manifest.
type library struct {
	name       string // the path of the document or the manifest
	operations []*catalog.Operation
	faults     []error // why some operations cannot be listed
}

// openLibrary opens the document that the command line names, or those of the manifest.
func openLibrary(c *cli.Context) (*library, error) {
	if !c.IsSet("openapi") {
		return manifestLibrary(c)
	}
	file := c.Path("openapi")
	switch {
	case file == "":
		return nil, usageErrorf("--openapi is empty; give it a file, or leave it out")
	case c.IsSet("manifest"):
		return nil, usageErrorf("--openapi stands for the documents of the manifest; give that or --manifest, not both")
	}
	if err := inputs.Check(file, inputs.Limit); errors.Is(err, fs.ErrNotExist) {
		return nil, usageErrorf("there is no document %s", file)
	}
	doc, err := spec.OpenIn(withRemote(c, inputs.Tree{}), file)
	if err != nil {
		return nil, err
	}
	return newLibrary(file, []catalog.Source{{Document: doc}}), nil
}

// manifestLibrary opens the documents of the manifest. It does not check the manifest otherwise.
func manifestLibrary(c *cli.Context) (*library, error) {
	file, files, err := findManifest(c)
	if err != nil {
		return nil, errors.Join(err, errors.New("or name a document with --openapi"))
	}
	m, found := manifest.ReadIn(files, file)
	if m == nil {
		return nil, endWith(c.App.ErrWriter, found, exitFindings, "the manifest names no documents that could be read")
	}
	var unopened diag.List
	documents := document.Open(m, nil, &unopened)
	unopened.Sort()
	var sources []catalog.Source
	for _, u := range m.Upstreams {
		if d := documents[u.Name.V]; d != nil {
			sources = append(sources, catalog.Source{Upstream: u.Name.V, Document: d.Document})
		}
	}
	l := newLibrary(file, sources)
	for _, d := range unopened {
		l.faults = append(l.faults, fmt.Errorf("%s: %s", spec.Position(d.Pos), d.Message))
	}
	if len(sources) == 0 {
		return nil, l.incomplete("there is no document to look at")
	}
	return l, nil
}

func newLibrary(name string, sources []catalog.Source) *library {
	l := &library{name: name, operations: catalog.List(sources...)}
	for _, s := range sources {
		l.faults = append(l.faults, s.Document.Unlisted()...)
	}
	return l
}

// incomplete returns the error that ends a command with the faults.
func (l *library) incomplete(text string) error {
	lines := []string{text}
	for _, fault := range l.faults {
		lines = append(lines, fault.Error())
	}
	return &exit{code: exitFindings, text: strings.Join(lines, "\n")}
}

// completeCall prints the operations that the shell can complete, by the names that steps call them by.
func completeCall(c *cli.Context) {
	l, err := openLibrary(c)
	if err != nil {
		return // nothing is offered
	}
	for _, call := range catalog.Calls(l.operations) {
		fmt.Fprintln(c.App.Writer, call)
	}
}
