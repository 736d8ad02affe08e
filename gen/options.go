package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
)

// options are fields of upstream.Options.
type options []option

type option struct {
	name  string
	value *jen.Statement
	width int // about how many characters the value takes
}

// options returns what a step, and what it is part of, does not leave to the upstream: upstream.Options{Timeout: 2 * time.Second}.
func (p stepPrinter) options(more options) *jen.Statement {
	s := p.step
	var list options
	add := func(name string, value *jen.Statement, width int) { list = append(list, option{name, value, width}) }
	if s.Link != nil {
		add("Link", p.body.Value(s.Link), goexpr.Width(s.Link))
	}
	if s.KeyHeader != "" {
		add("KeyHeader", gocode.Lit(s.KeyHeader), len(s.KeyHeader))
	}
	if s.Unread {
		add("Unread", jen.True(), len("true"))
	}
	if unfollowed := s.Unfollowed(); len(unfollowed) > 0 {
		add("Unfollowed", statuses(unfollowed), len("[]int{}")+len("301, ")*len(unfollowed))
	}
	if s.Timeout > 0 {
		add("Timeout", gocode.Duration(s.Timeout), len("150 * time.Millisecond"))
	}
	if s.Retry != nil {
		add("Retry", jen.Op("&").Add(retryPolicy(p.runtime, *s.Retry)), len("&upstream.Retry{Attempts: 3, Backoff: time.Millisecond, MaxWait: 2 * time.Second}"))
	}
	if s.Caching != nil {
		add("Caching", cachePolicy(p.runtime, *s.Caching), len("upstream.KeepFor(10 * time.Minute)"))
	}
	list = append(list, more...)
	if s.ReadsProblems() {
		add("KeepProblem", p.runtime.Upstream("ReadProblem"), len("upstream.ReadProblem"))
	}
	return p.runtime.Upstream("Options").Add(list.literal())
}

// statuses returns []int{301, 302}.
func statuses(list []int) *jen.Statement {
	values := make([]jen.Code, len(list))
	for i, status := range list {
		values[i] = jen.Lit(status)
	}
	return jen.Index().Int().Values(values...)
}

// literal returns the fields with their braces.
func (list options) literal() *jen.Statement {
	fields := make([]jen.Code, len(list))
	width := 0
	for i, o := range list {
		fields[i] = gocode.Keyed(o.name, o.value)
		width += len(o.name) + len(": , ") + o.width
	}
	return gocode.Fitted(fields, width)
}
