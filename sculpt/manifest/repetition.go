package manifest

import (
	"math"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Each says that a step runs for each element of a list.
type Each struct {
	List        *Expr
	As          Value[string] // what expressions call the element
	Concurrency Value[int64]  // at most so many elements at the same time
	Limit       Value[int64]  // the list has at most so many elements
}

// completeEach reports whether a step runs for each element of a list. What belongs to that and is not there, or is there without it,
// is reported.
func completeEach(e *Each, r *reader) bool {
	if e.List != nil {
		if unwritten := e.As.Pos != (diag.Position{}); !e.As.Set && unwritten { // what is written wrongly has no place
			pos, length := e.List.Span()
			r.errorf(place{pos, length}, "missing-key", "\"for_each\" needs \"as\" beside it: what expressions call the element, as in as: item")
		}
		return true
	}
	if e.As.Set {
		r.errorf(e.As.place(), "missing-key", "\"as\" belongs to \"for_each\": %s is what expressions call the element of its list; add that, or leave this out", e.As.V)
	}
	if e.Concurrency.Set {
		r.errorf(e.Concurrency.place(), "missing-key", "\"concurrency\" belongs to \"for_each\": add that, or leave this out")
	}
	if e.Limit.Set {
		r.errorf(e.Limit.place(), "missing-key", "\"limit\" belongs to \"for_each\": add that, or leave this out")
	}
	return false
}

// Poll is how a step asks an upstream again and again until something has come about.
type Poll struct {
	Pos      diag.Position
	Until    *Expr // nil if not written
	FailedIf *Expr // nil if not written
	Fail     Value[string]
	Detail   *Template // nil if not written
	Every    Value[time.Duration]
	Backoff  Value[float64] // 1 to 10
	MaxEvery Value[time.Duration]
	Timeout  Value[time.Duration]
	Location Value[bool]
}

func poll(dst **Poll) target {
	return target{form: func(b *book) *Form { return b.keys("poll", new(Poll).fields(), pollRules...) }, read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		p, before := &Poll{Pos: at.pos}, r.all
		r.mapping(n, what, at, p.fields()...)
		r.keysOf(n).check(what, pollRules)
		if r.all == before {
			*dst = p
		}
	}}
}

func (p *Poll) fields() []field {
	return []field{
		optional("until", expression(&p.Until)),
		optional("failed_if", expression(&p.FailedIf)),
		optional("fail", value(&p.Fail, text(capitals))),
		optional("detail", template(&p.Detail)),
		optional("every", value(&p.Every, duration)),
		optional("backoff", value(&p.Backoff, number(1, 10))),
		optional("max_every", value(&p.MaxEvery, duration)),
		optional("timeout", value(&p.Timeout, duration)),
		optional("location", value(&p.Location, boolean)),
	}
}

// pollRules are those of the keys by which a poll fails.
var pollRules = []rule{
	beside("missing-key", "failed_if", "%[2]q needs \"fail\" beside it: the declared failure that the tool ends in", "fail"),
	beside("missing-key", "fail", ofFailedIf, "failed_if"),
	beside("missing-key", "detail", ofFailedIf, "failed_if"),
}

const ofFailedIf = "%[2]q in %[1]s belongs to \"failed_if\": add that, or leave this out"

// Paginate is how a step collects a list that its upstream answers in pages.
type Paginate struct {
	Pos   diag.Position
	Items *Expr // the items of a page; nil if wrong
	Next  *Next // nil if wrong
	While *Expr // nil if not written
	Limit *Node // nil if not written
}

// Next is how the page behind another one is asked for. Which of the keys go together is not checked.
type Next struct {
	Pos   diag.Position
	Param Value[string] // the parameter
	Body  Value[string] // the member of the body
	Link  Value[string] // the relation of a Link header
	URL   *Expr         // nil if not written
	From  *Expr         // the cursor; nil if not written
	Start Value[int64]
	By    Value[string]
}

func paginate(dst **Paginate) target {
	return record("paginate", dst, func(p *Paginate, pos diag.Position) []field {
		p.Pos = pos
		return []field{
			required("items", expression(&p.Items)),
			required("next", next(&p.Next)),
			optional("while", expression(&p.While)),
			optional("limit", tree(&p.Limit)),
		}
	})
}

func next(dst **Next) target {
	return target{form: func(b *book) *Form { return b.keys("next", new(Next).fields()) }, read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		next := &Next{Pos: at.pos}
		before := r.all
		r.mapping(n, what, at, next.fields()...)
		if r.all == before {
			*dst = next
		}
	}}
}

func (next *Next) fields() []field {
	return []field{
		optional("param", value(&next.Param, text(oneLine))),
		optional("body", value(&next.Body, text(oneLine))),
		optional("link", value(&next.Link, text(oneLine))),
		optional("url", expression(&next.URL)),
		optional("from", expression(&next.From)),
		optional("start", value(&next.Start, integer(0, math.MaxInt32))),
		optional("by", value(&next.By, text(oneOf("items")))),
	}
}

// Passed are the keys by which a step names the parameters that it passes.
func (s *Step) Passed() []Value[string] {
	keys := lists.Map(s.With, func(e *Entry) Value[string] { return e.Key })
	if s.Paginate != nil && s.Paginate.Next != nil && s.Paginate.Next.Param.Set {
		keys = append(keys, s.Paginate.Next.Param)
	}
	return keys
}
