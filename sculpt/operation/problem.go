package operation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// problem is an answer to errors, for one status or for several that are answered alike.
type problem struct {
	schema *spec.Schema
	answer *plan.Answer
}

// Problem returns the answer that the document has for errors with the statuses of a rule, of which there is one at least. It is
// nil if there is none that could be read; why says what is in the way, and what to do.
//
// The answer is an object or a dyn. None of the object's fields is required: an upstream that refuses a call may say anything.
func (o *Operation) Problem(causes []plan.Cause) (answer *plan.Answer, why string) {
	for _, cause := range causes {
		described := false
		for _, r := range o.refusals(cause) {
			media := JSONMedia(r.Content)
			if media == nil {
				continue
			}
			described = true
			p, why := o.problem(r.Status, media.Schema)
			switch {
			case why != "":
				return nil, why
			case answer != nil && answer != p:
				return nil, fmt.Sprintf("the document of %s describes another body for %s than for %s, so that this has no one type; split the rule", o.ID, r.Status, answer.Status)
			}
			answer = p
		}
		if !described {
			return nil, fmt.Sprintf("the document has no body of JSON for the status %s of %s: there is nothing of it to read but this.status and this.headers", statusText(cause), o.ID)
		}
	}
	return answer, ""
}

// refusals returns the declared answers of a status: that of the status itself, else that of its class, else the default; and of a
// class all that are in it.
func (o *Operation) refusals(c plan.Cause) []*spec.Response {
	class := strconv.Itoa(c.Class) + "XX"
	var exact []*spec.Response
	if c.Class == 0 {
		class = strconv.Itoa(c.Status/100) + "XX"
		if r := o.response(strconv.Itoa(c.Status)); r != nil {
			return []*spec.Response{r}
		}
	} else {
		for _, r := range o.Spec.Responses {
			if r.Status != class && strings.HasPrefix(r.Status, class[:1]) {
				exact = append(exact, r)
			}
		}
	}
	for _, status := range []string{class, "default"} {
		if r := o.response(status); r != nil {
			return append(exact, r)
		}
	}
	return exact
}

// response returns the declared answer of that status, or nil.
func (o *Operation) response(status string) *spec.Response {
	return lists.Find(o.Spec.Responses, func(r *spec.Response) bool { return r.Status == status })
}

// problem returns the answer of a schema, which statuses with schemas that are alike share.
func (o *Operation) problem(status string, s *spec.Schema) (answer *plan.Answer, why string) {
	if f := s.Unreadable(); f != nil {
		return nil, fmt.Sprintf("what the document has for the status %s of %s cannot be read: %v", status, o.ID, &f.Error)
	}
	t := ProblemType(o.newShapes(o.ID+" "+status), s)
	if t == nil {
		return nil, fmt.Sprintf("the document has %s for the status %s of %s, and what can be read of an error is an object", shape.Describe(s), status, o.ID)
	}
	for _, p := range o.problems {
		if p.schema == s || s.Ref != "" && p.schema.Ref == s.Ref || ir.Alike(p.answer.Type, t) {
			return p.answer, ""
		}
	}
	p := &problem{s, &plan.Answer{Status: status, Type: t}}
	o.problems = append(o.problems, p)
	return p.answer, ""
}

// ProblemType is the type of an answer to errors: the object that its schema describes, with no field required; nil if that is no object.
func ProblemType(shapes *shape.Shapes, s *spec.Schema) *ir.Type {
	t := shapes.Type(s).Plain()
	switch t.Kind {
	case ir.Object:
		for _, f := range t.Object.Fields() {
			f.Required = false
		}
		return t
	case ir.Map, ir.Dyn:
		return ir.DynType
	}
	return nil
}

// statusText is how a manifest names a status, or a class of them.
func statusText(c plan.Cause) string {
	if c.Class != 0 {
		return strconv.Itoa(c.Class) + "xx"
	}
	return strconv.Itoa(c.Status)
}
