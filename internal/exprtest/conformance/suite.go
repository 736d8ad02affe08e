package conformance

import (
	"errors"
	"fmt"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	celpb "cel.dev/expr"
	"cel.dev/expr/conformance/proto2"
	"cel.dev/expr/conformance/proto3"
	"cel.dev/expr/conformance/test"

	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// suiteTest is a test of the specification's suite, ready to be compiled.
type suiteTest struct {
	*test.SimpleTest
	env       *exprtest.Env
	declared  []cel.EnvOption
	registry  *types.Registry
	values    []Variable
	bound     map[string]any // the same for the reference
	variables map[string]bool
	want      string // text of the value, "error", or "": whatever it comes to

	valuesNeedMessage bool // a variable, a value bound to one, or the result is a message or an enum
	declaresFunction  bool // one that nothing implements
}

// errMessage says that something is a Protobuf message or enum.
var errMessage = errors.New("a message of Protobuf")

func newSuiteTest(tc *test.SimpleTest) (*suiteTest, error) {
	registry, err := types.NewRegistry(&proto2.TestAllTypes{}, &proto2.Proto2ExtensionScopedMessage{}, &proto3.TestAllTypes{})
	if err != nil {
		return nil, err
	}
	s := &suiteTest{SimpleTest: tc, registry: registry, bound: map[string]any{}, variables: map[string]bool{}}
	if tc.Container != "" {
		s.declared = append(s.declared, cel.Container(tc.Container))
	}
	if err := s.declare(); err != nil {
		return nil, err
	}
	if s.env, err = exprtest.New(expr.Names{}, s.declared...); err != nil {
		return nil, err
	}
	if s.want, err = s.wanted(); errors.Is(err, errMessage) {
		s.valuesNeedMessage, err = true, nil
	}
	return s, err
}

// declare makes the variables and the functions of the test known. A variable that no type is given for is dyn.
func (s *suiteTest) declare() error {
	for _, decl := range s.TypeEnv {
		if decl.GetIdent() == nil {
			if err := s.function(decl); err != nil {
				return err
			}
			continue
		}
		if err := s.variable(decl.Name, decl.GetIdent().Type); err != nil {
			return err
		}
	}
	for name := range s.Bindings {
		if !s.variables[name] {
			if err := s.variable(name, &celpb.Type{TypeKind: &celpb.Type_Dyn{}}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *suiteTest) function(decl *celpb.Decl) error {
	var overloads []cel.FunctionOpt
	for _, o := range decl.GetFunction().Overloads {
		var params []*cel.Type
		for _, pb := range append(slices.Clone(o.Params), o.ResultType) {
			t, err := types.ProtoAsType(pb)
			if err != nil {
				return err
			}
			params = append(params, t)
		}
		last := len(params) - 1
		overloads = append(overloads, cel.Overload(o.OverloadId, params[:last], params[last]))
	}
	s.declared = append(s.declared, cel.Function(decl.Name, overloads...))
	s.declaresFunction = true
	return nil
}

func (s *suiteTest) variable(name string, pb *celpb.Type) error {
	s.variables[name] = true
	t, err := types.ProtoAsType(pb)
	if err != nil {
		return err
	}
	declared, err := irTypeOf(t)
	if errors.Is(err, errMessage) {
		s.valuesNeedMessage = true
		return nil
	}
	if err != nil {
		return err
	}
	if s.DisableCheck {
		declared = ir.DynType
	}
	s.declared = append(s.declared, cel.Variable(name, check.CELType(declared)))
	binding, ok := s.Bindings[name]
	if !ok {
		return nil
	}
	value, err := s.value(binding.GetValue())
	if errors.Is(err, errMessage) {
		s.valuesNeedMessage = true
		return nil
	}
	if err != nil {
		return err
	}
	s.bound[name] = value
	s.values = append(s.values, Variable{name, exprtest.Literal(value, declared)})
	return nil
}

// value returns a value of the suite, or errMessage.
func (s *suiteTest) value(pb *celpb.Value) (ref.Val, error) {
	if holdsEnum(pb) {
		return nil, errMessage
	}
	v, err := cel.ProtoAsValue(s.registry, pb)
	if err == nil && holdsMessage(v) {
		return nil, errMessage
	}
	return v, err
}

// irTypeOf returns the type of a value that CEL describes as t, or errMessage.
func irTypeOf(t *types.Type) (*ir.Type, error) {
	if t.Kind() != types.DynKind && t.IsAssignableType(types.NullType) && t.Kind() != types.NullTypeKind {
		switch t.Kind() {
		case types.BoolKind, types.IntKind, types.UintKind, types.DoubleKind, types.StringKind, types.BytesKind:
			return plainKinds[t.Kind()].OrNull(), nil
		}
	}
	if k, ok := plainKinds[t.Kind()]; ok {
		return k, nil
	}
	var params []*ir.Type
	for _, p := range t.Parameters() {
		param, err := irTypeOf(p)
		if err != nil {
			return nil, err
		}
		params = append(params, param)
	}
	switch t.Kind() {
	case types.ListKind:
		return ir.ListOf(params[0]), nil
	case types.MapKind:
		return ir.MapOf(params[0], params[1]), nil
	case types.OpaqueKind:
		if t.TypeName() == "optional_type" {
			return ir.OptionalOf(params[0]), nil
		}
		return ir.DynType, nil // of a function that nothing implements
	}
	return nil, fmt.Errorf("%w: %s", errMessage, t)
}

// plainKinds are the types without parameters. What nothing decides is dyn.
var plainKinds = map[types.Kind]*ir.Type{
	types.NullTypeKind: ir.NullType, types.BoolKind: ir.BoolType, types.IntKind: ir.IntType, types.UintKind: ir.UintType,
	types.DoubleKind: ir.DoubleType, types.StringKind: ir.StringType, types.BytesKind: ir.BytesType, types.DynKind: ir.DynType,
	types.TimestampKind: ir.TimestampType, types.DurationKind: ir.DurationType, types.AnyKind: ir.DynType, types.TypeKind: ir.TypeNameType,
	types.TypeParamKind: ir.DynType,
}

// wanted is the text of the result that the test wants, "error", or "" if none is given.
func (s *suiteTest) wanted() (string, error) {
	var value *celpb.Value
	switch m := s.ResultMatcher.(type) {
	case *test.SimpleTest_Value:
		value = m.Value
	case *test.SimpleTest_TypedResult:
		value = m.TypedResult.Result
	case *test.SimpleTest_EvalError, *test.SimpleTest_AnyEvalErrors:
		return "error", nil
	case nil:
		value = &celpb.Value{Kind: &celpb.Value_BoolValue{BoolValue: true}}
	default:
		return "", fmt.Errorf("a result of an unknown kind: %T", m)
	}
	if value == nil || s.CheckOnly {
		return "", nil
	}
	v, err := s.value(value)
	if err != nil {
		return "", err
	}
	return exprtest.Text(v), nil
}

// checkAlone holds the type that the checker finds for the expression to what the test says about it.
func (s *suiteTest) checkAlone() error {
	if !s.CheckOnly {
		return errors.New("the value depends on a function that nothing implements")
	}
	t, err := s.env.TypeOf(s.Expr)
	if err != nil {
		return err
	}
	return s.deduced(t)
}

// deduced holds an expression's type to what the test says about it.
func (s *suiteTest) deduced(got *ir.Type) error {
	pb := s.GetTypedResult().GetDeducedType()
	if pb == nil {
		return nil
	}
	t, err := types.ProtoAsType(pb)
	if err != nil {
		return err
	}
	want, err := irTypeOf(t)
	if err != nil {
		return err
	}
	if want.Kind == ir.Optional && got.Kind == ir.Dyn { // one that may be null, which only a dyn can hold
		return nil
	}
	if !ir.Same(got, want) {
		return fmt.Errorf("the type is %s, want %s", got, want)
	}
	return nil
}

// reference is what the reference interpreter comes to, the type checker on or off: the text of a value, or "error".
func (s *suiteTest) reference(checked bool) string {
	program, err := s.env.UncheckedProgram(s.Expr)
	if checked {
		program, err = s.env.Program(s.Expr)
	}
	if err != nil {
		return "error"
	}
	value, _, err := program.Eval(s.bound)
	if err != nil {
		return "error"
	}
	return exprtest.Text(value)
}
