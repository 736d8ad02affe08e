package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/author/lsp"
	"github.com/nactgen/nactgen/internal/invisible"
)

func lspCommand() *cli.Command {
	return &cli.Command{
		Name:  "lsp",
		Usage: "serve an editor, which starts this by itself",
		Description: "Speaks the Language Server Protocol on standard input and output: findings as they are typed, completion,\n" +
			"what a name is and where it is declared, renaming, mends. docs/guides/editors.md says how editors are set up.",
		Action: func(c *cli.Context) error {
			return lsp.Serve(c.App.Reader, unclosed{invisible.Unwrapped(c.App.Writer)}, readBuild().version)
		},
	}
}

// unclosed is a writer that stays open when the session ends.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
