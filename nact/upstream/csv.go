package upstream

import (
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// CSV is an answer of comma-separated values (RFC 4180). It is read as a list of objects, whose members have the names in the first
// line; of several columns of one name the last counts. Lines without any character are passed over.
type CSV struct {
	Named  []Member
	Others *Member // see [Members]
	Lists  bool    // every line is a list of cells like Others, also the first, unless the answer says header=present
}

func (c CSV) reader(accept string, decode func(*Decoder)) bodyReader {
	return &notated{name: "CSV", types: tableTypes, accept: accept, decode: decode, convert: c.convert}
}

func (c CSV) convert(w *jsonWriter, header http.Header, body []byte) publicError {
	text, wrong := textIn(header, body)
	if wrong != nil {
		return wrong
	}
	return table{Members{c.Named, c.Others}, c.Lists}.write(w, header, csvRows(text))
}

// csvRows returns the rows of comma-separated values.
func csvRows(text string) rowReader {
	lines := csv.NewReader(strings.NewReader(text))
	lines.ReuseRecord = true
	lines.FieldsPerRecord = -1
	return func() (row, error) {
		cells, err := lines.Read()
		if err == io.EOF {
			return row{}, err
		}
		if err != nil {
			return row{}, csvError(err)
		}
		line, _ := lines.FieldPos(0)
		return row{cells, line}, nil
	}
}

// csvError says what is wrong with a line, and where.
func csvError(err error) error {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return unreadable("it is malformed")
	}
	what := "a quote in a cell that does not begin with one"
	if errors.Is(err, csv.ErrQuote) {
		what = "a cell in quotes that does not end, or goes on behind them"
	}
	return unreadable("line " + strconv.Itoa(at.Line) + ", byte " + strconv.Itoa(at.Column) + ": " + what)
}
