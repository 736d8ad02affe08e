package upstream

// The parts of a call that few calls have. Their methods stand in files of their own.

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
