package demo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// shutdown is how long a service may take to end after SIGTERM.
const shutdown = 10 * time.Second

// Service is a running stand-alone service.
type Service struct {
	URL   string // http://HOST:PORT
	cmd   *exec.Cmd
	ended func() bool // reports whether its context has ended
	rest  chan error  // receives the error of reading its output to the end
}

// Start runs the binary of a stand-alone service on a free local port and
// waits until it listens. Its standard error, which is its log, goes to log.
// Once ctx ends it is told to shut down. The caller must Wait for it.
func Start(ctx context.Context, binary string, args []string, log io.Writer) (*Service, error) {
	cmd := exec.CommandContext(ctx, binary, append([]string{"--addr", "127.0.0.1:0", "--notice", "0s"}, args...)...)
	cmd.Stderr = log
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = shutdown
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &Service{cmd: cmd, ended: func() bool { return ctx.Err() != nil }, rest: make(chan error, 1)}
	lines := bufio.NewReader(stdout)
	first, err := lines.ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(first), "listening on ")
	if err != nil || !ok {
		cmd.Process.Kill() // it may have ended already; Wait says how
		return nil, fmt.Errorf("the service did not start: %w", errors.Join(fmt.Errorf("it printed %q", first), cmd.Wait()))
	}
	s.URL = url
	go func() {
		_, err := io.Copy(io.Discard, lines)
		s.rest <- err
	}()
	return s, nil
}

// Stop tells the service to shut down and waits until it has.
func (s *Service) Stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return s.Wait()
}

// Wait waits until the service has ended. How it ends after its context is no
// error: a terminal sends its interrupt to the service too, and the second
// signal ends it at once.
func (s *Service) Wait() error {
	copied := <-s.rest
	err := s.cmd.Wait()
	if s.ended() {
		return nil
	}
	return errors.Join(err, copied)
}
