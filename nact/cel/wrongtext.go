package cel

import "strconv"

// valueError is an error with a value in its text, and the text without it.
type valueError struct{ text, public string }

func (e *valueError) Error() string { return e.text }

// Public returns the text without the value.
func (e *valueError) Public() string { return e.public }

// notA says that a text does not spell a value of a type. A long text is cut, so
// that a hostile one does not fill the log.
func notA(kind, s string) error {
	article := "a "
	if kind == "int" || kind == "IP address" {
		article = "an "
	}
	no := "is not " + article + kind
	return wrongText(s, no)
}

// spelled returns v, which was parsed from a text or, if that failed with err, the error that the text does not spell a value of a type.
func spelled[T any](v T, err error, kind, text string) (T, error) {
	if err != nil {
		var none T
		return none, notA(kind, text)
	}
	return v, nil
}

// wrongText says what is wrong with a text.
func wrongText(s, problem string) error {
	return &valueError{text: shortQuote(s) + " " + problem, public: "a text " + problem}
}

// shortQuote quotes a text, cut if it is long.
func shortQuote(s string) string {
	const limit = 80
	if len(s) > limit {
		return strconv.Quote(s[:limit]) + "..."
	}
	return strconv.Quote(s)
}
