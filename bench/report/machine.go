package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// machine describes the machine and the day as lines "key: value", as go test -bench does.
func machine() string {
	facts := []fact{
		{"date", time.Now().UTC().Format(time.DateOnly)},
		{"go", runtime.Version()},
		{"cores", fmt.Sprint(runtime.NumCPU())},
		{"processor", after("/proc/cpuinfo", "model name")},
		{"memory", after("/proc/meminfo", "MemTotal")},
		{"system", printed("uname", "-sr")},
	}
	var text strings.Builder
	for _, f := range facts {
		if f.value != "" {
			fmt.Fprintf(&text, "%s: %s\n", f.key, f.value)
		}
	}
	return text.String()
}

// fact is a line of the description.
type fact struct{ key, value string }

// after returns what stands behind a key in a file with lines "key: value", or an empty string.
func after(file, key string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// printed returns the line that a program prints, or an empty string.
func printed(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
