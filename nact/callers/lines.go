package callers

import (
	"context"
	"errors"
	"io"

	"github.com/nactgen/nactgen/nact"
)

// lineServer is a handler that serves clients over a stream of lines.
type lineServer interface {
	ServeLines(ctx context.Context, in io.Reader, out io.Writer) error
}

// ServeLines serves one client over a stream of lines. Nobody is asked who it is: it has started the program, or is given its input by whoever has, and so
// may call all tools.
func (g *Gate) ServeLines(ctx context.Context, in io.Reader, out io.Writer) error {
	handler, ok := g.whole.(lineServer)
	if !ok {
		return errors.New("callers: the service does not serve lines")
	}
	return handler.ServeLines(nact.WithCaller(ctx, &nact.Caller{ID: "stdio", Scopes: g.scopes}), in, out)
}
