package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt"
)

// testModule is the module in which examples run. Made a stand-alone service, every manifest builds by itself.
const testModule = "nactgen.test/service"

func testCommand() *cli.Command {
	return &cli.Command{
		Name:  "test",
		Usage: "run the manifest's examples",
		Description: "Generates the service into a temporary folder, builds it with the go tool, and runs every example against\n" +
			"a local HTTP server that plays the recorded answers. It needs no network.",
		Flags: manifestFlags(
			&cli.StringFlag{Name: "run", Usage: "run the examples that match `TOOL/EXAMPLE`, two regular expressions, or TOOL alone"},
			&cli.BoolFlag{Name: "update", Usage: "write into the manifest what tools answer where an example wants other outputs, and print what that changes"},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "print the requests to upstreams, and what the tools answer"},
			&cli.BoolFlag{Name: "strict", Usage: "exit with 1 for tools without examples too"},
		),
		Action: runTest,
	}
}

func runTest(c *cli.Context) (err error) {
	manifest, files, err := findManifest(c)
	if err != nil {
		return err
	}
	only, err := newPattern(c.String("run"))
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.MkdirTemp("", "nactgen-test-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	r, err := runPipeline(manifest, pipeline.Options{
		Options: sculpt.Options{Out: dir, Module: testModule}, Files: files, Until: pipeline.Apply,
	}, "nothing was generated", c.App.ErrWriter)
	if err != nil {
		return err
	}
	tests, examples := only.tests(r.Plan)
	if examples == 0 && c.IsSet("run") {
		return usageErrorf("no example matches --run %q; the names are those of tools and of their examples", c.String("run"))
	}
	run, err := goTestRun(ctx, dir, "./"+r.Plan.Go.Package, tests, c.App.ErrWriter)
	if err == nil && c.Bool("update") {
		err = run.update(c.App.Writer, r.Plan, only)
	}
	if err != nil {
		return err
	}
	return run.print(c.App.Writer, r.Plan, testReport{only: only, strict: c.Bool("strict"), verbose: c.Bool("verbose")})
}

// goTestRun runs tests of a package of the module in dir, those that match a regular expression. What the go tool has to say besides goes to stderr.
func goTestRun(ctx context.Context, dir, pkg, tests string, stderr io.Writer) (*testRun, error) {
	command, err := goTool(ctx, dir, "test", "-json", "-count=1", "-run", tests, pkg)
	if err != nil {
		return nil, err
	}
	command.Stderr = stderr
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	run, readErr := readTestRun(stdout)
	err = command.Wait()
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.Exited() {
		err = nil // what the run says counts
	}
	if err := errors.Join(readErr, err); err != nil {
		return nil, fmt.Errorf("go test: %w", err)
	}
	return run, nil
}

// goTool returns a run of the go tool in dir, the folder of a generated module. Neither a workspace nor flags that the
// surrounding folders need apply to it. What is compiled does not depend on where dir is, a temporary folder more often than not, so
// that the next run finds it in the build cache.
func goTool(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, errors.New("the go tool is needed to build generated code, and is not in PATH")
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath", "GOWORK=off")
	return cmd, nil
}
