package gen

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	celpb "cel.dev/expr"
	_ "cel.dev/expr/conformance/proto2" // the suite names its messages
	_ "cel.dev/expr/conformance/proto3"
	"cel.dev/expr/conformance/test"
	"google.golang.org/protobuf/encoding/prototext"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

var shownTests = flag.String("conformance", "", "show the Go of the tests whose path contains this")

// conformanceFiles are the files of the suite in the order of the table.
var conformanceFiles = []string{
	"basic", "comparisons", "conversions", "fields", "fp_math", "integer_math", "lists", "logic", "macros", "macros2", "string",
	"string_ext", "math_ext", "optionals", "bindings_ext", "encoders_ext", "timestamps", "lists_ext", "dynamic", "parse", "plumbing",
	"namespace", "type_deduction", "wrappers", "block_ext",
}

// outcome is how a conformance test ended.
type outcome struct {
	id, file string
	status   string // passed, refused, excluded, failed
	reason   string
}

// TestConformance compiles the tests of the CEL specification to Go, runs them and compares what they come to.
func TestConformance(t *testing.T) {
	dir := conformanceDir(t)
	c := &conformance{program: newExprProgram(nil), wanted: map[string]string{}, texts: map[string]string{}, reference: map[string]string{}}
	for _, name := range conformanceFiles {
		c.file(t, filepath.Join(dir, name+".textproto"))
	}
	results := c.program.run(t)
	for i := range c.outcomes {
		c.judge(&c.outcomes[i], results)
	}
	for _, o := range c.outcomes {
		if o.status == "failed" {
			t.Errorf("%s: %s", o.id, o.reason)
		}
		if *shownTests != "" && strings.Contains(o.id, *shownTests) {
			t.Logf("%s: %s %s\n%s\n%s", o.id, o.status, o.reason, c.texts[o.id], c.program.caseSource(o.id))
		}
	}
	document(t, "../docs/conformance.md", conformanceIntro+c.summary())
}

const conformanceIntro = `# Conformance

The tests of the CEL specification (module cel.dev/expr, directory tests/simple/testdata), each compiled to Go, run and
compared with what it should come to. This table is written by the test that holds it: go test ./gen -run TestConformance -update.

Passed: the same value, or an error where one is expected; an error that is found at generation counts. Where the
reference interpreter cel-go differs from the specification, compiled expressions do what cel-go does. Refused: the expression is an error at
generation. Excluded: the test is about what no manifest can hold. The sections proto2, proto3, proto2_ext, enums, network_ext
and unknowns, which are not listed, are about Protobuf messages, about an extension that is not offered and about unknown values.

`

// document compares a text with a file, or writes it there.
func document(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s is not up to date (-update writes it); got:\n%s", file, text)
	}
}

// conformanceDir is where the module cel.dev/expr keeps the suite.
func conformanceDir(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "cel.dev/expr").Output()
	dir := filepath.Join(strings.TrimSpace(string(out)), "tests/simple/testdata")
	if _, statErr := os.Stat(dir); err != nil || statErr != nil {
		t.Skip("the module cel.dev/expr with the conformance suite is not here: ", err, statErr)
	}
	return dir
}

type conformance struct {
	program  *exprProgram
	outcomes []outcome
	wanted   map[string]string // text of the value, or "error"
	texts    map[string]string

	reference map[string]string // what the reference interpreter comes to
}

// referenceText is what the reference interpreter comes to: the text of a value, or "error".
func referenceText(env *expr.Env, tc *test.SimpleTest) string {
	program, err := env.Program(tc.Expr)
	if err != nil {
		return "error"
	}
	values := map[string]any{}
	for name, v := range tc.Bindings {
		value, err := cel.ProtoAsValue(types.DefaultTypeAdapter, v.GetValue())
		if err != nil {
			return "error"
		}
		values[name] = value
	}
	value, _, err := program.Eval(values)
	if err != nil {
		return "error"
	}
	return refText(value)
}

