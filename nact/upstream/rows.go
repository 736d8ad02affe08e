package upstream

import (
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
)

// tableTypes are the media types of tables, and those that servers give them.
var tableTypes = []string{"text/csv", "application/csv", "text/x-csv", "text/tab-separated-values", "text/tsv", "text/plain", "application/octet-stream"}

// row is a line of a table.
type row struct {
	cells []string
	line  int // where it begins, from 1
}

// rowReader returns the next row of a table, and [io.EOF] behind the last. A row is valid until the next one is read.
type rowReader func() (row, error)

// table writes the rows of a table as a list: of objects by the names in the first row, or of lists.
type table struct {
	members Members
	lists   bool
}

func (t table) write(w *jsonWriter, header http.Header, next rowReader) publicError {
	columns, wrong := t.columns(header, next)
	if wrong != nil {
		return wrong
	}
	w.raw("[")
	for !w.overfull() {
		r, err := next()
		switch {
		case err == io.EOF:
			w.raw("]")
			return nil
		case err != nil:
			return unreadable(err.Error())
		}
		if wrong := columns.write(w, r); wrong != nil {
			return wrong
		}
	}
	return nil
}

// columns reads the row of names, if there is one. A table without any row has none.
func (t table) columns(header http.Header, next rowReader) (rowWriter, publicError) {
	firstRow := headerOf(header)
	switch {
	case t.lists && firstRow != "present":
		return listRow{t.members.Others}, nil
	case !t.lists && firstRow == "absent":
		return nil, unreadable("it says that it has no names of columns (header=absent)")
	}
	r, err := next()
	switch {
	case err != nil && err != io.EOF:
		return nil, unreadable(err.Error())
	case t.lists:
		return listRow{t.members.Others}, nil
	}
	names := slices.Clone(r.cells)
	columns := make([]*Member, len(names))
	for i, name := range names {
		columns[i] = t.members.of(name)
	}
	return objectRow{names, columns}, nil
}

// headerOf returns what an answer says of its row of names (RFC 4180): present or absent; empty if it says nothing.
func headerOf(header http.Header) string {
	_, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return params["header"]
}

// rowWriter adds a row as JSON.
type rowWriter interface {
	write(w *jsonWriter, r row) publicError
}

// listRow adds a row as a list.
type listRow struct{ cell *Member }

func (l listRow) write(w *jsonWriter, r row) publicError {
	w.separate()
	w.raw("[")
	for i, text := range r.cells {
		w.separate()
		if wrong := l.cell.write(w, text); wrong != "" {
			return misplaced(r.line, "column "+strconv.Itoa(i+1), wrong)
		}
	}
	w.raw("]")
	return nil
}

// objectRow adds a row as an object of the columns that are read; nil is one that is not.
type objectRow struct {
	names   []string
	columns []*Member
}

func (o objectRow) write(w *jsonWriter, r row) publicError {
	if len(r.cells) != len(o.names) {
		return unreadable("line " + strconv.Itoa(r.line) + ": " + cellCount(len(r.cells)) + ", the header has " + strconv.Itoa(len(o.names)))
	}
	w.separate()
	w.raw("{")
	for i, m := range o.columns {
		if m == nil || w.overfull() {
			continue
		}
		w.key(o.names[i])
		if wrong := m.write(w, r.cells[i]); wrong != "" {
			return misplaced(r.line, o.column(i), wrong)
		}
	}
	w.raw("}")
	return nil
}

// column is what messages call a column: by its name where that is the document's, else by its number.
func (o objectRow) column(i int) string {
	if name := o.columns[i].Name; name != "" {
		return string(appendMember(nil, name))
	}
	return "column " + strconv.Itoa(i+1)
}

func misplaced(line int, column, wrong string) publicError {
	return unreadable("line " + strconv.Itoa(line) + ", " + column + ": " + wrong)
}

func cellCount(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return strconv.Itoa(n) + " cells"
}
