package inputs

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
)

// Trace records the questions that were asked of a [Tree], with their answers. If all answers are the same again, so is a result that depends on nothing
// else. It may be used by several goroutines at the same time.
type Trace struct {
	mu         sync.Mutex
	answers    map[Question]string
	incomplete bool // something was asked that is not among the answers
}

// NewTrace returns an empty trace.
func NewTrace() *Trace { return &Trace{answers: map[Question]string{}} }

// Answers returns the questions with their answers, or nil if the trace is incomplete.
func (t *Trace) Answers() []Answer {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.incomplete {
		return nil
	}
	answers := make([]Answer, 0, len(t.answers))
	for q, text := range t.answers {
		answers = append(answers, Answer{q, text})
	}
	slices.SortFunc(answers, func(a, b Answer) int {
		return strings.Compare(a.Kind+" "+a.Path+" "+a.Pattern, b.Kind+" "+b.Path+" "+b.Pattern)
	})
	return answers
}

// Lose marks the trace as incomplete: something was asked that cannot be recorded.
func (t *Trace) Lose() {
	if t != nil {
		t.mu.Lock()
		t.incomplete = true
		t.mu.Unlock()
	}
}

// note records an answer. If a question has two different ones, the trace is incomplete.
func (t *Trace) note(q Question, text string) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if former, ok := t.answers[q]; ok && former != text {
		t.incomplete = true
	}
	t.answers[q] = text
}

// Question is a question about a file or folder of a tree.
type Question struct {
	Kind    string // read, check, match or part
	Path    string
	Pattern string // of match, for names in the folder Path; of part, the name of a file in it
	Outside bool   // it is asked of the whole file system
}

// Answer is a question with its answer: a checksum, names, or an error.
type Answer struct {
	Question
	Text string
}

// Same asks again, and reports whether the answer is the same.
func (t Tree) Same(a Answer) bool {
	again := NewTrace()
	t = t.WithTrace(again)
	if a.Outside {
		t = t.Outside()
	}
	switch a.Kind {
	case "read":
		_, _ = t.Read(a.Path, Limit)
	case "check":
		_ = t.Check(a.Path)
	case "match":
		_, _ = t.Match(a.Path, a.Pattern)
	case "part":
		root, err := os.OpenRoot(a.Path)
		if err != nil {
			return false
		}
		defer root.Close()
		_, _ = t.ReadPart(root, a.Path, a.Pattern, Limit)
	}
	text, asked := again.answers[a.Question]
	return asked && text == a.Text
}

// WithTrace returns the tree with a trace that records what is asked of it, or without one if that is nil.
func (t Tree) WithTrace(trace *Trace) Tree {
	t.trace = trace
	return t
}

// Trace returns the trace that records the questions, or nil.
func (t Tree) Trace() *Trace { return t.trace }

// Outside returns the whole file system, with the trace of the tree.
func (t Tree) Outside() Tree { return Tree{trace: t.trace} }

// Root returns the folder that the tree is, or "" if it is the whole file system.
func (t Tree) Root() string { return t.root }

// Match returns the names in a folder that match a pattern, sorted. It does not check whether they can be read.
func (t Tree) Match(folder, pattern string) ([]string, error) {
	names, err := match(folder, pattern)
	text := strings.Join(names, "\n")
	if err != nil {
		text = "no: " + err.Error()
	}
	t.trace.note(Question{Kind: "match", Path: folder, Pattern: pattern, Outside: t.root == ""}, text)
	return names, err
}

func match(folder, pattern string) ([]string, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, Reason(err)
	}
	defer root.Close()
	names, err := fs.Glob(root.FS(), pattern)
	slices.Sort(names)
	return names, err
}

// ReadPart is [ReadIn] for a file of a folder, and recorded.
func (t Tree) ReadPart(root *os.Root, folder, name string, limit int64) ([]byte, error) {
	content, err := ReadIn(root, name, limit)
	t.noteRead(Question{Kind: "part", Path: folder, Pattern: name, Outside: t.root == ""}, content, err)
	return content, err
}

// noteRead records the checksum of a file, or why it cannot be read.
func (t Tree) noteRead(q Question, content []byte, err error) {
	if t.trace == nil {
		return
	}
	text := "no: "
	if err != nil {
		text += err.Error()
	} else {
		sum := sha256.Sum256(content)
		text = hex.EncodeToString(sum[:])
	}
	t.trace.note(q, text)
}
