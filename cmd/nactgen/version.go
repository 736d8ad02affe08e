package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:   "version",
		Usage:  "print which nactgen this is",
		Action: func(c *cli.Context) error { _, err := fmt.Fprintln(c.App.Writer, readBuild()); return err },
	}
}

// build is what the binary knows of how it was built.
type build struct {
	version  string // of the module: v0.1.0, or (devel)
	revision string // of the working copy that it was built in, or empty
	time     string // of that revision
	modified bool   // the working copy had changes
}

func readBuild() build {
	b := build{version: "(unknown)"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.revision = setting.Value
		case "vcs.time":
			b.time = setting.Value
		case "vcs.modified":
			b.modified = setting.Value == "true"
		}
	}
	return b
}

// String returns the build as the command version prints it.
func (b build) String() string {
	s := "nactgen " + b.version
	if b.revision != "" {
		s += "\ncommit " + b.revision + " of " + b.time
		if b.modified {
			s += ", with changes"
		}
	}
	return s + "\n" + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}
