package draft

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// constant is a value of a document as a literal, or as an expression where a literal would be something else.
func constant(v any) value {
	switch v := v.(type) {
	case string:
		return literalText(v)
	case float64:
		return literal(strconv.FormatFloat(v, 'f', -1, 64))
	case nil:
		return literal("null")
	}
	return literal(fmt.Sprint(v))
}

// literalText is a text as a manifest has it where an expression may stand.
func literalText(s string) value {
	if s == plainly(s) && s != "" && !strings.Contains(s, "${") && !readsLikeExpression(s) {
		return text(s)
	}
	return text("${" + yamlout.Double(s) + "}")
}

// rooted begins like what expressions read.
var rooted = regexp.MustCompile(`^(inputs?|steps?|vars?|tables?|config|this|env)\b|\.body\b|^[=$]`)

func readsLikeExpression(s string) bool {
	return rooted.MatchString(s) || manifest.ExpressionIn(s) != "" || strings.ContainsAny(s, "{}")
}

func plainly(s string) string { return strings.TrimSpace(visible(s)) }
