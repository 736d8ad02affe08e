package diag

import (
	"cmp"
	"fmt"
	"slices"
)

// List collects diagnostics. The zero List is empty and ready to use. It is not safe for concurrent use.
type List []Diagnostic

// Errorf adds an error at pos. Length is how many bytes to underline; rule is the rule's short stable name.
func (l *List) Errorf(pos Position, length int, rule, format string, args ...any) {
	l.add(Error, pos, length, rule, format, args)
}

// Warnf adds a warning at pos. The arguments are those of [List.Errorf].
func (l *List) Warnf(pos Position, length int, rule, format string, args ...any) {
	l.add(Warning, pos, length, rule, format, args)
}

// Located is a value that was read from a file.
type Located interface {
	// Span returns where the value starts, and how many bytes of it to underline.
	Span() (pos Position, length int)
}

// ErrorAt is [List.Errorf] at the place of a value.
func (l *List) ErrorAt(at Located, rule, format string, args ...any) {
	pos, length := at.Span()
	l.add(Error, pos, length, rule, format, args)
}

// WarnAt is [List.Warnf] at the place of a value.
func (l *List) WarnAt(at Located, rule, format string, args ...any) {
	pos, length := at.Span()
	l.add(Warning, pos, length, rule, format, args)
}

func (l *List) add(severity Severity, pos Position, length int, rule, format string, args []any) {
	*l = append(*l, Diagnostic{
		Pos:      pos,
		Length:   length,
		Severity: severity,
		Rule:     rule,
		Message:  fmt.Sprintf(format, args...),
	})
}

// Sort orders the list by file, line, column and message, and drops what it says twice.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(b.Length, a.Length),
		)
	})
	*l = slices.CompactFunc(*l, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Message == b.Message
	})
}

// HasErrors reports whether the list holds more than warnings.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Errors returns the list without its warnings.
func (l List) Errors() List {
	return slices.DeleteFunc(slices.Clone(l), func(d Diagnostic) bool { return d.Severity != Error })
}

// Rules returns the names of the rules in the list, sorted, each once.
func (l List) Rules() []string {
	rules := make([]string, 0, len(l))
	for _, d := range l {
		rules = append(rules, d.Rule)
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}
