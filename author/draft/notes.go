package draft

import (
	"fmt"
	"slices"
	"strings"
)

// notes are what the author of a tool should look at.
type notes struct {
	reviews []string
	leftOut leftOut
}

// lines are the notes, for people.
func (n *notes) lines() []string { return append(slices.Clone(n.reviews), n.leftOut.lines()...) }

// review notes what the author should look at.
func (n *notes) review(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(n.reviews, text) {
		n.reviews = append(n.reviews, text)
	}
}

// leftOut is what calls are not passed, by the reason why.
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

// lines are what is left out, for people.
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
