package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/nactgen/nactgen/nact/invocation"
)

// LineServer is a handler that can serve a client without HTTP, too: it writes its messages to in and reads the answers from out, a line
// each. ServeLines returns when in ends and the calls that run have ended, or when ctx is done.
type LineServer interface {
	http.Handler
	ServeLines(ctx context.Context, in io.Reader, out io.Writer) error
}

// ServeLines serves a session until its input ends, or ctx is done and the calls that run then have ended. Those that take longer than the
// limit are cut off, and that is an error. The handler must be a [LineServer]. Meanwhile what other code writes to [os.Stdout] goes to [os.Stderr]:
// between messages it would be a broken one.
func ServeLines(ctx context.Context, s Session) error {
	handler, ok := s.Handler.(LineServer)
	if !ok {
		return errors.New("the service does not serve standard input and output")
	}
	if s.Out == io.Writer(os.Stdout) {
		stdout := os.Stdout
		os.Stdout = os.Stderr
		defer func() { os.Stdout = stdout }()
	}
	s.Logger.Info("serving standard input and output")
	in, end := endable(s.In)
	calls, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	defer context.AfterFunc(ctx, func() {
		s.Logger.Info("shutting down", "limit", s.Drain.String())
		end()
		select {
		case <-calls.Done():
		case <-time.After(s.Drain):
			cancel(invocation.ErrCutOff)
		}
	})()
	err := handler.ServeLines(calls, in, s.Out)
	if errors.Is(context.Cause(calls), invocation.ErrCutOff) {
		return fmt.Errorf("calls were still running %s after the shutdown began, and were cut off", s.Drain)
	}
	if err == nil {
		s.Logger.Info("stopped")
	}
	return err
}

// endable returns what in reads, and a function that ends it. A read of in that is not finished then is left behind.
func endable(in io.Reader) (reader io.Reader, end func() error) {
	piped, writer := io.Pipe()
	go func() {
		_, err := io.Copy(writer, in)
		writer.CloseWithError(err)
	}()
	return piped, writer.Close
}
