package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

const intro = `# Benchmarks

What generated services and the generator cost, measured beside a reference in the same run: on another machine the times differ, the ratios hardly.
` + "`go run ./bench/report`" + ` measures all of it and writes this page; ` + "`bench/report/results.txt`" + ` has what the benchmarks printed. A goal stands in brackets. Each value is the median of several runs.

`

// page returns the page of results.
func page(sections []section, text string) (string, error) {
	r, err := parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(intro)
	b.WriteString("| measured on | |\n| --- | --- |\n")
	for _, f := range r.facts {
		fmt.Fprintf(&b, "| %s | %s |\n", f.key, f.value)
	}
	for _, s := range sections {
		if err := s.write(&b, r); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// write writes a section, with a row for each benchmark in it. One without results is an error.
func (s section) write(b *strings.Builder, r *results) error {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", s.title, s.about)
	b.WriteString("| |")
	for _, c := range s.columns {
		b.WriteString(" " + c.heading() + " |")
	}
	b.WriteString("\n| --- |" + strings.Repeat(" ---: |", len(s.columns)) + "\n")
	rows := 0
	for _, m := range r.benchmarks {
		if s.holds(m) {
			fmt.Fprintf(b, "| %s |", m.name)
			for _, c := range s.columns {
				b.WriteString(" " + c.cell(m) + " |")
			}
			b.WriteString("\n")
			rows++
		}
	}
	if rows == 0 {
		return fmt.Errorf("there are no results for %q: run the report without --render", s.title)
	}
	return nil
}

// cell is what a benchmark came to in the unit of the column.
func (c column) cell(m *benchmark) string {
	value, reported := m.median(c.unit)
	if !reported {
		return "–"
	}
	if c.scale > 0 {
		value /= c.scale
	}
	return significant(value)
}

// significant writes a number with three digits that count, and no exponent.
func significant(value float64) string {
	if value == 0 {
		return "0"
	}
	decimals := 2 - int(math.Floor(math.Log10(math.Abs(value))))
	if decimals < 0 {
		shift := math.Pow10(-decimals)
		return strconv.FormatFloat(math.Round(value/shift)*shift, 'f', 0, 64)
	}
	text := strconv.FormatFloat(value, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
