package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen"
	"github.com/nactgen/nactgen/internal/demo"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/plan"
)

func demoCommand() *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "build and run an example service",
		Description: "Generates three weather tools as a stand-alone service in a temporary folder, builds it with the go tool,\n" +
			"runs it against recorded answers of its upstreams, lists its tools and invokes one. Then it serves until\n" +
			"interrupted. It needs no network.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "once", Usage: "end after the invocation"},
			&cli.PathFlag{Name: "dir", Usage: "put the example and the service into the new folder `DIR` and keep them"},
		},
		Action: runDemo,
	}
}

func runDemo(c *cli.Context) (err error) {
	ctx, stop := signal.NotifyContext(c.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, cleanup, err := demoFolder(c.Path("dir"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cleanup()) }()

	p, binary, err := buildExample(ctx, dir, c.App.Writer, c.App.ErrWriter)
	if err != nil {
		return err
	}
	replay, err := demo.NewReplay(p)
	if err != nil {
		return err
	}
	defer replay.Close()
	log, err := os.Create(filepath.Join(dir, "service.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	service, err := demo.Start(ctx, binary, replay.Arguments(), log)
	if err != nil {
		return withLog(err, log.Name())
	}
	tour := &demo.Tour{URL: service.URL, Plan: p, Writer: c.App.Writer}
	if err := tour.Run(ctx); err != nil {
		return withLog(errors.Join(err, service.Stop()), log.Name())
	}
	if c.Bool("once") {
		return service.Stop()
	}
	goOn(c.App.Writer, tour, dir)
	return service.Wait()
}

// withLog adds the log of the service to an error.
func withLog(err error, file string) error {
	log, readErr := os.ReadFile(file)
	if readErr != nil {
		return errors.Join(err, readErr)
	}
	return fmt.Errorf("%w\nThe service's log:\n%s", err, log)
}

// goOn says what can be done with the running service.
func goOn(w io.Writer, tour *demo.Tour, dir string) {
	fmt.Fprintf(w, "\nThe service runs until you press Ctrl-C. Its manifest, code and log are in\n%s until then. Try:\n\n", dir)
	for _, command := range tour.Suggestions() {
		fmt.Fprintf(w, "  %s\n", command)
	}
	fmt.Fprint(w, "\nTo keep them, and to make tools of your own from there:\n\n  nactgen demo --dir nws-demo\n")
}

// demoFolder returns the folder to work in, and what is to be done with it in the end.
func demoFolder(wanted string) (dir string, cleanup func() error, err error) {
	if wanted == "" {
		dir, err = os.MkdirTemp("", "nactgen-demo-")
		return dir, func() error { return os.RemoveAll(dir) }, err
	}
	if err := os.Mkdir(wanted, 0o777); err != nil {
		return "", nil, fmt.Errorf("--dir must name a folder that does not exist: %w", err)
	}
	dir, err = filepath.Abs(wanted)
	return dir, func() error { return nil }, err
}

// buildExample writes the embedded example to dir/example, its service to dir/service, and builds that.
func buildExample(ctx context.Context, dir string, stdout, stderr io.Writer) (*plan.Plan, string, error) {
	example, err := fs.Sub(nactgen.ExampleFS, "examples/nws")
	if err != nil {
		return nil, "", err
	}
	if err := os.CopyFS(filepath.Join(dir, "example"), example); err != nil {
		return nil, "", err
	}
	service := filepath.Join(dir, "service")
	r, err := runPipeline(filepath.Join(dir, "example", manifestName), pipeline.Options{
		Options: sculpt.Options{Out: service, Module: "example.com/nws"}, Until: pipeline.Apply,
	}, "nothing was generated", stderr)
	if err != nil {
		return nil, "", err
	}
	fmt.Fprintln(stdout, summary(r.Changes))
	binary := filepath.Join(dir, "bin", r.Plan.Service.Name)
	fmt.Fprintf(stdout, "building %s\n\n", binary)
	build, err := goTool(ctx, service, "build", "-o", binary, "./cmd/"+r.Plan.Service.Name)
	if err != nil {
		return nil, "", err
	}
	build.Stdout, build.Stderr = stderr, stderr
	if err := build.Run(); err != nil {
		return nil, "", fmt.Errorf("go build: %w", err)
	}
	return r.Plan, binary, nil
}
