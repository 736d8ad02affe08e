package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// measure runs the benchmarks of the sections one after the other, shows what they print, and returns it below a description of the
// machine.
func measure(sections []section) ([]byte, error) {
	var results bytes.Buffer
	results.WriteString(machine())
	out := io.MultiWriter(&results, os.Stdout)
	for _, s := range sections {
		args := append([]string{"test", "-run", "^$", "-timeout", "30m", "-bench", s.pattern, "-benchtime", s.benchtime}, s.flags...)
		command := exec.Command("go", append(args, s.packages...)...)
		command.Env = append(os.Environ(), "NACTGEN_TEST=all") // no benchmark is skipped that takes long
		command.Stdout, command.Stderr = out, os.Stderr
		if err := command.Run(); err != nil {
			return nil, fmt.Errorf("%s: %w", command, err)
		}
	}
	return results.Bytes(), nil
}
