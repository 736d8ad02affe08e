package stats

import (
	"strings"
	"unicode/utf8"
)

// grid is a table. Columns of numbers are aligned to the right.
type grid struct {
	columns []column
	rows    [][]string
}

type column struct {
	name   string
	number bool
}

// row adds a row, whose last cells may be left out.
func (g *grid) row(cells ...string) {
	g.rows = append(g.rows, append(cells, make([]string, len(g.columns)-len(cells))...))
}

// text returns the table for a terminal.
func (g *grid) text() string {
	widths := make([]int, len(g.columns))
	lines := append([][]string{g.names()}, g.rows...)
	for _, cells := range lines {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, cells := range lines {
		var line strings.Builder
		for i, cell := range cells {
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if g.columns[i].number {
				line.WriteString(blanks + cell + "  ")
			} else {
				line.WriteString(cell + blanks + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// markdown returns the table in Markdown. No cell may have a line break.
func (g *grid) markdown() string {
	rule := make([]string, len(g.columns))
	for i, c := range g.columns {
		rule[i] = "---"
		if c.number {
			rule[i] = "---:"
		}
	}
	var b strings.Builder
	for _, cells := range append([][]string{g.names(), rule}, g.rows...) {
		b.WriteString("|")
		for _, cell := range cells {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`) + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (g *grid) names() []string {
	names := make([]string, len(g.columns))
	for i, c := range g.columns {
		names[i] = c.name
	}
	return names
}
