package diag

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// WriteGitHub writes the list as workflow commands, which GitHub Actions turns into annotations of a pull request.
// An accepted warning is a notice. Control characters in files' names and in messages are escaped, as in [Diagnostic.String].
// Columns count characters where src has the file.
func (l List) WriteGitHub(w io.Writer, src Sources) error {
	out := bufio.NewWriter(w)
	lines := newLineReader(src)
	for _, d := range l {
		level, message := d.Severity.String(), d.Message
		if d.Accepted != "" {
			level, message = "notice", "accepted: "+message+" ("+d.Accepted+")"
		}
		fmt.Fprintf(out, "::%s %s::%s\n", level, githubProperties(d, lines), githubData.Replace(visible(message)))
	}
	return out.Flush()
}

func githubProperties(d Diagnostic, lines *lineReader) string {
	var props []string
	add := func(format string, value any) { props = append(props, fmt.Sprintf(format, value)) }
	if d.Pos.File != "" {
		add("file=%s", githubProperty.Replace(visible(filepath.ToSlash(d.Pos.File))))
	}
	if d.Pos.Line > 0 {
		add("line=%d", d.Pos.Line)
	}
	if column, end := lines.characters(d); column > 0 {
		add("col=%d", column)
		add("endColumn=%d", end)
	}
	add("title=%s", githubProperty.Replace(d.Rule))
	return strings.Join(props, ",")
}

// The escapes of workflow commands: a message ends at a line break, a property at a comma or colon as well.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
