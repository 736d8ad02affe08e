package plan

import "github.com/nactgen/nactgen/sculpt/ir"

// Writes reports whether the operation can change something upstream, by its method (RFC 9110, section 9.2.1).
func (o *Operation) Writes() bool {
	switch o.Method {
	case "GET", "HEAD", "OPTIONS":
		return false
	}
	return true
}

// Cacheable reports whether an answer may be kept for another call, by the operation's method (RFC 9110, section 9.2.3).
func (o *Operation) Cacheable() bool { return o.Method == "GET" || o.Method == "HEAD" }

// Answers returns the answers of which something is read.
func (o *Operation) Answers() []*Answer {
	if o.Answer == nil {
		return o.Problems
	}
	return append([]*Answer{o.Answer}, o.Problems...)
}

// Idempotent reports whether a request may be sent twice, by its method (RFC 9110, section 9.2.2): only then it is tried again.
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
