package spec_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/spec"
)

// answering returns a document of one operation that answers with the schema
// Root, and has the given components.
func answering(schemas string) string {
	return `{"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {"content": {"a/json":
{"schema": {"$ref": "#/components/schemas/Root"}}}}}}}}, "components": {"schemas": {` + schemas + `}}}`
}

// chain returns n schemas, each made of the name of the next one.
func chain(n int, format string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `"Root": {"$ref": "#/components/schemas/S0"}`)
	for i := range n {
		next := fmt.Sprintf(`{"$ref": "#/components/schemas/S%d"}`, i+1)
		fmt.Fprintf(&b, ", \"S%d\": %s", i, strings.ReplaceAll(format, "NEXT", next))
	}
	fmt.Fprintf(&b, `, "S%d": {"type": "string"}`, n)
	return b.String()
}

// crossing returns n schemas, each a union of all others.
func crossing(n int) string {
	var b strings.Builder
	b.WriteString(`"Root": {"$ref": "#/components/schemas/S0"}`)
	for i := range n {
		fmt.Fprintf(&b, `, "S%d": {"oneOf": [{"type": "string"}`, i)
		for j := range n {
			if j != i {
				fmt.Fprintf(&b, `, {"$ref": "#/components/schemas/S%d"}`, j)
			}
		}
		b.WriteString(`]}`)
	}
	return b.String()
}

// subsets returns n schemas whose properties are joined in 2^n ways: a
// property path is a word, and a joined schema the set of states in which an
// automaton for "an a stands n letters before the end" may be.
func subsets(n int) string {
	var b strings.Builder
	b.WriteString(`"Root": {"properties": {"b": {"$ref": "#/components/schemas/Root"},
		"a": {"allOf": [{"$ref": "#/components/schemas/Root"}, {"$ref": "#/components/schemas/S0"}]}}}`)
	for i := range n {
		next := fmt.Sprintf(`{"$ref": "#/components/schemas/S%d"}`, i+1)
		fmt.Fprintf(&b, `, "S%d": {"properties": {"a": %s, "b": %s}}`, i, next, next)
	}
	fmt.Fprintf(&b, `, "S%d": {}`, n)
	return b.String()
}

// bomb returns a YAML document whose aliases stand for 10^levels values.
func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("openapi: 3.0.0\na0: &a0 {x: y}\n")
	for i := range levels {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 10))
	}
	fmt.Fprintf(&b, "paths: {/a: {get: {parameters: *a%d}}}\n", levels)
	return b.String()
}

func mergeBomb(levels int) string {
	var b strings.Builder
	b.WriteString("openapi: 3.0.0\na0: &a0 {x: y}\n")
	for i := range levels {
		fmt.Fprintf(&b, "a%d: &a%d {<<: [%s]}\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 10))
	}
	fmt.Fprintf(&b, "paths: {/a: {get: {<<: *a%d}}}\n", levels)
	return b.String()
}

// What a document may demand is limited: each of these would otherwise take
// the machine's memory, its stack, or forever.
func TestHostileDocuments(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"deep JSON":         {answering(`"Root": ` + strings.Repeat(`{"items": `, 100_000) + "{}" + strings.Repeat("}", 100_000)), "nested more than 256 levels deep"},
		"deep YAML":         {"openapi: 3.0.0\npaths: {/a: {get: {responses: {200: {content: {a/json: {schema: " + strings.Repeat("{items: ", 5000) + strings.Repeat("}", 5000) + "}}}}}}}", "nested more than 256 levels deep"},
		"very deep YAML":    {"openapi: " + strings.Repeat("[", 1_000_000), "the file is not YAML"},
		"alias bomb":        {bomb(9), "uses too many values, counting each use of an alias"},
		"merge bomb":        {mergeBomb(9), "merges too many maps"},
		"alias of itself":   {"openapi: 3.0.0\npaths: {/a: {get: {requestBody: {content: {a/json: {schema: &x {items: *x}}}}}}}", "nested more than 256 levels deep"},
		"merge of itself":   {"openapi: 3.0.0\npaths: {/a: {get: &x {<<: *x}}}", "merge keys are nested more than 200 levels deep"},
		"references":        {answering(chain(300, "NEXT")), "the reference leads back to itself"},
		"allOf":             {answering(chain(300, `{"allOf": [NEXT], "title": "t"}`)), "allOf is nested more than 200 levels deep"},
		"doubling unions":   {answering(chain(150, `{"oneOf": [NEXT, {"anyOf": [NEXT, {"type": "integer"}]}]}`)), ""},
		"doubling allOf":    {answering(chain(150, `{"allOf": [NEXT, NEXT], "properties": {"a": NEXT}}`)), ""},
		"inheriting unions": {answering(`"Root": {"oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}]}, "A": {"oneOf": [{"$ref": "#/components/schemas/Root"}, {"type": "null"}]}`), ""},
		"union of itself":   {answering(`"Root": {"oneOf": [{"$ref": "#/components/schemas/Root"}, {"type": "string"}]}`), ""},
		"crossing unions":   {answering(crossing(12)), "steps to resolve"},
		"joined schemas":    {answering(subsets(30)), "steps to resolve"},
		"control bytes":     {"openapi: 3.0.0\npaths: \x00", "the file is not YAML"},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := spec.Parse("a", []byte(c.text))
			if err == nil {
				var operations []*spec.Operation
				if operations, err = doc.Resolve(doc.Operations()...); err == nil {
					err = firstFault(operations)
				}
			}
			switch {
			case c.want == "" && err != nil:
				t.Errorf("got %v, want it to resolve", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// firstFault returns the first fault of what was resolved, or nil.
func firstFault(operations []*spec.Operation) error {
	d := newDumper("")
	for _, op := range operations {
		d.operation(op)
	}
	for line := range strings.Lines(d.String()) {
		if strings.Contains(line, "unreadable: ") || strings.Contains(line, "fault: ") {
			return errors.New(strings.TrimSpace(line))
		}
	}
	return nil
}

func TestFileSizeIsLimited(t *testing.T) {
	data := append([]byte("openapi: 3.0.0\n#"), make([]byte, 64<<20)...)
	_, err := spec.Parse("a", data)
	if err == nil || !strings.Contains(err.Error(), "larger than 64 MiB") {
		t.Errorf("got %v", err)
	}
}
