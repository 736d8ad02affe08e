package upstream

import (
	"io"
	"net/http"
	"strings"
)

// TSV is [CSV] with tabs between cells: text/tab-separated-values, in which a quote is a character like others, and no cell holds a
// tab or the end of a line.
type TSV CSV

func (t TSV) reader(accept string, decode func(*Decoder)) bodyReader {
	return &notated{name: "tab-separated values", types: tableTypes, accept: accept, decode: decode, convert: t.convert}
}

func (t TSV) convert(w *jsonWriter, header http.Header, body []byte) publicError {
	text, wrong := textIn(header, body)
	if wrong != nil {
		return wrong
	}
	return table{Members{t.Named, t.Others}, t.Lists}.write(w, header, tsvRows(text))
}

// tsvRows returns the rows of tab-separated values.
func tsvRows(text string) rowReader {
	line := 0
	return func() (row, error) {
		for text != "" {
			var next string
			next, text, _ = strings.Cut(text, "\n")
			line++
			if next = strings.TrimSuffix(next, "\r"); next != "" {
				return row{strings.Split(next, "\t"), line}, nil
			}
		}
		return row{}, io.EOF
	}
}
