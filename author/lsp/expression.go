package lsp

import (
	"bytes"
	"strings"
)

// expression is a stretch of a text that is an expression, or is about to be one, and where in it the cursor stands.
type expression struct {
	start, end int  // the text of the expression, without what stands around it
	marked     bool // it stands in ${ }
	closed     bool // it has its }
}

// expressionAt returns the expression around a byte: that of ${ }, or else the value that stands there, of which it is not known whether it is one.
func expressionAt(data []byte, at int) (expression, bool) {
	if e, ok := markedAt(data, at); ok {
		return e, true
	}
	return valueAt(data, at)
}

// markedAt returns the expression that begins with a ${ before a byte and does not end before it.
func markedAt(data []byte, at int) (expression, bool) {
	from := max(0, at-4096) // an expression is not longer
	begin := bytes.LastIndex(data[from:at], []byte("${"))
	if begin < 0 {
		return expression{}, false
	}
	start := from + begin + len("${")
	if start >= 3 && data[start-3] == '$' { // $${ is text
		return expression{}, false
	}
	end, closed := endOf(data, start)
	if at > end {
		return expression{}, false
	}
	return expression{start, end, true, closed}, true
}

// endOf returns where the expression that begins at start ends: before its }, or where the line ends if that has none.
func endOf(data []byte, start int) (end int, closed bool) {
	depth, quote := 0, byte(0)
	for i := start; i < len(data); i++ {
		c := data[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'':
			quote = c
		case c == '{':
			depth++
		case c == '}' && depth == 0:
			return i, true
		case c == '}':
			depth--
		case c == '\n' && quote == 0 && unfinished(data[i:]):
			return i, false
		}
		if c == '\n' {
			quote = 0
		}
	}
	return len(data), false
}

// unfinished reports whether what follows a line break is another entry, and not more of the same expression.
func unfinished(rest []byte) bool {
	line, _, _ := bytes.Cut(rest[1:], []byte("\n"))
	key, _, found := bytes.Cut(bytes.TrimSpace(line), []byte(":"))
	return len(bytes.TrimSpace(line)) == 0 || found && isName(strings.TrimLeft(string(key), "- "))
}

// valueAt returns the value of the key before a byte, on one line.
func valueAt(data []byte, at int) (expression, bool) {
	lineStart := bytes.LastIndexByte(data[:at], '\n') + 1
	before := data[lineStart:at]
	colon := bytes.LastIndex(before, []byte(": "))
	if colon < 0 {
		return expression{}, false
	}
	start := lineStart + colon + len(": ")
	for start < at && data[start] == ' ' {
		start++
	}
	end := start
	if start < len(data) && (data[start] == '"' || data[start] == '\'') {
		quote := data[start]
		start++
		for end = start; end < len(data) && data[end] != quote && data[end] != '\n'; end++ {
		}
	} else {
		for end = start; end < len(data) && !strings.ContainsRune("\n,}]", rune(data[end])); end++ {
		}
		end = start + len(bytes.TrimRight(data[start:end], " \r"))
	}
	if at < start || at > end && len(bytes.TrimSpace(data[end:at])) > 0 {
		return expression{}, false
	}
	return expression{start: start, end: max(end, at)}, true
}

// chain splits what stands before the cursor into the value of which something is read, and the start of the name of that: of "size(vars.list) + vars.fi",
// it is "vars" and "fi". Without a value before the name, parent is empty.
func chain(before string) (parent, prefix string) {
	i := len(before)
	for i > 0 && isNameByte(before[i-1]) {
		i--
	}
	prefix = before[i:]
	rest := strings.TrimSuffix(before[:i], "?")
	if !strings.HasSuffix(rest, ".") {
		return "", prefix
	}
	rest = rest[:len(rest)-1]
	return rest[operand(rest):], prefix
}

// operand returns where the operand begins with which an expression ends: vars.list[0].name in 1 + vars.list[0].name.
func operand(s string) int {
	i := len(s)
	for i > 0 {
		switch c := s[i-1]; {
		case isNameByte(c) || c == '.' || c == '?':
			i--
		case c == ')' || c == ']':
			open := opening(s[:i])
			if open < 0 {
				return i
			}
			i = open
		default:
			return i
		}
	}
	return i
}

// opening returns where the bracket opens with which a text ends, or -1.
func opening(s string) int {
	depth, quote := 0, byte(0)
	for i := len(s) - 1; i >= 0; i-- {
		c := s[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == ')' || c == ']' || c == '}':
			depth++
		case c == '(' || c == '[' || c == '{':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// macros are those whose first argument is a name for the elements of the list before them.
var macros = []string{"all", "exists", "exists_one", "existsOne", "map", "filter", "sortBy", "transformList", "transformMap", "transformMapEntry"}

// bound returns the names that macros around the end of a text give to elements, with an expression for what each stands for: of
// "vars.list.map(p, p.", it is p for vars.list[0].
func bound(before string) map[string]string {
	names := map[string]string{}
	for i := len(before) - 1; i >= 0; i-- {
		switch c := before[i]; c {
		case ')', ']', '}':
			open := opening(before[:i+1])
			if open < 0 {
				return names
			}
			i = open
		case '(':
			call := before[:i]
			dot := strings.LastIndexByte(call, '.')
			name, _, found := strings.Cut(before[i+1:], ",")
			if name = strings.TrimSpace(name); dot < 0 || !found || !isName(name) || !contains(macros, call[dot+1:]) {
				continue
			}
			if _, hidden := names[name]; !hidden {
				list := call[:dot]
				names[name] = list[operand(list):] + "[0]"
			}
		}
	}
	return names
}

// outside replaces the name of an element with which an expression begins by what it stands for, so that the expression means the same outside of the
// macros.
func outside(expression string, names map[string]string) string {
	for range len(names) + 1 {
		i := 0
		for i < len(expression) && isNameByte(expression[i]) {
			i++
		}
		meaning, ok := names[expression[:i]]
		if !ok {
			return expression
		}
		expression = meaning + expression[i:]
	}
	return expression
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isName(s string) bool {
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9')
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}
