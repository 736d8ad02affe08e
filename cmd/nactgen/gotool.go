package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
)

// goTool returns a run of the go tool in dir, the folder of a generated module. Neither a workspace nor flags that the
// surrounding folders need apply to it.
func goTool(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, errors.New("the go tool is needed to build generated code, and is not in PATH")
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	return cmd, nil
}
