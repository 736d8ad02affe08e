package conformance

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	celpb "cel.dev/expr"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// holdsEnum reports whether a value is of an enum's type.
func holdsEnum(pb *celpb.Value) bool {
	if _, ok := pb.GetKind().(*celpb.Value_EnumValue); ok {
		return true
	}
	return slices.ContainsFunc(pb.GetListValue().GetValues(), holdsEnum) ||
		slices.ContainsFunc(pb.GetMapValue().GetEntries(), func(e *celpb.MapValue_Entry) bool { return holdsEnum(e.Value) })
}

// holdsMessage reports whether a value is a message, or holds one.
func holdsMessage(v ref.Val) bool {
	switch v := v.(type) {
	case traits.Mapper:
		for it := v.Iterator(); it.HasNext() == types.True; {
			if holdsMessage(v.Get(it.Next())) {
				return true
			}
		}
		return false
	case traits.Lister:
		for it := v.Iterator(); it.HasNext() == types.True; {
			if holdsMessage(it.Next()) {
				return true
			}
		}
		return false
	}
	_, message := v.Value().(protoreflect.ProtoMessage)
	return message
}

// expressionNeedsMessage reports whether the expression makes a message, or names a message or an enum.
func (s *suiteTest) expressionNeedsMessage() bool {
	parsed, err := s.parse()
	if err != nil {
		return false
	}
	found := false
	ast.PostOrderVisit(parsed.NativeRep().Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() == ast.StructKind || s.namesDescriptor(qualified(e)) {
			found = true
		}
	}))
	return found
}

// namesDescriptor reports whether a name is that of a message, an enum or an enum's value, in one of the namespaces that
// the test's container opens.
func (s *suiteTest) namesDescriptor(name string) bool {
	if name == "" || s.variables[name] {
		return false
	}
	for _, candidate := range candidates(s.Container, name) {
		d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(candidate))
		if err != nil {
			continue
		}
		switch d.(type) {
		case protoreflect.MessageDescriptor, protoreflect.EnumDescriptor, protoreflect.EnumValueDescriptor:
			return true
		}
	}
	return false
}

// qualified is the name that a chain of selections spells, or "".
func qualified(e ast.Expr) string {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent()
	case ast.SelectKind:
		if operand := qualified(e.AsSelect().Operand()); operand != "" {
			return operand + "." + e.AsSelect().FieldName()
		}
	case ast.CallKind: // an enum is called like a function
		call := e.AsCall()
		if !call.IsMemberFunction() {
			return call.FunctionName()
		}
		if target := qualified(call.Target()); target != "" {
			return target + "." + call.FunctionName()
		}
	}
	return ""
}

// candidates are the names that a name stands for in a container, the innermost first.
func candidates(container, name string) []string {
	if absolute, ok := strings.CutPrefix(name, "."); ok {
		return []string{absolute}
	}
	var names []string
	for container != "" {
		names = append(names, container+"."+name)
		i := strings.LastIndexByte(container, '.')
		container = container[:max(i, 0)]
	}
	return append(names, name)
}
