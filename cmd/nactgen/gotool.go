package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
)

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
