package nact

import (
	"regexp"
	"sync"
)

// CheckPattern reports whether a text has a part that matches a pattern, which is one of RE2. It is what [Tool.Patterns] takes. A pattern that is none matches
// nothing. Patterns are compiled once, so they must be those of signatures.
func CheckPattern(pattern, text string) bool {
	compiled, ok := patterns.Load(pattern)
	if !ok {
		expression, err := regexp.Compile(pattern)
		if err != nil {
			return false
		}
		compiled, _ = patterns.LoadOrStore(pattern, expression)
	}
	return compiled.(*regexp.Regexp).MatchString(text)
}

// patterns are the compiled patterns, each a *regexp.Regexp, by their texts.
var patterns sync.Map
