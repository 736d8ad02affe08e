package main

import (
	"errors"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/picker"
	"github.com/nactgen/nactgen/sculpt/catalog"
)

// pick asks whoever is at the terminal which operations are wanted, of those that a query leaves.
func (l *library) pick(c *cli.Context, query catalog.Query) ([]*catalog.Operation, error) {
	if !picker.CanShow(os.Stdin, os.Stdout) {
		return nil, usageErrorf("say which operations: --operation ID, --tag TAG or --all; nactgen ops --openapi %s lists what there is, and on a terminal "+
			"whose cursor moves, nactgen init asks", c.StringSlice("openapi")[0])
	}
	picked, err := picker.Pick(c.Context, os.Stdin, os.Stdout, l.name, query.Of(l.operations))
	if errors.Is(err, picker.ErrCancelled) {
		return nil, &exit{code: exitFindings, text: "nothing was chosen; nothing is written"}
	}
	return picked, err
}
