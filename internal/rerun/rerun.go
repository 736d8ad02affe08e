// Package rerun remembers what a run of nactgen read, what it left in the output folder, and what it printed, so that the next run need not repeat all
// of it to find that nothing has changed. The memory is in the user's cache folder, and in no project: a run without it does more and prints the same.
//
// Times and sizes of files do not count. Every question that the last run asked of the file system is asked again, and files, including those of the
// output, are compared by their SHA-256. Another build of nactgen does not use the memory of this one.
package rerun

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
)

// Memory remembers the last run with one command line in one folder. A nil Memory remembers nothing.
type Memory struct {
	file string
}

// Open returns the memory of a command line in the working folder. It is nil if the user has no cache folder, or if this build of nactgen cannot be
// identified. The words are everything else on which the run depends.
func Open(words ...string) *Memory {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	folder, err := os.Getwd()
	if err != nil {
		return nil
	}
	build, ok := buildOf()
	if !ok {
		return nil
	}
	return &Memory{filepath.Join(cache, "nactgen", "runs", digest(append([]string{build, folder}, words...))+".json")}
}

// Output is what a run prints if there is nothing to do.
type Output struct {
	Findings string // on standard error
	Result   string // on standard output
}

// run is a run as it is remembered.
type run struct {
	Asked  []inputs.Answer
	Left   left
	Output Output
}

// Unchanged returns what to print if another run would have the same result, and all of it is in the output folder. Otherwise it returns false.
func (m *Memory) Unchanged(files inputs.Tree) (Output, bool) {
	if m == nil {
		return Output{}, false
	}
	data, err := inputs.Read(m.file, inputs.Limit)
	if err != nil {
		return Output{}, false
	}
	var before run
	if json.Unmarshal(data, &before) != nil || len(before.Asked) == 0 || !before.Left.isThere() {
		return Output{}, false
	}
	for _, a := range before.Asked {
		if !files.Same(a) {
			return Output{}, false
		}
	}
	return before.Output, true
}

// Keep remembers a run that has applied its changes, and what it would print the next time. It may fail silently. A run that asked something which cannot
// be asked again is not remembered.
func (m *Memory) Keep(trace *inputs.Trace, changes *output.Changes, output Output) {
	if m == nil {
		return
	}
	asked := trace.Answers()
	left, ok := leftBy(changes)
	if len(asked) == 0 || !ok {
		_ = os.Remove(m.file)
		return
	}
	data, err := json.Marshal(run{asked, left, output})
	if err != nil {
		return
	}
	store(m.file, data)
}
