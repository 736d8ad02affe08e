// Package schema says what manifests have, for editors: the JSON Schema of the manifest, made of the forms that its reader has
// (manifest.Schema), and what the reference says of each key.
package schema

import (
	"regexp"
	"strings"
	"sync"

	"github.com/nactgen/nactgen"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Description returns what the reference, docs/manifest.md, says of a key: a line or two of Markdown without links. Of is whose key it is, the Of of
// a form. It is empty if there is no such key.
func Description(of, key string) string {
	rows := reference()
	for {
		if row := rows[path(of, key)]; row != nil {
			return row.text
		}
		i := strings.LastIndexByte(of, '.')
		if i < 0 {
			return ""
		}
		of = of[:i] // what has some keys of another one has their rows, too
	}
}

// row is what the reference says of one key.
type row struct {
	line int // in the page, from 1
	text string
}

// path is how rows are found.
func path(of, key string) string { return strings.ToLower(of + "." + key) }

var reference = sync.OnceValue(func() map[string]*row { return readReference(nactgen.ManifestPage, owners()) })

// owners are those who have keys, in lower case.
func owners() map[string]bool {
	all := map[string]bool{}
	main, _ := manifest.Schema()
	walk(main, func(f *manifest.Form) {
		if f.Kind == manifest.Keys {
			all[strings.ToLower(f.Of)] = true
		}
	})
	return all
}

// walk calls visit for a form, and once for each that it leads to.
func walk(f *manifest.Form, visit func(*manifest.Form)) {
	seen := map[*manifest.Form]bool{}
	var each func(f *manifest.Form)
	each = func(f *manifest.Form) {
		if f == nil || seen[f] {
			return
		}
		seen[f] = true
		visit(f)
		each(f.Entry)
		each(f.Name)
		for _, key := range f.Keys {
			each(key.Form)
		}
		for _, one := range f.Forms {
			each(one)
		}
	}
	each(f)
}

var (
	headingForm = regexp.MustCompile(`^(#+) +(.+)$`)
	keyForm     = regexp.MustCompile("`([a-z0-9_.]+)`")
	linkForm    = regexp.MustCompile(`\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)`)
)

// readReference returns the rows of the tables of keys in a page, those whose first column is called key. They are about what the heading
// above them names, or the nearest around that which has keys; a.b is the key b of what the key a takes.
func readReference(page string, owners map[string]bool) map[string]*row {
	rows := map[string]*row{}
	var around [7]string // whose the tables below the headings of each level are
	level := 0
	var columns []string // of the table of keys that is read
	for i, line := range strings.Split(page, "\n") {
		if heading := headingForm.FindStringSubmatch(line); heading != nil {
			above := around[level]
			if len(heading[1]) <= level {
				above = around[len(heading[1])-1]
			}
			for level++; level < len(heading[1]); level++ {
				around[level] = above
			}
			level = len(heading[1])
			around[level] = above
			if name := strings.ToLower(heading[2]); owners[name] {
				around[level] = name
			}
		}
		cells := cellsOf(line)
		switch {
		case len(cells) < 2:
			columns = nil
		case cells[0] == "key":
			columns = cells
		case columns != nil && !strings.HasPrefix(cells[0], "---"):
			for _, key := range keyForm.FindAllStringSubmatch(cells[0], -1) {
				rows[path(around[level], key[1])] = &row{i + 1, textOf(columns, cells)}
			}
		}
	}
	return rows
}

// cellsOf returns the cells of a row of a table, or nothing.
func cellsOf(line string) []string {
	inner, ok := strings.CutPrefix(strings.TrimSpace(line), "|")
	if !ok {
		return nil
	}
	cells := strings.Split(strings.ReplaceAll(strings.TrimSuffix(inner, "|"), `\|`, "\x00"), "|")
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|"))
	}
	return cells
}

// textOf returns what a row says: what the key takes, and what its further columns have.
func textOf(columns, cells []string) string {
	text := capital(linkForm.ReplaceAllString(cells[1], "$1"))
	for i := 2; i < min(len(columns), len(cells)); i++ {
		more := linkForm.ReplaceAllString(cells[i], "$1")
		switch {
		case more == "":
			continue
		case columns[i] == "" || strings.HasPrefix(more, "required"):
			more = capital(more)
		default:
			more = capital(columns[i]) + ": " + more
		}
		text = strings.TrimSuffix(text, ".") + ". " + more
	}
	return strings.TrimSuffix(text, ".") + "."
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
