package describe

import (
	"strings"
	"unicode/utf8"
)

// table is a text with aligned columns, in which a note can follow each row.
type table struct {
	rows []tableRow
}

type tableRow struct {
	cells []string
	note  string
}

func (t *table) row(cells ...string) { t.rows = append(t.rows, tableRow{cells: cells}) }

// note adds a text below the last row, unless it is empty.
func (t *table) note(text string) { t.rows[len(t.rows)-1].note = text }

// widest is the greatest width of a column in characters. A longer cell shifts the rest of its row.
const widest = 56

func (t *table) text(indent string) string {
	var widths []int
	for _, r := range t.rows {
		for i, cell := range r.cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if n := utf8.RuneCountInString(cell); n <= widest {
				widths[i] = max(widths[i], n)
			}
		}
	}
	var b strings.Builder
	for _, r := range t.rows {
		var line strings.Builder
		for i, cell := range r.cells {
			if widths[i] > 0 || cell != "" {
				line.WriteString(cell + strings.Repeat(" ", max(widths[i]-utf8.RuneCountInString(cell), 0)) + "  ")
			}
		}
		b.WriteString(indent + strings.TrimRight(line.String(), " ") + "\n")
		if r.note != "" {
			b.WriteString(indent + "    " + r.note + "\n")
		}
	}
	return b.String()
}
