package upstream

// The parts of a call that hold values. Their methods stand in files of their own, by what they write.

// Path builds the path of a call from left to right, from literal text and
// parameters. Its methods return the receiver. A parameter that cannot be sent
// makes the whole call fail, with an error that names it.
//
// A value is refused if it is not UTF-8, holds a control character, or has
// "." or ".." between slashes or backslashes, or as a whole: servers and
// proxies that resolve such a part would reach another operation. A value that
// comes out empty is refused for the same reason. All that is not unreserved
// in a URL is percent-encoded, the slash too.
//
// The zero Path is empty and ready to use.
type Path struct {
	escaped []byte
	segment int    // where the current segment begins in escaped
	param   string // the last parameter of the current segment
	err     error
}

// Query builds the query of a call; parameters stand in the order in which they
// are added. No value can end its parameter or the query: whatever it holds, a
// server that parses the query finds it as one value. An empty list and an object without
// members send nothing. Its methods return the receiver.
//
// The methods that end in Reserved are for parameters whose document says
// allowReserved: they send most reserved characters as they stand. Those that
// could be taken for the end of the value stay encoded.
//
// The zero Query is empty and ready to use.
type Query struct {
	encoded []byte
	err     error
}

// Header builds the header parameters of a call. A value that is not UTF-8 or
// holds a control character, a line break above all, makes the whole call
// fail, with an error that names the parameter. Its methods return the receiver.
//
// The zero Header is empty and ready to use.
type Header struct {
	fields []Pair
	err    error
}

// Cookie builds the cookie parameters of a call, in form style: values are
// percent-encoded, so that none can end its cookie. A name that no cookie can
// have makes the whole call fail. Its methods return the receiver.
//
// The zero Cookie is empty and ready to use.
type Cookie struct {
	encoded []byte
	err     error
}

// Pair is a member of an object that is sent as a parameter.
type Pair struct{ Name, Value string }
