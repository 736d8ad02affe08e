package plan

// AnswerForm is what an answer is written in.
type AnswerForm int

// The forms of answers. All but text and bytes are read as JSON that says the same.
const (
	JSONAnswer     AnswerForm = iota
	TextAnswer                // a string
	BytesAnswer               // bytes
	CSVAnswer                 // text/csv
	TSVAnswer                 // text/tab-separated-values
	LinesAnswer               // JSON on each line
	SequenceAnswer            // application/json-seq
	EventsAnswer              // text/event-stream
	FormAnswer                // application/x-www-form-urlencoded
)

// Raw reports whether an answer is text or bytes, of which nothing is read but all of it.
func (f AnswerForm) Raw() bool { return f == TextAnswer || f == BytesAnswer }

// Texts reports whether the values in an answer are texts, whose meaning its type says.
func (f AnswerForm) Texts() bool { return f == CSVAnswer || f == TSVAnswer || f == FormAnswer }

// Notation is what an answer is written in, with what is needed to read that as JSON.
type Notation struct {
	Form   AnswerForm
	Lists  bool      // of a table: rows are lists of cells, which are all like Others
	Named  []*Text   // columns of a table, or fields of a form, that are read, in the document's order
	Others *Text     // what the others are like; nil: they are not read
	Data   EventData // of events
}

// Text is a column of a table or a field of a form.
type Text struct {
	Name     string
	As       TextKind
	Optional bool // an empty text is null
	List     bool // of a form: a field that can stand there several times
}

// TextKind is what a text stands for.
type TextKind int

// The kinds of texts.
const (
	PlainText TextKind = iota
	IntegerText
	NumberText
	BooleanText
	JSONText
)

// EventData is what the data of events are.
type EventData int

// The kinds of data.
const (
	TextData EventData = iota
	JSONData
	EitherData // JSON where it is an object or a list, else text
)
