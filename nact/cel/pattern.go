package cel

import (
	"regexp"
	"regexp/syntax"
)

const (
	maxPattern      = 1000       // bytes of a pattern that is known only now
	maxPatternParts = 10_000     // parts of its program
	maxMatch        = 20_000_000 // what a match outside of loops may spend: about a second
	parseWork       = 50         // what parsing a byte of a pattern spends
)

var (
	errPattern  = error(publicError("the regular expression is too large: one that is no literal has at most 1000 characters, and few repetitions of repetitions"))
	errMatching = error(publicError("the text is too long for this regular expression: one that is no literal is matched with short texts"))
)

// Matches reports whether a part of s matches a pattern that is known only now; other patterns are compiled once, at start.
// It is an error if the pattern is none, is long, or is large for a text of that length.
func Matches(s, pattern string) (bool, error) {
	budget := Budget(maxMatch)
	found, err := MatchesWithin(&budget, s, pattern)
	if err == ErrBudget {
		return false, errMatching
	}
	return found, err
}

// MatchesWithin is [Matches] in a loop: it spends what compiling and matching take in the worst case.
func MatchesWithin(budget *Budget, s, pattern string) (bool, error) {
	if len(pattern) > maxPattern {
		return false, errPattern
	}
	if err := budget.Spend(parseWork * len(pattern)); err != nil {
		return false, err
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return false, err
	}
	parts := programSize(tree)
	if parts > maxPatternParts {
		return false, errPattern
	}
	if err := budget.Spend(parts * (len(s) + 1)); err != nil {
		return false, err
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchString(s), nil
}

// programSize returns about how many instructions a pattern compiles to: x{10,20} is x twenty times.
func programSize(tree *syntax.Regexp) int {
	size := 1
	for _, sub := range tree.Sub {
		size += programSize(sub)
	}
	switch tree.Op {
	case syntax.OpLiteral:
		size += len(tree.Rune)
	case syntax.OpRepeat:
		size *= max(tree.Min, tree.Max, 1)
	}
	return size
}
