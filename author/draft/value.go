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

// enumValue is a value of an enum: its name for agents, its spelling in the API, and its description, which may be empty.
type enumValue struct{ name, spelled, means string }

// meaning returns the description of the value, or null if there is none.
func (v enumValue) meaning() value {
	if v.means == "" {
		return literal("null")
	}
	return text(v.means)
}

// respelled reports whether the API spells some of the values otherwise than their names.
func respelled(values []enumValue) bool {
	return slices.ContainsFunc(values, func(v enumValue) bool { return v.name != v.spelled })
}

// named reports whether the values of the part's enum input are all that the document lists, each by the name that a manifest makes of it.
func (p *part) named() bool {
	s := p.schema
	if s.Kind == spec.Array && s.Items != nil {
		s = s.Items
	}
	listed := slices.DeleteFunc(slices.Clone(s.Enum), func(v any) bool { return v == nil })
	return len(listed) == len(p.input.values) && !slices.ContainsFunc(p.input.values, func(v enumValue) bool { return manifest.CapitalsOf(v.spelled) != v.name })
}

// enumOf returns the values of an enum of texts, or nil if the schema has none or more than an agent can choose from. The description of the schema's owner
// may describe them.
func enumOf(s *spec.Schema, about string) []enumValue {
	texts := meanings(s, about)
	var values []enumValue
	used := map[string]bool{}
	for _, v := range s.Enum {
		spelled, ok := v.(string)
		if v == nil || slices.ContainsFunc(values, func(known enumValue) bool { return known.spelled == spelled && ok }) {
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
		if !constraint.Allows(s, v) { // by the other keywords of the schema, such as a pattern
			continue
		}
		if len(values) == mostValues {
			return nil
		}
		values = append(values, enumValue{unique(name, 110, used), spelled, description(texts[spelled], "", split(spelled), mostOfValue)})
	}
	return values
}

// meanings returns the descriptions of the values of an enum, which stand in members that vendors use for that, or as a list in the description.
func meanings(s *spec.Schema, description string) map[string]string {
	texts := map[string]string{}
	for _, t := range s.ValueTexts {
		if texts[t.Value] == "" {
			texts[t.Value] = t.Text
		}
	}
	if len(texts) > 0 || len(s.Enum) == 0 || len(description) > mostRead {
		return texts
	}
	for line := range strings.Lines(description) {
		if value, text, ok := listed(line); ok && slices.Contains(s.Enum, any(value)) && texts[value] == "" {
			texts[value] = text
		}
	}
	return texts
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

// constant returns a value of a document as a literal, or as an expression if a manifest would read the literal as one.
func constant(v any) value {
	if s, ok := v.(string); ok {
		return literalText(s)
	}
	return yamlout.Scalar(v)
}

// literalText is constant for a text.
func literalText(s string) value {
	if s == strings.TrimSpace(visible(s)) && s != "" && !strings.Contains(s, "${") && !readsLikeExpression(s) {
		return text(s)
	}
	return text("${" + yamlout.Double(s) + "}")
}

// rooted matches texts that look as if an author had forgotten the braces of an expression.
var rooted = regexp.MustCompile(`^(inputs?|steps?|vars?|tables?|config|this|env)\b|\.body\b|^[=$]`)

func readsLikeExpression(s string) bool {
	return rooted.MatchString(s) || manifest.ExpressionIn(s) != "" || strings.ContainsAny(s, "{}")
}