func (c *conformance) file(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file test.SimpleTestFile
	if err := prototext.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(filepath.Base(path), ".textproto")
	for _, section := range file.Section {
		for i, tc := range section.Test {
			o := outcome{file: name, id: fmt.Sprintf("%s/%s/%s#%d", name, section.Name, tc.Name, i)}
			c.texts[o.id] = tc.Expr
			o.status, o.reason = c.compile(o.id, tc)
			c.outcomes = append(c.outcomes, o)
		}
	}
}

// compile puts a test into the program; a status says that it is done without running.
func (c *conformance) compile(id string, tc *test.SimpleTest) (status, reason string) {
	if usesProtobuf(tc) {
		return "excluded", "Protobuf"
	}
	want, err := wantedText(tc)
	if err != nil {
		return "excluded", "Protobuf"
	}
	c.wanted[id] = want
	env, values, err := conformanceEnv(tc)
	if err != nil {
		return "excluded", err.Error()
	}
	n, problems := env.Compile(tc.Expr)
	switch {
	case len(problems) > 0 && want == "error":
		return "passed", "found at generation"
	case len(problems) > 0 && tc.DisableCheck:
		return "excluded", "type check switched off"
	case len(problems) > 0:
		return "refused", problems[0].Message
	}
	if err := c.program.add(id, n, values...); err != nil {
		return "failed", err.Error()
	}
	c.reference[id] = referenceText(env, tc)
	return "", ""
}

