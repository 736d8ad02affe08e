// Package rerun remembers what a run of nactgen read, what it left in the output folder, and what it said, so that the next run need not do
// all of it again to find that nothing changed. What is remembered stands in the user's folder for caches, and is no part of any project: a
// run without it does more and says the same.
//
// Nothing is taken for unchanged by its time or size. Every question that the run before asked of the file system is asked again, files are
// compared by their SHA-256, those of the output too, and another build of nactgen remembers nothing of this one's.
package rerun

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
)

// Memory is what is remembered of the runs with one command line in one folder. A nil Memory remembers nothing.
type Memory struct {
	file string
}

// Open returns the memory of a command line in the working folder. It is nil where the user has no folder for caches, or it cannot be known
// which build of nactgen this is. What else the run goes by is in the words.
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

// Said is what a run prints if it has nothing to do.
type Said struct {
	Findings string // on standard error
	Result   string // on standard output
}

// run is a run as it is remembered.
type run struct {
	Asked []inputs.Answer
	Left  left
	Said  Said
}

// Unchanged returns what to print, if the run before would come to the same again, and find all of it in the output folder.
func (m *Memory) Unchanged(files inputs.Tree) (Said, bool) {
	if m == nil {
		return Said{}, false
	}
	data, err := inputs.Read(m.file, inputs.Limit)
	if err != nil {
		return Said{}, false
	}
	var before run
	if json.Unmarshal(data, &before) != nil || len(before.Asked) == 0 || !before.Left.isThere() {
		return Said{}, false
	}
	for _, a := range before.Asked {
		if !files.Same(a) {
			return Said{}, false
		}
	}
	return before.Said, true
}

// Keep remembers a run that has applied its changes, and what it would print if it came again. It does not have to succeed. A run is
// forgotten if something was asked in it that cannot be asked again.
func (m *Memory) Keep(trace *inputs.Trace, changes *output.Changes, said Said) {
	if m == nil {
		return
	}
	asked := trace.Answers()
	left, ok := leftBy(changes)
	if len(asked) == 0 || !ok {
		_ = os.Remove(m.file)
		return
	}
	data, err := json.Marshal(run{asked, left, said})
	if err != nil {
		return
	}
	store(m.file, data)
}
