package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/demo"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/plan"
)

func demoCommand() *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "build and run an example service",
		Description: "Generates an example as a stand-alone service in a temporary folder, builds it with the go tool, runs it, lists\n" +
			"its tools and invokes some. Then it serves until interrupted. It needs no network: nws, three weather tools,\n" +
			"runs against recorded answers of its upstreams; clinic, appointments that are booked and taken back, against\n" +
			"upstreams that the command emulates, and that fail on demand.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "example", Value: demo.Names()[0], Usage: "show the example `NAME`: " + strings.Join(demo.Names(), " or ")},
			&cli.BoolFlag{Name: "once", Usage: "end after the invocations"},
			&cli.PathFlag{Name: "dir", Usage: "put the example and the service into the new folder `DIR` and keep them"},
		},
		Action: runDemo,
	}
}

func runDemo(c *cli.Context) (err error) {
	name := c.String("example")
	example, ok := demo.Find(name)
	if !ok {
		return usageErrorf("--example is %q%s; it can be %s", name, diag.DidYouMean(name, demo.Names()), oneOf(demo.Names()))
	}
	ctx, stop := signal.NotifyContext(c.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, cleanup, err := demoFolder(c.Path("dir"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cleanup()) }()

	p, binary, err := buildExample(ctx, example, dir, c.App.Writer, c.App.ErrWriter)
	if err != nil {
		return err
	}
	stage, err := example.Stage(p)
	if err != nil {
		return err
	}
	defer stage.Close()
	log, err := os.Create(filepath.Join(dir, "service.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	service, err := demo.Start(ctx, binary, stage.Arguments(), log)
	if err != nil {
		return withLog(err, log.Name())
	}
	tour := &demo.Tour{URL: service.URL, Plan: p, Scenes: stage.Scenes, Writer: c.App.Writer}
	if err := tour.Run(ctx); err != nil {
		return withLog(errors.Join(err, service.Stop()), log.Name())
	}
	if c.Bool("once") {
		return service.Stop()
	}
	goOn(c.App.Writer, example.Name, dir, append(tour.Suggestions(), stage.Hints...))
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

// goOn says what can be done with the running service of an example: commands, and how to keep it.
func goOn(w io.Writer, example, dir string, commands []string) {
	fmt.Fprintf(w, "\nThe service runs until you press Ctrl-C. Its manifest, code and log are in\n%s until then. Try:\n\n", dir)
	for _, command := range commands {
		fmt.Fprintf(w, "  %s\n", command)
	}
	fmt.Fprintf(w, "\nTo keep them, and to make tools of your own from there:\n\n  nactgen demo --example %s --dir %[1]s-demo\n", example)
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

// buildExample writes an example to dir/example, its service to dir/service, and builds that.
func buildExample(ctx context.Context, example demo.Example, dir string, stdout, stderr io.Writer) (*plan.Plan, string, error) {
	module, service := "example.com/"+example.Name, filepath.Join(dir, "service")
	if err := copyExample(example, filepath.Join(dir, "example")); err != nil {
		return nil, "", err
	}
	if err := writeFunctions(example, module, service); err != nil {
		return nil, "", err
	}
	r, err := runPipeline(filepath.Join(dir, "example", manifestName), pipeline.Options{
		Options: sculpt.Options{Out: service, Module: module}, Until: pipeline.Apply,
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

// copyExample writes the files of an example to a folder.
func copyExample(example demo.Example, dir string) error {
	files, err := example.Files()
	if err != nil {
		return err
	}
	return os.CopyFS(dir, files)
}

// writeFunctions writes what the vendor of an example wrote to the folder of its service, which is a module. What stands there,
// nactgen leaves alone.
func writeFunctions(example demo.Example, module, service string) error {
	files, err := example.Functions(module)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(service, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
