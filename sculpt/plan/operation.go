package plan

import "github.com/nactgen/nactgen/sculpt/ir"

// Safe reports whether requests of a method change nothing (RFC 9110, section 9.2.1). QUERY is OpenAPI's since 3.2.
func Safe(method string) bool {
	switch method {
	case "GET", "HEAD", "OPTIONS", "QUERY":
		return true
	}
	return false
}

// Claimable reports whether it can be said of an operation with a method that it changes nothing: the method says neither that nor the opposite.
func Claimable(method string) bool {
	switch method {
	case "PUT", "PATCH", "DELETE":
		return false
	}
	return !Safe(method)
}

// Reads reports whether an operation with a method changes nothing. claimed: the document says so.
func Reads(method string, claimed bool) bool { return Safe(method) || claimed && Claimable(method) }

// Writes reports whether the operation can change something upstream.
func (o *Operation) Writes() bool { return !o.Reads && !Safe(o.Method) }

// Cacheable reports whether an answer may be kept for another call: that of an operation that reads, but for OPTIONS (RFC 9110, section 9.2.3)
// and multipart bodies, which are other ones each time.
func (o *Operation) Cacheable() bool {
	return !o.Writes() && o.Method != "OPTIONS" && !(o.HasBody && o.BodyForm == PartsBody)
}

// Phrase says of which kind the operation is: a GET, a POST that reads.
func (o *Operation) Phrase() string {
	if o.Reads {
		return "a " + o.Method + " that reads"
	}
	return "a " + o.Method
}

// Answers returns the answers of which something is read.
func (o *Operation) Answers() []*Answer {
	if o.Answer == nil {
		return o.Problems
	}
	return append([]*Answer{o.Answer}, o.Problems...)
}

// Idempotent reports whether a request may be sent twice, since it reads or by its method (RFC 9110, section 9.2.2): only then it is tried again.
func (o *Operation) Idempotent() bool {
	return !o.Writes() || o.Method == "PUT" || o.Method == "DELETE"
}

// AnswerType is the type of the body that expressions read, an optional if the answer may lack it.
func (o *Operation) AnswerType() *ir.Type {
	if o.Bodiless {
		return ir.OptionalOf(o.Answer.Type)
	}
	return o.Answer.Type
}
