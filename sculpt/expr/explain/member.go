package explain

import (
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// operand is what the field is read of by x.f, x.?f or has(x.f).
func operand(e ast.Expr) (x ast.Expr, field string) {
	if e.Kind() == ast.SelectKind {
		return e.AsSelect().Operand(), e.AsSelect().FieldName()
	}
	name, _ := e.AsCall().Args()[1].AsLiteral().(types.String)
	return e.AsCall().Args()[0], string(name)
}

func undefinedField(x *mistyped, e ast.Expr, _ []string) (string, ast.Expr) {
	from, field := operand(e)
	t := x.scope.Type(x.typeOf(from))
	if t.Kind == ir.Optional {
		t = t.Elem
	}
	if t.Kind != ir.Object {
		return "there is no field " + strconv.Quote(field), nil
	}
	return noField(x.scope, noun(x, from, t.Object), t.Object, field), nil
}

// noun is what an object is called: answers of one structure are one type, and each goes by its own step.
func noun(x *mistyped, e ast.Expr, o *ir.ObjectType) string {
	switch {
	case e.Kind() == ast.IdentKind && e.AsIdent() == check.This:
		return x.scope.ThisName()
	case e.Kind() == ast.SelectKind && e.AsSelect().Operand().Kind() == ast.IdentKind && e.AsSelect().Operand().AsIdent() == check.Steps:
		if step := e.AsSelect().FieldName(); !x.scope.Returns[step] {
			return check.AnswerName(step)
		}
	}
	return o.Noun()
}

// mostFields is how many fields a message lists.
const mostFields = 8

// noField is [NoField] for the answer of a step, too, of which nobody can read the body.
func noField(scope *check.Scope, noun string, o *ir.ObjectType, field string) string {
	if why := scope.WhyUnreadable(noun); field == "body" && why != "" {
		return why
	}
	return NoField(noun, o, field)
}

// NoField says that an object, which noun names, has no field of that name, and which it has.
func NoField(noun string, o *ir.ObjectType, field string) string {
	message := noun + " has no field " + strconv.Quote(field)
	if body := o.Field("body"); body != nil && body.Type.Kind == ir.Object && body.Type.Object.Field(field) != nil {
		return message + "; did you mean body." + source.FieldSource(field) + "?"
	}
	near := diag.Suggest(field, o.Names())
	switch {
	case near != "" && source.FieldSource(near) != near:
		return message + "; did you mean " + source.FieldSource(near) + ", with its backquotes?"
	case near != "":
		return message + "; did you mean " + strconv.Quote(near) + "?"
	case len(o.Fields()) <= mostFields:
		names := o.Names()
		for i, name := range names {
			names[i] = source.FieldSource(name)
		}
		return message + "; it has " + strings.Join(names, ", ")
	}
	return message
}

// noFields says that a value is none with fields.
func noFields(x *mistyped, e ast.Expr, _ []string) (string, ast.Expr) {
	from, field := operand(e)
	t := x.scope.Type(x.typeOf(from))
	if t.Kind == ir.Optional {
		t = t.Elem
	}
	message := x.named(from) + " is " + t.Phrase() + " and has no fields"
	switch {
	case foreignNames[field] != "":
		return message + "; " + foreignNames[field], nil
	case x.env.CEL().HasFunction(field):
		return message + "; " + field + " is a function: write ." + field + "(...)", nil
	case t.Kind == ir.List:
		return message + "; one element is read with [0], all with .map(x, x." + source.FieldSource(field) + ")", nil
	}
	return message, nil
}

func undeclared(x *mistyped, e ast.Expr, matches []string) (string, ast.Expr) {
	name := matches[1]
	switch e.Kind() {
	case ast.CallKind:
		return unknownFunction(x, e, name), nil
	case ast.StructKind:
		return "messages are Protobuf, which OpenAPI has not; a map is written {\"name\": value}", nil
	}
	if index, ok := strings.CutPrefix(name, "@index"); ok {
		return "cel.block has no value " + index + " here: a value can use those before it, and cel.index counts from 0", nil
	}
	for _, container := range check.Containers {
		if o := x.scope.Container(container); o != nil && container != check.This && o.Field(name) != nil {
			return "there is no name " + strconv.Quote(name) + "; did you mean " + container + "." + name + "?", nil
		}
	}
	if hint := foreignNames[name]; hint != "" {
		return "there is no name " + strconv.Quote(name) + "; " + hint, nil
	}
	return "there is no name " + strconv.Quote(name) + diag.DidYouMean(name, append(functionNames(x.env), check.Containers...)), nil
}

func unknownFunction(x *mistyped, e ast.Expr, name string) string {
	if use := macroUses[name]; use != "" {
		return name + " is written " + use
	}
	if e.AsCall().IsMemberFunction() {
		target := e.AsCall().Target()
		t := x.scope.Type(x.typeOf(target))
		switch space := x.namespace(target); {
		case space != "":
			name = space + "." + name
		case t.Kind == ir.Object && t.Object.Field(name) != nil:
			return name + " is a field and no function: write it without parentheses"
		}
	}
	if use := macroUses[name]; use != "" {
		return name + " is written " + use
	}
	message := "there is no function " + strconv.Quote(name)
	if hint := foreignNames[name[strings.LastIndexByte(name, '.')+1:]]; hint != "" {
		return message + "; " + hint
	}
	return message + diag.DidYouMean(name, functionNames(x.env))
}

// wrongType says that a value has another type than its place.
func wrongType(x *mistyped, e ast.Expr, matches []string) (string, ast.Expr) {
	needed := "true or false is needed"
	switch {
	case strings.HasPrefix(matches[1], "optional_type"):
		needed = "an optional is needed, as from .?field: ? stands before an element that may be absent"
	case matches[1] != "bool":
		needed = "another type is needed"
	}
	return x.named(e) + " is " + x.phrase(e) + " where " + needed, e
}

func noRange(x *mistyped, e ast.Expr, _ []string) (string, ast.Expr) {
	message := x.named(e) + " is " + x.phrase(e) + ", and only arrays and maps can be run over"
	if x.scope.Type(x.typeOf(e)).Kind == ir.Optional {
		message += "; say what stands for an absent one, with .orValue([])"
	}
	return message, e
}

func badAddress(x *mistyped, e ast.Expr, matches []string) (string, ast.Expr) {
	if matches[1] == "ip" {
		return "this is no IP address; one is written \"10.0.0.1\" or \"2001:db8::1\"", e
	}
	return "this is no CIDR block; one is written \"10.0.0.0/8\" or \"2001:db8::/32\"", e
}

// clauseTypes are what the clauses of format take, by the names that the checker has for them.
var clauseTypes = map[string]string{
	"decimal": "%d takes integers and numbers", "hex": "%x takes integers, strings and bytes", "octal": "%o takes integers",
	"binary": "%b takes integers and booleans", "fixed-point": "%f takes integers and numbers", "scientific": "%e takes integers and numbers",
	"string": "%s takes no value of that type",
}

func wrongClause(x *mistyped, e ast.Expr, matches []string) (string, ast.Expr) {
	return "this is " + x.phrase(e) + ", and " + clauseTypes[matches[1]+matches[2]], e
}

// OneOf ends a message about a value that is none of values.
func OneOf(value string, values []string) string {
	if s := diag.DidYouMean(value, values); s != "" {
		return s
	}
	return "; it has " + strings.Join(values, ", ")
}
