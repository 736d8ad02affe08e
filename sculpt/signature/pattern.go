package signature

import (
	"fmt"
	"regexp"
	"strings"
)

// PatternProblem says why a pattern is none that an input can have, or returns "". It must be one of RE2, which runs in time that the text bounds, and mean the
// same as a regular expression of ECMAScript, which JSON Schemas have: so whoever reads a signature knows what the service takes.
func PatternProblem(pattern string) string {
	if _, err := regexp.Compile(pattern); err != nil {
		return "this is no regular expression of RE2: " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	}
	s := patternScanner{rest: pattern}
	for s.rest != "" && s.problem == "" {
		s.next()
	}
	return s.problem
}

// patternScanner goes through a pattern that is one of RE2.
type patternScanner struct {
	rest    string
	inClass bool
	problem string
}

func (s *patternScanner) refuse(what, instead string) {
	s.problem = fmt.Sprintf("%s means something else in JSON Schemas, by which agents are told of the pattern; write %s", what, instead)
}

// skip passes over what comes next if that is text, and reports whether it is.
func (s *patternScanner) skip(text string) bool {
	rest, ok := strings.CutPrefix(s.rest, text)
	if ok {
		s.rest = rest
	}
	return ok
}

// next passes over one sign.
func (s *patternScanner) next() {
	switch {
	case s.skip(`\`):
		s.escape()
	case s.inClass:
		s.classSign()
	case s.skip("["):
		s.inClass = true
		if s.skip("^"); strings.HasPrefix(s.rest, "]") {
			s.refuse("a ] that begins a class", `it as \]`)
		}
	case s.skip("(?:"), s.skip("(?<"):
	case strings.HasPrefix(s.rest, "(?P<"):
		s.refuse("(?P<", "(?:")
	case strings.HasPrefix(s.rest, "(?"):
		s.refuse("a flag such as (?i)", "both cases, as in [Aa]")
	case s.skip("."):
		s.refuse("a point", `[^\n\r] for any character but line breaks`)
	case s.skip("{"):
		if !counted.MatchString(s.rest) {
			s.refuse("a { that begins no count", `it as \{`)
		}
		_, s.rest, _ = strings.Cut(s.rest, "}")
	case s.skip("}"), s.skip("]"):
		s.refuse("a closing bracket without an opening one", `it with a \ before it`)
	default:
		s.rest = s.rest[1:]
	}
}

// counted matches the rest of a count behind its brace.
var counted = regexp.MustCompile(`^\d+(,\d*)?\}`)

// classSign passes over one sign in a class.
func (s *patternScanner) classSign() {
	switch {
	case s.skip("]"):
		s.inClass = false
	case strings.HasPrefix(s.rest, "[:"):
		s.refuse("a class by its name", "the characters, as in [A-Za-z]")
	case s.skip("["):
		s.refuse("a [ in a class", `it as \[`)
	default:
		s.rest = s.rest[1:]
	}
}

// escape passes over what follows a backslash.
func (s *patternScanner) escape() {
	sign := s.rest[0]
	s.rest = s.rest[1:]
	if s.inClass && strings.IndexByte("dDwW", sign) >= 0 && strings.HasPrefix(s.rest, "-") && !strings.HasPrefix(s.rest, "-]") {
		s.refuse(`a - behind a class such as \d`, `it as \-`)
		return
	}
	switch {
	case strings.IndexByte(`dDwWnrtfv^$\.*+?()[]{}|/`, sign) >= 0:
	case !s.inClass && (sign == 'b' || sign == 'B'), s.inClass && sign == '-':
	case sign == 'p' || sign == 'P':
		s.category()
	case sign == 'x' && hexPair.MatchString(s.rest):
		s.rest = s.rest[2:]
	case sign == 's' || sign == 'S':
		s.refuse(`an escape for blanks, \s or \S,`, `the characters, as in [ \t\n\r]`)
	case sign == 'A' || sign == 'z':
		s.refuse(`\A or \z`, "^ or $")
	default:
		s.refuse("such an escape", "the character by itself, or the characters that are meant, in a class")
	}
}

// category passes over the name of a class of Unicode.
func (s *patternScanner) category() {
	name, inBraces := strings.CutPrefix(s.rest, "{")
	if !inBraces || !category.MatchString(name) {
		s.refuse(`a script such as \p{Greek}`, `a general category, such as \p{L}`)
	}
	_, s.rest, _ = strings.Cut(s.rest, "}")
}

var (
	category = regexp.MustCompile(`^[CLMNPSZ][a-z]?\}`)
	hexPair  = regexp.MustCompile(`^[0-9A-Fa-f]{2}`)
)