// usesProtobuf reports whether a test needs a message.
func usesProtobuf(tc *test.SimpleTest) bool {
	text := prototext.Format(tc)
	for _, word := range []string{"TestAllTypes", "conformance.proto", "NestedTestAllTypes", "google.protobuf.Any", "GlobalEnum", "TestRequired"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return strings.Contains(tc.Expr, "google.protobuf.") && strings.Contains(tc.Expr, "{")
}

func conformanceEnv(tc *test.SimpleTest) (*expr.Env, []bound, error) {
	env, err := expr.NewEnv()
	if err != nil {
		return nil, nil, err
	}
	empty := &ir.ObjectType{Name: "nothing"}
	env.Enter(&expr.Scope{Inputs: empty, Steps: empty, Vars: empty, Config: empty, Tables: empty}, "")
	if tc.Container != "" {
		if err := env.Within(tc.Container); err != nil {
			return nil, nil, err
		}
	}
	var values []bound
	for _, decl := range tc.TypeEnv {
		if decl.GetIdent() == nil {
			return nil, nil, fmt.Errorf("a function of the host")
		}
		t, err := declaredType(decl.GetIdent().Type)
		if err != nil {
			return nil, nil, err
		}
		if err := env.Declare(decl.Name, t); err != nil {
			return nil, nil, err
		}
		v, ok := tc.Bindings[decl.Name]
		if !ok {
			continue
		}
		value, err := cel.ProtoAsValue(types.DefaultTypeAdapter, v.GetValue())
		if err != nil {
			return nil, nil, err
		}
		values = append(values, bound{decl.Name, literalNode(value, t)})
	}
	return env, values, nil
}

func declaredType(pb *celpb.Type) (*ir.Type, error) {
	t, err := types.ProtoAsType(pb)
	if err != nil {
		return nil, err
	}
	return irTypeOf(t)
}

// irTypeOf returns the type of a value that CEL describes as t.
func irTypeOf(t *types.Type) (*ir.Type, error) {
	if t.Kind() != types.DynKind && t.IsAssignableType(types.NullType) && t.Kind() != types.NullTypeKind {
		switch t.Kind() {
		case types.BoolKind, types.IntKind, types.UintKind, types.DoubleKind, types.StringKind, types.BytesKind:
			plain := map[types.Kind]*ir.Type{types.BoolKind: ir.BoolType, types.IntKind: ir.IntType, types.UintKind: ir.UintType,
				types.DoubleKind: ir.DoubleType, types.StringKind: ir.StringType, types.BytesKind: ir.BytesType}
			return plain[t.Kind()].OrNull(), nil
		}
	}
	kinds := map[types.Kind]*ir.Type{
		types.NullTypeKind: ir.NullType, types.BoolKind: ir.BoolType, types.IntKind: ir.IntType, types.UintKind: ir.UintType,
		types.DoubleKind: ir.DoubleType, types.StringKind: ir.StringType, types.BytesKind: ir.BytesType, types.DynKind: ir.DynType,
		types.TimestampKind: ir.TimestampType, types.DurationKind: ir.DurationType, types.AnyKind: ir.DynType, types.TypeKind: ir.TypeNameType,
	}
	if k, ok := kinds[t.Kind()]; ok {
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
	}
	if t.TypeName() == "optional_type" {
		return ir.OptionalOf(params[0]), nil
	}
	return nil, fmt.Errorf("a type of the host: %s", t)
}

func wantedText(tc *test.SimpleTest) (string, error) {
	var value *celpb.Value
	switch m := tc.ResultMatcher.(type) {
	case *test.SimpleTest_Value:
		value = m.Value
	case *test.SimpleTest_TypedResult:
		if tc.CheckOnly {
			return "", nil
		}
		value = m.TypedResult.Result
	case *test.SimpleTest_EvalError, *test.SimpleTest_AnyEvalErrors:
		return "error", nil
	case nil:
		if tc.CheckOnly {
			return "", nil
		}
		return "true", nil
	default:
		return "", fmt.Errorf("unknown values")
	}
	if value == nil {
		return "", nil
	}
	v, err := cel.ProtoAsValue(types.DefaultTypeAdapter, value)
	if err != nil {
		return "", err
	}
	return refText(v), nil
}

// judge compares what a test came to with what it should.
func (c *conformance) judge(o *outcome, results map[string]exprResult) {
	if o.status != "" {
		return
	}
	r, ran := results[o.id]
	want := c.wanted[o.id]
	o.status = "passed"
	if ref := c.reference[o.id]; want != "" && ref != want {
		o.reason = "the reference differs from the specification"
		want = ref
	}
	switch {
	case !ran:
		o.status, o.reason = "failed", "did not run"
	case strings.HasPrefix(r.Error, "COMPILE") || strings.HasPrefix(r.Error, "PANIC"):
		o.status, o.reason = "failed", r.Error
	case want == "":
	case want == "error" && r.Error == "":
		o.status, o.reason = "failed", fmt.Sprintf("%s: got %s, want an error", c.texts[o.id], r.Value)
	case want == "error":
	case r.Value != want:
		o.status, o.reason = "failed", fmt.Sprintf("%s: got %s%s, want %s", c.texts[o.id], r.Value, r.Error, want)
	}
}

// summary is the table of the results.
func (c *conformance) summary() string {
	var b strings.Builder
	b.WriteString("| Section | Tests | Passed | Refused | Excluded | Failed |\n|---|--:|--:|--:|--:|--:|\n")
	total := map[string]int{}
	reasons := map[string]int{}
	for _, file := range conformanceFiles {
		count := map[string]int{}
		n := 0
		for _, o := range c.outcomes {
			if o.file != file {
				continue
			}
			n++
			count[o.status]++
			total[o.status]++
			if o.reason != "" || o.status == "excluded" {
				reasons[o.status+": "+o.reason]++
			}
		}
		total["tests"] += n
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", file, n, count["passed"], count["refused"], count["excluded"], count["failed"])
	}
	fmt.Fprintf(&b, "| **all** | %d | %d | %d | %d | %d |\n\nWhy, and how many:\n\n", total["tests"], total["passed"], total["refused"], total["excluded"], total["failed"])
	var list []string
	for r := range reasons {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(a, b) })
	for _, r := range list {
		fmt.Fprintf(&b, "- %d %s\n", reasons[r], r)
	}
	return b.String()
}
