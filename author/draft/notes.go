package draft

import (
	"fmt"
	"slices"
	"strings"
)

// notes are notes for the author of a tool.
type notes struct {
	reviews []string
	leftOut leftOut
}

// lines returns the notes.
func (n *notes) lines() []string { return append(slices.Clone(n.reviews), n.leftOut.lines()...) }

// review adds a note, unless it is there already.
func (n *notes) review(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(n.reviews, text) {
		n.reviews = append(n.reviews, text)
	}
}

// leftOut are the names of parts that calls do not pass, by reason.
type leftOut struct {
	reasons []string
	names   map[string][]string
}

func (l *leftOut) add(reason, name string) {
	if l.names == nil {
		l.names = map[string][]string{}
	}
	if l.names[reason] == nil {
		l.reasons = append(l.reasons, reason)
	}
	l.names[reason] = append(l.names[reason], name)
}

// lines returns a note for each reason.
func (l *leftOut) lines() []string {
	const most = 12
	var lines []string
	for _, reason := range l.reasons {
		names := l.names[reason]
		line := strings.Join(names[:min(len(names), most)], ", ")
		if len(names) > most {
			line += fmt.Sprintf(" and %d more", len(names)-most)
		}
		lines = append(lines, "not passed: "+line+": "+reason)
	}
	return lines
}
