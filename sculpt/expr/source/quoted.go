package source

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

var (
	plainName  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	quotedName = regexp.MustCompile("^[A-Za-z0-9_./ -]+$") // what the parser takes in backquotes
)

// standInLetters are what stand-ins are made of; with them no name in backquotes is mistaken for a number.
const standInLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-./ "

// StandIn returns text with a stand-in for every quoted name that the parser refuses, and the names by their stand-ins. The
// parser takes few characters between backquotes, and JSON has fields like "@id". A stand-in has as many characters as the
// name, so that no place moves; [PutBack] puts the names back in the tree.
func StandIn(text string) (plain string, names map[string]string) {
	if !strings.Contains(text, "`") {
		return text, nil
	}
	tokens := Scan(text)
	taken := map[string]bool{}
	for _, t := range tokens {
		taken[t.name()] = true
	}
	names = map[string]string{}
	standIns := map[string]string{}
	var b strings.Builder
	at := 0
	for _, t := range tokens {
		name := t.name()
		if t.Kind != QuotedToken || t.Flaw != "" || quotedName.MatchString(name) {
			continue
		}
		free, ok := standIns[name]
		if !ok {
			free = freeName(utf8.RuneCountInString(name), taken)
			standIns[name], names[free], taken[free] = free, name, true
		}
		if free != "" {
			b.WriteString(text[at:t.At] + "`" + free + "`")
			at = t.End
		}
	}
	return b.String() + text[at:], names
}

// freeName returns a name of that many characters that is not taken, and an empty one if there is none left.
func freeName(length int, taken map[string]bool) string {
	digits := make([]int, length)
	for {
		name := make([]byte, length)
		for i, d := range digits {
			name[i] = standInLetters[d]
		}
		if !taken[string(name)] {
			return string(name)
		}
		i := slices.IndexFunc(digits, func(d int) bool { return d < len(standInLetters)-1 })
		if i < 0 {
			return ""
		}
		digits[i]++
		clear(digits[:i])
	}
}

// PutBack replaces stand-ins in the names of fields.
func PutBack(e ast.Expr, names map[string]string) {
	factory := ast.NewExprFactory()
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.SelectKind:
			s := e.AsSelect()
			name, ok := names[s.FieldName()]
			switch {
			case ok && s.IsTestOnly():
				e.SetKindCase(factory.NewPresenceTest(e.ID(), s.Operand(), name))
			case ok:
				e.SetKindCase(factory.NewSelect(e.ID(), s.Operand(), name))
			}
		case ast.CallKind:
			if e.AsCall().FunctionName() != operators.OptSelect {
				return
			}
			field := e.AsCall().Args()[1]
			if name, ok := names[string(field.AsLiteral().(types.String))]; ok {
				field.SetKindCase(factory.NewLiteral(field.ID(), types.String(name)))
			}
		}
	}))
}

// FieldSource is the name of a field as an expression has it.
func FieldSource(name string) string {
	if plainName.MatchString(name) && !slices.Contains(Keywords, name) {
		return name
	}
	return "`" + name + "`"
}

// Keywords are the words that the parser does not take for names, and so not for those of fields.
var Keywords = []string{"in", "true", "false", "null"}
