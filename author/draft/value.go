package draft

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/manifest"
	constraint "github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/spec"
)

// enumValue is a value of an enum as agents have it, as the API has it, and what it means.
type enumValue struct{ name, spelled, means string }

// meaning is what a value means, or null where that is not known.
func (v enumValue) meaning() value {
	if v.means == "" {
		return literal("null")
	}
	return text(v.means)
}

// enumOf are the values of an enum of texts, of which a description may say more, or nothing if there are none, or more than an agent can choose from.
func enumOf(s *spec.Schema, said string) []enumValue {
	texts := meanings(s, said)
	var values []enumValue
	used := map[string]bool{}
	for _, v := range s.Enum {
		spelled, ok := v.(string)
		if v == nil {
			continue
		}
		name := capitals(spelled)
		if !ok || spelled == "" || name == "" || spelled != visible(spelled) || strings.TrimSpace(spelled) != spelled || strings.ContainsAny(spelled, "\n\t") || utf8.RuneCountInString(spelled) > 200 {
			return nil
		}
		if strings.HasPrefix(spelled, "-") {
			name = "MINUS_" + name
		}
		if len(name) > 100 {
			name = strings.TrimRight(name[:100], "_")
		}
		if !allowed(s, spelled) {
			continue
		}
		values = append(values, enumValue{unique(name, 110, used), spelled, description(texts[spelled], "", split(spelled), mostOfValue)})
	}
	if len(values) > mostValues || len(values) == 0 {
		return nil
	}
	return values
}

// allowed reports whether a document allows a value of an enum by what else it says of it, such as a pattern.
func allowed(s *spec.Schema, v any) bool { return constraint.Allows(s, v) }

// meanings is what a document says of the values of an enum: by the conventions of vendors, or as a list in the description.
func meanings(s *spec.Schema, description string) map[string]string {
	said := map[string]string{}
	for _, t := range s.ValueTexts {
		if said[t.Value] == "" {
			said[t.Value] = t.Text
		}
	}
	if len(said) > 0 || len(s.Enum) == 0 || len(description) > mostRead {
		return said
	}
	for line := range strings.Lines(description) {
		if value, text, ok := listed(line); ok && slices.Contains(s.Enum, any(value)) && said[value] == "" {
			said[value] = text
		}
	}
	return said
}

// listed reads a line of Markdown such as "- `available`: The pet is in the shop.", also as a row of a table.
func listed(line string) (value, text string, ok bool) {
	line = strings.Trim(strings.TrimSpace(line), "|")
	line = strings.TrimLeft(line, "*-+• \t")
	for _, separator := range []string{":", "|", " - ", " – ", " — ", "="} {
		if value, text, ok = strings.Cut(line, separator); ok {
			value = strings.Trim(value, "*_`'\" \t")
			text = strings.Trim(text, "* \t|")
			return value, text, value != "" && text != ""
		}
	}
	return "", "", false
}

// constant is a value of a document as a literal, or as an expression where a literal would be something else.
func constant(v any) value {
	if s, ok := v.(string); ok {
		return literalText(s)
	}
	return yamlout.Scalar(v)
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
