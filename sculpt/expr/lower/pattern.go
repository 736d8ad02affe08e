package lower

import (
	"fmt"
	"regexp"
	"strings"

	"cel.dev/cel-go/common/ast"

	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// matches lowers a match of a regular expression. A literal one is checked here and compiled as the service starts.
func matches(cx context, args []ast.Expr) ir.Node {
	x := lowerTo(cx, args[0], ir.StringType)
	pattern := lowerTo(cx, args[1], ir.StringType)
	text, literal := constantText(pattern)
	if !literal {
		return ir.FnMatches.Call(x, pattern)
	}
	if err := checkPattern(text); err != nil {
		return cx.fail(args[1], "%s", err)
	}
	return &ir.Matches{X: x, Pattern: text}
}

// patternArgument lowers the regular expression of a function of manifests. It has to be a literal: one that is made of an input or an answer
// could be larger than what it is matched with, and what its groups are for nobody could have said.
func patternArgument(cx context, n ir.Node, at ast.Expr) ir.Node {
	text, literal := constantText(convert.NotNull(n))
	if !literal {
		return cx.fail(at, "the regular expression is written as a literal")
	}
	if err := checkPattern(text); err != nil {
		return cx.fail(at, "%s", err)
	}
	return &ir.Pattern{Text: text}
}

func checkPattern(text string) error {
	if _, err := regexp.Compile(text); err != nil {
		return fmt.Errorf("this is no regular expression: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return nil
}

// extract looks at the groups of the pattern of text.extract: which of several is meant nobody knows.
func extract(cx context, c call) ir.Node {
	if groups, known := groupsOf(c.args[1]); known && groups > 1 {
		return cx.fail(c.at[1], "the pattern has %d groups, and what one of them matches is extracted: write the others as (?:...)", groups)
	}
	return nil
}

// replaceRegex looks at what a literal replacement says of groups.
func replaceRegex(cx context, c call) ir.Node {
	groups, known := groupsOf(c.args[1])
	replacement, literal := constantText(c.args[2])
	if !known || !literal {
		return nil
	}
	if _, err := runtime.ReplacementParts(replacement, groups); err != nil {
		return cx.fail(c.at[2], "%s", err)
	}
	return nil
}

// groupsOf returns how many groups an argument has that patternArgument has found to be a pattern.
func groupsOf(n ir.Node) (groups int, known bool) {
	pattern, known := n.(*ir.Pattern)
	if !known {
		return 0, false
	}
	return regexp.MustCompile(pattern.Text).NumSubexp(), true
}
