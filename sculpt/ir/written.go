package ir

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Written is a value as its author wrote it, in one line: an expression without ${ and }, a text with expressions in it in quotes, a
// literal or an object as CEL has them. Nil, and what nobody wrote, is "".
func Written(n Node) string {
	if n == nil {
		return ""
	}
	if text := n.Marked().Written; text != "" {
		return lineBreak.ReplaceAllString(text, " ")
	}
	switch n := n.(type) {
	case *Const:
		return LiteralText(n.Value)
	case *Concat:
		return writtenText(n)
	case *Guard: // a limit of the document's, not of the manifest
		return Written(n.X)
	case *Not:
		return "!(" + Written(n.X) + ")"
	case *Root:
		return RootText(n)
	}
	if members := Members(n); members != nil {
		parts := make([]string, len(members))
		for i, m := range members {
			parts[i] = strconv.Quote(m.Name) + ": " + Written(m.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	var parts []string
	for _, below := range Children(n) {
		if text := Written(below); text != "" {
			parts = append(parts, text)
		}
	}
	switch _, isList := n.(*ListLit); {
	case isList:
		return "[" + strings.Join(parts, ", ") + "]"
	case len(parts) == 0:
		return ""
	}
	return parts[0] // the compiler put n around it
}

var lineBreak = regexp.MustCompile(`\s*\n\s*`)

// writtenText is text with expressions in it: "To ${inputs.city}".
func writtenText(n *Concat) string {
	var b strings.Builder
	for _, part := range n.Parts {
		if c, ok := part.(*Const); ok {
			quoted := strconv.Quote(fmt.Sprint(c.Value))
			b.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		b.WriteString("${" + Written(part) + "}")
	}
	return `"` + b.String() + `"`
}

// Members are the members of an object that is spelled out; nil for any other value.
func Members(n Node) []RecordMember {
	switch n := n.(type) {
	case *Record:
		return n.Members
	case *Pairs:
		return n.Members
	}
	return PartMembers(n)
}

// LiteralText is the value of a constant as CEL has it.
func LiteralText(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(v)
	case []byte:
		return "b" + strconv.Quote(string(v))
	case uint64:
		return strconv.FormatUint(v, 10) + "u"
	case float64:
		s := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(s, ".eIN") { // 1.0 is not 1
			s += ".0"
		}
		return s
	case time.Time:
		return "timestamp(" + strconv.Quote(v.Format(time.RFC3339Nano)) + ")"
	case time.Duration:
		return "duration(" + strconv.Quote(v.String()) + ")"
	}
	return fmt.Sprint(value)
}

// ReadText is what messages call a value that is read: as its author wrote the read, with ... for what is computed in it. What is not read is "".
// contents are the optionals whose contents locals are.
func ReadText(n Node, contents map[*Local]Node) string {
	var from, step Node // what the value is, or is a part of; which part
	switch n := n.(type) {
	case *Root:
		return RootText(n)
	case *Ref:
		if from = cmp.Or(n.To.Value, contents[n.To]); from == nil {
			return n.To.Name
		}
		return cmp.Or(ReadText(from, contents), n.To.Name)
	case *Member:
		return cmp.Or(n.Path, n.Field.Name)
	case *Maybe:
		return cmp.Or(n.Path, n.Field.Name)
	case *OrValue:
		from = n.X
	case *Then:
		from = n.Body
	case *Element:
		from, step = n.List, n.Index
	case *Call:
		switch n.Func.Naming {
		case NamedAsOperand:
			from = n.Args[0]
		case NamedAsSelection:
			from, step = n.Args[0], n.Args[1]
		}
	default:
		from = Content(n)
	}
	if from == nil {
		return ""
	}
	text := ReadText(from, contents)
	if step != nil {
		return below(text, "["+indexText(step)+"]")
	}
	return text
}

func indexText(n Node) string {
	if c, ok := n.(*Const); ok {
		return LiteralText(c.Value)
	}
	return "..."
}

// rootPrefixes and rootSuffixes are what expressions have before and after the name of a root. A kind without a prefix here has steps., one without a suffix
// has none.
var (
	rootPrefixes = map[RootKind]string{InputRoot: "inputs.", VarRoot: "vars.", ConfigRoot: "config.", TableRoot: "tables.", ElementRoot: ""}
	rootSuffixes = map[RootKind]string{NextRoot: ".next", BodyRoot: ".body", StatusRoot: ".status", HeadersRoot: ".headers"}
)

// RootText is how expressions name a value that a tool holds: steps.place.body.
func RootText(n *Root) string {
	prefix, ok := rootPrefixes[n.Kind]
	if !ok {
		prefix = "steps."
	}
	switch {
	case n.Kind == BodyRoot && n.T.Kind == Object && n.T.Object.Sole: // its field is the body
		return prefix + n.Name
	case n.Kind == ProblemRoot:
		return "this." + n.Part
	case n.Kind == LinkRoot:
		return prefix + n.Name + ".link." + n.Part
	case n.Kind == PagesRoot, n.Kind == StepRoot && n.Part != "" && n.Part != ResultPart:
		return prefix + n.Name + "." + n.Part
	}
	return prefix + n.Name + rootSuffixes[n.Kind]
}
