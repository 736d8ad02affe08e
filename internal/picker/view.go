package picker

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/sculpt/catalog"
)

// around is the number of lines of the screen that do not show operations.
const around = 7

// The greatest widths of columns, in cells of the terminal.
const (
	widestMethod = 7
	widestPath   = 48
)

// rows returns the number of operations that fit on the screen.
func (l *list) rows() int { return max(l.height-around, 1) }

// View returns the screen.
func (l *list) View() tea.View {
	v := tea.NewView(l.screen())
	v.AltScreen = true
	return v
}

func (l *list) screen() string {
	lines := []string{
		fmt.Sprintf("%s: %d of %d operations, %d chosen", clean(l.title), len(l.shown), len(l.all), len(l.picked)),
		"search: " + clean(l.search) + "▏  " + l.tags.text() + "  " + l.methods.text() + "  " + l.effects.text(),
		"",
	}
	l.top = max(min(l.top, l.at), l.at-l.rows()+1)
	end := min(l.top+l.rows(), len(l.shown))
	for i, op := range l.shown[l.top:end] {
		lines = append(lines, l.row(op, l.top+i == l.at))
	}
	for range l.rows() - (end - l.top) {
		lines = append(lines, "")
	}
	lines = append(lines, "", l.about(), "tab choose · enter done · esc leave · type to search, ctrl+u anew", "ctrl+a all shown · ctrl+t tag · ctrl+o method · ctrl+w reads or writes")
	for i, line := range lines {
		lines[i] = ansi.Truncate(line, l.width, "…")
	}
	return strings.Join(lines, "\n")
}

func (f *filter) text() string {
	if f.at == 0 {
		return f.name + ": any"
	}
	return f.name + ": " + clean(f.value())
}

// row returns the line of an operation.
func (l *list) row(op *catalog.Operation, here bool) string {
	cursor, mark, effect := "  ", "[ ] ", "        "
	if here {
		cursor = "> "
	}
	if l.picked[op] {
		mark = "[x] "
	}
	if op.Writes {
		effect = "writes  "
	}
	method := padded(op.Method, widestMethod)
	path := padded(clean(op.Path), min(widestPath, l.width/2))
	line := cursor + mark + method + " " + path + " " + effect + clean(op.Title())
	if here {
		return ansi.Style{}.Bold().Styled(ansi.Truncate(line, l.width, "…"))
	}
	return line
}

// about describes the operation at the cursor.
func (l *list) about() string {
	if len(l.shown) == 0 {
		return "Nothing is like that."
	}
	op := l.shown[l.at]
	parts := []string{clean(op.Call)}
	if len(op.Tags) > 0 {
		parts = append(parts, clean(strings.Join(op.Tags, ", ")))
	}
	if op.Deprecated {
		parts = append(parts, "deprecated")
	}
	return strings.Join(parts, " · ")
}

// padded returns a text cut or padded to a width in cells.
func padded(text string, width int) string {
	text = ansi.Truncate(text, width, "…")
	return text + strings.Repeat(" ", max(width-ansi.StringWidth(text), 0))
}

// clean returns a text of a document on one line, without characters that control the terminal.
func clean(text string) string { return strings.Join(strings.Fields(invisible.Remove(text)), " ") }
