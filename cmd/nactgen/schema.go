package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/author/schema"
	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
)

func schemaCommand() *cli.Command {
	return &cli.Command{
		Name:  "schema",
		Usage: "print the JSON Schema of manifests, for editors",
		Description: "By it an editor without a language server of nactgen completes keys, says what they mean, and marks what is wrong of the\n" +
			"form. It finds the schema by the first line of a manifest:\n\n   " + schema.Comment(schema.FileName),
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "out", Usage: "write to `FILE`, such as " + schema.FileName + " beside the manifest", DefaultText: "standard output"},
			&cli.BoolFlag{Name: "check", Usage: "write nothing; exit with 1 if the file of --out is not what would be written"},
		},
		Action: runSchema,
	}
}

func runSchema(c *cli.Context) error {
	if err := checkOutFlag(c, "a file", "a file"); err != nil {
		return err
	}
	text, err := schema.JSON()
	if err != nil {
		return err
	}
	if out := c.Path("out"); out != "" {
		return writeFiles(c, "file", []output.Replacement{{Path: out, Content: text}})
	}
	_, err = c.App.Writer.Write(text)
	return err
}

// withSchema returns a manifest that is to be written, whose first line names its schema, and the schema beside it.
func withSchema(manifest string, text []byte) ([]output.Replacement, error) {
	content, err := schema.JSON()
	if err != nil {
		return nil, err
	}
	beside := filepath.Join(filepath.Dir(manifest), schema.FileName)
	have, err := inputs.Read(beside, inputs.Limit)
	if err == nil && !bytes.Contains(have, []byte(schema.Title)) || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is there, and no schema of nactgen; rename it, since the schema of the manifest goes there", beside)
	}
	return []output.Replacement{
		{Path: manifest, Content: append([]byte(schema.Comment(schema.FileName)), text...)},
		{Path: beside, Content: content},
	}, nil
}
